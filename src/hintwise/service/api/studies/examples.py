"""The examples of studies in the OpenAPI document."""

from __future__ import annotations

from typing import Any

STUDY = {
    "name": "steps-that-read-well",
    "title": "Which explanation reads better?",
    "about": "We show you two explanations and ask which is easier to follow. About 40 minutes.",
    "language": "en",
    "status": "open",
    "reason": None,
    "by_invitation": False,
    "rehearsal": False,
}
_STEP = {
    "text": "In block 3, 2 can only be in r3c1.",
    "pattern": "hidden single",
    "picture": "<svg …>",
    "fewer": [],
}
STATE: dict[str, Any] = {
    "position": 9,
    "number": 3,
    "stage": "question",
    "progress": {"done": 3, "of": 120, "part": 1, "parts": 4, "part_done": 1, "part_of": 2},
    "question": {"key": "q4", "heading": "Question 4", "left": _STEP, "right": _STEP},
}

JOINED = {"token": "q1Zp0kA9…43 characters…", "returned": False, "state": STATE}
LINK = {
    "token": JOINED["token"],
    "url": "https://example.org/study/steps-that-read-well/resume#q1Zp0kA9…",
}
INVITATIONS = {
    "invitations": ["q1Zp0kA9…43 characters…"],
    "urls": ["https://example.org/study/steps-that-read-well#q1Zp0kA9…"],
}
_TIMES = {"count": 240, "mean_s": 0.12, "p95_s": 0.5}
_COUNTS = {"joined": 8, "active": 3, "stale": 1, "completed": 2, "withdrawn": 1, "declined": 1}
OVERVIEW: dict[str, Any] = {
    "name": STUDY["name"],
    "title": STUDY["title"],
    "hash": "9f2c…64 characters…",
    "rehearsal": False,
    "status": "open",
    "reason": None,
    "closed": False,
    "closes": "2027-03-31",
    "by_invitation": False,
    "quota": 30,
    "counts": _COUNTS,
    "cells": [{"cell": "order-1", "order": ["machop", "choice_perceptron"], **_COUNTS}],
    "arms": [
        {
            "name": "machop",
            "closed": False,
            "active": 3,
            "stale": 1,
            "completed": 2,
            "answers": 812,
            "dominated": {"asked": 9, "failed": 1},
            "repeats": {"asked": 14, "agreed": 11},
            "median_s": 6.1,
            "p95_s": 21.4,
        }
    ],
    "stopped": [{"stage": "machop", "people": 1}],
    "answer_s": {"median": 6.0, "p95": 20.2},
    "participants": [
        {
            "number": 1,
            "cell": "order-1",
            "status": "completed",
            "stage": "end",
            "done": 120,
            "of": 120,
            "dominated_failures": 0,
            "agreement": 0.83,
            "median_s": 5.2,
            "excluded_by": [],
            "joined_at": "2027-01-31T12:00:00.000Z",
            "last": "2027-01-31T12:41:10.000Z",
        }
    ],
    "waits": _TIMES,
    "stuck": [],
    "workers": {"workers": 2, "busy": 1, "waiting": 0, "ahead": 3, "waits": _TIMES},
}
