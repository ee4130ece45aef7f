"""A second front end: questions as JSON, one a line, on stdin; an answer to each on stdout.

    {"ask": "hint", "puzzle": "1.....3..4.....2", "level": 2}
    {"ask": "explain", "puzzle": "first-light", "steps": 3, "known": ["r4c9=9"]}
    {"ask": "why", "puzzle": "1.....3..4.....2", "fact": "r1c2=3"}
    {"ask": "check", "puzzle": "1.....3..4.....2", "known": ["r1c2=4"]}
    {"ask": "learn", "puzzles": ["tiny-1", "tiny-2"]}       two steps to choose from
    {"ask": "tell", "answer": "a"}                          a, b or none; two more

A puzzle is text in any common form, a link, the contents of a file, or a name from the library.
"learn" and "tell" also give the weights so far, which the other questions accept as "weights".
What goes wrong is answered with {"error": …}.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterable, Iterator
from typing import Any

import hintwise as hw

Record = dict[str, Any]


class Desk:
    """Answers questions; between two of them it keeps what it learns about one person."""

    def __init__(self) -> None:
        self._lesson: hw.Lesson | None = None
        self._answers: dict[str, Callable[[Record], Record]] = {
            "check": lambda asked: hw.check(position(asked)).as_json(),
            "explain": explain,
            "hint": lambda asked: hw.hint(
                position(asked), asked.get("level", 1), style(asked)
            ).as_json(),
            "learn": self._learn,
            "tell": self._tell,
            "why": lambda asked: hw.why(position(asked), asked["fact"], style(asked)).as_json(),
        }

    def answer(self, line: str) -> Record:
        try:
            asked = json.loads(line)
            what = asked.get("ask") if isinstance(asked, dict) else asked
            if not isinstance(what, str) or what not in self._answers:
                return {"error": f"cannot {what!r}; accepted are {', '.join(self._answers)}"}
            return self._answers[what](asked)
        except KeyError as error:
            return {"error": f"{error} is missing"}
        except (hw.HintwiseError, AttributeError, TypeError, ValueError) as error:
            return {"error": str(error)}

    def _learn(self, asked: Record) -> Record:
        self._lesson = hw.teach([hw.read(text).problem for text in asked["puzzles"]])
        return self._question(self._lesson)

    def _tell(self, asked: Record) -> Record:
        if self._lesson is None:
            return {"error": "nobody is being asked; begin with learn"}
        self._lesson.tell(asked["answer"])
        return self._question(self._lesson)

    def _question(self, lesson: hw.Lesson) -> Record:
        return {**lesson.question().as_json(), "weights": dict(lesson.learned().weights)}


def position(asked: Record) -> hw.Position:
    return hw.read(asked["puzzle"], known=asked.get("known", ()))


def style(asked: Record) -> hw.Style:
    return hw.Style(weights=asked.get("weights"), language=asked.get("language", "en"))


def explain(asked: Record) -> Record:
    extent = hw.Extent(tuple(asked.get("targets", ())), asked.get("steps"))
    steps = hw.explain(position(asked), extent, style(asked))
    return {"steps": [explained.as_json() for explained in steps]}


def answers(lines: Iterable[str]) -> Iterator[str]:
    desk = Desk()
    return (json.dumps(desk.answer(line)) for line in lines if line.strip())


if __name__ == "__main__":
    for text in answers(sys.stdin):
        print(text, flush=True)
