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
from hintwise.elicit.learners.bayes import BayesianLearner
from hintwise.problem import Problem
from hintwise.render.svg.bars import weights_svg
from hintwise.render.terminal.weight_bars import WeightBars
from hintwise.render.words.features import feature_name
from hintwise.render.words.language import DEFAULT, find_language
from hintwise.render.words.preferences import preference_text


def learned_view(session: Session, language: str = DEFAULT) -> RenderableType:
    """Weights as bars with how sure they are, and sentences; a table where nobody knows that."""
    say, title = find_language(language).say, Text(_title(session, language), style="bold")
    if not isinstance(session.learner, BayesianLearner):
        table = Table(say("learn.feature"))
        table.add_column(say("learn.weight"), justify="right")
        for name, weight in sorted(session.weights.items(), key=lambda item: -item[1]):
            shown = find_language(language).number(weight, ".3g")
            table.add_row(feature_name(name, language), shown)
        return Group(title, table)
    key = Text(say("bars.key"), style="dim")
    sentences = _sentences(session, language)
    if session.remaining is not None:
        sentences.append(remaining_text(session.remaining, language))
    told = (Padding(Text(sentence), (0, 0, 0, 2)) for sentence in sentences)
    bars = WeightBars(shares(session.learner), language)
    return Group(title, key, bars, Text(), *told, Text())


def learned_picture(session: Session, language: str = DEFAULT) -> str:
    """The bars and sentences as SVG; the learner must be the Bayesian one."""
    assert isinstance(session.learner, BayesianLearner)
    title, sentences = _title(session, language), _sentences(session, language)
    return weights_svg(shares(session.learner), title, sentences, language)


def learned_record(session: Session, language: str = DEFAULT) -> list[dict[str, Any]]:
    """The sentences for JSON, with what they are made of; none if the learner knows none."""
    problem = session.problems[0]
    return [
        {
            "text": _text(problem, insight, language),
            **asdict(insight),
            "dearer": insight.dearer._asdict(),
            "cheaper": insight.cheaper._asdict(),
        }
        for insight in _insights(session)
    ]


def remaining_text(remaining: float, language: str = DEFAULT) -> str:
    """
    >>> remaining_text(0.084), remaining_text(0.004)
    ('Knowing you better could make steps about 8 % easier.', \
'Knowing you better could make steps less than 1 % easier.')
    """
    say = find_language(language).say
    if remaining < 0.01:
        return say("learn.remaining_below", percent=1)
    return say("learn.remaining", percent=f"{100 * remaining:.0f}")


def _title(session: Session, language: str) -> str:
    return find_language(language).say_counted("learn.title", len(session.events))


def _sentences(session: Session, language: str) -> list[str]:
    problem = session.problems[0]
    known = [_text(problem, insight, language) for insight in _insights(session)]
    return known or [find_language(language).say("learn.nothing_sure")]


def _insights(session: Session) -> list[Insight]:
    if not session.events or not isinstance(session.learner, BayesianLearner):
        return []
    return insights(session.learner, session.events[-1].query.state)


def _text(problem: Problem, insight: Insight, language: str) -> str:
    return preference_text(
        problem,
        insight.dearer,
        insight.cheaper,
        insight.times,
        expected=insight.expected,
        language=language,
    )
