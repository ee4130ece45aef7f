"""How problems are talked about: any problem here, Sudokus and logic grids in their own words."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from hintwise.problem import CONTRADICTION, Fact, Inside, Problem, Step
from hintwise.render.words.language import Language, capitalised


@dataclass(frozen=True, slots=True)
class Named:
    """A step that is a known pattern: what the pattern is called, and the deduction in words.

    `told` are conclusions that it tells besides the derived fact.
    """

    pattern: str
    text: str
    told: tuple[Fact, ...] = ()


@dataclass(frozen=True, slots=True)
class Place:
    """Where to look for a step: in words, and which variables these speak of."""

    text: str
    variables: frozenset[str] = frozenset()


_RELATIONS = {"=": "equal", "≠": "unequal", "≥": "at_least", "≤": "at_most"}
"""What the templates for each relation are called."""


class Wording:
    """Words for the parts of any problem, in one language.

    What says a fact, a rule or a conclusion says all of it and nothing else.
    """

    forms = "step"
    short_rules = False
    """Whether rules are told by a name like `row 7`, rather than by a sentence."""

    def __init__(self, problem: Problem, language: Language) -> None:
        self.problem = problem
        self.language = language

    @property
    def heading(self) -> str:
        """What to call the problem: its title, or else what kind it is."""
        key = f"kind.{self.problem.kind.name}.name"
        if self.problem.title or key not in self.language.templates:
            return self.problem.heading
        return self.language.sentence(key)

    @property
    def givens(self) -> str:
        """What the given facts and rules of such a problem are called."""
        return self.language.say(f"{self._nouns}.givens")

    def open_variables(self, count: int) -> str:
        """What so many open variables of such a problem are called: `cells`."""
        return self.language.say_counted(f"{self._nouns}.open", count)

    @property
    def _nouns(self) -> str:
        family = f"kind.{self.problem.kind.words}"
        return family if f"{family}.givens" in self.language.templates else "kind.any"

    def written(self, fact: Fact) -> str:
        """A fact as short as a person writes it: `r7c7=6`, `not rain`."""
        if fact == CONTRADICTION:
            return self.language.say("fact.broken")
        if fact.positive or not _is_boolean(fact):
            return str(fact)
        return self.language.say("fact.negated", variable=fact.variable)

    def derived(self, step: Step) -> str:
        """What a step leads to, for its heading: a fact, or that a rule is broken."""
        return self.written(CONTRADICTION) if step.breaks_rule else self.facts((step.derived,))

    def facts(self, facts: Sequence[Fact]) -> str:
        """Known facts, listed; there must be one at least."""
        clauses = []
        # What is said of Booleans closes with a verb, so it comes before the rest of the list.
        for form, positive in (("fact.fails", False), ("fact.holds", True)):
            named = [f.variable for f in facts if _is_boolean(f) and f.positive == positive]
            if named:
                clauses.append(self._about_variables(form, named))
        for fact in facts:
            if not _is_boolean(fact):
                form = f"fact.{_RELATIONS[fact.relation]}"
                parts = {"variable": fact.variable, "value": fact.value}
                clauses.append(self.language.say(form, **parts))
        return self.language.all_of(clauses)

    def conclusions(self, facts: Sequence[Fact]) -> str:
        """What follows, listed: `r1c1 and r1c2 cannot be 3 or 4`; there must be one at least."""
        if CONTRADICTION in facts:
            return self.language.say("conclusion.broken")
        values: dict[tuple[str, str], list[int]] = {}
        for fact in facts:
            values.setdefault((_conclusion_form(fact), fact.variable), []).append(fact.value)
        alike: dict[tuple[str, str], list[str]] = {}
        for (form, variable), of_variable in values.items():
            value = self.language.any_of(map(str, sorted(of_variable)))
            alike.setdefault((form, value), []).append(variable)
        return self.language.all_of(
            self._about_variables(form, variables, value=value)
            for (form, value), variables in alike.items()
        )

    def rule(self, name: str) -> str:
        """A constraint: its description, quoted, or its name without one."""
        description = self.problem.constraint(name).description.strip().rstrip(".")
        return self.language.say("text.quoted", text=description) if description else name

    def label(self, name: str) -> str:
        """A constraint by its name alone."""
        return name

    def rules(self, names: Iterable[str]) -> str:
        return self.language.all_of(map(self.rule, names))

    def kind(self, group: str) -> str:
        """What constraints of a group are called."""
        return self.language.say("text.quoted", text=group)

    def place(self, step: Step) -> Place:
        """Where to look for a step, without naming what it derives."""
        nearest = self._nearest_first(step)
        if not nearest:
            return Place(self.language.say("hint.anywhere"))
        group = self.problem.constraint(nearest[0]).group
        rules = [rule for rule in self.problem.constraints if rule.group == group]
        text = self.language.say("hint.group", group=self.kind(group))
        return Place(text, frozenset().union(*(rule.variables for rule in rules)))

    def step(self, step: Step) -> str:
        """All of a step: its pattern if it is a known one, what follows, and what else does."""
        named, text = self.named(step), self.deduction(step)
        if named is None:
            return text
        return self.language.say("text.named", pattern=capitalised(named.pattern), text=text)

    def deduction(self, step: Step) -> str:
        """All of a step but the name of its pattern, for where that stands beside it."""
        named = self.named(step)
        if named is None:
            return self.general(step)
        text = named.text
        told = {step.derived, *named.told}
        others = [fact for fact in worth_saying(step) if fact not in told]
        if others:
            text = f"{text} {self.taken_along(step, others)}"
        return text

    def taken_along(self, step: Step, others: Sequence[Fact]) -> str:
        """What else follows from the reason of a step, beside what its words have said."""
        return self.language.sentence("step.taken_along", conclusion=self.conclusions(others))

    def lines(self, step: Step) -> tuple[str, ...]:
        """The same in parts that may stand below each other, where there are several."""
        return (self.deduction(step),)

    def told(self, step: Step, inside: Inside) -> Step:
        """A step of a chain as it is told: what is seen by where that is from, if it has a name.

        On a board with pencil marks it is there to be seen.
        """
        spelled_out = step if self.problem.exclusions else inside.spelled_out(step)
        return step if self.named(spelled_out) is None else spelled_out

    def assumption(self, fact: Fact) -> str:
        """What is assumed for the sake of argument."""
        return self.language.sentence("step.assumption", fact=self.facts((fact,)))

    def is_easy(self, step: Step) -> bool:
        """Whether people need to be told nothing more: it has one rule, or a name."""
        return len(step.constraints) <= 1 or self.named(step) is not None

    def may_argue(self, step: Step) -> bool:
        """Whether it is worth looking for an argument to tell the step by."""
        return False

    def argues(self, step: Step) -> bool:
        """Whether the words of a step tell all that is inside it."""
        return False

    def answer(self, facts: Iterable[Fact]) -> str:
        """What these facts say to the problem's question; nothing if they do not answer it."""
        question = self.problem.question
        found = () if question is None else question.answers(facts)
        return self.language.sentence("question.answer", facts=self.facts(found)) if found else ""

    def named(self, step: Step) -> Named | None:
        """The step as a known pattern, if it is one."""
        return None

    def general(self, step: Step) -> str:
        """What follows from what, in a form that fits every step."""
        return self.about(self.forms, step, conclusion=self.conclusions(worth_saying(step)))

    def about(self, forms: str, step: Step, **parts: str) -> str:
        """The one of four templates that fits what the step has: facts, rules, both, neither."""
        if step.facts:
            parts.setdefault("facts", self.facts(step.facts))
        if step.constraints:
            parts.setdefault("rules", self.rules(step.constraints))
        form = "_and_".join(name for name in ("facts", "rules") if name in parts) or "nothing"
        return self.language.sentence(f"{forms}.{form}", **parts)

    def _about_variables(self, form: str, variables: Sequence[str], **parts: str) -> str:
        listed = self.language.all_of(variables)
        return self.language.say_counted(form, len(variables), variables=listed, **parts)

    def _nearest_first(self, step: Step) -> list[str]:
        """The step's constraints, those about the derived variable first."""

        def is_far(name: str) -> bool:
            return step.derived.variable not in self.problem.constraint(name).variables

        return sorted(step.constraints, key=is_far)


def worth_saying(step: Step) -> list[Fact]:
    """What the step derives, without `x≠1` or `x≥1` where `x=2` says it already."""
    derived = (step.derived, *step.taken_along)
    settled = {fact.variable for fact in derived if fact.settles}
    return [fact for fact in derived if fact.settles or fact.variable not in settled]


def _is_boolean(fact: Fact) -> bool:
    return isinstance(fact.value, bool)


def _conclusion_form(fact: Fact) -> str:
    if _is_boolean(fact):
        return "conclusion.holds" if fact.positive else "conclusion.fails"
    return f"conclusion.{_RELATIONS[fact.relation]}"
