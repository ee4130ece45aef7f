"""Everything that the answers of some people show."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from hintwise.people.statistics import Summary
from hintwise.study.report.consistency import Attention, Retest, attention, retest
from hintwise.study.report.durations import Durations
from hintwise.study.report.forms import FieldSummary, form_summaries
from hintwise.study.report.preferences import EvaluationFindings
from hintwise.study.report.selection import Selection
from hintwise.study.report.training import Stretch, between_evaluations, curve


@dataclass(frozen=True, slots=True)
class Findings:
    """What there is nothing of is None or empty."""

    people: int
    evaluation: EvaluationFindings | None
    training: tuple[Stretch, ...]
    """In stretches of equal length."""
    between_evaluations: tuple[Stretch, ...]
    retest: Retest | None
    attention: tuple[Attention, ...]
    durations: Durations | None
    forms: tuple[FieldSummary, ...]

    @classmethod
    def of(cls, selection: Selection) -> Findings:
        return cls(
            len(selection.people),
            EvaluationFindings.of(selection),
            tuple(curve(selection)),
            tuple(between_evaluations(selection)),
            retest(selection),
            tuple(attention(selection)),
            Durations.of(selection),
            tuple(form_summaries(selection)),
        )

    @property
    def waits(self) -> Mapping[tuple[str, int], Summary]:
        """What computing questions took, by arm and the number of the last one."""
        return {(s.arm, s.last): s.computed_s for s in self.between_evaluations}

    def as_json(self) -> dict[str, Any]:
        return {
            "people": self.people,
            "evaluation": None if self.evaluation is None else self.evaluation.as_json(),
            "training": [stretch.as_json() for stretch in self.training],
            "between_evaluations": [stretch.as_json() for stretch in self.between_evaluations],
            "retest": None if self.retest is None else self.retest.as_json(),
            "attention": [found.as_json() for found in self.attention],
            "durations": None if self.durations is None else self.durations.as_json(),
            "forms": [found.as_json() for found in self.forms],
        }
