"""Working with few collections: blocks that overlap, as crawls side by side do, leave nothing behind."""

from __future__ import annotations

import gc
import weakref
from contextlib import ExitStack

import pytest

from harvestman.text.collection import rare_collection


class Ring:
    """Refers to itself, so that only the collector can free it."""

    def __init__(self) -> None:
        self.own = self


@pytest.fixture(autouse=True)
def _as_before() -> None:
    gc.unfreeze()


def test_what_one_block_left_is_freed_while_another_goes_on() -> None:
    with rare_collection():
        left = weakref.ref(Ring())
        with rare_collection():
            gc.collect()
            assert left() is None


def test_blocks_that_end_in_the_order_they_began_restore_the_thresholds() -> None:
    before = gc.get_threshold()
    first, second = ExitStack(), ExitStack()
    first.enter_context(rare_collection())
    second.enter_context(rare_collection())
    first.close()
    assert gc.get_threshold() != before
    second.close()
    assert gc.get_threshold() == before
    assert gc.get_freeze_count() == 0
