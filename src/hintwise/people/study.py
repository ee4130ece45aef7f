"""A preference study's evaluation: was the learned step or the baseline's preferred?

The answers are a CSV table, one row for each pair that a person was shown:

    person,method,queries,step,answer
    p1,machop,30,1,learned

`answer` is `learned` for the step that the learned weights chose, `baseline` for the one it was
compared with (in the paper the smallest step), or `none`. The weights came from `queries` queries
of `method`; `step` names the pair. A column `against` may say what the baseline is: only what was
judged against the same is put together and compared. Other columns are allowed, and not read.
"""

from __future__ import annotations

import csv
import enum
import io
import itertools
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from hintwise.errors import InvalidValue
from hintwise.people.statistics import (
    PairedTest,
    Summary,
    UnpairedTest,
    cliffs_delta,
    rank_sum,
    wilcoxon,
)

COLUMNS = ("person", "method", "queries", "step", "answer")
AGAINST = "against"
"""A column that need not be there."""


class Preferred(enum.Enum):
    """Which of the two steps a person preferred."""

    LEARNED = "learned"
    BASELINE = "baseline"
    NONE = "none"


@dataclass(frozen=True, slots=True)
class EvaluationAnswer:
    """What one person said of one pair."""

    person: str
    method: str
    queries: int
    step: str
    preferred: Preferred
    against: str = ""
    """What the learned step was compared with, if the table says it."""


@dataclass(frozen=True, slots=True)
class Preferences:
    """Shares of the answers after so many queries of a method: one value a person, summarised."""

    method: str
    queries: int
    answers: int
    shares: Mapping[Preferred, Summary]
    against: str = ""


@dataclass(frozen=True, slots=True)
class Advantage:
    """Whether learned steps were preferred more often with one method than with another.

    Only people who judged both methods count; where nobody did, people who judged one are compared
    with those who judged the other, by `between`. Both tests are one-sided: a small p says that
    `method` is better. `delta` is Cliff's, positive if it is.
    """

    method: str
    other: str
    queries: int
    test: PairedTest
    delta: float
    against: str = ""
    between: UnpairedTest | None = None
    """The rank-sum test, if nobody judged both."""


@dataclass(frozen=True, slots=True)
class StudyStatistics:
    """What a study found; rows by number of queries, then by method in the order of the table."""

    people: int
    preferences: tuple[Preferences, ...]
    advantages: tuple[Advantage, ...]

    @classmethod
    def of(cls, answers: Sequence[EvaluationAnswer]) -> StudyStatistics:
        if not answers:
            raise InvalidValue("there are no answers; statistics need one or more")
        preferences: list[Preferences] = []
        advantages: list[Advantage] = []
        for against in dict.fromkeys(answer.against for answer in answers):
            judged = [answer for answer in answers if answer.against == against]
            for queries in sorted({answer.queries for answer in judged}):
                methods = _judged_by_method([a for a in judged if a.queries == queries])
                preferences += (
                    _preferences(name, queries, methods[name], against) for name in methods
                )
                advantages += (
                    _advantage(two, queries, methods, against)
                    for two in itertools.permutations(methods, 2)
                )
        people = len({answer.person for answer in answers})
        return cls(people, tuple(preferences), tuple(advantages))


Shares = Mapping[str, Mapping[Preferred, float]]
"""By person: which share of their answers was what."""


@dataclass(frozen=True, slots=True)
class _Judged:
    """What people made of a method's steps, in so many answers."""

    answers: int
    shares: Shares

    def learned(self, people: Iterable[str]) -> list[float]:
        return [self.shares[person][Preferred.LEARNED] for person in people]


def shares_of_people(answers: Sequence[EvaluationAnswer]) -> Shares:
    counts: dict[str, Counter[Preferred]] = {}
    for answer in answers:
        counts.setdefault(answer.person, Counter())[answer.preferred] += 1
    return {
        person: {preferred: count[preferred] / count.total() for preferred in Preferred}
        for person, count in counts.items()
    }


def _judged_by_method(answers: Sequence[EvaluationAnswer]) -> dict[str, _Judged]:
    found: dict[str, list[EvaluationAnswer]] = {}
    for answer in answers:
        found.setdefault(answer.method, []).append(answer)
    return {method: _Judged(len(own), shares_of_people(own)) for method, own in found.items()}


def _preferences(method: str, queries: int, judged: _Judged, against: str) -> Preferences:
    summaries = {
        preferred: Summary.of(shares[preferred] for shares in judged.shares.values())
        for preferred in Preferred
    }
    return Preferences(method, queries, judged.answers, summaries, against)


def _advantage(
    methods: tuple[str, str], queries: int, judged: Mapping[str, _Judged], against: str
) -> Advantage:
    one, other = (judged[method] for method in methods)
    both = [person for person in one.shares if person in other.shares]
    first, second = one.learned(both), other.learned(both)
    # 4/7 - 3/7 and 5/7 - 4/7 are not quite the same in floating point, but tie in the test.
    differences = [round(a - b, 12) for a, b in zip(first, second, strict=True)]
    test = wilcoxon(differences, [0.0] * len(both), "greater")
    if both:
        return Advantage(*methods, queries, test, cliffs_delta(first, second), against)
    first, second = one.learned(one.shares), other.learned(other.shares)
    between = rank_sum(first, second, "greater")
    return Advantage(*methods, queries, test, cliffs_delta(first, second), against, between)


def read_answers(text: str, source: str = "the table of answers") -> list[EvaluationAnswer]:
    """Read a CSV table; what is wrong in it is named by line and column."""
    reader = csv.reader(io.StringIO(text, newline=""), strict=True)
    answers: dict[tuple[str, str, int, str, str], tuple[int, EvaluationAnswer]] = {}
    try:
        header = _checked_header(next(reader, []))
        for cells in filter(None, reader):
            answer = _read_row(header, cells)
            key = (answer.person, answer.method, answer.queries, answer.step, answer.against)
            if key in answers:
                raise InvalidValue(
                    f"person {answer.person}, method {answer.method}, queries {answer.queries}, "
                    f"step {answer.step} is in line {answers[key][0]} already; one answer a pair"
                )
            answers[key] = (reader.line_num, answer)
    except (InvalidValue, csv.Error) as error:
        raise InvalidValue(f"{source}, line {max(reader.line_num, 1)}: {error}") from None
    if not answers:
        raise InvalidValue(f"{source} has no rows below its header; it must have one or more")
    return [answer for _, answer in answers.values()]


def write_answers(answers: Iterable[EvaluationAnswer]) -> str:
    """The CSV table of some answers, as `read_answers` reads it."""
    found = list(answers)
    compared = (AGAINST,) if any(answer.against for answer in found) else ()
    text = io.StringIO(newline="")
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow((*COLUMNS, *compared))
    for answer in found:
        cells = (answer.person, answer.method, answer.queries, answer.step, answer.preferred.value)
        writer.writerow((*cells, answer.against) if compared else cells)
    return text.getvalue()


def _checked_header(header: Sequence[str]) -> list[str]:
    names = [name.strip() for name in header]
    for column in COLUMNS:
        if names.count(column) != 1:
            what = "is there twice" if column in names else "is missing"
            raise InvalidValue(
                f"column {column} {what} in {','.join(names)!r}; the first line must name the "
                f"columns {','.join(COLUMNS)}"
            )
    return names


def _read_row(header: Sequence[str], cells: Sequence[str]) -> EvaluationAnswer:
    if len(cells) != len(header):
        raise InvalidValue(f"{len(cells)} cells, but the header has {len(header)} columns")
    row = {name: cell.strip() for name, cell in zip(header, cells, strict=True)}
    for column in COLUMNS:
        if not row[column]:
            raise InvalidValue(f"column {column} is empty")
    queries = row["queries"]
    if not (queries.isascii() and queries.isdigit() and len(queries) < 10):
        raise InvalidValue(f"column queries is {queries!r}; it must be a whole number")
    accepted = [preferred.value for preferred in Preferred]
    if row["answer"] not in accepted:
        raise InvalidValue(
            f"column answer is {row['answer']!r}; accepted are {', '.join(accepted)}"
        )
    return EvaluationAnswer(
        row["person"],
        row["method"],
        int(queries),
        row["step"],
        Preferred(row["answer"]),
        row.get(AGAINST, ""),
    )
