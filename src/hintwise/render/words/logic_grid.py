"""Logic grids in words that fit any category: things go with each other, or they do not."""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

from hintwise.problem import CONTRADICTION, Fact, Problem, Staircase, Step, Value
from hintwise.render.words.language import Language, capitalised
from hintwise.render.words.logic_grid_patterns import Move, prove
from hintwise.render.words.wording import Named, Wording, worth_saying


class GridWording(Wording):
    """Words for the parts of a logic grid."""

    forms = "grid.step"

    def __init__(self, problem: Problem, language: Language) -> None:
        super().__init__(problem, language)
        assert isinstance(problem.layout, Staircase)
        self._stairs = problem.layout
        values = itertools.chain.from_iterable(self._stairs.categories.values())
        self._bearers = Counter(value.lower() for value in values)

    def facts(self, facts: Sequence[Fact]) -> str:
        """Known links, those of one value together: `Ada does not go with rye or oat`."""
        return self.language.clauses(self._links("grid.together", "grid.apart", facts))

    def conclusions(self, facts: Sequence[Fact]) -> str:
        if CONTRADICTION in facts:
            return super().conclusions(facts)
        templates = ("grid.must_go_together", "grid.cannot_go_together")
        return self.language.all_of(self._links(*templates, facts))

    def rule(self, name: str) -> str:
        constraint = self.problem.constraint(name)
        if not constraint.terms:
            return super().rule(name)
        words = ("each", "one") if constraint.group == "bijectivity" else ("one", "other", "by")
        parts = dict(zip(words, constraint.terms, strict=True))
        return self.language.say(f"grid.rule.{constraint.group}", **parts)

    def label(self, name: str) -> str:
        if not name.startswith("clue "):
            return super().label(name)
        return self.language.say("grid.clue", number=name.removeprefix("clue "))

    def rules(self, names: Iterable[str]) -> str:
        return self.language.clauses(map(self._full_rule, names))

    def kind(self, group: str) -> str:
        if f"grid.rules.{group}" not in self.language.templates:
            return super().kind(group)
        return self.language.say(f"grid.rules.{group}")

    def place(self, step: Step) -> str:
        if step.breaks_rule:
            return super().place(step)
        (one, _), (other, _) = self._stairs.links[step.derived.variable]
        return self.language.say("hint.categories", one=one, other=other)

    def named(self, step: Step) -> Named | None:
        proof = prove(self.problem, step)
        if proof is None:
            return None
        known = proof.facts()
        pattern = self.language.say(f"grid.pattern.{proof.pattern}")
        sentences = (self._moves(moves, known) for moves in _told_together(proof.moves))
        return Named(pattern, " ".join(sentences))

    def _moves(self, moves: Sequence[Move], known: set[Fact]) -> str:
        """Moves by one constraint; premises that were concluded before are not said again."""
        premises = dict.fromkeys(fact for move in moves for fact in move.premises)
        new = [fact for fact in premises if fact in known]
        parts = {
            "rules": capitalised(self._full_rule(moves[0].constraint)),
            "conclusion": self.conclusions([move.conclusion for move in moves]),
        }
        if not new:
            return self.language.sentence("grid.step.rules", **parts)
        return self.language.sentence("grid.step.facts_and_rules", facts=self.facts(new), **parts)

    def general(self, step: Step) -> str:
        parts = {"conclusion": self.conclusions(worth_saying(step))}
        if step.constraints:
            parts["rules"] = capitalised(self.rules(step.constraints))
        return self.about(self.forms, step, **parts)

    def _full_rule(self, name: str) -> str:
        if self.problem.constraint(name).group != "clue":
            return self.rule(name)
        return self.language.say("grid.rule.clue", clue=self.rule(name))

    def _links(self, together: str, apart: str, facts: Iterable[Fact]) -> Iterator[str]:
        by_sign: dict[bool, list[tuple[Value, ...]]] = {True: [], False: []}
        for fact in facts:
            by_sign[fact.positive].append(self._stairs.links[fact.variable])
        for value, others in _bundled(by_sign[True]):
            listed = self.language.all_of(map(self._value, others))
            yield self.language.say(together, one=self._value(value), others=listed)
        for value, others in _bundled(by_sign[False]):
            listed = self.language.any_of(map(self._value, others))
            yield self.language.say(apart, one=self._value(value), others=listed)

    def _value(self, value: Value) -> str:
        """Its name, with the category where the name alone does not say what it is."""
        category, name = value
        if name[0].isalpha() and self._bearers[name.lower()] == 1:
            return name
        return self.language.say("grid.value", category=category, value=name)


def _told_together(moves: Sequence[Move]) -> list[list[Move]]:
    """Moves in a row by the same rule and constraint, none of which needs another."""
    groups: list[list[Move]] = []
    for move in moves:
        last = groups[-1] if groups else []
        concluded = {other.conclusion for other in last}
        alike = last and (last[0].rule, last[0].constraint) == (move.rule, move.constraint)
        if alike and concluded.isdisjoint(move.premises):
            last.append(move)
        else:
            groups.append([move])
    return groups


def _bundled(links: Sequence[tuple[Value, ...]]) -> Iterator[tuple[Value, list[Value]]]:
    """Links by the value they share, so that as few sentences as possible say them."""
    left = list(links)
    while left:
        uses = Counter(value for link in left for value in link)
        shared = max(uses, key=uses.__getitem__)
        bundle = [link for link in left if shared in link]
        yield shared, [a if b == shared else b for a, b in bundle]
        left = [link for link in left if shared not in link]
