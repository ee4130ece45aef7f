"""Tables as CSV: what spreadsheets make of them, and that they read back."""

from __future__ import annotations

import csv
import io

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hintwise.errors import HintwiseError, InvalidValue
from hintwise.study.export.sheet import BYTE_ORDER_MARK, Column, as_csv, read_csv

KINDS = {"text": "text", "whole": "whole", "number": "number", "yes": "yes"}

TEXTS = st.one_of(st.none(), st.text(min_size=1).filter(lambda text: _is_writable(text)))
RECORDS = st.fixed_dictionaries(
    {
        "text": TEXTS,
        "whole": st.one_of(st.none(), st.integers(-(10**9), 10**9)),
        "number": st.one_of(st.none(), st.floats(allow_nan=False, allow_infinity=False)),
        "yes": st.one_of(st.none(), st.booleans()),
    }
)


def _is_writable(text: str) -> bool:
    return not any("\ud800" <= letter <= "\udfff" for letter in text)


@given(st.lists(RECORDS, max_size=4))
def test_what_is_written_reads_back_to_the_same_values(records: list[dict[str, object]]) -> None:
    assert read_csv(as_csv(KINDS, records), KINDS, "it") == records  # type: ignore[arg-type]


@pytest.mark.parametrize(
    "text", ["=1+1", "+1", "-1", "@SUM(A1)", "\t=1", "\r=1", "\n=1", "＝1", "'quoted"]
)
def test_nothing_that_somebody_wrote_is_a_formula(text: str) -> None:
    written = as_csv({"text": "text"}, [{"text": text}])
    _, (cell,) = csv.reader(io.StringIO(written.removeprefix(BYTE_ORDER_MARK), newline=""))
    assert cell == f"'{text}"
    assert read_csv(written, {"text": "text"}, "it") == [{"text": text}]


def test_negative_numbers_stay_numbers() -> None:
    assert as_csv({"number": "number"}, [{"number": -0.5}]) == "number\r\n-0.5\r\n"


def test_spreadsheets_are_told_that_it_is_unicode_where_it_matters() -> None:
    assert not as_csv({"text": "text"}, [{"text": "plain"}]).startswith(BYTE_ORDER_MARK)
    assert as_csv({"text": "text"}, [{"text": "schön"}]).startswith(BYTE_ORDER_MARK)


def test_a_table_with_other_columns_is_refused() -> None:
    with pytest.raises(InvalidValue, match=r"people\.csv, line 1: the columns are a, b; not a"):
        read_csv("a,b\r\n1,2\r\n", {"a": "whole"}, "people.csv")
    with pytest.raises(InvalidValue, match="line 2"):
        read_csv("a\r\nx\r\n", {"a": "whole"}, "people.csv")


def test_a_column_has_a_known_kind() -> None:
    with pytest.raises(HintwiseError, match="letters"):
        Column("a", "letters", "what", lambda row: None)
