"""The pages of a study: for those who take part, and for those who run it.

Looking at one stores nothing and gives no cookie: whoever previews a link takes no place in the
study. Tokens are in fragments, which browsers keep to themselves.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from anyio.to_thread import run_sync
from fastapi import APIRouter, Request, Response

from hintwise.service.pages.rendering import render
from hintwise.service.study.attendance import plan_of
from hintwise.service.study.research import admission_of
from hintwise.store import Store
from hintwise.study.plan import StudyPlan
from hintwise.study.schedule import parts_of

router = APIRouter()

PRIVATE = {"Referrer-Policy": "no-referrer", "X-Robots-Tag": "noindex"}

_ROUND_FROM = 50
"""From so many questions on, people are told tens of them."""


@dataclass(frozen=True, slots=True)
class Invitation:
    """What can be said of a study to anybody."""

    name: str
    title: str
    language: str
    about: tuple[str, ...]
    questions: int
    status: str
    needs_invitation: bool

    def page(self, request: Request, template: str, words: Sequence[str] = ()) -> Response:
        """A page of the study: in its language, unless another was chosen."""
        known = {
            "name": self.name,
            "title": self.title,
            "language": self.language,
            "status": self.status,
            "needs_invitation": self.needs_invitation,
        }
        return render(
            request,
            template,
            data={"study": known},
            words=words,
            headers=PRIVATE,
            otherwise=self.language,
            study=self,
        )


def question_count(plan: StudyPlan) -> int:
    """How many questions a participant is asked at most."""
    order = plan.cells[0].order
    parts = parts_of(plan, order, plan.seed, (plan.questions.train,) * len(order))
    return sum(len(part.questions) for part in parts)


def rounded(count: int) -> int:
    """
    >>> rounded(17), rounded(436)
    (17, 440)
    """
    return count if count < _ROUND_FROM else round(count, -1)


def paragraphs(text: str) -> list[str]:
    """
    >>> paragraphs("Which is\\neasier?\\n\\nIt takes an hour.")
    ['Which is easier?', 'It takes an hour.']
    """
    return [" ".join(one.split()) for one in re.split(r"\n\s*\n", text) if one.strip()]


@router.get("/study/{name}")
async def study(request: Request, name: str) -> Response:
    """One page for the whole way of a participant: its script asks what comes next."""
    return await _page(request, name, "study", ["pair"])


@router.get("/study/{name}/resume")
async def resume(request: Request, name: str) -> Response:
    """Goes on elsewhere: a button sends the token of the fragment."""
    return await _page(request, name, "study_resume")


@router.get("/study/{name}/researcher")
async def researcher(request: Request, name: str) -> Response:
    """The frame alone; what it shows is told to whoever has the token."""
    return await _page(request, name, "study_researcher")


async def _page(request: Request, name: str, template: str, words: Sequence[str] = ()) -> Response:
    found = await run_sync(_find, request.app.state.store, name)
    if found is None:
        return render(request, "problem", said="no_study", status=404, headers=PRIVATE)
    return found.page(request, template, words)


def _find(store: Store, name: str) -> Invitation | None:
    found = store.studies.find(name)
    if found is None:
        return None
    plan = plan_of(found)
    return Invitation(
        name=name,
        title=plan.title,
        language=plan.language,
        about=tuple(paragraphs(plan.about)),
        questions=rounded(question_count(plan)),
        status=admission_of(store, found).status,
        needs_invitation=found.by_invitation,
    )
