"""How people are told the steps of a logic grid.

A link that holds comes before all that it rules out. What a link rules out in its row and in its
column is one step, and so is what two things that go together have in common. Such a step has more
facts and rules than the cheapest one to what it derives, for the sake of what is taken along; its
cost and features stay those of the cheapest.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

from hintwise.engine.together import Price, deriving, in_place_of
from hintwise.problem import Constraint, Fact, Problem, Staircase, State, Step
from hintwise.render.words.logic_grid_moves import Links, Move, only_one_left, same_thing, taken
from hintwise.render.words.logic_grid_patterns import proof_of


def link_first(step: Step, problem: Problem, price: Price) -> Step:
    """The step led by a link that holds, if there is one among what it tells."""
    links = [fact for fact in step.taken_along if fact.leads]
    if step.derived.leads or not links:
        return step
    led = (in_place_of(step, deriving(link, step, problem), price) for link in links)
    best = min(led, key=lambda one: one.cost)
    told = (step.derived, *step.taken_along)
    others = (*(link for link in links if link != best.derived), *(f for f in told if not f.leads))
    return replace(best, also=others, taken_along=others)


def link_in_sight(step: Step, state: State, price: Price) -> Step:
    """A step to a link that holds and is in sight, rather than one to what does not hold.

    In sight is what only one value is left for, and what shares a third: of several the cheapest.
    """
    if step.derived.leads:
        return step
    problem = state.problem
    rules = [rule for rule in problem.constraints if rule.terms]
    links = Links(problem, state.facts)
    seen = (move for find in (only_one_left, same_thing) for move in find(links, rules))
    found = (move for move in seen if move.conclusion.leads and move.conclusion in state.targets)
    plain = replace(step, also=(), taken_along=(), inside=None)
    steps = (_by(move, plain, problem) for move in found)
    return min((in_place_of(step, one, price) for one in steps), key=_cost, default=step)


def _cost(step: Step) -> float:
    return step.cost


def _by(move: Move, step: Step, problem: Problem) -> Step:
    elements = replace(step, facts=move.premises, constraints=move.constraints)
    return deriving(move.conclusion, elements, problem)


def widened(step: Step, state: State) -> Step:
    """The step with all that the same link shows in the same way, and what that takes.

    Once all links that hold are known, what they rule out is one step.
    """
    problem = state.problem
    rules = [problem.constraint(name) for name in step.constraints]
    if len(rules) != 1 or not rules[0].terms:
        return step
    seen = [move for move in _seen(rules[0], state) if move.conclusion in state.targets]
    if rules[0].group == "bijectivity" and _only_the_rest_is_open(state):
        return _with_moves(step, seen, problem)
    bundles = [
        [move for move in seen if link in move.premises] for link in step.facts if link.positive
    ]
    most: list[Move] = max(bundles, key=len, default=[])
    return _with_moves(step, most, problem)


def _only_the_rest_is_open(state: State) -> bool:
    """Whether all links that hold are known, and all others are known or to be explained."""
    settled = {fact.variable for fact in (*state.facts, *state.targets)}
    everything = len(settled) == len(state.problem.variables)
    return everything and not any(fact.leads for fact in state.targets)


def _seen(rule: Constraint, state: State) -> Iterator[Move]:
    """All that is seen in a state by the kind of reasoning that the rule is used for."""
    rules = [one for one in state.problem.constraints if one.group == rule.group]
    find = taken if rule.group == "bijectivity" else same_thing
    return find(Links(state.problem, state.facts), rules)


def _with_moves(step: Step, moves: Iterable[Move], problem: Problem) -> Step:
    """The step with moves that conclude the like of it, if its own is among them."""
    alike = [move for move in moves if move.conclusion.leads == step.derived.leads]
    own = [move for move in alike if move.conclusion == step.derived and _is_move(step, move)]
    others = [move for move in alike if move.conclusion != step.derived]
    if not own or not others:
        return step
    told: dict[Fact, Move] = {}
    for move in (*own, *others):
        told.setdefault(move.conclusion, move)
    also = tuple(told)[1:]
    return _with_elements(replace(step, also=also, taken_along=also), told.values(), problem)


def _is_move(step: Step, move: Move) -> bool:
    """Whether the step is this move: then what it costs is what the move does."""
    return set(step.facts) == set(move.premises) and step.constraints == move.constraints


def only_telling(step: Step, wanted: Iterable[Fact], problem: Problem, price: Price) -> Step:
    """The step without what is not wanted of all that it tells, and what only that takes.

    A link that holds still leads: what it rules out reads oddly without it.
    """
    wanted = frozenset(wanted)
    if step.derived.leads:
        wanted |= {step.derived}
    told = [fact for fact in (step.derived, *step.taken_along) if fact in wanted]
    if not told or len(told) == 1 + len(step.taken_along):
        return step
    told.sort(key=lambda fact: (fact != step.derived, not fact.leads))
    proof = proof_of(problem, step, told)
    less = replace(step, also=tuple(told[1:]), taken_along=tuple(told[1:]))
    if proof is not None:
        less = _with_elements(less, proof.moves, problem)
    if told[0] == step.derived:
        return less
    return in_place_of(step, deriving(told[0], less, problem), price)


def _with_elements(step: Step, moves: Iterable[Move], problem: Problem) -> Step:
    """The step with the facts and rules of these moves, those that it had first."""
    moves = list(moves)
    concluded = {move.conclusion for move in moves}
    facts = dict.fromkeys(fact for move in moves for fact in move.premises)
    used = {name for move in moves for name in move.constraints}
    return replace(
        step,
        facts=tuple(fact for fact in facts if fact not in concluded),
        constraints=tuple(rule.name for rule in problem.constraints if rule.name in used),
    )


def answer_facts(problem: Problem, facts: Iterable[Fact]) -> Iterator[Fact]:
    """What the table of the answer consists of: the links that the first category has."""
    assert isinstance(problem.layout, Staircase)
    first = next(iter(problem.layout.categories))
    for fact in facts:
        ends = problem.layout.links[fact.variable]
        if fact.leads and first in (category for category, _ in ends):
            yield fact
