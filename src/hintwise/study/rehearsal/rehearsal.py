"""From a plan to what its rehearsal found."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

from hintwise.experiments import reference
from hintwise.features import Weights
from hintwise.limits import Cancel
from hintwise.puzzles.kinds import kind_called
from hintwise.study.export import read_export
from hintwise.study.outline import outline
from hintwise.study.plan import StudyPlan
from hintwise.study.rehearsal.findings import Findings, Outcome
from hintwise.study.rehearsal.journal import Journal
from hintwise.study.rehearsal.mix import DEFAULT_MIX, Mix, crowd, write_mix
from hintwise.study.rehearsal.people import Tastes
from hintwise.study.rehearsal.running import Rehearsing, ReportProgress
from hintwise.study.rehearsal.staging import Stage, play
from hintwise.study.rehearsal.tally import Tally
from hintwise.study.rehearsal.walking import Surroundings

JOURNAL = "people.jsonl"
_PUBLISHED = ("sudoku", "logic_grid")
"""The kinds of puzzles of which the paper's users are known."""


@dataclass(frozen=True, slots=True)
class Settings:
    """Who comes, and what they have to bear."""

    people: int
    at_once: int = 10
    mix: Mix = field(default_factory=lambda: DEFAULT_MIX)
    seed: int = 1
    thinking_s: float = 0.0
    kills: int = 0

    def about(self, plan: StudyPlan) -> dict[str, Any]:
        """What must stay as it is when a rehearsal goes on."""
        return {
            "plan": plan.hash,
            "people": self.people,
            "mix": write_mix(self.mix),
            "seed": self.seed,
            "published users": len(published_oracles(plan.kind)),
        }


@dataclass(frozen=True, slots=True)
class Rehearsed:
    """What has come of a rehearsal."""

    plan: StudyPlan
    findings: Findings
    export: Mapping[str, str]
    """Texts of files by their names."""

    def as_json(self, differences: Sequence[str] | None = None) -> dict[str, Any]:
        """With what another export has otherwise, if it was compared with one."""
        told = None if differences is None else list(differences)
        return {"plan": self.plan.hash, **self.findings.as_json(), "differences": told}


def open_journal(folder: Path, plan: StudyPlan, settings: Settings) -> Journal:
    """That of the rehearsal in the folder; `InvalidValue` if it is another one."""
    return Journal(folder / JOURNAL, settings.about(plan))


def rehearse(
    plan: StudyPlan,
    settings: Settings,
    stage: Stage,
    journal: Journal,
    report: ReportProgress,
    cancel: Cancel | None = None,
) -> Rehearsed:
    """Let simulated people walk through the study, and see what comes of it.

    Whoever came to an end before, by the journal, stays there.
    """
    tally = Tally()
    people = crowd(settings.people, settings.mix, settings.seed)
    tastes = Tastes(plan.kind, published_oracles(plan.kind))
    rehearsing = Rehearsing(
        plan.name,
        people,
        settings.at_once,
        Surroundings(tastes, journal, tally, settings.thinking_s),
        questions=outline(plan).questions,
        kills=settings.kills,
        kill_seed=settings.seed,
    )
    played = play(rehearsing, stage, report, cancel)
    outcome = Outcome(
        people,
        journal.endings,
        tally,
        read_export(played.export),
        played.seconds,
        played.processor_s,
        settings.at_once,
    )
    findings = outcome.findings(np.random.default_rng(settings.seed))
    return Rehearsed(plan, findings, played.export)


def published_oracles(kind: str) -> Sequence[Weights]:
    """The true weights of the paper's users, where the reference folder is at hand."""
    folder = reference.reference_folder()
    if folder is None or kind_called(kind).name not in _PUBLISHED:
        return ()
    return reference.oracle_weights(folder, kind)
