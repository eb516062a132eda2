from __future__ import annotations

from collections.abc import Iterator

import pytest

from world import World


@pytest.fixture
def world() -> Iterator[World]:
    """A world of one's own: its clock may be moved. A slow site's second lasts a hundredth."""
    with World(second_s=0.01) as made:
        yield made
