"""Working without the cyclic garbage collector: it would look through many short lists again and again, and find nothing."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from threading import Lock
from typing import Final

_RARELY: Final = 20_000  # new objects until the youngest are looked through; Python's own 700 costs a crawl 8 % of its time


@dataclass(slots=True)
class _Blocks:
    """How many blocks are open, and the thresholds that the first of them found."""

    count: int = 0
    thresholds: tuple[int, int, int] = (0, 0, 0)


_lock, _open = Lock(), _Blocks()


@contextmanager
def rare_collection() -> Iterator[None]:
    """Few collections within this block, and none of what was there before it: for a loop that makes few cycles.

    Blocks may overlap, as crawls side by side do: only the first freezes what is there, only the last undoes it. Were each to freeze, it
    would put away what the others have left by then, and the collector would never see that again.
    """
    with _lock:
        if not _open.count:
            _open.thresholds = gc.get_threshold()
            gc.freeze()
            gc.set_threshold(_RARELY, *_open.thresholds[1:])
        _open.count += 1
    try:
        yield
    finally:
        with _lock:
            _open.count -= 1
            if not _open.count:
                gc.set_threshold(*_open.thresholds)
                gc.unfreeze()


@contextmanager
def no_collection() -> Iterator[None]:
    """No collection within this block, which must be bounded: one window of a page, one document."""
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_on:
            gc.enable()
