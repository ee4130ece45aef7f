"""A progress bar for whoever looks at stderr."""

from __future__ import annotations

from rich.console import Console
from rich.progress import MofNCompleteColumn, Progress, TimeRemainingColumn


class ProgressBar(Progress):
    """A bar on stderr that leaves no trace; nothing at all if stderr is not a terminal.

    The remaining time is estimated from the last `remembered_s` seconds.
    """

    def __init__(self, remembered_s: float = 30.0) -> None:
        console = Console(stderr=True)
        super().__init__(
            *Progress.get_default_columns()[:2],
            MofNCompleteColumn(),
            TimeRemainingColumn(),
            console=console,
            speed_estimate_period=remembered_s,
            transient=True,
            disable=not console.is_terminal,
            redirect_stdout=False,
        )

    def stop(self) -> None:
        if not self.disable:  # some versions of rich would end what never began with a line
            super().stop()
