"""The words of logic-grid rules: cuts a rule into values, categories, amounts and words.

At each place the longest of a value (`hour 7`, or just `7`), a word of the language and an amount
is taken; on a tie an older word of the language wins over a value, which then needs its category or
quotes, and a value over a later one. After `in` only a category can stand. Case, the amount of
white space, a full stop at the end and a comma before `and`, `or`, `nor`, `but` and `then` do not
count.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence

from lark import Token

from hintwise.errors import InvalidRule
from hintwise.puzzles.logic_grid import moments
from hintwise.puzzles.logic_grid.category import Category
from hintwise.puzzles.logic_grid.clues import Value
from hintwise.puzzles.logic_grid.guesses import guess
from hintwise.puzzles.logic_grid.units import NUMBER_WORDS, quantities, read_quantity
from hintwise.puzzles.logic_grid.words import WORDS, YIELDING, word_pattern

NAMES = frozenset({"VALUE", "NUMBER", "QUANTITY", "MOMENT"})
"""The kinds of tokens that may stand for a value."""

_NUMBER = re.compile(r"\d{1,12}(\.\d{1,6})?(?![\w.:]\w)(?!-\d)(?!\w)")
_MOMENT = re.compile(
    r"(?:noon|midnight)(?!\w)|\d{1,2}:\d{2}(?:\s*[ap]\.?m\b\.?)?(?!\w)|\d{1,2}\s*[ap]\.?m\b\.?|\d{4}-\d{1,2}-\d{1,2}(?!\w)",
    re.IGNORECASE,
)
_FACTOR = re.compile(
    rf"(?:\d{{1,6}}(?:\.\d{{1,3}})?|{'|'.join(NUMBER_WORDS)})\s+times(?!\w)", re.IGNORECASE
)
_AS = re.compile(r"as\s+[^\W\d]+\s+as(?!\w)", re.IGNORECASE)
_PHRASE, _WORD = word_pattern(phrases=True), word_pattern(phrases=False)
_PUNCTUATION = re.compile(r",(?=\s*(?:and|or|nor|but|then|respectively)\b)|\.\s*\Z", re.IGNORECASE)
_QUOTED = re.compile(r"(?P<quote>[\"'])(?P<inside>.*?)(?P=quote)", re.DOTALL)
_UNKNOWN = re.compile(r"[^\s,()=≠&]+|.", re.DOTALL)


class Vocabulary:
    """The words that rules about these categories are made of; never changes."""

    def __init__(self, categories: Sequence[Category]) -> None:
        self.categories = tuple(categories)
        values = [(c, Value(c.name, name)) for c in categories for name in c.values]
        self.spellings = tuple(dict.fromkeys(text for _, v in values for text in (v.name, str(v))))
        # A name wins over another way to write a value, and a value with its category over a bare
        # one that looks the same, as in `Grid`.
        others = ((text, value) for c, value in values for text in c.spellings(value))
        meanings = _gathered(others)
        meanings |= _gathered((value.name, value) for _, value in values)
        meanings |= {
            _folded(f"{c.name} {text}"): (value,)
            for c, value in values
            for text in c.spellings(value)
        }
        meanings |= {_folded(str(value)): (value,) for _, value in values}
        self._meanings = sorted(meanings.items(), key=lambda item: -len(item[0]))
        self._value = _one_of(spelling for spelling, _ in self._meanings)
        self._by_length = sorted(categories, key=lambda category: -len(category.name))
        self._category = _one_of(_folded(category.name) for category in self._by_length)
        self._quantity = quantities({unit for c in categories for unit in c.units})
        self._dates = any(c.moments and c.unit == "days" for c in categories)
        self._calendar = moments.calendar_names(c.values for c in categories if c.moments)

    def tokens(self, text: str) -> Iterator[Token]:
        """The tokens of a rule; what is none of the known words comes as `UNKNOWN`."""
        position, after_in = 0, False
        while position < len(text):
            if text[position].isspace() or _PUNCTUATION.match(text, position):
                position += 1
                continue
            kind, end = (self._after_in if after_in else self._anywhere)(text, position)
            yield Token(kind, text[position:end], start_pos=position)
            after_in, position = kind == "_IN", end

    def value(self, token: Token) -> Value:
        """The value that a token of one of the `NAMES` stands for."""
        found = self._called(token)
        if not found:
            advice = self._alike(token) or guess(token, self.spellings)
            raise InvalidRule(f"no category has a value '{token}'{advice}", offset_of(token))
        if len(found) > 1:
            options = " or ".join(f"'{value}'" for value in found)
            raise InvalidRule(f"'{token}' may be {options}; add its category", offset_of(token))
        return found[0]

    def is_value(self, token: Token) -> bool:
        """Whether a token of one of the `NAMES` stands for a value, or for one of several."""
        return bool(self._called(token))

    def is_name(self, text: str) -> bool:
        """Whether a text can only be a value, not an amount."""
        return [token.type for token in self.tokens(text)] == ["VALUE"]

    def written(self, value: Value) -> str:
        """The shortest way to write a value that says what it is: `rye`, but `hour 7`."""
        for text in (value.name, str(value)):
            tokens = list(self.tokens(text))
            kinds = [token.type for token in tokens]
            if kinds == ["NUMBER"] or len(kinds) != 1 or kinds[0] not in NAMES:
                continue
            if self._called(tokens[0]) == (value,):
                return text
        quote = '"' if "'" in value.name else "'"
        return f"{value.category} {quote}{value.name}{quote}"

    def category(self, token: Token) -> Category:
        """The category that a CATEGORY token names."""
        match = self._category.fullmatch(token) or self._category.fullmatch(_unquoted(token))
        return self._by_length[_number_of(match)]

    def ordered_category(self, token: Token) -> Category:
        """The same, if its values can be compared."""
        category = self.category(token)
        if not category.ordered:
            ordered = ", ".join(c.name for c in self.categories if c.ordered) or "none"
            raise InvalidRule(
                f"'{category.name}' has no order to compare by (ordered are: {ordered}); if its "
                "values are listed in order, set 'ordered = true'",
                offset_of(token),
            )
        return category

    def _alike(self, token: Token) -> str:
        """The values of the categories in which such a number or moment can stand, or nothing."""
        if token.type == "VALUE":
            return ""
        units = {unit for _, unit in read_quantity(token)} if token.type == "QUANTITY" else set()
        is_time = moments.read_time(token) is not None
        fitting = [
            [c for c in self.categories if c.moments and is_time == (c.unit == "minutes")]
            if token.type == "MOMENT"
            else [],
            [c for c in self.categories if c.numeric and units & c.units.keys()],
            [c for c in self.categories if c.numeric],
        ]
        listed = next(filter(None, fitting), [])
        return "".join(f"; {category.name} has {', '.join(category.values)}" for category in listed)

    def _after_in(self, text: str, start: int) -> tuple[str, int]:
        quoted = _QUOTED.match(text, start)
        if quoted and self._category.fullmatch(quoted["inside"]):
            return "CATEGORY", quoted.end()
        if match := self._category.match(text, start):
            return "CATEGORY", match.end()
        return "UNKNOWN", _end_of_unknown(text, start)

    def _anywhere(self, text: str, start: int) -> tuple[str, int]:
        value = self._value.match(text, start)
        least = value.end() if value else start
        word = self._word(text, start)
        quantity = self._quantity.match(text, start) if self._quantity else None
        factor, spoken = _FACTOR.match(text, start), word[1] if word else start
        if factor and factor.end() > max(least, spoken):
            return "FACTOR", factor.end()
        if quantity and quantity.end() >= least and quantity.end() > spoken:
            return "QUANTITY", quantity.end()  # or a value: the grammar knows
        if word and (word[1] > least or (word[1] == least and not word[2])):
            return word[:2]
        moment = _MOMENT.match(text, start) or (
            (moments.DATE.match(text, start) if self._dates else None)
            or (self._calendar and self._calendar.match(text, start))
        )
        if moment and moment.end() > least:
            return "MOMENT", moment.end()
        number = _NUMBER.match(text, start)
        if number and number.end() >= least:
            return "NUMBER", number.end()  # or a value: the grammar knows
        if value:
            return "VALUE", least
        if (end := self._end_of_quoted(text, start)) is not None:
            return "VALUE", end
        quoted = _QUOTED.match(text, start)
        return "UNKNOWN", quoted.end() if quoted else _end_of_unknown(text, start)

    def _word(self, text: str, start: int) -> tuple[str, int, bool] | None:
        """Kind and end of the word of the language there, and whether it yields to a value."""
        if phrase := _AS.match(text, start):
            return "_AS", phrase.end(), True
        match = _PHRASE.match(text, start)
        if match is None or self._holds_value(text, match):
            match = _WORD.match(text, start)
        if match is None:
            return None
        word = " ".join(match[0].casefold().split())
        return WORDS[word], match.end(), word in YIELDING

    def _holds_value(self, text: str, phrase: re.Match[str]) -> bool:
        """Whether a value starts at a later word of a phrase and goes on behind it.

        "or any" is no phrase in "either rye or Any Old Iron".
        """
        starts = [phrase.start() + gap.end() for gap in re.finditer(r"\s+", phrase[0])]
        values = (self._value.match(text, start) for start in starts)
        return any(value is not None and value.end() > phrase.end() for value in values)

    def _end_of_quoted(self, text: str, start: int) -> int | None:
        """Where `'value'` or `category 'value'` ends that starts there, if one does."""
        category = self._category.match(text, start)
        at = start
        if category:
            at = category.end() + len(text[category.end() :]) - len(text[category.end() :].lstrip())
        quoted = _QUOTED.match(text, at)
        if quoted and self._called(Token("VALUE", text[start : quoted.end()])):
            return quoted.end()
        return None

    def _called(self, token: Token) -> tuple[Value, ...]:
        """The values that a token may stand for."""
        if found := self._values(token) or self._values(_unquoted(token)):
            return found
        if quoted := _QUOTED.search(token):
            front = token[: quoted.start()]
            return self._values(f"{front} {quoted['inside']}") if front.strip() else ()
        if token.type == "MOMENT":
            return self._at(token)
        if token.type in ("NUMBER", "QUANTITY"):
            return self._measuring(token)
        return ()

    def _values(self, text: str) -> tuple[Value, ...]:
        match = self._value.fullmatch(text)
        return self._meanings[_number_of(match)][1] if match else ()

    def _measuring(self, text: str) -> tuple[Value, ...]:
        """The values that are this amount in a unit of their category."""
        parts = read_quantity(text)
        if len(parts) != 1:
            return ()
        ((number, unit),) = parts
        sizes = ((c, c.units.get(unit)) for c in self.categories if c.numeric)
        return tuple(
            value
            for category, size in sizes
            if size is not None
            for value, amount in category.measures.items()
            if amount == number * size
        )

    def _at(self, text: str) -> tuple[Value, ...]:
        """The values that are this date or time of day."""
        minute, day = moments.read_time(text), moments.read_day(text)
        found: list[Value] = []
        for category in self.categories:
            if not category.moments or category.amounts is None:
                continue
            for name, amount in zip(category.values, category.amounts, strict=True):
                if (minute is not None and moments.read_time(name) == minute) or (
                    day is not None and moments.same_day(day, name, amount)
                ):
                    found.append(Value(category.name, name))
        return tuple(found)


def offset_of(token: Token) -> int:
    return token.start_pos or 0


def _gathered(pairs: Iterable[tuple[str, Value]]) -> dict[str, tuple[Value, ...]]:
    meanings: dict[str, tuple[Value, ...]] = {}
    for text, value in pairs:
        known = meanings.get(_folded(text), ())
        meanings[_folded(text)] = known if value in known else (*known, value)
    return meanings


def _unquoted(text: str) -> str:
    quoted = _QUOTED.fullmatch(text)
    return quoted["inside"] if quoted else text


def _end_of_unknown(text: str, start: int) -> int:
    match = _UNKNOWN.match(text, start)
    assert match is not None  # it takes any character
    return match.end()


def _folded(text: str) -> str:
    return " ".join(text.split()).casefold()


def _one_of(spellings: Iterable[str]) -> re.Pattern[str]:
    """Whole words only; which one it was is the number of the group."""
    choices = []
    for spelling in spellings:
        words = r"\s+".join(re.escape(word) for word in spelling.split())
        choices.append(f"({words})" + (r"(?!\w)" if re.match(r"\w", spelling[-1]) else ""))
    return re.compile("|".join(choices), re.IGNORECASE)


def _number_of(match: re.Match[str] | None) -> int:
    assert match is not None
    return (match.lastindex or 1) - 1
