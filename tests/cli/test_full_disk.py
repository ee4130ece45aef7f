"""Output that cannot be written ends in one line, whatever the command."""

from __future__ import annotations

import errno
import subprocess
import sys
from pathlib import Path

import pytest

from hintwise.cli import main

FULL = Path("/dev/full")
Captured = pytest.CaptureFixture[str]


def run(*arguments: str, out: object, err: object) -> subprocess.CompletedProcess[str]:
    code = "import sys; from hintwise.cli import main; sys.exit(main())"
    return subprocess.run(
        [sys.executable, "-c", code, *arguments],
        stdin=subprocess.DEVNULL,
        stdout=out,  # type: ignore[call-overload]
        stderr=err,
        text=True,
        timeout=120,
        check=False,
    )


@pytest.mark.skipif(not FULL.exists(), reason="there is no /dev/full")
@pytest.mark.parametrize(
    "arguments",
    [
        ["--help"],
        ["solve", "1.....3..4.....2"],
        ["explain", "1.....3..4.....2", "--steps", "1", "--json"],
        ["learn", "1.....3..4.....2"],
    ],
    ids=" ".join,
)
def test_a_full_disk_is_told_in_a_line(
    arguments: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    with FULL.open("w") as full:
        done = run(*arguments, out=full, err=subprocess.PIPE)
    assert done.stderr == "hintwise: the output cannot be written: No space left on device\n"
    assert done.returncode == 1


@pytest.mark.skipif(not FULL.exists(), reason="there is no /dev/full")
def test_where_nobody_can_be_told_the_exit_code_tells() -> None:
    with FULL.open("w") as full:
        assert run("solve", "1.....3..4.....2", out=full, err=full).returncode == 1
        assert run("solve", "11..", out=subprocess.PIPE, err=full).returncode == 1


def without_space(*_: object, **__: object) -> int:
    raise OSError(errno.ENOSPC, "No space left on device")


def test_a_page_that_does_not_fit_is_refused_before_the_first_step(
    tmp_path: Path, capsys: Captured, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Path, "write_text", without_space)
    page = tmp_path / "page.html"
    assert main(["explain", "1.....3..4.....2", "--html", str(page)]) == 1
    captured = capsys.readouterr()
    assert captured.out == ""
    assert captured.err == f"hintwise: {page} cannot be written: No space left on device\n"


def test_a_page_that_does_not_fit_at_the_end_leaves_nothing_behind(
    tmp_path: Path, capsys: Captured, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Path, "replace", without_space)
    page = tmp_path / "page.html"
    assert main(["explain", "1.....3..4.....2", "--steps", "1", "--html", str(page)]) == 1
    error = capsys.readouterr().err
    assert error.endswith(f"hintwise: {page} cannot be written: No space left on device\n")
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("command", ["learn", "explain", "hint"])
def test_profiles_are_looked_at_before_anything_is_asked_or_computed(
    command: str, tmp_path: Path, capsys: Captured, monkeypatch: pytest.MonkeyPatch
) -> None:
    def never(*_: object, **__: object) -> object:
        raise AssertionError("too early")

    for place in ("cli.commands.learn.wait_for", "cli.commands.hint.wait_for_best"):
        monkeypatch.setattr(f"hintwise.{place}", never)
    monkeypatch.setattr("hintwise.guide.explaining.explain", never)
    (tmp_path / "no.json").write_text("no JSON", encoding="utf-8")
    (tmp_path / "list.json").write_text("[]", encoding="utf-8")
    for name, complaint in {
        "": "is a folder",
        "no.json": "is not JSON",
        "list.json": 'must be {"problem": "sudoku"',
        "nowhere/mine.json": "no folder" if command == "learn" else "no such weights file",
    }.items():
        file = str(tmp_path / name)
        assert main([command, "1.....3..4.....2", "--profile", file]) == 1
        captured = capsys.readouterr()
        assert captured.out == ""
        assert complaint in captured.err
        assert captured.err.count("\n") == 1


def test_a_folder_that_takes_no_files_is_noticed_at_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Captured
) -> None:
    def refused(*_: object, **__: object) -> int:
        raise OSError(errno.EROFS, "Read-only file system")

    monkeypatch.setattr(Path, "write_text", refused)
    file = tmp_path / "mine.json"
    assert main(["learn", "1.....3..4.....2", "--profile", str(file)]) == 1
    captured = capsys.readouterr()
    assert (captured.out, captured.err.count("Read-only file system")) == ("", 1)
