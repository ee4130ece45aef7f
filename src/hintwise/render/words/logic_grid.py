"""Logic grids in words that fit any category: things go with each other, or they do not."""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

from hintwise.problem import CONTRADICTION, Fact, Problem, Staircase, Step, Value
from hintwise.render.words.language import Language, capitalised
from hintwise.render.words.logic_grid_moves import Move
from hintwise.render.words.logic_grid_patterns import prove
from hintwise.render.words.wording import Named, Place, Wording, worth_saying

_MOST_LINKS = 6
"""Nobody follows a longer argument in one go."""

_MOST_RULES = 8
"""Steps with more have no argument as short as that."""


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

    def place(self, step: Step) -> Place:
        if step.breaks_rule:
            return super().place(step)
        (one, _), (other, _) = self._stairs.links[step.derived.variable]
        text = self.language.say("hint.categories", one=one, other=other)
        links = self._stairs.links.items()
        table = {name for name, ends in links if {ends[0][0], ends[1][0]} == {one, other}}
        return Place(text, frozenset(table))

    def named(self, step: Step) -> Named | None:
        proof = prove(self.problem, step)
        if proof is None:
            return None
        known, concluded = proof.facts(), {move.conclusion for move in proof.moves}
        pattern = self.language.say(f"grid.pattern.{proof.pattern}")
        groups = _seen_at_once(proof.moves)
        if len(groups) > 1 and all(move.rule == "already_taken" for move in proof.moves):
            groups = [list(proof.moves)]  # what several links rule out, once all are known
        sentences = (self._moves(moves, known) for moves in groups)
        told = tuple(fact for fact in step.taken_along if fact in concluded)
        return Named(pattern, " ".join(sentences), told)

    def _moves(self, moves: Sequence[Move], known: set[Fact]) -> str:
        """Moves with one reason; premises that were concluded before are not said again."""
        premises = dict.fromkeys(fact for move in moves for fact in move.premises)
        new = [fact for fact in premises if fact in known]
        parts = {"rules": capitalised(self._reason(moves)), "conclusion": self._outcome(moves)}
        if not new:
            return self.language.sentence("grid.step.rules", **parts)
        return self.language.sentence("grid.step.facts_and_rules", facts=self.facts(new), **parts)

    def _reason(self, moves: Sequence[Move]) -> str:
        names = dict.fromkeys(name for move in moves for name in move.constraints)
        if moves[0].rule == "same_thing" and len(names) > 1:
            return self.language.say("grid.rule.shared")
        if moves[0].rule == "already_taken" and len(names) > 2:
            return self.language.say("grid.rule.one_to_one")
        return self.rules(names)

    def _outcome(self, moves: Sequence[Move]) -> str:
        """What moves with one reason conclude, and what is seen on the way."""
        conclusion = self.conclusions([move.conclusion for move in moves])
        rule, premises = moves[0].rule, moves[0].premises
        if rule == "already_taken" and len({move.constraints for move in moves}) > 1:
            if len({move.premises for move in moves}) > 1:
                return self.language.say("grid.outcome.the_rest")
            return self.language.say("grid.outcome.already_taken", conclusion=conclusion)
        if rule in ("pair", "triple"):
            each, one = self.problem.constraint(moves[0].constraints[0]).terms
            ends = [dict(self._stairs.links[fact.variable]) for fact in premises]
            some = dict.fromkeys((each, end[each]) for end in ends)
            out = {end[one] for end in ends}
            left = [(one, name) for name in self._stairs.categories[one] if name not in out]
            return self.language.say(
                "grid.outcome.between_them",
                some=self.language.all_of(map(self._value, some)),
                others=self.language.all_of(map(self._value, left)),
                conclusion=conclusion,
            )
        if rule == "no_common_partner":
            _, third = self.problem.constraint(moves[0].constraints[0]).terms
            a, b = self._stairs.links[moves[0].conclusion.variable]
            parts = {"one": self._value(a), "other": self._value(b), "third": third}
            return self.language.say(f"grid.outcome.{rule}", conclusion=conclusion, **parts)
        return conclusion

    def may_argue(self, step: Step) -> bool:
        return len(step.constraints) <= _MOST_RULES and not step.breaks_rule

    def argues(self, step: Step) -> bool:
        links = () if step.inside is None else step.inside.steps
        return 0 < len(links) <= _MOST_LINKS and all(
            self.is_easy(link) and link.inside is None for link in links
        )

    def general(self, step: Step) -> str:
        if self.argues(step):
            return " ".join(self._argument(step))
        parts = {"conclusion": self.conclusions(worth_saying(step))}
        if step.constraints:
            parts["rules"] = capitalised(self.rules(step.constraints))
        return self.about(self.forms, step, **parts)

    def _argument(self, step: Step) -> Iterator[str]:
        """A step by the links of the chain inside it; what was said before is not said again."""
        inside, say = step.inside, self.language.sentence
        assert inside is not None
        if inside.assumed is not None:
            templates = ("grid.argument.together", "grid.argument.apart")
            yield say("grid.argument.suppose", fact=next(self._links(*templates, [inside.assumed])))
        left, quoted = set(step.facts), set[str]()
        for link in map(inside.spelled_out, inside.steps):
            new = [fact for fact in link.facts if fact in left]
            left.difference_update(new)
            parts = [self.facts(new)] if new else []
            rules = [self._rule_again(name, quoted) for name in link.constraints]
            quoted.update(link.constraints)
            reason = self.language.clauses([*parts, *rules])
            if link.breaks_rule:
                yield say("grid.argument.broken", reason=reason)
            else:
                conclusion = self.conclusions((link.derived, *link.taken_along))
                form = "grid.argument.so" if inside.assumed is None else "grid.argument.then"
                yield say(form, reason=reason, conclusion=conclusion)
        if inside.assumed is not None:
            yield say("grid.argument.end", conclusion=self.conclusions((step.derived,)))
        if others := [fact for fact in worth_saying(step) if fact != step.derived]:
            yield say("step.taken_along", conclusion=self.conclusions(others))

    def _rule_again(self, name: str, quoted: set[str]) -> str:
        """The rule; a clue that was quoted before by its number."""
        if name in quoted and self.problem.constraint(name).group == "clue":
            return self.language.say("grid.rule.clue_again", clue=self.label(name))
        return self._full_rule(name)

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


_ONE_BY_ONE = ("pair", "triple", "no_common_partner")
"""What is told at once only if the premises are the same."""


def _seen_at_once(moves: Sequence[Move]) -> list[list[Move]]:
    """Moves in a row by the same reasoning, none of which needs another.

    They have their constraints in common, or a link that holds.
    """
    groups: list[list[Move]] = []
    for move in moves:
        last = groups[-1] if groups else []
        concluded = {other.conclusion for other in last}
        if last and _alike(last, move) and concluded.isdisjoint(move.premises):
            last.append(move)
        else:
            groups.append([move])
    return groups


def _alike(group: Sequence[Move], move: Move) -> bool:
    if group[0].rule != move.rule:
        return False
    if move.rule in _ONE_BY_ONE:
        return group[0].premises == move.premises
    if all(other.constraints == move.constraints for other in group):
        return True
    links = [fact for fact in move.premises if fact.positive]
    return any(all(link in other.premises for other in group) for link in links)


def _bundled(links: Sequence[tuple[Value, ...]]) -> Iterator[tuple[Value, list[Value]]]:
    """Links by the value they share, so that as few sentences as possible say them."""
    left = list(links)
    while left:
        uses = Counter(value for link in left for value in link)
        shared = max(uses, key=uses.__getitem__)
        bundle = [link for link in left if shared in link]
        yield shared, [a if b == shared else b for a, b in bundle]
        left = [link for link in left if shared not in link]
