"""What belongs to a logic grid besides its steps: its clues, an empty grid, and the answer."""

from __future__ import annotations

from hintwise.problem import Constraint, Problem, Staircase, State, Step
from hintwise.render.answers import answer_table
from hintwise.render.page.chips import rule_letters
from hintwise.render.page.frame import escaped
from hintwise.render.svg.steps import small_svg
from hintwise.render.words.wording import Wording

GROUP = "clue"


def clues_of(problem: Problem) -> list[Constraint]:
    """The clues of a logic grid; no other problem has any."""
    if not isinstance(problem.layout, Staircase):
        return []
    return [rule for rule in problem.constraints if rule.group == GROUP]


def clue_list(wording: Wording, step: Step | None = None) -> str:
    """All clues, those that a step uses marked; nothing if there are none."""
    clues = clues_of(wording.problem)
    if not clues:
        return ""
    letters = {} if step is None else rule_letters(wording, step)
    places = {name: n for n, name in enumerate(letters)}
    items = []
    for rule in clues:
        mark, text = "", escaped(rule.description or wording.label(rule.name))
        if rule.name in letters:
            mark = f' class="used" data-part="r{places[rule.name]}"'
            text = letters[rule.name] + text
        items.append(f"<li{mark}>{text}</li>")
    title = escaped(wording.language.say("page.clues"))
    return f'<div class="all-clues"><h3>{title}</h3><ol class="clues">{"".join(items)}</ol></div>'


def used_clues(wording: Wording, step: Step) -> str:
    """Which clues a step uses, by their numbers, for paper, where they are listed once."""
    names = [rule.name for rule in clues_of(wording.problem) if rule.name in step.constraints]
    if not names:
        return ""
    listed = wording.language.all_of(map(wording.label, names))
    return f'<p class="uses">{escaped(wording.language.say("page.uses", clues=listed))}</p>'


def empty_grid(wording: Wording) -> str:
    """The tables with what is given, to be solved by hand."""
    problem = wording.problem
    if not isinstance(problem.layout, Staircase):
        return ""
    start = State(problem, frozenset(problem.givens), frozenset())
    picture = small_svg(start, name="blank", language=wording.language.name)
    return f'<figure class="blank">{picture}</figure>'


def answer(wording: Wording, end: State) -> str:
    """What the question's answer is, and who goes with what if all of it is known."""
    said, table = wording.answer(end.facts), _solution(wording.problem, end)
    if not said and not table:
        return ""
    title = escaped(wording.language.say("page.answer"))
    words = f'<p class="sentence">{escaped(said)}</p>' if said else ""
    return f'<section class="answer"><h2>{title}</h2>{words}{table}</section>'


def _solution(problem: Problem, end: State) -> str:
    """Who goes with what, once all of it is known; nothing before that."""
    if not isinstance(stairs := problem.layout, Staircase):
        return ""
    table = answer_table(stairs, end.facts)
    if not all(cell for row in table.rows for cell in row):
        return ""
    head = "".join(f'<th scope="col">{escaped(name)}</th>' for name in table.headers)
    rows = "".join(
        f'<tr><th scope="row">{escaped(first)}</th>'
        f"{''.join(f'<td>{escaped(cell)}</td>' for cell in others)}</tr>"
        for first, *others in table.rows
    )
    return (
        f'<div class="wide"><table><thead><tr>{head}</tr></thead>'
        f"<tbody>{rows}</tbody></table></div>"
    )
