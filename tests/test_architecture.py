"""Who may import whom, where third parties live, who may read and print: DESIGN.md as a test."""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

SOURCE = Path(__file__).resolve().parents[1] / "src" / "hintwise"
MAX_LINES = 400

# Layer -> the layers it may import, besides itself. `__init__` is the public surface.
BASE = {"errors", "limits", "problem", "features", "effort", "toml_places", "processes", "closable"}
BELOW_GUIDE = BASE | {"puzzles", "engine", "workshop", "elicit", "render"}
BELOW_TOP = BELOW_GUIDE | {
    "guide",
    "evaluate",
    "people",
    "experiments",
    "study",
    "store",
    "bench",
}
ALLOWED: dict[str, set[str]] = {
    "errors": set(),
    "limits": {"errors"},
    "toml_places": set(),
    "processes": {"errors"},
    "closable": set(),
    "problem": {"errors"},
    "features": {"errors", "problem"},
    "effort": {"errors", "problem", "features"},
    "puzzles": BASE,
    "engine": BASE,
    "workshop": BASE | {"puzzles", "engine"},
    "elicit": BASE | {"engine"},
    "render": BASE,
    "guide": BELOW_GUIDE,
    "evaluate": BASE | {"engine", "elicit"},
    "people": BASE | {"engine", "elicit", "evaluate", "render"},
    # Plans name puzzles as people do, so they are read by guide.
    "experiments": BASE | {"puzzles", "engine", "elicit", "evaluate", "people", "render", "guide"},
    "store": BELOW_GUIDE | {"guide"},
    # Pure values in and out; only its rehearsal talks to a server.
    "study": BELOW_GUIDE | {"guide", "evaluate", "people", "experiments"},
    "bench": BELOW_TOP,
    "service": BELOW_TOP,
    "cli": BASE | {"guide", "render", "people", "experiments", "study", "store", "bench"},
    "public": BELOW_TOP,
    "__init__": {"public"},
    "__main__": {"cli"},
}

# Module -> the layers it may import as well, but only inside functions.
LAZILY: dict[str, set[str]] = {"cli.commands": {"service"}}

# Module -> the layers it may import as well, anywhere: a rehearsal starts servers as a bench does.
BESIDES: dict[str, set[str]] = {"study.rehearsal": {"bench"}}

# Third party -> the layers, or single modules, that may import it.
ANYWHERE = set(ALLOWED)
THIRD_PARTIES: dict[str, set[str]] = {
    "numpy": ANYWHERE,
    "pysat": {"engine", "bench"},
    "cpmpy": {"puzzles", "engine.encode", "engine.solvers", "bench"},
    "numba": {"engine"},
    "pindakaas": {"bench"},
    "exact": {"bench"},
    "sqlalchemy": {"store"},
    "alembic": {"store"},
    "psycopg": set(),  # SQLAlchemy loads it for a URL
    "matplotlib": {"experiments", "people", "bench", "render", "study.report"},
    "lzstring": {"puzzles"},
    "rich": {"render", "cli"},
    "lark": {"puzzles.logic_grid"},
    "click": {"cli"},
    "pydantic": {"experiments", "service"},
    "pydantic_core": {"experiments", "service"},
    "scipy": {"experiments", "people", "study.report"},
    "distributed": {"experiments", "service"},
    "dask": {"experiments", "service"},
    "fastapi": {"service"},
    "starlette": {"service"},
    "jinja2": {"service"},
    "markupsafe": {"service"},
    "uvicorn": {"service"},
    "h11": {"service"},
    "httpx": {"bench.web", "study.rehearsal"},
    "psutil": {"bench.web"},
    "anyio": {"service"},
    "prometheus_client": {"service"},
}

INPUT_AND_OUTPUT = {"cli", "service", "store", "experiments", "bench", "study.rehearsal"}
IO_FUNCTIONS = {"print", "open", "input"}
IO_METHODS = {"read_text", "read_bytes", "write_text", "write_bytes"}
IO_MODULES = {"socket", "sqlite3", "urllib.request", "http.client", "http.server"}
# These read data files that ship inside the package, and nothing else.
READS_OWN_DATA = {
    "elicit.learners.prior",
    "puzzles.library",
    "render.page.frame",
    "render.words.language",
    "study.plan.paper",
    "workshop.themes",
}


@dataclass(frozen=True)
class Module:
    """A module by its name below `hintwise` (`engine.encode`), with its source."""

    name: str
    source: str
    is_package: bool = False

    @property
    def layer(self) -> str:
        return self.name.split(".")[0]

    def sits_in(self, places: set[str]) -> bool:
        return any(self.name == place or self.name.startswith(f"{place}.") for place in places)

    def may_import(self, layer: str, *, inside_function: bool) -> bool:
        allowed = {self.layer} | ALLOWED.get(self.layer, set())
        lazily = {place for place, layers in LAZILY.items() if layer in layers}
        besides = {place for place, layers in BESIDES.items() if layer in layers}
        return (
            layer in allowed or self.sits_in(besides) or (inside_function and self.sits_in(lazily))
        )


def modules() -> list[Module]:
    found = []
    for path in sorted(SOURCE.rglob("*.py")):
        parts = path.relative_to(SOURCE).with_suffix("").parts
        is_package = parts[-1] == "__init__" and len(parts) > 1
        name = ".".join(parts[:-1] if is_package else parts)
        found.append(Module(name, path.read_text(encoding="utf-8"), is_package))
    return found


def imports(module: Module) -> Iterator[tuple[int, str]]:
    """Line and dotted name of all that is imported, in functions and under conditions as well."""
    for node in ast.walk(ast.parse(module.source)):
        if isinstance(node, ast.Import):
            yield from ((node.lineno, alias.name) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            origin = _origin(module, node)
            if origin == "hintwise":  # `from hintwise import engine` imports a layer
                yield from ((node.lineno, f"hintwise.{alias.name}") for alias in node.names)
            else:
                yield node.lineno, origin
        elif isinstance(node, ast.Call) and _called(node) in {"import_module", "__import__"}:
            yield from (
                (node.lineno, str(argument.value))
                for argument in node.args[:1]
                if isinstance(argument, ast.Constant)
            )


def lines_in_functions(module: Module) -> set[int]:
    functions = (
        node
        for node in ast.walk(ast.parse(module.source))
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
    )
    return {line for f in functions for line in range(f.lineno, (f.end_lineno or f.lineno) + 1)}


def _origin(module: Module, node: ast.ImportFrom) -> str:
    if not node.level:
        return node.module or ""
    package = ["hintwise", *module.name.split(".")]
    if not module.is_package:
        package.pop()
    package = package[: len(package) - (node.level - 1)]
    return ".".join([*package, *([node.module] if node.module else [])])


def _called(node: ast.Call) -> str:
    match node.func:
        case ast.Name(id=name) | ast.Attribute(attr=name):
            return name
    return ""


def violations(module: Module) -> list[str]:
    """Everything in a module that the tables above forbid, as `file:line: what`."""
    found = []
    own_io = module.sits_in(INPUT_AND_OUTPUT)
    lazy_lines = lines_in_functions(module)
    for line, name in imports(module):
        where = f"hintwise/{module.name.replace('.', '/')}:{line}: imports {name}"
        top = name.split(".")[0]
        if top == "hintwise":
            _, layer, *_ = *name.split("."), "__init__"
            if layer not in ALLOWED:
                layer = "__init__"  # a name from the public surface
            if not module.may_import(layer, inside_function=line in lazy_lines):
                found.append(f"{where}, but {module.layer} may not import {layer}")
        elif top in THIRD_PARTIES:
            if not module.sits_in(THIRD_PARTIES[top]):
                found.append(f"{where}, which belongs in {sorted(THIRD_PARTIES[top])}")
        elif top not in sys.stdlib_module_names:
            found.append(f"{where}, a third party without a place in THIRD_PARTIES")
        if not own_io and any(name == io or name.startswith(f"{io}.") for io in IO_MODULES):
            found.append(f"{where}: only {sorted(INPUT_AND_OUTPUT)} do input and output")
    if not own_io:
        found += [
            f"hintwise/{module.name.replace('.', '/')}:{line}: calls {name}, but only "
            f"{sorted(INPUT_AND_OUTPUT)} do input and output"
            for line, name in io_calls(module)
        ]
    return found


def io_calls(module: Module) -> Iterator[tuple[int, str]]:
    for node in ast.walk(ast.parse(module.source)):
        if isinstance(node, ast.Call):
            name = _called(node)
            functions = IO_FUNCTIONS if isinstance(node.func, ast.Name) else IO_METHODS
            if name == "read_text" and module.sits_in(READS_OWN_DATA):
                continue
            if name in functions:
                yield node.lineno, name


def public_surface(source: str) -> tuple[set[str], set[str], list[str]]:
    """What `__init__` imports, what its `__all__` says, and any other statement in it."""
    imported: set[str] = set()
    listed: set[str] = set()
    other = []
    for node in ast.parse(source).body:
        match node:
            case ast.Expr(value=ast.Constant(value=str())):
                pass
            case ast.ImportFrom(module="__future__"):
                pass
            case ast.ImportFrom(names=names):
                imported |= {alias.asname or alias.name for alias in names}
            case ast.Assign(targets=[ast.Name(id="__all__")], value=value):
                listed = set(ast.literal_eval(value))
            case _:
                other.append(f"line {node.lineno}: {ast.unparse(node)}")
    return imported, listed, other


@pytest.mark.parametrize("module", modules(), ids=lambda module: module.name)
def test_a_module_keeps_to_the_tables(module: Module) -> None:
    assert module.layer in ALLOWED, f"{module.name}: give its layer a row in ALLOWED"
    assert violations(module) == []


@pytest.mark.parametrize("module", modules(), ids=lambda module: module.name)
def test_a_module_stays_short(module: Module) -> None:
    lines = len(module.source.splitlines())
    assert lines < MAX_LINES, f"hintwise/{module.name} has {lines} lines"


def test_the_public_surface_only_re_exports() -> None:
    imported, listed, other = public_surface((SOURCE / "public.py").read_text(encoding="utf-8"))
    assert other == []
    # It is imported for what it registers: how values show themselves.
    assert imported - listed == {"notebook"}
    assert listed <= imported


@pytest.mark.parametrize(
    ("name", "source", "complaint"),
    [
        ("puzzles.sudoku", "from hintwise.engine import Explainer", "may not import engine"),
        ("engine.search.pool", "import hintwise.puzzles", "may not import puzzles"),
        ("engine.search.pool", "from hintwise import cli", "may not import cli"),
        ("engine.search.pool", "from hintwise import Explainer", "may not import __init__"),
        ("engine.turns", "from ..puzzles import sudoku", "may not import puzzles"),
        (
            "problem",
            "def f():\n    from hintwise.features import scheme_of",
            "may not import features",
        ),
        ("service.web", "from hintwise.cli import main", "may not import cli"),
        ("cli.commands.serve", "from hintwise.service import app", "may not import service"),
        ("cli.options", "def f():\n    import hintwise.service", "may not import service"),
        ("cli.commands.hint", "from hintwise.engine import Explainer", "may not import engine"),
        ("cli.commands.hint", "from hintwise.puzzles import sudoku", "may not import puzzles"),
        ("guide.reading", "from hintwise.experiments import sources", "may not import experiments"),
        ("guide.reading", "import click", "belongs in"),
        ("guide.reading", "print(1)", "calls print"),
        ("render.words", "import_module('hintwise.engine')", "may not import engine"),
        ("elicit.users", "from pysat.solvers import Solver", "belongs in"),
        ("engine.search.pool", "import cpmpy as cp", "belongs in"),
        ("store", "import pandas", "without a place"),
        ("store.postgresql", "import psycopg", "belongs in"),
        ("service.api", "import sqlalchemy", "belongs in"),
        ("engine.solvers.oracle", "print(1)", "calls print"),
        ("puzzles.formats", "open('x')", "calls open"),
        ("puzzles.formats", "Path('x').read_text()", "calls read_text"),
        ("puzzles.library", "Path('x').write_text('')", "calls write_text"),
        ("elicit.session", "import sqlite3", "input and output"),
    ],
)
def test_the_checker_can_fail(name: str, source: str, complaint: str) -> None:
    (found,) = violations(Module(name, source))
    assert complaint in found
    assert name.replace(".", "/") in found


@pytest.mark.parametrize(
    ("name", "source"),
    [
        ("engine.solvers.expressions", "import cpmpy"),
        ("engine.encode", "from cpmpy.transformations import flatten_model"),
        (
            "engine.explainer",
            "from .turns import Turn\nfrom hintwise.engine import Limits",
        ),
        ("cli.explain", "from hintwise.guide import explain\nprint(1)"),
        ("cli.commands.serve", "def f():\n    from hintwise.service import app"),
        ("public", "from hintwise.engine import Explainer"),
        ("puzzles.library", "files('hintwise').joinpath('x').read_text()"),
    ],
)
def test_the_checker_lets_the_rest_pass(name: str, source: str) -> None:
    assert violations(Module(name, source)) == []


def test_the_surface_check_can_fail() -> None:
    imported, listed, other = public_surface(
        "from hintwise.engine import Explainer, Limits\n__all__ = ['Explainer']\nx = 1"
    )
    assert imported - listed == {"Limits"}
    assert other == ["line 3: x = 1"]
