"""Settings for generated logic grids: categories, their values, and how sentences name them.

They are in `themes.toml`. Each setting has at least five categories beside the names of its people,
one or more of them ordered; some are its own, some are shared with other settings. All words are
English: a clue is what its author wrote.
"""

from __future__ import annotations

import functools
import re
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from importlib.resources import files
from typing import Any

_NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
_SHORT_TIMES = {15: "a quarter of an hour", 30: "half an hour", 45: "three quarters of an hour"}
_QUARTERS = {0: "", 15: " and a quarter", 30: " and a half", 45: " and three quarters"}
_DAYS_BEFORE = {"May": 120, "October": 273}
WHOEVER = "whoever"
_MONEY = ("$", "€", "£")


_PREPOSITIONS = frozenset({"about", "at", "by", "for", "from", "in", "of", "on", "under", "with"})


@dataclass(frozen=True, slots=True)
class Verb:
    """What somebody did: with the `object`, in which `{}` stands for the value, after the `head`.

    Of several values, the head is said once, and what follows `{}` after the last: "came from
    neither Cork nor Lima", "had either the blue or the white lantern".
    """

    did: str = "was"
    did_not: str = "was not"
    were: str = "were"
    head: str = ""
    object: str = "{}"

    def of(self, value: str) -> str:
        return f"{self.head}{self.object.format(value)}"

    def of_another(self, value: str) -> str:
        """For another one, whose verb goes without saying: "one came in as number 2, the other …".

        Of what is said once for several values a preposition is said again.
        """
        head = self.head if self.head.strip() in _PREPOSITIONS else ""
        return f"{head}{self.object.format(value)}"

    def of_several(self, values: Sequence[str], word: str, first: str = "") -> str:
        """The values in a row, `first` before the first and the `word` before the last."""
        before, after = self.object.split("{}")
        *others, last = (f"{before}{value}" for value in values)
        return f"{self.head}{first}{', '.join(others)} {word} {last}{after}"


@dataclass(frozen=True, slots=True)
class Order:
    """Sentences that compare by an ordered category, said of the people `{a}` and `{b}`.

    "Ada `did` `less` Ben", "… `more` Ben"; "… `by` Ben" with the `{distance}` between them,
    "… `times` Ben" with a `{factor}`; "Ada was the `first`", "the `last`". The others are whole
    sentences. What is empty is not said. A distance counts in `unit`, several in `units`.
    """

    less: str
    more: str
    first: str
    last: str
    middle: str
    did: str = ""
    by: str = ""
    times: str = ""
    sum: str = ""
    gap: tuple[str, ...] = ()
    next_to: tuple[str, ...] = ()
    unit: str = "place"
    units: str = "places"


@dataclass(frozen=True, slots=True)
class Topic:
    """A category: its values, and the phrases that sentences are built from.

    `who` are ways to speak of somebody by the value, "the baker of {}". An ordered category lists
    its values in order. If it has a `unit`, or values are times or dates, or if they are `spread`,
    then any of them may be drawn: amounts between them differ. Else the first ones are.
    """

    name: str
    values: tuple[str | int, ...]
    verb: Verb = Verb()
    who: tuple[str, ...] = ("{}",)
    unit: str = ""
    spread: bool = False
    order: Order | None = None

    @property
    def amounts(self) -> tuple[int, ...]:
        """What a distance is the difference of: numbers, minutes, days or places."""
        return tuple(_amount(value, place) for place, value in enumerate(self.values))

    @property
    def has_amounts(self) -> bool:
        """Whether values are numbers, times or dates."""
        return isinstance(self.values[0], int) or _moment(self.values[0]) is not None

    @property
    def has_numbers(self) -> bool:
        """Whether amounts can be added and multiplied."""
        return isinstance(self.values[0], int) and (self.spread or bool(self.unit))

    @property
    def is_spread(self) -> bool:
        return self.spread or bool(self.unit) or _moment(self.values[0]) is not None

    def shown(self, amount: str | int) -> str:
        """A value, or a sum of values, as people write it."""
        if not self.unit:
            return str(amount)
        return f"{self.unit}{amount}" if self.unit in _MONEY else f"{amount} {self.unit}"

    def several(self, values: Sequence[str | int], word: str, first: str = "") -> str:
        """What follows the verb for several values; a unit behind them is said once."""
        *others, last = values
        once = self.unit not in _MONEY
        texts = [str(value) if once else self.shown(value) for value in others]
        return self.verb.of_several([*texts, self.shown(last)], word, first)

    def distance(self, amount: int) -> str:
        """A difference in words: "$5", "two places", "half an hour"."""
        moment = _moment(self.values[0])
        if moment == "time":
            return _time_in_words(amount)
        if self.unit and self.unit not in ("days", "years", "minutes"):
            return self.shown(amount)
        assert self.order is not None
        one, many = self.order.unit, self.order.units
        if moment == "date" or self.unit:
            many = self.unit or "days"
            one = many.removesuffix("s")
        return f"{_counted(amount)} {one if amount == 1 else many}"

    def rule_amount(self, amount: int) -> str:
        """A difference as rules have it."""
        match _moment(self.values[0]):
            case "time":
                return f"{amount} minutes"
            case "date":
                return f"{amount} {'day' if amount == 1 else 'days'}"
        return self.shown(amount)


@dataclass(frozen=True, slots=True)
class Theme:
    """A setting: title, story (`{count}` stands for how many people) and categories.

    `one` is what each of these people is, and `many` what they are together. The `lead` is the
    ordered category that the story speaks of, `others` are the rest.
    """

    title: str
    story: str
    one: str
    many: str
    lead: Topic
    others: tuple[Topic, ...]

    def people(self, names: tuple[str, ...]) -> Topic:
        """The category of the people themselves."""
        return Topic(self.one, names)


@functools.cache
def themes() -> tuple[Theme, ...]:
    """The settings to draw from; nothing is read before."""
    document = _document()
    return tuple(_theme(record, document["topics"]) for record in document["themes"])


@functools.cache
def names() -> tuple[tuple[str, ...], ...]:
    """What people are called, eight at a time, each with another initial."""
    return tuple(map(tuple, _document()["names"]))


def _document() -> dict[str, Any]:
    text = files("hintwise.workshop").joinpath("themes.toml").read_text(encoding="utf-8")
    return tomllib.loads(text)


def _theme(record: Mapping[str, Any], shared: Mapping[str, Any]) -> Theme:
    own = {**record["topics"], **{name: shared[name] for name in record["borrow"]}}
    topics = {name: _topic(name, record["one"], **topic) for name, topic in own.items()}
    lead = topics.pop(record["lead"])
    words = {key: record[key] for key in ("title", "story", "one", "many")}
    return Theme(**words, lead=lead, others=tuple(topics.values()))


def _topic(
    name: str,
    one: str,
    *,
    values: list[str | int],
    verb: str,
    object: str = "{}",
    who: Sequence[str] = (),
    order: Mapping[str, Any] | None = None,
    **others: Any,
) -> Topic:
    head, said_once, rest = object.partition("|")
    did = replace(_verb(verb), head=head if said_once else "", object=rest or object)
    said = f"{did.did} {did.of('{}')}"
    # "The one who was the baker" is "the baker".
    if verb != "be" or not who:
        who = (*who, f"{WHOEVER} {said}", f"the {one} who {said}")
    read = None if order is None else _order(did, **order)
    return Topic(name, tuple(values), did, tuple(who), order=read, **others)


def _order(topic_verb: Verb, *, verb: str = "", **phrases: Any) -> Order:
    did = _verb(verb).did if verb else topic_verb.did
    gap, next_to = (tuple(phrases.pop(key, ())) for key in ("gap", "next_to"))
    return Order(did=did, gap=gap, next_to=next_to, **phrases)


def _verb(words: str) -> Verb:
    """From "sell, sold"; "be" is the only one that is its own auxiliary."""
    if words == "be":
        return Verb()
    base, past = words.split(", ")
    return Verb(past, f"did not {base}", past)


def _moment(value: str | int) -> str | None:
    """What a value is, if it is a time of day or a date."""
    if re.fullmatch(r"\d+:\d\d", str(value)):
        return "time"
    return "date" if re.fullmatch(rf"\d+ ({'|'.join(_DAYS_BEFORE)})", str(value)) else None


def _amount(value: str | int, place: int) -> int:
    if isinstance(value, int):
        return value
    match _moment(value):
        case "time":
            hour, minute = value.split(":")
            return int(hour) * 60 + int(minute)
        case "date":
            day, month = value.split()
            return int(day) + _DAYS_BEFORE[month]
    return place


def _time_in_words(minutes: int) -> str:
    """Of any number of quarters: "half an hour", "two hours and a quarter"."""
    hours, rest = divmod(minutes, 60)
    whole = "an hour" if hours == 1 else f"{_counted(hours)} hours"
    return f"{whole}{_QUARTERS[rest]}" if hours else _SHORT_TIMES[rest]


def _counted(number: int) -> str:
    return _NUMBERS[number] if number < len(_NUMBERS) else str(number)
