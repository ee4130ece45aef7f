"""What each part of an installation promises, tried in the environment that runs this file.

`python smoke.py PART…` uses the installed `hintwise` as a stranger does: the command, the public
names, and what each extra is for. It needs the standard library alone, prints what it has tried,
and ends with a traceback at the first thing that does not work.
"""

from __future__ import annotations

import json
import re
import subprocess
import sys
import tempfile
import urllib.request
from collections.abc import Callable
from importlib.metadata import version
from pathlib import Path

COMMAND = Path(sys.executable).with_name("hintwise")
FOUR = "1.....3..4.....2"
PLAN = """
name = "smoke"
queries = 2
users = 1

[[problems]]
name = "Sudoku"
kind = "sudoku"
training = ["tiny-1"]
evaluation = "tiny-2"

[[methods]]
name = "MACHOP"
method = "machop"
"""


def run(*arguments: str, expect: int = 0, typed: str = "") -> str:
    """What `hintwise` prints: what was asked for or, if it is to fail, what it complains about."""
    done = subprocess.run(
        [COMMAND, *arguments], input=typed, capture_output=True, encoding="utf-8", check=False
    )
    if done.returncode != expect:
        raise AssertionError(f"{arguments}: exit {done.returncode}\n{done.stdout}{done.stderr}")
    return done.stdout if expect == 0 else done.stderr


def core() -> None:
    """Steps, words, pages, puzzles, learning: all that a plain installation has."""
    import hintwise

    assert "site-packages" in str(hintwise.__file__), hintwise.__file__
    assert all(getattr(hintwise, name) is not None for name in dir(hintwise))
    assert run("--version").split()[-1] == version("hintwise")
    assert "kites" in run("puzzle", "list")
    hint = run("hint", "kites", "--level", "4", "--language", "de", "--deadline", "none")
    assert "Ein Hinweis sagt" in hint
    with tempfile.TemporaryDirectory() as folder:
        page = f"{folder}/page.html"
        steps = json.loads(run("explain", FOUR, "--verify", "--json", "--html", page))["steps"]
        assert len(steps) == 12
        assert all(step["optimal"] for step in steps)
        assert "<svg" in Path(page).read_text(encoding="utf-8")
        profile = f"{folder}/mine.json"
        learned = run("learn", "tiny-1", "--profile", profile, "--json", typed="a\nb\nquit\n")
        assert len(json.loads(learned)["events"]) >= 2


def plain() -> None:
    """Commands that take an extra name it."""
    for command, extra in ((["serve"], "web"), (["experiment", "status", "x"], "experiments")):
        assert f"pip install 'hintwise[{extra}]'" in run(*command, expect=2)


def fast() -> None:
    """What compiles the kernel is there."""
    import numba

    from hintwise.engine.linear import kernel

    assert numba.__version__
    assert kernel.run_pivots


def kernel() -> None:
    """The kernel is compiled, and runs."""
    from hintwise.engine.linear import compiled

    assert compiled.load() is not None


def bench() -> None:
    """The comparison with CPMpy's own tools has its solvers, and figures can be drawn."""
    from hintwise.bench import requirements

    assert requirements.missing_for_comparison() is None
    assert requirements.missing_for_figures() is None


def benchmark() -> None:
    """A benchmark runs."""
    assert json.loads(run("bench", "--only", "steps", "--states", "1", "--json"))["machine"]


def experiments() -> None:
    """A plan is run and reported, with its figures."""
    with tempfile.TemporaryDirectory() as folder:
        Path(folder, "plan.toml").write_text(PLAN, encoding="utf-8")
        run("experiment", "run", f"{folder}/plan.toml", "--workers", "1")
        run("experiment", "report", f"{folder}/plan.toml")
        assert list(Path(folder).rglob("*.svg"))


def web() -> None:
    """The server starts on a new database, and gives pages, scripts and hints."""
    with tempfile.TemporaryDirectory() as folder:
        database = f"sqlite:///{folder}/hintwise.db"
        command = [COMMAND, "serve", "--port", "0", "--workers", "1", "--database", database]
        with subprocess.Popen(
            command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
        ) as server:
            try:
                assert server.stdout is not None
                found = re.search(r"http://[\d.:]+", server.stdout.readline())
                assert found is not None
                _ask_around(found[0])
            finally:
                server.terminate()
                assert server.wait(30) == 0


def _ask_around(url: str) -> None:
    page = _fetched(f"{url}/")
    assert "</html>" in page
    for script in re.findall(r'(?:src|href)="(/static/[^"]+)"', page):
        assert _fetched(f"{url}{script}")
    asked = {"puzzle": FOUR, "level": 1}
    assert json.loads(_fetched(f"{url}/api/v1/hint", asked))["hints"] == ["Look at block 1."]


def _fetched(url: str, body: object = None) -> str:
    data = None if body is None else json.dumps(body).encode()
    request = urllib.request.Request(url, data, {"Content-Type": "application/json"})
    with urllib.request.urlopen(request, timeout=60) as answer:
        return str(answer.read().decode("utf-8", errors="replace"))


PARTS: dict[str, Callable[[], None]] = {
    part.__name__: part for part in (core, plain, fast, kernel, bench, benchmark, experiments, web)
}
"""What can be tried."""


def main(parts: list[str]) -> None:
    """Try these parts."""
    for name in parts:
        PARTS[name]()
        print(f"{name}: works", flush=True)  # noqa: T201 - a script


if __name__ == "__main__":
    main(sys.argv[1:])
