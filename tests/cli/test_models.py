"""Models that are kept as code: run only when asked to, and wrong ones told in a line."""

from __future__ import annotations

import json
from pathlib import Path

import cpmpy as cp
import pytest

from hintwise.cli import main

Captured = pytest.CaptureFixture[str]

CODE = """
from pathlib import Path

import cpmpy as cp
import hintwise
from neighbour import size

print("said on the way")
Path(__file__).with_name("was_run").touch()
x, y, z = cp.intvar(1, size, shape=3, name=("x", "y", "z"))
model = cp.Model([x < y, y < z])
problem = hintwise.from_cpmpy([x == 2])
clash = cp.Model([x < y, y < x])
number = 3
"""


@pytest.fixture
def file(tmp_path: Path) -> Path:
    (tmp_path / "neighbour.py").write_text("size = 3", encoding="utf-8")
    file = tmp_path / "order.py"
    file.write_text(CODE, encoding="utf-8")
    return file


@pytest.mark.parametrize("command", ["explain", "hint", "check", "solve", "why"])
def test_code_is_not_run_unless_asked_for(file: Path, command: str, capsys: Captured) -> None:
    arguments = [command, f"{file}:model", *(["x=1"] if command == "why" else [])]
    assert main(arguments) == 2
    assert "runs its code" in capsys.readouterr().err
    assert not file.with_name("was_run").exists()
    assert main([*arguments, "--run-code", "--json"]) == 0
    captured = capsys.readouterr()
    json.loads(captured.out)
    assert "said on the way" in captured.err


def test_the_attribute_is_a_model_or_a_problem(file: Path, capsys: Captured) -> None:
    for name, said in {str(file): "z=3", f"{file}:problem": "x=2"}.items():
        assert main(["solve", name, "--run-code"]) == 0
        assert said in capsys.readouterr().out
    assert main(["solve", f"{file}:model", "--known", "z=2", "--run-code"]) == 1
    assert "your z=2 clashes" in capsys.readouterr().out


def test_a_pickle_of_cpmpy_is_a_model_too(tmp_path: Path, capsys: Captured) -> None:
    file = tmp_path / "order.pickle"
    x, y = cp.intvar(1, 2, shape=2, name=("x", "y"))
    cp.Model([x < y]).to_file(str(file))
    assert main(["explain", str(file)]) == 2
    assert "is a pickle" in capsys.readouterr().err
    assert main(["explain", str(file), "--run-code", "--json"]) == 0
    document = json.loads(capsys.readouterr().out)
    assert [step["derived"] for step in document["steps"]] == ["x=1", "y=2"]
    assert document["puzzle"] == str(file)


@pytest.mark.parametrize(
    ("attribute", "complaint"),
    [
        (":number", "is 3; a cpmpy Model or a hintwise Problem is accepted"),
        (":modell", "did you mean 'model'?"),
        (":clash", "contradict each other"),
    ],
)
def test_what_is_no_model_is_told(
    file: Path, capsys: Captured, attribute: str, complaint: str
) -> None:
    assert main(["check", f"{file}{attribute}", "--run-code"]) == 1
    captured = capsys.readouterr()
    assert complaint in captured.out + captured.err


@pytest.mark.parametrize(
    ("code", "complaint"),
    [
        ("x = 1\n1 / 0", "line 2, failed: ZeroDivisionError"),
        ("raise SystemExit(4)", "line 1, failed: SystemExit: 4"),
        ("def", "failed: SyntaxError"),
        ("open('no such file')", "failed: "),
    ],
)
def test_code_that_fails_says_where_in_a_line(
    tmp_path: Path, capsys: Captured, code: str, complaint: str
) -> None:
    file = tmp_path / "broken.py"
    file.write_text(code, encoding="utf-8")
    assert main(["solve", str(file), "--run-code"]) == 1
    error = capsys.readouterr().err
    assert complaint in error
    assert error.count("\n") == 1
    pickled = tmp_path / "broken.pickle"
    pickled.write_bytes(b"no pickle")
    assert main(["solve", str(pickled), "--run-code"]) == 1
    assert "UnpicklingError" in capsys.readouterr().err
