"""What can be said at once in a logic grid, so that as few words as possible say it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from hintwise.problem import Fact, Inside, Value

Ends = Mapping[str, tuple[Value, Value]]
"""The two values of each link."""


def bundled(links: Sequence[tuple[Value, ...]]) -> Iterator[tuple[Value, list[Value]]]:
    """Links by the value they share, so that as few sentences as possible say them."""
    left = list(links)
    while left:
        uses = Counter(value for link in left for value in link)
        shared = max(uses, key=uses.__getitem__)
        bundle = [link for link in left if shared in link]
        yield shared, [a if b == shared else b for a, b in bundle]
        left = [link for link in left if shared not in link]


def connected(links: Iterable[tuple[Value, Value]]) -> list[list[Value]]:
    """The values that links bring together, those of each row of the answer in one list."""
    rows: list[list[Value]] = []
    for link in links:
        joined = [row for row in rows if not set(row).isdisjoint(link)]
        rows = [row for row in rows if row not in joined]
        rows.append(list(dict.fromkeys(value for row in (*joined, link) for value in row)))
    return rows


def without_ruled_out(
    facts: Sequence[Fact], told: Iterable[Fact], least: Mapping[str, int], ends: Ends
) -> tuple[list[Fact], dict[str, list[Value]]]:
    """The facts but those that links which were told rule out, and what goes with no other.

    That is, of each category the values that go with one of it, and hence with no other, if so
    many others as are the `least` of the category are among the facts.
    """
    rest, taken = list(facts), dict[str, list[Value]]()
    for link in (ends[fact.variable] for fact in told if fact.positive):
        for value, (category, _) in (link, link[::-1]):
            out = [fact for fact in rest if _rules_out(fact, value, category, ends)]
            if len(out) >= least[category]:
                rest = [fact for fact in rest if fact not in out]
                taken.setdefault(category, []).append(value)
    return rest, taken


def _rules_out(fact: Fact, value: Value, category: str, ends: Ends) -> bool:
    a, b = ends[fact.variable]
    return not fact.positive and (value, category) in ((a, b[0]), (b, a[0]))


@dataclass(frozen=True, slots=True)
class ToldLink:
    """Links of a chain that are told at once: by the same rules, none needs another."""

    facts: tuple[Fact, ...]
    constraints: tuple[str, ...]
    conclusions: tuple[Fact, ...]
    breaks_rule: bool = False

    def takes(self, other: ToldLink) -> bool:
        return (
            self.constraints == other.constraints
            and not (self.breaks_rule or other.breaks_rule)
            and {fact.positive for fact in (*self.conclusions, *other.conclusions)} == {False}
        )

    def with_link(self, other: ToldLink) -> ToldLink:
        facts = tuple(dict.fromkeys((*self.facts, *other.facts)))
        return ToldLink(facts, self.constraints, (*self.conclusions, *other.conclusions))


def told_links(inside: Inside) -> list[ToldLink]:
    """The links of a chain in an order in which they can be told, like ones together."""
    told: list[ToldLink] = []
    for step in map(inside.spelled_out, inside.steps):
        link = ToldLink(
            step.facts, step.constraints, (step.derived, *step.taken_along), step.breaks_rule
        )
        place = len(told)
        while place and set(link.facts).isdisjoint(told[place - 1].conclusions):
            place -= 1
        alike = next((n for n in range(place, len(told)) if told[n].takes(link)), None)
        if alike is None:
            told.append(link)
        else:
            told[alike] = told[alike].with_link(link)
    return told
