"""What speaks for either of two steps."""

from __future__ import annotations

from hintwise.problem import Step
from hintwise.render.words.features import feature_words
from hintwise.render.words.language import DEFAULT, find_language

COUNTED_AGAIN = "adjacent_facts_from_"
"""How features begin that count facts which others count too."""


def fewer_than(step: Step, other: Step, language: str = DEFAULT) -> list[str]:
    """The features that a step has less of than another one, each with both counts.

    Facts that are counted again by how they are near are named only where nothing else differs.
    """
    features = step.features.items()
    fewer = [name for name, count in features if count < other.features[name]]
    counted_once = [name for name in fewer if not name.startswith(COUNTED_AGAIN)]
    say = find_language(language).say
    return [
        say(
            "pair.count",
            feature=feature_words(name, language),
            less=step.features[name],
            more=other.features[name],
        )
        for name in counted_once or fewer
    ]
