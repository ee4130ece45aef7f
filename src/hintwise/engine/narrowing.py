"""How far the rules narrow variables whose value they leave open."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from hintwise.engine.encode import Encoding
from hintwise.engine.solvers.oracle import Oracle
from hintwise.errors import InvalidValue
from hintwise.problem import Assignment, Fact, Problem, Variable


def tightest_bounds(
    problem: Problem, settled: Iterable[Fact], rules: list[int], encoding: Encoding, oracle: Oracle
) -> list[Fact]:
    """What each open variable is at least and at most in every solution.

    Only of variables that have facts of this form and no value among the `settled` facts, and only
    bounds that say more than the domain. `rules` are the literals of all that holds.
    """
    values = {fact.variable for fact in settled if fact.settles}
    open_variables = [
        v for v in problem.variables if v.name not in values and problem.explains(v, "≥")
    ]
    if not open_variables:
        return []
    oracle.solve(rules)
    narrowing = _Narrowing(problem, open_variables, rules, encoding, oracle)
    return [fact for v in open_variables for fact in narrowing.bounds(v)]


def not_explained(problem: Problem, fact: Fact, explained: Sequence[Fact]) -> InvalidValue:
    """The error that `fact` follows, but is none of the facts that are `explained`."""
    if fact.is_bound and problem.explains(problem.variable(fact.variable), fact.relation):
        own = [f for f in explained if f.variable == fact.variable]
        more = next((f for f in own if f.relation in ("=", fact.relation)), None)
        said = "from its domain alone" if more is None else f"what is explained says more: {more}"
        return InvalidValue(f"{fact} follows, but {said}")
    option = "bounds" if fact.is_bound else "exclusions"
    return InvalidValue(
        f"{fact} follows, but facts of the form variable {fact.relation} value are only explained "
        f"in problems made with {option}=True"
    )


def only_bound(variable: str, targets: Iterable[Fact]) -> Fact:
    """The one bound among the targets that is about an open variable; else the error."""
    bounds = sorted(fact for fact in targets if fact.variable == variable and fact.is_bound)
    if len(bounds) == 1:
        return bounds[0]
    named = " and ".join(map(str, bounds))
    follows = f"; what follows is {named}: name one of them" if bounds else ""
    raise InvalidValue(f"{variable} is not determined: solutions differ in it{follows}")


class _Narrowing:
    """The values that solutions are seen to take, and a search for those none takes.

    Every solution that turns up widens what is seen of all variables, so that few questions are
    about one variable alone.
    """

    def __init__(
        self,
        problem: Problem,
        variables: Sequence[Variable],
        rules: list[int],
        encoding: Encoding,
        oracle: Oracle,
    ) -> None:
        self._problem = problem
        self._rules = rules
        self._encoding = encoding
        self._oracle = oracle
        solution = self._solution()
        self._least = {v.name: v.domain.index(solution[v.name]) for v in variables}
        self._most = dict(self._least)

    def bounds(self, variable: Variable) -> Iterator[Fact]:
        """The bounds of one variable, by bisection over the places of its values."""
        name, domain = variable.name, variable.domain
        proven = 0
        while proven < self._least[name]:
            place = (proven + self._least[name] - 1) // 2
            if not self._is_possible(Fact(name, domain[place], "≤")):
                proven = place + 1
        if proven > 0:
            yield Fact(name, domain[proven], "≥")
        proven = last = variable.size - 1
        while proven > self._most[name]:
            place = (proven + self._most[name] + 1) // 2
            if not self._is_possible(Fact(name, domain[place], "≥")):
                proven = place - 1
        if proven < last:
            yield Fact(name, domain[proven], "≤")

    def _is_possible(self, fact: Fact) -> bool:
        if self._oracle.second is not None:
            self._oracle.second.name_facts([fact])
        if not self._oracle.solve([*self._rules, self._encoding.literal(fact)]):
            return False
        solution = self._solution()
        for name in self._least:
            place = self._problem.variable_by_name[name].domain.index(solution[name])
            self._least[name] = min(self._least[name], place)
            self._most[name] = max(self._most[name], place)
        return True

    def _solution(self) -> Assignment:
        return self._encoding.decode(self._oracle.model())
