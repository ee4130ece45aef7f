"""What belongs to a logic grid besides its tables: all of its clues, and the answer at the end."""

from __future__ import annotations

from hintwise.problem import Constraint, Problem, Staircase, State, Step
from hintwise.render.answers import answer_table
from hintwise.render.page.chips import rule_letters
from hintwise.render.page.frame import escaped
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


def answer(wording: Wording, end: State) -> str:
    """Who goes with what, once all of it is known; nothing before that."""
    if not isinstance(stairs := wording.problem.layout, Staircase):
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
    title = escaped(wording.language.say("page.answer"))
    return (
        f'<section class="answer"><h2>{title}</h2><div class="wide"><table>'
        f"<thead><tr>{head}</tr></thead><tbody>{rows}</tbody></table></div></section>"
    )
