"""How the methods of a plan are laid out in a figure: by what varies between them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from hintwise.experiments.report.findings import MethodFindings, ProblemFindings

_SPELLED = {
    "machop": "MACHOP",
    "non_dominated": "non-dominated",
    "offline_ses": "offline SES",
}
_SPEAK_FOR_THEMSELVES = ("method", "normalisation", "selection")


@dataclass(frozen=True, slots=True)
class Arrangement:
    """Methods at places along an axis, those at one place belonging to different series."""

    axis: str
    """What varies from place to place; empty where the places are simply the methods."""
    numeric: bool
    """Whether the places are numbers, in increasing order."""
    places: tuple[str, ...]
    series: tuple[str, ...]
    """At least one, which is empty if there is nothing to tell apart."""
    methods: Mapping[tuple[str, str], MethodFindings]
    """By series and place; not every series need have a method at every place."""

    @classmethod
    def of(cls, problem: ProblemFindings) -> Arrangement:
        """By the last setting that varies if that is a number or others vary too, else by label."""
        varied = problem.varied
        numeric = bool(varied) and all(_is_number(m.setting(varied[-1])) for m in problem.methods)
        if not (numeric or len(varied) > 1):
            methods = {("", method.label): method for method in problem.methods}
            return cls("", False, tuple(place for _, place in methods), ("",), methods)
        *others, axis = varied
        ordered = list(problem.methods)
        if numeric:
            ordered.sort(key=lambda method: float(method.setting(axis)))
        methods = {
            (
                ", ".join(_in_words(name, method.setting(name)) for name in others),
                _value_in_words(method.setting(axis)),
            ): method
            for method in ordered
        }
        return cls(
            axis.replace("_", " "),
            numeric,
            tuple(dict.fromkeys(place for _, place in methods)),
            tuple(dict.fromkeys(series for series, _ in methods)),
            methods,
        )

    def along(self, series: str) -> dict[int, MethodFindings]:
        """The methods of a series by the number of their place."""
        return {
            number: self.methods[series, place]
            for number, place in enumerate(self.places)
            if (series, place) in self.methods
        }


def _is_number(value: object) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


def _in_words(name: str, value: Any) -> str:
    words = _value_in_words(value)
    return words if name in _SPEAK_FOR_THEMSELVES else f"{name.replace('_', ' ')} {words}"


def _value_in_words(value: Any) -> str:
    """
    >>> _value_in_words("choice_perceptron"), _value_in_words("machop"), _value_in_words(0.5)
    ('choice perceptron', 'MACHOP', '0.5')
    """
    if isinstance(value, str):
        return _SPELLED.get(value, value.replace("_", " "))
    return f"{value:g}" if _is_number(value) else str(value).lower()
