"""What `learn` shows at the end: what counts, how sure that is, and what it means in words."""

from __future__ import annotations

from rich.console import Group, RenderableType
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from hintwise.guide.teaching import Learned
from hintwise.render.terminal.weight_bars import WeightBars
from hintwise.render.words.features import feature_name
from hintwise.render.words.language import find_language


def learned_view(learned: Learned) -> RenderableType:
    """Weights as bars with how sure they are, and sentences; a table where nobody knows that."""
    words, title = find_language(learned.language), Text(learned.title, style="bold")
    if learned.shares is None:
        table = Table(words.say("learn.feature"))
        table.add_column(words.say("learn.weight"), justify="right")
        for name, weight in sorted(learned.weights.items(), key=lambda item: -item[1]):
            table.add_row(feature_name(name, learned.language), words.number(weight, ".3g"))
        return Group(title, table)
    key = Text(words.say("bars.key"), style="dim")
    sentences = learned.sentences
    if outlook := learned.outlook.text(learned.language):
        sentences = [*sentences, outlook]
    told = (Padding(Text(sentence), (0, 0, 0, 2)) for sentence in sentences)
    bars = WeightBars(learned.shares, learned.language)
    return Group(title, key, bars, Text(), *told, Text())
