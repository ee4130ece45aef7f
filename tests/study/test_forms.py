"""What participants may fill in."""

from __future__ import annotations

import pytest

from hintwise.errors import InvalidValue
from hintwise.study.plan import Field, Form

CHOICE = Field(name="often", ask="How often?", kind="choice", options=("never", "daily"))
NUMBER = Field(name="age", ask="How old?", kind="number", least=18, most=120)
SCALE = Field(name="hard", ask="How hard?", kind="scale", least=1, most=7, labels=("easy", "hard"))
TEXT = Field(name="remarks", ask="Anything else?", kind="text", required=False)


@pytest.mark.parametrize(
    ("field", "answer", "stored"),
    [
        (CHOICE, "never", "never"),
        (NUMBER, 18, 18),
        (NUMBER, 18.5, 18.5),
        (SCALE, 7, 7),
        (TEXT, " fine\n", "fine"),
        (TEXT, "so\x00 \ud800🙂\r\nso", "so 🙂\nso"),
        (TEXT, "\x00", None),
        (TEXT, "", None),
        (TEXT, None, None),
    ],
)
def test_an_answer_is_stored_as_it_is(field: Field, answer: object, stored: object) -> None:
    assert field.checked(answer) == stored


@pytest.mark.parametrize(
    ("field", "answer", "complaint"),
    [
        (CHOICE, "weekly", "often is 'weekly'; give one of never, daily"),
        (CHOICE, ["never"], "often is"),
        (CHOICE, None, "often is not answered; give one of never, daily"),
        (NUMBER, 17, "age is 17; give a number from 18 to 120"),
        (NUMBER, "20", "age is '20'"),
        (NUMBER, True, "age is True"),
        (NUMBER, float("nan"), "age is nan"),
        (SCALE, 0, "hard is 0; give a whole number from 1 to 7"),
        (SCALE, 1.5, "hard is 1.5"),
        (TEXT, 5, "remarks is 5; give a text of at most 2000 characters"),
        (TEXT, "x" * 2001, "remarks is 'xxx"),
    ],
)
def test_what_is_not_accepted_is_told_with_what_is(
    field: Field, answer: object, complaint: str
) -> None:
    with pytest.raises(InvalidValue) as caught:
        field.checked(answer)
    assert str(caught.value).startswith(complaint)


def test_a_form_has_an_answer_for_every_field_and_no_others() -> None:
    form = Form("closing", (SCALE, TEXT))
    assert form.checked({"hard": 3}) == {"hard": 3, "remarks": None}
    with pytest.raises(InvalidValue, match="hard is not answered"):
        form.checked({})
    with pytest.raises(
        InvalidValue, match="'age' is not in the form closing; it has hard, remarks"
    ):
        form.checked({"hard": 3, "age": 5})
    with pytest.raises(InvalidValue, match="is no form"):
        form.checked(["hard"])


@pytest.mark.parametrize("field", [CHOICE, NUMBER, SCALE, TEXT], ids=lambda field: field.kind)
def test_a_field_comes_back_from_its_document(field: Field) -> None:
    assert Field.from_json(field.as_json()) == field
