"""What holds processes, files or connections, and is closed after use."""

from __future__ import annotations

from abc import ABC, abstractmethod
from types import TracebackType
from typing import Self


class Closable(ABC):
    """Closed by `close`, or at the end of a `with` block."""

    @abstractmethod
    def close(self) -> None:
        """Let go of all that it holds; nothing happens if that is done already."""

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self.close()
