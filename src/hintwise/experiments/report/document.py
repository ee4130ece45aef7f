"""A report as blocks, written as Markdown or as one page that loads nothing from elsewhere."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from importlib.resources import files
from string import Template

from hintwise.experiments.report.figures import FigureFile
from hintwise.experiments.report.sections import AS_PUBLISHED
from hintwise.render.figures import svg_within_page
from hintwise.render.page.frame import escaped, framed
from hintwise.render.table import Table, markdown_lines, markdown_text


@dataclass(frozen=True, slots=True)
class Heading:
    """The title of what follows: level 2 for a plan, 3 for a problem."""

    level: int
    text: str


@dataclass(frozen=True, slots=True)
class Paragraph:
    text: str


@dataclass(frozen=True, slots=True)
class Remarks:
    """Sentences that belong together but do not follow from each other."""

    texts: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Command:
    """What to type to get the same."""

    text: str


_SENTENCE = 3
"""With so many words a cell is more than a figure."""

Block = Heading | Paragraph | Remarks | Command | Table | FigureFile


def as_markdown(title: str, blocks: Sequence[Block]) -> str:
    """The figures are files beside the one that this is written to."""
    lines = [f"# {markdown_text(title)}"]
    for block in blocks:
        lines += ["", *_markdown(block)]
    return "\n".join([*lines, ""])


def _markdown(block: Block) -> Iterator[str]:
    match block:
        case Heading(level, text):
            yield f"{'#' * level} {markdown_text(text)}"
        case Paragraph(text):
            yield markdown_text(text)
        case Remarks(texts):
            yield from (f"- {markdown_text(text)}" for text in texts)
        case Command(text):
            yield from ("```sh", text, "```")
        case Table(title=title):
            yield from (f"#### {markdown_text(title)}", "", *markdown_lines(block))
        case FigureFile(name, caption):
            yield from (f"![{name}]({name}.svg)", "", f"*{markdown_text(caption)}*")


def as_page(title: str, blocks: Sequence[Block]) -> str:
    """The whole report in one HTML file, figures included."""
    parts: list[str] = []
    elements = []
    for block in blocks:
        if isinstance(block, Heading) and block.level == 2:
            parts.append(escaped(block.text))
            elements.append(f'<h2 id="part-{len(parts)}">{parts[-1]}</h2>')
        else:
            elements.append(_element(block))
    links = (f'<li><a href="#part-{n}">{part}</a></li>' for n, part in enumerate(parts, 1))
    body = Template(_file("report.html")).substitute(
        title=escaped(title),
        contents=f'<nav aria-label="Contents"><ul>{"".join(links)}</ul></nav>',
        body="\n".join(elements),
    )
    return framed(body, title=title, style=_file("report.css"))


def _element(block: Block) -> str:
    match block:
        case Heading(level, text):
            return f"<h{level}>{escaped(text)}</h{level}>"
        case Paragraph(text):
            return f"<p>{escaped(text)}</p>"
        case Remarks(texts):
            return f'<ul class="remarks">{_items(texts)}</ul>'
        case Command(text):
            return f"<pre><code>{escaped(text)}</code></pre>"
        case Table():
            return _table_element(block)
        case FigureFile(name, caption, svg):
            picture = svg_within_page(svg, name, escaped(caption))
            return f"<figure>{picture}<figcaption>{escaped(caption)}</figcaption></figure>"


def _table_element(table: Table) -> str:
    headers = "".join(f'<th scope="col">{escaped(header)}</th>' for header in table.headers)
    rows = []
    for first, *cells in table.rows:
        look = ' class="published"' if first == AS_PUBLISHED else ""
        figures = "".join(map(_cell_element, cells))
        rows.append(f'<tr{look}><th scope="row">{escaped(first)}</th>{figures}</tr>')
    notes = f'<ul class="notes">{_items(table.notes)}</ul>' if table.notes else ""
    return (
        f"<h4>{escaped(table.title)}</h4>"
        f'<div class="wide" tabindex="0" role="region" aria-label="{escaped(table.title)}">'
        f"<table><thead><tr>{headers}</tr></thead><tbody>{''.join(rows)}</tbody></table></div>"
        f"{notes}"
    )


def _cell_element(cell: str) -> str:
    """A figure stays on one line, even if it has a minus sign in it; a sentence is given room."""
    look = ""
    if re.fullmatch(r"[-+\d.e]+", cell):
        look = ' class="figure"'
    elif len(re.findall(r"[^\W\d_]{2,}", cell)) >= _SENTENCE:
        look = ' class="words"'
    return f"<td{look}>{_figure(cell)}</td>"


def _figure(cell: str) -> str:
    """With line breaks between figures only: not around the sign within one."""
    return re.sub(r" ([±–%]) ?", "\N{NO-BREAK SPACE}\\1\N{NO-BREAK SPACE}", escaped(cell)).strip()


def _items(texts: Sequence[str]) -> str:
    return "".join(f"<li>{escaped(text)}</li>" for text in texts)


def _file(name: str) -> str:
    return files("hintwise.experiments.report").joinpath("files", name).read_text(encoding="utf-8")
