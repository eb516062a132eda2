"""Working without the cyclic garbage collector: it would look through many short lists again and again, and find nothing."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager

_RARELY = 20_000  # new objects until the youngest are looked through; Python's own 700 costs a crawl 8 % of its time


@contextmanager
def rare_collection() -> Iterator[None]:
    """Few collections within this block, and none of what was there before it: for a loop that makes no cycles to speak of."""
    thresholds = gc.get_threshold()
    gc.freeze()
    gc.set_threshold(_RARELY, *thresholds[1:])
    try:
        yield
    finally:
        gc.set_threshold(*thresholds)
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
