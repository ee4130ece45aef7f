"""What holds for all tests of operations."""

from __future__ import annotations

import logging
from collections.abc import Iterator

import pytest

from hintwise.service.operations.logs import LOGGER


@pytest.fixture(autouse=True)
def _logs_as_before() -> Iterator[None]:
    loggers = [logging.getLogger(name) for name in (LOGGER, "uvicorn")]
    before = [(logger.handlers, logger.propagate, logger.level) for logger in loggers]
    yield
    for logger, (handlers, propagate, level) in zip(loggers, before, strict=True):
        logger.handlers, logger.propagate = handlers, propagate
        logger.setLevel(level)
