"""The learned reader: papers on pages that no surer reader understands."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from harvestman.model import Authority
from harvestman.pages.found import Finding
from harvestman.pages.learned.chain import Chain
from harvestman.pages.learned.reading import findings_in, is_repetition, names_people
from harvestman.pages.learned.regions import windows
from harvestman.pages.learned.tagging import MODELS, WIDE_MODELS
from harvestman.pages.learned.titles_alone import announces_titles
from harvestman.pages.source import Source
from harvestman.text.collection import no_collection

MAX_REGIONS: Final = 120_000
"""Of a page that are read: ten seconds at eighty microseconds each. The longest page of the data has 1,225."""


class LearnedReader:
    """Reads lists of papers, programmes and lists of publications of any layout."""

    name = "learned"
    version = "1"
    authority = Authority.LEARNED
    _stages: Mapping[str, Chain] | None = None

    def __init__(self, stages: Mapping[str, Chain] | None = None) -> None:
        """By the models of the package, or by others that are just being taught."""
        self._stages = stages

    def match(self, source: Source) -> bool:
        """Nearly any page may list papers, but not one that names nobody."""
        page = source.html
        return len(page) > 100 and (names_people(page) or announces_titles(source))

    def read(self, source: Source) -> Iterator[Finding]:
        """The papers, in the order of the page; a long one is read window by window, in bounded memory."""
        readings: list[Mapping[str, Chain]]
        readings = [self._stages] if self._stages else [MODELS, WIDE_MODELS]
        cut, source.regions = source.regions, None  # of a page that others have told something of
        pages = windows(source.html) if cut is None else iter((cut,))
        for page in pages:
            if page.offset > MAX_REGIONS:
                break
            if is_repetition(page):
                continue
            with no_collection():
                found = findings_in(
                    page, readings
                )  # all else is gone before the collector wakes up
            yield from found
