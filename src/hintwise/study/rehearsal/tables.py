"""What a rehearsal found, as tables and as a page."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator, Sequence

from hintwise.experiments.report.document import Heading, Remarks, as_markdown, as_page
from hintwise.render.table import Table, counted, long_time, number, seconds
from hintwise.study.rehearsal.findings import Findings, Group
from hintwise.study.rehearsal.power import Power
from hintwise.study.rehearsal.rehearsal import Rehearsed
from hintwise.study.report import Report

_TOLD = 10


def rehearsal_tables(findings: Findings) -> list[Table]:
    """How it went, who came, and the power to expect."""
    tables = [_course(findings), _people(findings)]
    if findings.power:
        tables.append(_power(findings))
    return tables


def rehearsal_files(
    rehearsed: Rehearsed, report: Report, differences: Sequence[str] | None
) -> dict[str, str | bytes]:
    """One report: how it went, and then all that a report on such a study would say."""
    findings = rehearsed.findings
    title = f"Rehearsal: {report.title}"
    said = [verdict(findings), *([] if differences is None else [compared(differences)])]
    tables = rehearsal_tables(findings)
    blocks = [
        Remarks(tuple(said)),
        Heading(2, "The rehearsal"),
        *tables,
        Heading(2, "What a report would say"),
        *report.blocks(),
    ]
    document = {**rehearsed.as_json(differences), "report": report.as_json()}
    pictures = {name: text for name, text in report.files().items() if name.endswith(".svg")}
    return {
        "rehearsal.html": as_page(title, blocks),
        "rehearsal.md": as_markdown(title, blocks),
        "rehearsal.json": f"{json.dumps(document, ensure_ascii=False, indent=1)}\n",
        **pictures,
    }


def verdict(findings: Findings) -> str:
    """A sentence for whoever reads no more."""
    answers = f"{counted(findings.answers, 'answer')} in {long_time(findings.seconds)}"
    if findings.is_good:
        return f"{answers}: no error, nothing lost."
    return f"{answers}: {counted(len(findings.errors), 'error')}, {findings.lost} lost."


def compared(differences: Sequence[str]) -> str:
    """Whether two exports are the same."""
    if not differences:
        return "Times aside, the export is the same as the one that it was compared with."
    return f"The export differs from the one that it was compared with: {'; '.join(differences)}."


def _course(findings: Findings) -> Table:
    found = findings.as_json()
    waited = [
        (f"wait for a question{when}, {name}", seconds(found[stretch][key]))
        for stretch, when, name, key in (
            ("waits", "", "median", "median_s"),
            ("waits", "", "95 %", "p95_s"),
            ("waits", "", "longest", "max_s"),
            ("first_waits", " at the beginning", "95 %", "p95_s"),
            ("last_waits", " at the end", "95 %", "p95_s"),
        )
        if key in found[stretch]
    ]
    processor = [
        (f"processor, {name}", seconds(used)) for name, used in (found["processor_s"] or {}).items()
    ]
    people = sum(group.people for group in findings.groups)
    rows = [
        ("people", str(people)),
        ("at once", str(min(findings.at_once, people))),
        ("time", long_time(findings.seconds)),
        ("answers", str(findings.answers)),
        ("answers a second", number(findings.answers / max(findings.seconds, 1e-9))),
        *waited,
        *processor,
        ("told to wait", str(findings.busy)),
        ("kills of the server", str(findings.kills)),
        ("lost connections", str(findings.lost_connections)),
        ("errors", str(len(findings.errors))),
        ("lost answers", str(findings.lost)),
    ]
    headers = ("since it was last started", "")
    return Table("How it went", headers, tuple(rows), tuple(_errors(findings)))


def _errors(findings: Findings) -> Iterator[str]:
    told = Counter(findings.errors)
    for error, count in list(told.items())[:_TOLD]:
        yield error if count == 1 else f"{error} ({count} times)"
    if len(told) > _TOLD:
        yield f"and {len(told) - _TOLD} more"


def _people(findings: Findings) -> Table:
    return Table(
        "Who came",
        (
            "kind",
            "people",
            "completed",
            "left",
            "withdrew",
            "failed checks",
            "agreement",
            "s/answer",
            "excluded",
            "time needed",
        ),
        tuple(map(_group, findings.groups)),
        (
            "Failed checks: dominated steps that were preferred. Agreement: with themselves, on "
            "repeats. Excluded: of those who completed, by the plan's rules. Time needed: thinking "
            "as people do, and waiting as here; the median.",
        ),
    )


def _group(group: Group) -> tuple[str, ...]:
    return (
        group.manner,
        str(group.people),
        str(group.completed),
        str(group.left),
        str(group.withdrew),
        f"{group.dominated_failed} of {group.dominated}",
        number(group.agreement),
        number(group.median_s),
        str(group.excluded),
        "–" if group.needed_s is None else long_time(group.needed_s),
    )


def _power(findings: Findings) -> Table:
    sizes = sorted({power.people for power in findings.power})
    rows: dict[tuple[str, str, int, str], dict[int, Power]] = {}
    for power in findings.power:
        key = (power.arm, power.other, power.after, power.against)
        rows.setdefault(key, {})[power.people] = power
    return Table(
        "How often a study would find a difference",
        (
            "preferred more often with",
            "than with",
            "questions",
            "against",
            *(counted(size, "person").replace("persons", "people") for size in sizes),
        ),
        tuple(
            (
                arm,
                other,
                str(after),
                against,
                *(f"{100 * found[size].share:.0f} %" for size in sizes),
            )
            for (arm, other, after, against), found in rows.items()
        ),
        (
            f"The plan has {findings.planned} people. A difference is found if the one-sided "
            "Wilcoxon test is below 0.05, in studies whose people are drawn from the "
            f"{sum(group.completed for group in findings.groups)} who completed this rehearsal "
            "(excluded ones as well, who do not count then): what to expect if real people are "
            "like these. The fewer they are, the less it says.",
            "Where an arm is set against what its steps were compared with (than with smallest, "
            "against smallest), it is found that people prefer the learned step to that one.",
        ),
    )
