"""What `learn` shows at the end: what counts, how sure that is, and what it means in words."""

from __future__ import annotations

from rich.console import Group, RenderableType
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from hintwise.guide.teach import Learned, remaining_text
from hintwise.render.terminal.weight_bars import WeightBars


def learned_view(learned: Learned) -> RenderableType:
    """Weights as bars with how sure they are, and sentences; a table where nobody knows that."""
    title = Text(learned.title, style="bold")
    if learned.shares is None:
        table = Table("feature")
        table.add_column("weight", justify="right")
        for name, weight in sorted(learned.weights.items(), key=lambda item: -item[1]):
            table.add_row(name, f"{weight:.3g}")
        return Group(title, table)
    key = Text("Share of all weights; the bar is lighter over its 80 % range.", style="dim")
    sentences = learned.sentences
    if learned.remaining is not None:
        sentences = [*sentences, remaining_text(learned.remaining)]
    told = (Padding(Text(sentence), (0, 0, 0, 2)) for sentence in sentences)
    return Group(title, key, WeightBars(learned.shares), Text(), *told, Text())
