"""How problems are talked about: any problem here, Sudokus and logic grids in their own words."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from hintwise.problem import Fact, Problem, Step
from hintwise.render.language import Language, capitalised


@dataclass(frozen=True, slots=True)
class Named:
    """A step that is a known pattern: what the pattern is called, and the deduction in words."""

    pattern: str
    text: str


class Wording:
    """Words for the parts of any problem, in one language.

    What says a fact, a rule or a conclusion says all of it and nothing else.
    """

    forms = "step"

    def __init__(self, problem: Problem, language: Language) -> None:
        self.problem = problem
        self.language = language

    def facts(self, facts: Sequence[Fact]) -> str:
        """Known facts, listed; there must be one at least."""
        return self.language.all_of(self._fact("fact", fact) for fact in facts)

    def conclusion(self, fact: Fact) -> str:
        return self._fact("conclusion", fact)

    def rule(self, name: str) -> str:
        """A constraint: its description, quoted, or its name without one."""
        description = self.problem.constraint(name).description.strip().rstrip(".")
        return self.language.say("text.quoted", text=description) if description else name

    def rules(self, names: Iterable[str]) -> str:
        return self.language.all_of(map(self.rule, names))

    def kind(self, group: str) -> str:
        """What constraints of a group are called."""
        return self.language.say("text.quoted", text=group)

    def place(self, step: Step) -> str:
        """Where to look for a step, without naming what it derives."""
        groups = [self.problem.constraint(name).group for name in self._nearest_first(step)]
        if not groups:
            return self.language.say("hint.anywhere")
        return self.language.say("hint.group", group=self.kind(groups[0]))

    def step(self, step: Step) -> str:
        """All of a step: its pattern if it is a known one, what follows, and what else does."""
        named = self.named(step)
        if named is None:
            text = self.general(step)
        else:
            pattern = capitalised(named.pattern)
            text = self.language.say("text.named", pattern=pattern, text=named.text)
        if step.taken_along:
            also = self.language.say("step.taken_along", facts=self.facts(step.taken_along))
            text = f"{text} {also}"
        return text

    def named(self, step: Step) -> Named | None:
        """The step as a known pattern, if it is one."""
        return None

    def general(self, step: Step) -> str:
        """What follows from what, in a form that fits every step."""
        return self.about(self.forms, step, conclusion=self.conclusion(step.derived))

    def about(self, forms: str, step: Step, **parts: str) -> str:
        """The one of four templates that fits what the step has: facts, rules, both, neither."""
        if step.facts:
            parts.setdefault("facts", self.facts(step.facts))
        if step.constraints:
            parts.setdefault("rules", self.rules(step.constraints))
        form = "_and_".join(name for name in ("facts", "rules") if name in parts) or "nothing"
        return self.language.sentence(f"{forms}.{form}", **parts)

    def _fact(self, kind: str, fact: Fact) -> str:
        if isinstance(fact.value, bool):
            form = "holds" if fact.positive else "fails"
            return self.language.say(f"{kind}.{form}", variable=fact.variable)
        form = "equal" if fact.equal else "unequal"
        return self.language.say(f"{kind}.{form}", variable=fact.variable, value=fact.value)

    def _nearest_first(self, step: Step) -> list[str]:
        """The step's constraints, those about the derived variable first."""

        def is_far(name: str) -> bool:
            return step.derived.variable not in self.problem.constraint(name).variables

        return sorted(step.constraints, key=is_far)
