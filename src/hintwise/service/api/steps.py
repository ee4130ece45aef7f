"""Questions about a position: the next step, a reason, all steps, a mistake."""

from __future__ import annotations

import json
from collections.abc import AsyncGenerator, AsyncIterator
from typing import Annotated, Any

from fastapi import APIRouter
from pydantic import Field
from starlette.responses import JSONResponse, Response, StreamingResponse

from hintwise.errors import HintwiseError
from hintwise.service.api import examples
from hintwise.service.api.asking import LONGEST_S, Asking
from hintwise.service.api.openapi import answers
from hintwise.service.api.problems import document_of
from hintwise.service.api.values import (
    AskedPosition,
    Entries,
    FactText,
    SequenceAsked,
    StepsAsked,
    told_by,
)
from hintwise.service.jobs import Busy, JobFailed
from hintwise.service.waiting import unless_left

router = APIRouter(tags=["steps"])

Targets = Annotated[
    list[FactText],
    Field(max_length=100, description="What is to be found, as in `r7c7`, `r7c7=6`, `Ada = rye`."),
]


NAMED_AFTER_S = 0.2
"""From then on a hint is a step that has a name, even if an easier one may be found."""


class ViewAsked(AskedPosition):
    model_config = told_by(examples.POSITION)


@router.post(
    "/view",
    summary="All that is needed to draw and to play",
    **answers("A `View`: form, cells or items, values, givens, rules and clues.", examples.VIEW),
)
async def view(asked: ViewAsked, ask: Asking) -> Response:
    """Nothing is solved for it."""
    found = await ask.run(
        "view", asked.deadline_s, position=asked.position(), language=asked.language
    )
    return JSONResponse(found)


class CheckAsked(AskedPosition):
    where: bool = Field(False, description="Whether to say what clashes, not only that it does.")
    model_config = told_by(examples.POSITION | {"where": True})


@router.post(
    "/check",
    summary="Is something wrong?",
    **answers(
        "How many solutions there are (2: two or more), and whether the entries fit.",
        examples.CHECKED,
    ),
)
async def check(asked: CheckAsked, ask: Asking) -> Response:
    """Nothing of the solution is given away; where something is wrong, only if asked for."""
    found = await ask.run(
        "check",
        2 * asked.deadline_s,
        position=asked.position(),
        where=asked.where,
        language=asked.language,
        deadline_s=asked.deadline_s,
    )
    return JSONResponse(found)


class HintAsked(StepsAsked):
    level: int = Field(1, ge=1, le=5, description="1 says where to look, 4 the step, 5 its inside.")
    other_than: Entries = Field(
        default_factory=list,
        description="Facts of hints that were turned down: it is the best step to anything else.",
    )
    targets: Targets = Field(default_factory=list)
    patient: bool = Field(
        False,
        description="Whether to wait for the proof that no step is easier; else one with a name "
        "will do after a fifth of a second.",
    )
    model_config = told_by(examples.POSITION | {"level": 2})

    def style(self) -> dict[str, Any]:
        style = super().style()
        return style if self.patient else {**style, "named_after_s": NAMED_AFTER_S}


@router.post(
    "/hint",
    summary="The next step, rung by rung",
    **answers("A `Hint`, which holds no more than its level gives away.", examples.HINT),
)
async def hint(asked: HintAsked, ask: Asking) -> Response:
    """The cheapest step from the position, for the person whose weights are named."""
    found = await ask.run(
        "hint",
        2 * asked.deadline_s,
        position=asked.position(),
        style=await ask.style(asked),
        level=asked.level,
        other_than=asked.other_than,
        targets=asked.targets,
    )
    return JSONResponse(found)


class WhyAsked(StepsAsked):
    fact: FactText = Field(description="As in `r3c4=5`, `r3c4≠5` or `Ada = rye`.")
    model_config = told_by(examples.POSITION | {"fact": "r1c2≠4"})


@router.post(
    "/why",
    summary="Why, or why not?",
    **answers(
        "A `Why`: whether the fact follows, and the cheapest step to it or to its negation.",
        examples.WHY,
    ),
)
async def why(asked: WhyAsked, ask: Asking) -> Response:
    """Of a wrong fact no more is said than that it is wrong, and why."""
    found = await ask.run(
        "why",
        2 * asked.deadline_s,
        position=asked.position(),
        style=await ask.style(asked),
        fact=asked.fact,
    )
    return JSONResponse(found)


class ExplainAsked(SequenceAsked):
    targets: Targets = Field(default_factory=list)
    steps: int | None = Field(None, ge=1, le=1000, description="How many of a sequence.")
    top: int | None = Field(None, ge=1, le=20, description="How many of the same position.")
    model_config = told_by(examples.POSITION | {"steps": 2})


@router.post(
    "/explain",
    summary="Step by step to the solution, as they are found",
    **answers(
        'Server-sent events: `step` with a step each, then `done` with `{"steps": count}`; or '
        "`problem`, if it ends before.",
        examples.EVENTS,
        media_type="text/event-stream",
    ),
)
async def explain(asked: ExplainAsked, ask: Asking) -> Response:
    """Closing the connection stops the work. A problem before the first step has a status."""
    parts = ask.stream(
        "explain",
        LONGEST_S,
        position=asked.position(),
        style=await ask.style(asked),
        targets=asked.targets,
        steps=asked.steps,
        top=asked.top,
        whole=asked.whole,
        only_needed=asked.only_needed,
    )
    first = await unless_left(ask.request, _first(parts))
    return StreamingResponse(
        _events(first, parts),
        media_type="text/event-stream",
        headers={"Cache-Control": "no-store", "X-Accel-Buffering": "no"},
    )


async def _first(parts: AsyncIterator[Any]) -> list[Any]:
    """The first part, or none if there is nothing to tell."""
    async for part in parts:
        return [part]
    return []


async def _events(first: list[Any], parts: AsyncIterator[Any]) -> AsyncGenerator[str, None]:
    count = 0
    try:
        for part in first:
            count += 1
            yield _event("step", part)
        async for part in parts:
            count += 1
            yield _event("step", part)
    except (HintwiseError, JobFailed, Busy) as error:
        yield _event("problem", document_of(error))
    else:
        yield _event("done", {"steps": count})
    finally:
        if isinstance(parts, AsyncGenerator):
            await parts.aclose()


def _event(name: str, data: Any) -> str:
    """
    >>> _event("done", {"steps": 2})
    'event: done\\ndata: {"steps": 2}\\n\\n'
    """
    return f"event: {name}\ndata: {json.dumps(data, ensure_ascii=False)}\n\n"


class RetraceAsked(AskedPosition):
    history: Annotated[list[Entries], Field(max_length=2000)] = Field(
        description="What was filled in after each move, oldest first."
    )
    model_config = told_by(examples.POSITION | {"history": examples.HISTORY})


@router.post(
    "/retrace",
    summary="Back to before the first mistake",
    **answers(
        "`kept`: the place, from 0, of the last position that can be solved; null if none can.",
        examples.RETRACED,
    ),
)
async def retrace(asked: RetraceAsked, ask: Asking) -> Response:
    """It says nothing about the solution."""
    found = await ask.run(
        "retrace",
        2 * asked.deadline_s,
        position=asked.position(),
        history=asked.history,
        deadline_s=asked.deadline_s,
    )
    return JSONResponse(found)
