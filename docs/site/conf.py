"""How Sphinx makes the site of the pages that `build.py` has gathered."""

from __future__ import annotations

import enum
import inspect
import re
from functools import cached_property
from importlib.metadata import version as installed_version
from pathlib import Path
from typing import Any

from sphinx.util import logging

import hintwise

project = "hintwise"
author = "hintwise contributors"
project_copyright = "hintwise contributors, Apache-2.0"
version = release = installed_version("hintwise")

extensions = ["myst_nb", "sphinx.ext.autodoc", "sphinx_copybutton"]
root_doc = "index"

# Markdown as repositories show it: headings are anchors.
myst_heading_anchors = 4
myst_links_external_new_tab = False
suppress_warnings = ["misc.highlighting_failure"]  # transcripts and files with … in them

# Notebooks are committed without outputs; a cell that fails breaks the site.
nb_execution_mode = "force"
nb_execution_raise_on_error = True
nb_execution_timeout = 120
nb_merge_streams = True

# Docstrings put code between single backticks.
default_role = "py:obj"
autodoc_member_order = "bysource"
autodoc_typehints_format = "short"
autodoc_preserve_defaults = True
autodoc_class_signature = "mixed"
add_module_names = False
maximum_signature_line_length = 80
python_use_unqualified_type_names = True

html_theme = "furo"
html_title = "hintwise"
html_static_path = ["style"]
html_css_files = ["site.css"]
html_favicon = str(Path(hintwise.__file__).parent / "service" / "static" / "icon.svg")
html_show_sourcelink = False
html_copy_source = False
html_theme_options = {
    "light_css_variables": {"color-brand-primary": "#1f5fa8", "color-brand-content": "#1f5fa8"},
    "dark_css_variables": {"color-brand-primary": "#8ab8f0", "color-brand-content": "#8ab8f0"},
}
copybutton_prompt_text = r">>> |\.\.\. |\$ "
copybutton_prompt_is_regexp = True

LOGGER = logging.getLogger(__name__)
PUBLIC = frozenset(hintwise.__all__)
NAME = re.compile(r"[A-Za-z_][\w.]*")


def mind_docstring(
    app: Any, what: str, name: str, value: object, options: object, lines: list[str]
) -> None:
    """Complain about a public name without a docstring, and put code that is no name literally."""
    if not "".join(lines).strip():
        LOGGER.warning("%s has no docstring", name)
    for number, line in enumerate(lines):
        lines[number] = re.sub(r"(?<!`)`([^`]+)`(?!`)", _literal, line)


def skip_fields(
    app: Any, what: str, name: str, value: object, skipped: bool, options: object
) -> bool | None:
    """Leave out fields that say no more than the signature does."""
    function = getattr(value, "fget", None) or getattr(value, "func", None) or value
    return None if inspect.isroutine(function) or what == "enum" else skipped or _is_bare(value)


def _is_bare(value: object) -> bool:
    """Whether it is a field of a value, without words of its own."""
    return not isinstance(value, property | cached_property) and not isinstance(value, enum.Enum)


def _literal(code: re.Match[str]) -> str:
    return code[0] if NAME.fullmatch(code[1]) else f"``{code[1]}``"


def find_public(app: Any, env: Any, node: Any, content: Any) -> Any:
    """Link a name to its place in `hintwise`, whatever module of ours an annotation names."""
    if node.get("refdomain") != "py":
        return None
    target = str(node.get("reftarget", ""))
    last = target.rpartition(".")[2]
    if last not in PUBLIC or (target != last and not target.startswith("hintwise.")):
        return None
    domain = env.get_domain("py")
    kind = "class" if inspect.isclass(getattr(hintwise, last)) else "func"
    return domain.resolve_xref(
        env, node["refdoc"], app.builder, kind, f"hintwise.{last}", node, content
    )


def setup(app: Any) -> None:
    """Called by Sphinx."""
    app.connect("autodoc-process-docstring", mind_docstring)
    app.connect("autodoc-skip-member", skip_fields)
    app.connect("missing-reference", find_public)
