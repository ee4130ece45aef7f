"""The examples in the OpenAPI document; the tests send each of them and look at the answer."""

from __future__ import annotations

from typing import Any

TEXT = "1.....3..4.....2"
POSITION: dict[str, Any] = {"puzzle": TEXT, "entries": ["r1c2=3"]}
KEPT = {"kind": "sudoku", "puzzle": TEXT, "title": "", "story": "", "author": ""}
VIEW = {
    "kind": "sudoku",
    "kind_name": "Sudoku",
    "title": "",
    "story": "",
    "form": "board",
    "layout": {"rows": 4, "columns": 4},
    "variables": [{"name": "r1c1", "values": [1, 2, 3, 4]}],
    "symbols": {},
    "facts": {},
    "givens": {"r1c1": 1, "r2c3": 3, "r3c2": 4, "r4c4": 2},
    "rules": [{"name": "row 1", "group": "row", "variables": ["r1c1", "r1c2"], "text": "row 1"}],
    "clues": [],
}
READ = {"position": KEPT | {"entries": []}, "view": VIEW, "notes": {}, "count": 1}
LIBRARY = [
    {
        "name": "first-light",
        "kind": "sudoku",
        "title": "First light",
        "size": "9x9",
        "grade": "easy",
        "score": 17.2,
    }
]
DIFFICULTY = {"grade": "easy", "score": 17.5, "hardest": 2.5, "steps": 12, "estimated": False}
GENERATED = {"position": KEPT | {"entries": []}, "difficulty": DIFFICULTY, "seed": 5}
GRADED = {"difficulty": DIFFICULTY, "text": "easy, 17.5 points"}
CHECKED = {
    **KEPT,
    "solutions": 1,
    "exhaustive": True,
    "sound": True,
    "text": "It has exactly one solution. Your entry fits it.",
}
STEP = {
    "derived": "r3c1=2",
    "facts": ["r3c2=4", "r4c4=2"],
    "constraints": ["block 3"],
    "features": {"adjacent_block": 1},
    "cost": 3.5,
    "optimal": True,
    "lower_bound": 3.5,
    "seconds": 0.004,
    "text": "In block 3, 2 can only be in r3c1.",
    "pattern": "hidden single",
    "also": [],
}
HINT = {
    "level": 2,
    "number": 1,
    "hints": ["Look at block 3.", "It is a hidden single."],
    "solved": False,
    "several_solutions": False,
    "proven": True,
    "shown": {"variables": [], "facts": [], "constraints": ["block 3"]},
}
WHY = {"fact": "r1c2≠4", "follows": True, "step": STEP | {"derived": "r1c2≠4"}}
EVENTS = (
    'event: step\ndata: {"derived": "r3c1=2", "text": "…"}\n\nevent: done\ndata: {"steps": 1}\n\n'
)
HISTORY = [[], ["r1c2=3"], ["r1c2=3", "r1c3=4"]]
RETRACED = {"kept": 1}

ENDED = {"ended": 2}
TOKEN = {"token": "q1Zp0kA9…43 characters…"}
ME = {"known": True, "games": 3, "sessions": 1}
SETTINGS = {"language": "de", "theme": "dark", "timer": False, "helps": {"conflicts": True}}
EXPORT = {
    "format": "hintwise-person",
    "version": 1,
    "exported_at": "2026-01-31T12:00:00.000Z",
    "streams": [],
    "shared": [],
}
IMPORTED = {"streams": 2}

GAME_ID = "Jf3qVw0kTn6mB2x8YcLr1A"
EVENT = {
    "position": 2,
    "id": "5f0c6d9e8a7b4c3d2e1f0a9b8c7d6e5f",
    "kind": "changed",
    "version": 1,
    "body": {"changes": [["r1c2", "digit", 3]], "by": "me"},
    "at": "2026-01-31T12:00:00.000Z",
}
NEW_EVENT = {key: EVENT[key] for key in ("id", "kind", "body")}
STARTED = {"id": GAME_ID, "position": 1}
GAME = {"id": GAME_ID, "position": 2, "puzzle": KEPT, "view": VIEW, "events": [EVENT]}
GAMES = [
    {
        "id": GAME_ID,
        "kind": "sudoku",
        "title": "First light",
        "changed_at": EVENT["at"],
        "filled": 12,
        "of": 51,
        "solved": False,
        "seconds": 310,
    }
]
ADDED = {"position": 2}

LEARNED = {
    "title": "After 3 answers",
    "expected": False,
    "sentences": [{"number": 0, "text": "You find rows easier than columns.", "certainty": 0.9}],
    "shares": [{"feature": "adjacent_row", "name": "row", "mean": 0.1, "low": 0.05, "high": 0.2}],
}
SESSION = {
    "id": "c8Yt5rWq2ZsXk1Pv7NbHmQ",
    "position": 7,
    "kind": "sudoku",
    "answers": 3,
    "observations": 0,
    "remaining": 0.08,
    "bound": 0.31,
    "enough": False,
    "weights": {"adjacent_row": 1.0},
    "learned": LEARNED,
    "question": {"number": 4, "heading": "Question 4", "a": STEP, "b": STEP},
}
SESSIONS = [
    {
        "id": SESSION["id"],
        "kind": "lesson",
        "label": None,
        "position": 7,
        "begun_at": EVENT["at"],
        "changed_at": EVENT["at"],
    }
]
PROFILE = {
    "kind": "sudoku",
    "weights": {"adjacent_row": 1.0},
    "learned": LEARNED,
    "answers": 3,
    "expected": False,
}
PROFILE_FILE = {"problem": "sudoku", "weights": {"adjacent_row": 1.0}, "provenance": {}}
SHARED = {"id": "k3J9xPq2Lm", "url": "/w/k3J9xPq2Lm"}
