"""The sources of work, each a small module: what is due of its kind, and how one step of it is done."""

from harvestman.loop.sources.visits import Visits
from harvestman.loop.steps import WorkSource

SOURCES: tuple[WorkSource, ...] = (Visits(),)
"""All of them."""
KINDS = tuple(source.kind for source in SOURCES)
"""The names of the kinds of steps."""

__all__ = ["KINDS", "SOURCES"]
