"""What features are called."""

from __future__ import annotations

from hintwise.render.words.language import DEFAULT, find_language

_BY_GROUP = ("adjacent_facts_from", "adjacent", "other")
"""How the features of the general scheme begin that count by constraint group."""


def feature_name(name: str, language: str = DEFAULT) -> str:
    """What a list calls a feature; in a weights file it has the same name in any language.

    A feature of a scheme of one's own has no other name.

    >>> feature_name("other_facts_same_value"), feature_name("adjacent_early_shift", "de")
    ('far facts of the same value', 'nahe early_shift')
    >>> feature_name("length")
    'length'
    """
    say, known = find_language(language).say, find_language(language).templates
    if f"feature.{name}" in known and name not in _BY_GROUP:
        return say(f"feature.{name}")
    for form in _BY_GROUP:
        group = name.removeprefix(f"{form}_")
        if group != name:
            own = f"feature.group.{group}"
            return say(f"feature.{form}", group=say(own) if own in known else group)
    return name


def feature_words(name: str, language: str = DEFAULT) -> str:
    """The same in words."""
    return feature_name(name, language).replace("_", " ")
