"""How values show themselves in a notebook; importing this module tells `as_html`."""

from __future__ import annotations

import html

from hintwise.elicit.query import Query
from hintwise.elicit.session import Session
from hintwise.guide.teaching import Learned
from hintwise.problem import State, Step, as_html
from hintwise.render.picture import picture


@as_html.register
def _(state: State) -> str:
    return picture(state)._repr_html_()


@as_html.register
def _(step: Step) -> str:
    """What it derives, and from what: without its problem there is nothing to draw."""
    elements = [*map(str, step.facts), *step.constraints]
    listed = "".join(f"<li>{html.escape(element)}</li>" for element in elements)
    effort = f"effort {step.effort:.1f}" if step.effort is not None else f"cost {step.cost:g}"
    proven = "" if step.proven else ", not proven the easiest"
    derived = html.escape(str(step.derived))
    return f"<p><b>{derived}</b> ({effort}{proven})</p><ul>{listed}</ul>"


@as_html.register
def _(query: Query) -> str:
    """Both steps side by side."""
    steps = {"a": query.a, "b": query.b}
    shown = {side: picture(query.state, step)._repr_html_() for side, step in steps.items()}
    cells = (f"<td><b>{side}</b>{figure}</td>" for side, figure in shown.items())
    return f'<table style="vertical-align:top"><tr>{"".join(cells)}</tr></table>'


@as_html.register
def _(session: Session) -> str:
    """What it has learned so far: as bars, if the learner knows how sure it is."""
    learned = Learned.of(session)
    if learned.shares is not None:
        return learned.picture()
    rows = sorted(learned.weights.items(), key=lambda item: -item[1])
    cells = "".join(f"<tr><td>{html.escape(n)}</td><td>{w:.3g}</td></tr>" for n, w in rows)
    return f"<p><b>{html.escape(learned.title)}</b></p><table>{cells}</table>"
