"""The sources of work, each a small module: what is due of its kind, and how one step of it is done."""

from harvestman.loop.sources.digests import Digests
from harvestman.loop.sources.files import LinkedFilesDue
from harvestman.loop.sources.merges import MergesDue
from harvestman.loop.sources.missing import MissingDue
from harvestman.loop.sources.people import PeopleDue
from harvestman.loop.sources.series import SeriesDue
from harvestman.loop.sources.sites import SitesDue
from harvestman.loop.sources.visits import Visits
from harvestman.loop.sources.webhooks import Webhooks
from harvestman.loop.steps import KINDS, WorkSource

SOURCES: tuple[WorkSource, ...] = (
    Visits(),
    SeriesDue(),
    LinkedFilesDue(),
    MissingDue(),
    PeopleDue(),
    SitesDue(),
    MergesDue(),
    Webhooks(),
    Digests(),
)
"""All of them."""
assert tuple(source.kind for source in SOURCES) == KINDS, "SOURCES and KINDS must name the same"

__all__ = ["KINDS", "SOURCES"]
