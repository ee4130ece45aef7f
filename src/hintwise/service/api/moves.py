"""What may be done in a game, as it is sent: the events of web page and program."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import Field, StringConstraints

from hintwise.service.api.values import FactText, Name, Seconds, Value

EventId = Annotated[str, StringConstraints(pattern=r"^[A-Za-z0-9_.:-]{1,80}$")]
Small = Annotated[int, Field(ge=-1000, le=1000)]
Marks = Annotated[list[Small], Field(max_length=100)]
# Arrays of JSON are lists, which a strict tuple would refuse.
Written = Annotated[
    tuple[Name, Literal["digit", "colour"], Small | None],
    Field(strict=False, description="Variable, layer, and its value after that."),
]
Marked = Annotated[
    tuple[Name, Literal["corner", "centre"], Marks],
    Field(strict=False, description="Variable, layer, and all its marks after that."),
]


class Changed(Value):
    changes: Annotated[list[Written | Marked], Field(max_length=3000)]
    by: Literal["me", "auto", "hint", "rewind"] = "me"


class Step(Value):
    event: Annotated[
        EventId | None,
        Field(description="The change to take back or repeat; nothing if another is the last one."),
    ] = None


class Hinted(Value):
    level: int = Field(ge=1, le=5)
    number: int = Field(1, ge=1, le=1000)
    derived: FactText | None = None


class Checked(Value):
    sound: bool


class Timed(Value):
    seconds: Seconds


class Chosen(Value):
    helps: Annotated[dict[Name, bool], Field(max_length=50)]


class _Move(Value):
    id: EventId = Field(description="Chosen by whoever sends it; the same one when sent again.")

    def stored_body(self) -> dict[str, Any]:
        body: Value = self.body  # type: ignore[attr-defined]
        return body.model_dump(mode="json")


class ChangedMove(_Move):
    kind: Literal["changed"]
    body: Changed


class UndoneMove(_Move):
    kind: Literal["undone", "redone"]
    body: Step = Step()

    def stored_body(self) -> dict[str, Any]:
        return self.body.model_dump(mode="json", exclude_none=True)


class HintedMove(_Move):
    kind: Literal["hinted"]
    body: Hinted


class CheckedMove(_Move):
    kind: Literal["checked"]
    body: Checked


class TimedMove(_Move):
    kind: Literal["ticked", "solved"]
    body: Timed


class SetMove(_Move):
    kind: Literal["set"]
    body: Chosen


NewMove = Annotated[
    ChangedMove | UndoneMove | HintedMove | CheckedMove | TimedMove | SetMove,
    Field(discriminator="kind"),
]
