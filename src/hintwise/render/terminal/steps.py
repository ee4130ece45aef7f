"""Steps for a terminal, as rich renderables.

Nothing is told by colour alone: every mark has a shape as well, so a copy in plain text says the
same.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from rich.console import Console, ConsoleOptions, Group, RenderableType, RenderResult
from rich.table import Table
from rich.text import Text

from hintwise.problem import Board, Fact, Problem, Staircase, State, Step
from hintwise.render.marks import Marks
from hintwise.render.pencil_marks import PencilMarks
from hintwise.render.reasons import reasons
from hintwise.render.terminal.inside import inside_view
from hintwise.render.terminal.pencil_marks import PencilBoard, pencil_legend
from hintwise.render.words.effort import effort_text, proof_text
from hintwise.render.words.language import DEFAULT, find_language
from hintwise.render.words.steps import rule_text, wording_of

DERIVED = "bold reverse green"
USED_FACT = "bold cyan"
USED_UNIT = "yellow"
FRAME = "dim"


def step_view(
    problem: Problem, facts: Iterable[Fact], step: Step, language: str = DEFAULT
) -> RenderableType:
    """All there is to show of a step: picture, sentence, effort, and what is inside it if known.

    `facts` are those known before the step.
    """
    wording = wording_of(problem, language)
    lines = wording.lines(step)
    sentence = Text("\n".join(lines) if len(lines) > 1 else wording.step(step))
    return _view(State(problem, frozenset(facts), frozenset()), step, sentence, language)


def numbered_step_view(
    number: int, problem: Problem, facts: Iterable[Fact], step: Step, language: str = DEFAULT
) -> RenderableType:
    """The same under a heading that says what is derived, and what people call such a step."""
    wording = wording_of(problem, language)
    parts = {"number": number, "fact": wording.written(step.derived)}
    title = wording.language.say("terminal.step", **parts)
    if (named := wording.named(step)) is not None:
        title = wording.language.say("terminal.named_step", pattern=named.pattern, **parts)
    state = State(problem, frozenset(facts), frozenset())
    view = _view(state, step, Text("\n".join(wording.lines(step))), language)
    return Group(Text(title, style="bold"), view)


def _view(state: State, step: Step, sentence: Text, language: str) -> Group:
    parts = [
        step_picture(state.problem, state.facts, step, language),
        sentence,
        step_figures(state.problem, step, language),
    ]
    if step.inside is not None and not wording_of(state.problem, language).argues(step):
        parts.append(inside_view(state, step.inside, language))
    return Group(*parts)


def step_picture(
    problem: Problem, facts: Iterable[Fact], step: Step, language: str = DEFAULT
) -> RenderableType:
    """The board, tables or panel that suit the problem, before the step and with its marks."""
    if isinstance(problem.layout, Board):
        known = tuple(facts)
        if (pencil := PencilMarks.of(problem, known, step)) is not None:
            return MarkedBoard(problem, known, step, pencil, language)
        return board_view(problem, known, step, language)
    if isinstance(problem.layout, Staircase):
        return LinkTables(problem, tuple(facts), step, language)
    return step_panel(problem, step, language)


def step_figures(problem: Problem, step: Step, language: str = DEFAULT) -> Text:
    """How hard the step is, and whether that is proven to be the least."""
    wording = wording_of(problem, language)
    proof = proof_text(wording.language, step)
    effort = effort_text(wording, step)
    text = Text(f"{effort}; " if effort else "")
    return text.append(proof, style="green" if step.proven else "yellow")


def step_panel(problem: Problem, step: Step, language: str = DEFAULT) -> Table:
    """The parts of a step side by side, for problems without a picture of their own."""
    say, written = find_language(language).say, wording_of(problem, language).written
    table = Table()
    for title in ("picture.derived", "terminal.facts", "terminal.rules"):
        table.add_column(say(title), overflow="fold")  # nothing is cut off, however narrow
    rules = "\n".join(rule_text(problem, name, language) for name in step.constraints)
    table.add_row(
        Text(f"[{written(step.derived)}]", style=DERIVED, overflow="fold"),
        Text(
            "\n".join(map(written, step.facts)) or say("terminal.none"),
            style=USED_FACT,
            overflow="fold",
        ),
        Text(rules or say("terminal.none"), style=USED_UNIT, overflow="fold"),
    )
    return table


def board_view(
    problem: Problem, facts: Iterable[Fact], step: Step, language: str = DEFAULT
) -> Group:
    """The grid before the step, with what the step derives and what it uses, and a legend."""
    known = tuple(facts)
    hatched = bool(_Characters.of(problem, known, step).reasons)
    return Group(
        board_text(problem, known, step), _legend(problem, step, language, hatched=hatched)
    )


def board_text(problem: Problem, facts: Iterable[Fact], step: Step | None = None) -> Text:
    """The grid alone; its frame follows the regions, whatever their shape."""
    layout = _Characters.of(problem, facts, step)
    board = layout.board
    lines = [_column_labels(layout)]
    for row in board.rows:
        if any(board.wall_above((row, col)) for col in board.columns):
            lines.append(_frame_line(layout, row))
        lines.append(_cell_line(layout, row))
    lines.append(_frame_line(layout, board.height + 1))
    text = Text("\n").join(lines)
    text.no_wrap = True
    return text


@dataclass(frozen=True, slots=True)
class _Characters:
    """A board in characters: how wide its values are, and what a step does to its cells."""

    board: Board
    marks: Marks
    digits: int
    reasons: frozenset[str]

    @classmethod
    def of(cls, problem: Problem, facts: Iterable[Fact], step: Step | None) -> _Characters:
        assert isinstance(problem.layout, Board)
        widest = max(len(str(value)) for v in problem.variables for value in (v.least, v.most))
        marks = Marks.of(problem, facts, step)
        return cls(problem.layout, marks, widest, reasons(problem.layout, marks))

    @property
    def margin(self) -> int:
        """The width of the row labels."""
        return len(str(self.board.height)) + 2

    def gap_before(self, col: int) -> bool:
        """Whether any row has a wall there, so that all rows leave room for it."""
        return any(self.board.wall_left((row, col)) for row in self.board.rows)

    def cell(self, name: str) -> tuple[str, str]:
        """The text of a cell, two characters wider than a value, and its style."""
        in_unit = name in self.reasons
        fact = next(iter(self.marks.shown(name)), None)
        shown = "·" if in_unit else ""
        if fact is not None and (fact.settles or name in self.marks.derived):
            shown = str(int(fact.value))
        elif name in self.marks.used:
            shown = "?"
        value = f"{shown:>{self.digits}}"
        if fact is not None and name in self.marks.derived:
            return f"[{value}]" if fact.settles else f"{fact.relation}{value} ", DERIVED
        if name in self.marks.used:
            return f"({value})", USED_FACT
        return f" {value} ", USED_UNIT if in_unit else ""


def _column_labels(layout: _Characters) -> Text:
    line = Text(" " * layout.margin)
    used = {layout.board.column_of(rule) for rule in layout.marks.rules}
    for col in layout.board.columns:
        label = f"{'▼' if col in used else ' '}{col:>{layout.digits}} "
        line.append(" " * layout.gap_before(col))
        line.append(label, style=USED_UNIT if col in used else FRAME)
    return line


def _cell_line(layout: _Characters, row: int) -> Text:
    used = row in {layout.board.row_of(rule) for rule in layout.marks.rules}
    label = f"{'▶' if used else ''}{row} ".rjust(layout.margin)
    line = Text(label, style=USED_UNIT if used else FRAME)
    for col in range(1, layout.board.width + 2):
        if layout.gap_before(col):
            line.append("│" if layout.board.wall_left((row, col)) else " ", style=FRAME)
        if col in layout.board.columns:
            text, style = layout.cell(layout.board.names[row, col])
            line.append(text, style=style or "not dim")
    return line


# Indexed by the arms that meet: up 1, down 2, left 4, right 8.
_JUNCTIONS = " ╵╷│╴┘┐┤╶└┌├─┴┬┼"


def _frame_line(layout: _Characters, row: int) -> Text:
    """The walls above `row`."""
    board = layout.board
    line = " " * layout.margin
    for col in range(1, board.width + 2):
        if layout.gap_before(col):
            up, down = board.wall_left((row - 1, col)), board.wall_left((row, col))
            left, right = board.wall_above((row, col - 1)), board.wall_above((row, col))
            line += _JUNCTIONS[up + 2 * down + 4 * left + 8 * right]
        if col in board.columns:
            line += ("─" if board.wall_above((row, col)) else " ") * (layout.digits + 2)
    return Text(line, style=FRAME)


@dataclass(frozen=True, slots=True)
class MarkedBoard:
    """A board with its candidates before a step; without them where that is too wide."""

    problem: Problem
    facts: tuple[Fact, ...]
    step: Step
    pencil: PencilMarks
    language: str = DEFAULT

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        assert isinstance(self.problem.layout, Board)
        marks = Marks.of(self.problem, self.facts, self.step)
        view = PencilBoard(self.problem.layout, marks, self.pencil).view()
        if max(len(line) for line in view.plain.splitlines()) > options.max_width:
            yield board_view(self.problem, self.facts, self.step, self.language)
            return
        yield view
        legend = pencil_legend(find_language(self.language))
        yield _with_units(legend, self.problem, self.step, self.language, hatched=False)


def _legend(problem: Problem, step: Step, language: str, *, hatched: bool) -> Text:
    return _with_units(_legend_of_facts(language), problem, step, language, hatched=hatched)


def _with_units(
    legend: Text, problem: Problem, step: Step, language: str, *, hatched: bool
) -> Text:
    if step.constraints:
        wording = wording_of(problem, language)
        units = ", ".join(map(wording.rule, step.constraints))
        legend.append("   ")
        legend.append("▶ ▼", style=USED_UNIT)
        legend.append(f" {wording.language.say('terminal.used_units', units=units)}")
    if hatched:
        legend.append("   ")
        legend.append("·", style=USED_UNIT)
        legend.append(f" {find_language(language).say('picture.matters')}")
    return legend


def _legend_of_facts(language: str) -> Text:
    say = find_language(language).say
    return Text.assemble(
        *(("[ ]", DERIVED), f" {say('picture.derived')}   "),
        *(("( )", USED_FACT), f" {say('picture.used_fact')}"),
    )


@dataclass(frozen=True, slots=True)
class LinkTables:
    """A logic grid before a step, as a staircase of tables; the step's parts if it is too wide."""

    problem: Problem
    facts: tuple[Fact, ...]
    step: Step
    language: str = DEFAULT

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        assert isinstance(self.problem.layout, Staircase)
        lines = _tables(self.problem.layout, Marks.of(self.problem, self.facts, self.step))
        text = Text("\n").join(lines)
        text.no_wrap = True
        if max(line.cell_len for line in lines) > options.max_width:
            yield step_panel(self.problem, self.step, self.language)
            return
        yield text
        say = find_language(self.language).say
        yield Text.assemble(
            *(_legend_of_facts(self.language), "   "),
            *(("·", USED_UNIT), f" {say('picture.matters')}   "),
            f"✓ {say('picture.together')}   × {say('picture.apart')}",
        )


def _tables(stairs: Staircase, marks: Marks) -> list[Text]:
    names = {place: name for name, place in stairs.places.items()}
    hatched = reasons(stairs, marks)
    label = max(len(text) for c in stairs.side for text in (c, *stairs.categories[c]))
    band = "─" * 3 * len(stairs.categories[stairs.top[0]])
    lines = _turned_labels(stairs, label + 3)
    for number, row in enumerate(stairs.side):
        columns = stairs.top[: len(stairs.top) - number]
        end = f"┴{band}┘" if number else "┐"  # the row above has one table more
        frame = f"{'┼' if number else '┬'}{band}" * len(columns) + end
        lines.append(Text(f" {row} ".ljust(label + 2, "─") + frame, style=FRAME))
        for value in stairs.categories[row]:
            line = Text(f" {value:>{label}} ")
            for column in columns:
                line.append("│", style=FRAME)
                for other in stairs.categories[column]:
                    name = names[row, value, column, other]
                    line.append(*_link(marks, name, in_rule=name in hatched))
            lines.append(line.append("│", style=FRAME))
    lines.append(Text("─" * (label + 2) + f"┴{band}┘", style=FRAME))
    return lines


def _turned_labels(stairs: Staircase, margin: int) -> list[Text]:
    """The names along the top: categories across, values downwards, ending above their columns."""
    size = len(stairs.categories[stairs.top[0]])
    height = max(len(value) for category in stairs.top for value in stairs.categories[category])
    headings = (f"{c[: 3 * size - 1]:^{3 * size}}" for c in stairs.top)
    lines = [Text(" " * margin + " ".join(headings), style="bold")]
    for depth in range(height):
        columns = (
            "".join(f" {value.rjust(height)[depth]} " for value in stairs.categories[category])
            for category in stairs.top
        )
        lines.append(Text(" " * margin + " ".join(columns)))
    return lines


def _link(marks: Marks, name: str, *, in_rule: bool) -> tuple[str, str]:
    """The text of a cell and its style."""
    fact = next(iter(marks.shown(name)), None)
    mark = ("·" if in_rule else " ") if fact is None else "✓" if fact.positive else "×"
    if name in marks.derived:
        return f"[{mark}]", DERIVED
    if name in marks.used:
        return f"({mark})", USED_FACT
    if in_rule and fact is not None:
        return f"·{mark}·", USED_UNIT
    return f" {mark} ", USED_UNIT if in_rule else "not dim"
