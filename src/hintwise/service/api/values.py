"""What requests are made of: each text, list and number with its bounds."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, StringConstraints, model_validator

Kind = Literal["sudoku", "killer_sudoku", "logic_grid"]
Grade = Literal["easy", "medium", "hard", "expert"]
Language = Literal["en", "de"]
LONGEST_TEXT = 200_000
"""Characters of a puzzle, as text to be read or to be played."""

PuzzleText = Annotated[str, StringConstraints(min_length=1, max_length=LONGEST_TEXT)]
Title = Annotated[str, StringConstraints(max_length=300)]
Story = Annotated[str, StringConstraints(max_length=10_000)]
FactText = Annotated[str, StringConstraints(min_length=1, max_length=300)]
Entries = Annotated[list[FactText], Field(max_length=3000)]
Name = Annotated[str, StringConstraints(min_length=1, max_length=200)]
Id = Annotated[str, StringConstraints(min_length=1, max_length=64, pattern=r"^[A-Za-z0-9_-]+$")]
Seconds = Annotated[float, Field(ge=0, le=1e9, allow_inf_nan=False)]
Weight = Annotated[float, Field(gt=0, le=1e12, allow_inf_nan=False)]
Weights = Annotated[dict[Name, Weight], Field(min_length=1, max_length=100)]
Features = Annotated[
    dict[Name, Annotated[int, Field(ge=0, le=32767)]],
    Field(max_length=100),
]
MoveNumber = Annotated[int, Field(ge=0, le=1_000_000_000)]


class Value(BaseModel):
    """Whatever has other keys, or a number where a text belongs, is refused."""

    model_config = ConfigDict(extra="forbid", strict=True)


def told_by(example: Any) -> ConfigDict:
    """What OpenAPI shows of a request."""
    return ConfigDict(json_schema_extra={"example": example})


class PositionValue(Value):
    """A puzzle, and what the person has found in it.

    Without `kind`, `puzzle` is any text that hintwise reads: a Sudoku in any common form, a link, a
    logic-grid file, or the name of a puzzle of the library. With `kind` it is the text as answers
    of this API hold it.
    """

    puzzle: PuzzleText
    kind: Kind | None = None
    title: Title = ""
    story: Story = ""
    author: Title = ""
    entries: Entries = Field(default_factory=list)
    candidates: bool = Field(
        False, description="Whether steps may cross out candidates of a Sudoku as well."
    )

    def position(self) -> dict[str, Any]:
        """The position alone, without what a request asks about it."""
        return self.model_dump(include=set(PositionValue.model_fields), exclude_none=True)


DEADLINE_S = 10.0
"""For a step, unless another time is asked for."""


class AskedPosition(PositionValue):
    language: Language = "en"
    deadline_s: float = Field(
        DEADLINE_S,
        ge=0.05,
        le=30,
        allow_inf_nan=False,
        description="The time for each step; what is not proven by then says so.",
    )


class StepsAsked(AskedPosition):
    """Steps cost what people are expected to find hard, unless weights are given.

    They are given as such, as a `session` of the person whose token is sent, or as the `profile`
    of that person.
    """

    weights: Weights | None = None
    session: Id | None = None
    profile: Literal["mine"] | None = None
    smallest: bool = Field(False, description="The fewest facts and rules, whatever weights say.")
    inside: bool = Field(False, description="Hard steps with the easier ones that they consist of.")
    order: Literal["cheapest", "natural"] = "cheapest"
    take_along: bool | None = Field(
        None, description="All that has the same reason in one step; null: in logic grids."
    )

    @model_validator(mode="after")
    def _one_source_of_weights(self) -> StepsAsked:
        if sum(given is not None for given in (self.weights, self.session, self.profile)) > 1:
            raise ValueError("give one of weights, session and profile")
        return self

    def style(self) -> dict[str, Any]:
        """How the steps are wanted, but for the weights."""
        names = {"language", "deadline_s", "smallest", "inside", "order", "take_along"}
        return self.model_dump(include=names)


class SequenceAsked(StepsAsked):
    """Steps to the answer of the puzzle's question, if it has one, or else to the solution."""

    whole: bool = Field(False, description="Go on when the puzzle's question is answered.")
    only_needed: bool = Field(False, description="Only what the answer rests on.")
