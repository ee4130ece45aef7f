"""The report of a study: one command from the export to tables, figures and a page."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from hintwise.experiments.report.document import (
    Block,
    Heading,
    Paragraph,
    Remarks,
    as_markdown,
    as_page,
)
from hintwise.experiments.report.figures import FigureFile
from hintwise.people.predictors import PREDICTORS
from hintwise.render.figures import png_of, svg_of
from hintwise.render.table import Table
from hintwise.study.export.reading import Export
from hintwise.study.report import remarks
from hintwise.study.report.consistency import (
    attention_table,
    indifference_remark,
    retest_table,
)
from hintwise.study.report.durations import durations_remarks, durations_table
from hintwise.study.report.figures import (
    Drawing,
    learners_drawing,
    preference_drawing,
    training_drawing,
)
from hintwise.study.report.findings import Findings
from hintwise.study.report.flow import Flow, flow_tables
from hintwise.study.report.flow_figure import flow_drawing
from hintwise.study.report.foresight import Foresight, foresight_remarks, foresight_tables
from hintwise.study.report.foresight import Report as Progress
from hintwise.study.report.forms import forms_table
from hintwise.study.report.preferences import (
    EvaluationFindings,
    arms_table,
    paper_table,
    tests_tables,
    without_published,
)
from hintwise.study.report.selection import analysed, completed


@dataclass(frozen=True)
class Report:
    """What a study has found."""

    export: Export
    flow: Flow
    analysed: Findings
    """Of those who completed and are not excluded."""
    completed: Findings
    """Of all who completed."""
    foresight: Foresight | None
    """Of the learners, over those who are analysed."""

    @property
    def title(self) -> str:
        return self.export.plan.title

    @property
    def arms(self) -> list[str]:
        return [arm.name for arm in self.export.plan.arms]

    @cached_property
    def remarks(self) -> tuple[str, ...]:
        """What a reader must know first, and what cannot be told."""
        return tuple(remarks.remarks(self.export, self.flow, self.analysed))

    @cached_property
    def drawings(self) -> dict[str, Drawing]:
        """The figures that there are, by name."""
        found = self.analysed
        # Of everybody: who is excluded for disagreeing with themselves would raise it by leaving.
        retest = self.completed.retest
        candidates = [
            flow_drawing(self.flow),
            training_drawing(found.training, self.arms, retest),
        ]
        if found.evaluation is not None:
            candidates.append(preference_drawing(found.evaluation, self.arms))
        if self.foresight is not None:
            candidates.append(learners_drawing(self.foresight, retest))
        return {drawing.name: drawing for drawing in candidates if drawing is not None}

    def as_json(self) -> dict[str, Any]:
        return {
            "study": dict(self.export.study),
            "remarks": list(self.remarks),
            "flow": self.flow.as_json(),
            "analysed": self.analysed.as_json(),
            "completed": self.completed.as_json(),
            "learners": None if self.foresight is None else self.foresight.as_json(),
        }

    def blocks(self) -> Iterator[Block]:
        """The report, to be read from top to bottom."""
        if self.remarks:
            yield Remarks(self.remarks)
        yield Heading(2, "Who took part")
        yield from self._figure("flow")
        yield from flow_tables(self.flow)
        yield Heading(2, "What people preferred")
        yield from self._preferences()
        yield Heading(2, "How the arms learned")
        yield from self._figure("training")
        yield Heading(2, "What learners foresee")
        yield from self._learners()
        yield Heading(2, "Attention and consistency")
        yield from self._consistency()
        yield Heading(2, "Times")
        yield from self._times()
        yield from self._forms()
        yield Heading(2, "Where this comes from")
        yield Remarks(tuple(remarks.provenance(self.export)))

    def files(self) -> dict[str, str | bytes]:
        """Every file of the report by name; the same for the same export."""
        blocks = list(self.blocks())
        document = json.dumps(self.as_json(), ensure_ascii=False, indent=1)
        pictures: dict[str, str | bytes] = {}
        for block in blocks:
            if isinstance(block, FigureFile):
                pictures[f"{block.name}.svg"] = block.svg
                pictures[f"{block.name}.png"] = png_of(self.drawings[block.name].figure)
        return {
            "report.html": as_page(self.title, blocks),
            "report.md": as_markdown(self.title, blocks),
            "report.json": f"{document}\n",
            **pictures,
        }

    def tables(self) -> list[Table]:
        """The tables alone, for a terminal: who took part, what they preferred, and the tests.

        Without the published figures, for which there is no room.
        """
        tables = self._evaluation_tables(self.analysed, self.analysed.evaluation)
        return [*flow_tables(self.flow), *map(without_published, tables)]

    def _figure(self, name: str) -> Iterator[Block]:
        if name in self.drawings:
            drawing = self.drawings[name]
            yield FigureFile(drawing.name, drawing.caption, svg_of(drawing.figure))
        else:
            yield Paragraph(remarks.NOT_DRAWN[name])

    def _preferences(self) -> Iterator[Block]:
        found = self.analysed.evaluation
        if found is None:
            yield Paragraph("Nobody who is analysed has answered an evaluation pair.")
            return
        yield from self._figure("preferences")
        yield from self._evaluation_tables(self.analysed, found)
        everybody = self.completed.evaluation
        if self.flow.excluded and everybody is not None:
            yield Heading(3, "With those who are excluded")
            yield Paragraph(f"The same for all {self.completed.people} who completed the study.")
            yield from self._evaluation_tables(self.completed, everybody)

    def _evaluation_tables(
        self, findings: Findings, found: EvaluationFindings | None
    ) -> Iterator[Table]:
        if found is None:
            return
        for against in found.baselines:
            if against not in self.arms:
                yield paper_table(found, against, findings.waits, self.export.plan)
        if (between_arms := arms_table(found, self.arms)) is not None:
            yield between_arms
        yield from tests_tables(found)

    def _learners(self) -> Iterator[Block]:
        yield from self._figure("learners")
        if self.foresight is not None and self.foresight.ways:
            yield Remarks(tuple(foresight_remarks(self.foresight)))
            yield from foresight_tables(self.foresight)

    def _consistency(self) -> Iterator[Block]:
        found = self.analysed
        if found.retest is not None:
            yield retest_table(found.retest)
        else:
            yield Paragraph("Nobody was asked anything a second time.")
        if found.attention:
            yield attention_table(found.attention)
        else:
            yield Paragraph("Nobody was shown a dominated pair.")
        if (said := indifference_remark(analysed(self.export))) is not None:
            yield Paragraph(said)
        if self.flow.excluded and self.completed.retest is not None:
            yield Heading(3, "With those who are excluded")
            yield retest_table(self.completed.retest)
            yield attention_table(self.completed.attention)

    def _times(self) -> Iterator[Block]:
        if self.analysed.durations is None:
            yield Paragraph("There are no answers.")
            return
        yield Remarks(tuple(durations_remarks(self.analysed.durations)))
        yield durations_table(self.analysed.durations)

    def _forms(self) -> Iterator[Block]:
        titles = {"demographics": "About the people", "closing": "At the end"}
        found = {
            title: [one for one in self.analysed.forms if one.form == form]
            for form, title in titles.items()
        }
        if self.analysed.people and any(found.values()):
            yield Heading(2, "What people said")
            for title, answers in found.items():
                if answers:
                    yield forms_table(title, answers)


def make_report(
    export: Export,
    learners: Sequence[str] = tuple(PREDICTORS),
    progress: Progress = lambda learner: None,
) -> Report:
    """Look at everything that an export holds.

    The learners are names of `PREDICTORS`; bayes takes about a minute for 30 people. `progress`
    is told the name of one whenever one more person has been through it.
    """
    selected, everybody = analysed(export), completed(export)
    return Report(
        export,
        Flow.of(export),
        Findings.of(selected),
        Findings.of(everybody),
        Foresight.of(selected, learners, progress),
    )
