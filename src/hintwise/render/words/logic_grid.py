"""Logic grids in words that fit any category: things go with each other, or they do not."""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence, Set

from hintwise.problem import CONTRADICTION, Fact, Problem, Staircase, Step, Value
from hintwise.render.words.language import Language, capitalised
from hintwise.render.words.logic_grid_gathering import (
    ToldLink,
    bundled,
    connected,
    told_links,
    without_ruled_out,
)
from hintwise.render.words.logic_grid_moves import Move
from hintwise.render.words.logic_grid_patterns import prove
from hintwise.render.words.wording import Named, Place, Wording, worth_saying

_MOST_LINKS = 6
"""Nobody follows a longer argument in one go."""

_LONGEST_SENTENCE = 24
"""In words; what takes more is told in several."""

_FEW_LINES = 4
"""So many sentences are read in one go."""

_SUMMED_UP = {"transitivity": "grid.rule.shared", "bijectivity": "grid.rule.one_to_one"}
"""What all rules of a group say."""

_MOST_OF_A_GROUP = {"transitivity": 1, "bijectivity": 2}
"""So many rules of a group are told one by one."""

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
        """What follows; what links among it rule out is said by these."""
        if CONTRADICTION in facts:
            return super().conclusions(facts)
        return self.language.all_of(self._concluded(facts, told=facts))

    def taken_along(self, step: Step, others: Sequence[Fact]) -> str:
        first, *more = self._concluded(others, told=(step.derived, *others))
        text = self.language.all_of([first, *more])
        if _is_short(text):
            return self.language.sentence("step.taken_along", conclusion=text)
        sentences = [self.language.sentence("step.taken_along", conclusion=first)]
        return " ".join([*sentences, *(f"{capitalised(clause)}." for clause in more)])

    def _concluded(self, facts: Sequence[Fact], told: Iterable[Fact]) -> Iterator[str]:
        """What follows, in clauses; whole rows that links which were told rule out, by these."""
        all_others = {name: len(values) - 1 for name, values in self._stairs.categories.items()}
        rest, no_other = without_ruled_out(facts, told, all_others, self._stairs.links)
        yield from self._links("grid.must_go_together", "grid.cannot_go_together", rest)
        yield from self._no_others(no_other)

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
        sentences = []
        for moves in groups:
            sentences.append(self._moves(moves, known))
            known = known.difference(*(move.premises for move in moves))
        told = tuple(fact for fact in step.taken_along if fact in concluded)
        return Named(pattern, " ".join(sentences), told)

    def _moves(self, moves: Sequence[Move], known: set[Fact]) -> str:
        """Moves with one reason; of their premises those are said that are still `known` only."""
        premises = dict.fromkeys(fact for move in moves for fact in move.premises)
        new = [fact for fact in premises if fact in known]
        parts = {"rules": self._reason(moves), "conclusion": self._outcome(moves)}
        if not new:
            return self.language.sentence("grid.step.rules", **parts)
        say = self._rows if self._is_the_rest(moves) else self._known_links
        return self.language.sentence("grid.step.facts_and_rules", facts=say(new), **parts)

    def _reason(self, moves: Sequence[Move]) -> str:
        names = dict.fromkeys(name for move in moves for name in move.constraints)
        group = {"same_thing": "transitivity", "already_taken": "bijectivity"}.get(moves[0].rule)
        if group is not None and len(names) > _MOST_OF_A_GROUP[group]:
            return self.language.sentence(_SUMMED_UP[group])
        return self._as_sentences(map(self._full_rule, names))

    def _is_the_rest(self, moves: Sequence[Move]) -> bool:
        """Whether moves tell what several links in several tables rule out."""
        return (
            moves[0].rule == "already_taken"
            and len({move.constraints for move in moves}) > 1
            and len({move.premises for move in moves}) > 1
        )

    def _outcome(self, moves: Sequence[Move]) -> str:
        """What moves with one reason conclude, and what is seen on the way."""
        rule, premises = moves[0].rule, moves[0].premises
        if self._is_the_rest(moves):
            return self.language.say("grid.outcome.the_rest")
        facts = [move.conclusion for move in moves]
        conclusion = self.conclusions(facts)
        if rule == "already_taken" and not _is_short(conclusion):
            links = dict.fromkeys(fact for move in moves for fact in move.premises)
            several = dict.fromkeys(self._stairs.categories, 2)
            rest, no_other = without_ruled_out(facts, links, several, self._stairs.links)
            apart = self._links("grid.must_go_together", "grid.cannot_go_together", rest)
            return self.language.all_of([*apart, *self._no_others(no_other)])
        if rule == "already_taken" and len({move.constraints for move in moves}) > 1:
            return self.language.say("grid.outcome.already_taken", conclusion=conclusion)
        if rule in ("pair", "triple"):
            each, one = self.problem.constraint(moves[0].constraints[0]).terms
            ends = [dict(self._stairs.links[fact.variable]) for fact in premises]
            some = dict.fromkeys((each, end[each]) for end in ends)
            out = {end[one] for end in ends}
            left = [(one, name) for name in self._stairs.categories[one] if name not in out]
            return self.language.say(
                "grid.outcome.between_them",
                some=self.language.all_of(self._values(some)),
                others=self.language.all_of(self._values(left)),
                conclusion=conclusion,
            )
        if rule == "no_common_partner":
            _, third = self.problem.constraint(moves[0].constraints[0]).terms
            a, b = self._stairs.links[moves[0].conclusion.variable]
            parts = {"one": self._value(a), "other": self._value(b), "third": third}
            return self.language.say(f"grid.outcome.{rule}", conclusion=conclusion, **parts)
        return conclusion

    def assumption(self, fact: Fact) -> str:
        (assumed,) = self._links("grid.argument.together", "grid.argument.apart", [fact])
        return self.language.sentence("grid.argument.suppose", fact=assumed)

    def may_argue(self, step: Step) -> bool:
        return len(step.constraints) <= _MOST_RULES and not step.breaks_rule

    def argues(self, step: Step) -> bool:
        links = () if step.inside is None else step.inside.steps
        return 0 < len(links) <= _MOST_LINKS and all(
            self.is_easy(link) and link.inside is None for link in links
        )

    def lines(self, step: Step) -> tuple[str, ...]:
        """An argument by its sentences, unless they are few."""
        lines = tuple(self._argument(step)) if self.argues(step) else ()
        return lines if len(lines) > _FEW_LINES else super().lines(step)

    def general(self, step: Step) -> str:
        if self.argues(step):
            return " ".join(self._argument(step))
        parts = {"conclusion": self.conclusions(worth_saying(step))}
        if step.facts:
            parts["facts"] = self._known_links(step.facts)
        if step.constraints:
            parts["rules"] = self._as_sentences(map(self._full_rule, step.constraints))
        return self.about(self.forms, step, **parts)

    def _argument(self, step: Step) -> Iterator[str]:
        """A step by the links of the chain inside it; what was said before is not said again."""
        inside, say = step.inside, self.language.sentence
        assert inside is not None
        if inside.assumed is not None:
            yield self.assumption(inside.assumed)
        left, said, summed_up = set(step.facts), set[str](), self._summed_up(step)
        for link in told_links(inside):
            new = [fact for fact in link.facts if fact in left]
            left.difference_update(new)
            clauses = [*self._links("grid.together", "grid.apart", new)]
            clauses += self._rules_in_argument(
                link.constraints, said, summed_up=summed_up, again=link.breaks_rule
            )
            said.update(link.constraints)
            yield self._link_told(link, clauses, is_supposed=inside.assumed is not None)
        if inside.assumed is not None:
            yield say("grid.argument.end", conclusion=self.conclusions((step.derived,)))
        if others := [fact for fact in worth_saying(step) if fact != step.derived]:
            yield self.taken_along(step, others)

    def _link_told(self, link: ToldLink, reasons: Sequence[str], *, is_supposed: bool) -> str:
        """One sentence for a link of an argument, or several where that would be long."""
        say, reason = self.language.sentence, self.language.clauses(reasons)
        if link.breaks_rule:
            if _is_short(text := say("grid.argument.broken", reason=reason)):
                return text
            reason = ". ".join([reasons[0], *map(capitalised, reasons[1:])])
            return say("grid.argument.broken_long", reason=reason)
        conclusion = self.conclusions(link.conclusions)
        if not reasons:
            form = "also" if is_supposed else "so_also"
            return say(f"grid.argument.{form}", conclusion=conclusion)
        form = "then" if is_supposed else "so"
        text = say(f"grid.argument.{form}", reason=reason, conclusion=conclusion)
        if _is_short(text):
            return text
        reason = ". ".join(map(capitalised, reasons))
        return say("grid.argument.so", reason=reason, conclusion=conclusion)

    def _rules_in_argument(
        self, names: Sequence[str], said: set[str], *, summed_up: Set[str], again: bool
    ) -> Iterator[str]:
        """The rules of one link: a clue with its number, then by that; others once.

        They are said `again` where they are what is broken. Of groups that are `summed_up`, what
        all rules of the grid say is said instead.
        """
        rules = [self.problem.constraint(name) for name in names]
        new = [rule for rule in rules if again or rule.name not in said]
        one_way = {rule.terms for rule in new if rule.group == "bijectivity"}
        for rule in rules:
            if rule.group == "clue":
                known, label = rule.name in said, self.label(rule.name)
                parts = {"clue": label} if known else {"clue": label, "text": self.rule(rule.name)}
                yield self.language.say(f"grid.rule.clue_{'again' if known else 'first'}", **parts)
            elif rule.group in summed_up:
                if again or rule.group not in said:
                    yield self.language.say(_SUMMED_UP[rule.group])
                    said.add(rule.group)
            elif rule in new and rule.terms[::-1] not in one_way:
                yield self._full_rule(rule.name)
            elif rule in new and rule.terms == min(rule.terms, rule.terms[::-1]):
                one, other = rule.terms
                yield self.language.say("grid.rule.both_ways", one=one, other=other)

    def _summed_up(self, step: Step) -> Set[str]:
        """The groups of which a step has so many rules that what they have in common is said."""
        groups = Counter(self.problem.constraint(name).group for name in step.constraints)
        return {group for group in _SUMMED_UP if groups[group] > _MOST_OF_A_GROUP[group]}

    def _full_rule(self, name: str) -> str:
        if self.problem.constraint(name).group != "clue":
            return self.rule(name)
        return self.language.say("grid.rule.clue", clue=self.rule(name))

    def _known_links(self, facts: Sequence[Fact]) -> str:
        return self._as_sentences(self._links("grid.together", "grid.apart", facts))

    def _rows(self, facts: Sequence[Fact]) -> str:
        """All that goes together, by the rows of the answer."""
        rows = []
        for row in connected(self._stairs.links[fact.variable] for fact in facts):
            first, *others = self._values(row)
            if len(others) == 1:
                rows.append(self.language.say("grid.together", one=first, others=others[0]))
            else:
                values = self.language.all_of([first, *others])
                rows.append(self.language.say("grid.all_together", values=values))
        return self._as_sentences(rows)

    def _as_sentences(self, clauses: Iterable[str]) -> str:
        """Clauses, each a sentence of its own where one of them all would be long."""
        clauses = list(clauses)
        one = capitalised(self.language.clauses(clauses))
        if _is_short(one):
            return one
        return ". ".join(map(capitalised, clauses))

    def _links(self, together: str, apart: str, facts: Iterable[Fact]) -> Iterator[str]:
        by_sign: dict[bool, list[tuple[Value, ...]]] = {True: [], False: []}
        for fact in facts:
            by_sign[fact.positive].append(self._stairs.links[fact.variable])
        for value, others in bundled(by_sign[True]):
            listed = self.language.all_of(self._values(others))
            yield self.language.say(together, one=self._value(value), others=listed)
        for value, others in bundled(by_sign[False]):
            listed = self.language.any_of(self._values(others))
            yield self.language.say(apart, one=self._value(value), others=listed)

    def _no_others(self, taken: Mapping[str, Sequence[Value]]) -> Iterator[str]:
        """That these go with no other value of a category."""
        for category, values in taken.items():
            some = self.language.all_of(self._values(values))
            parts = {"some": some, "category": category}
            yield self.language.say_counted("grid.no_other", len(values), **parts)

    def _values(self, values: Iterable[Value]) -> list[str]:
        """Their names for a list, those of a category together, and it once: `room 3, 4 or 5`."""
        by_category: dict[str, list[Value]] = {}
        for value in values:
            by_category.setdefault(value[0], []).append(value)
        names = []
        for several in by_category.values():
            is_said = False
            for value in several:
                bare = value[1][0].isalpha() or is_said
                is_said |= not value[1][0].isalpha()
                shared = value[1][0].isalpha() and self._bearers[value[1].lower()] > 1
                names.append(value[1] if bare and not shared else self._value(value))
        return names

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


def _is_short(text: str) -> bool:
    return len(text.split()) <= _LONGEST_SENTENCE
