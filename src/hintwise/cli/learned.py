"""What `learn` tells at the end: what counts, how sure that is, and what it means in words."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

from rich.console import Group, RenderableType
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from hintwise.elicit import Session
from hintwise.elicit.insight import Insight, insights, shares
from hintwise.elicit.learners.bayes import BayesBelief
from hintwise.problem import Problem
from hintwise.render.svg.bars import weights_svg
from hintwise.render.terminal.weight_bars import WeightBars
from hintwise.render.words.preferences import preference_text

NOTHING_SURE = "Nothing about what you like is sure yet."


def learned_view(session: Session) -> RenderableType:
    """Weights as bars with how sure they are, and sentences; a table where nobody knows that."""
    title = Text(_title(session), style="bold")
    if not isinstance(session.belief, BayesBelief):
        table = Table("feature")
        table.add_column("weight", justify="right")
        for name, weight in sorted(session.weights.items(), key=lambda item: -item[1]):
            table.add_row(name, f"{weight:.3g}")
        return Group(title, table)
    key = Text("Share of all weights; the bar is lighter over its 80 % range.", style="dim")
    sentences = _sentences(session)
    if session.remaining is not None:
        sentences.append(remaining_text(session.remaining))
    told = (Padding(Text(sentence), (0, 0, 0, 2)) for sentence in sentences)
    return Group(title, key, WeightBars(shares(session.belief)), Text(), *told, Text())


def learned_picture(session: Session) -> str:
    """The bars and sentences as SVG; the learner must be the Bayesian one."""
    assert isinstance(session.belief, BayesBelief)
    return weights_svg(shares(session.belief), _title(session), _sentences(session))


def learned_record(session: Session) -> list[dict[str, Any]]:
    """The sentences for JSON, with what they are made of; none if the learner knows none."""
    problem = session.problems[0]
    return [
        {
            "text": _text(problem, insight),
            **asdict(insight),
            "dearer": insight.dearer._asdict(),
            "cheaper": insight.cheaper._asdict(),
        }
        for insight in _insights(session)
    ]


def remaining_text(remaining: float) -> str:
    """
    >>> remaining_text(0.084), remaining_text(0.004)
    ('Knowing you better could make steps about 8 % easier.', \
'Knowing you better could make steps less than 1 % easier.')
    """
    share = f"about {100 * remaining:.0f} %" if remaining >= 0.01 else "less than 1 %"
    return f"Knowing you better could make steps {share} easier."


def answers_counted(session: Session) -> str:
    count = len(session.events)
    return f"{count} answer{'' if count == 1 else 's'}"


def _title(session: Session) -> str:
    return f"What counts, after {answers_counted(session)}"


def _sentences(session: Session) -> list[str]:
    problem = session.problems[0]
    return [_text(problem, insight) for insight in _insights(session)] or [NOTHING_SURE]


def _insights(session: Session) -> list[Insight]:
    if not session.events or not isinstance(session.belief, BayesBelief):
        return []
    return insights(session.belief, session.events[-1].query.state)


def _text(problem: Problem, insight: Insight) -> str:
    expected = insight.expected
    return preference_text(
        problem, insight.dearer, insight.cheaper, insight.times, expected=expected
    )
