"""The learned reader: papers on pages that no surer reader understands."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager

from harvestman.model import Author, Authority, Field
from harvestman.pages.findings import Notes, PaperFound
from harvestman.pages.learned.bundling import Bundle, bundle
from harvestman.pages.learned.features import Sketch, sketch
from harvestman.pages.learned.lookalikes import without_lookalikes
from harvestman.pages.learned.regions import Regions, cut
from harvestman.pages.learned.tagging import (
    first_labels,
    label_tokens,
    models,
    second_labels,
)
from harvestman.pages.source import Source
from harvestman.text.tagging import Tagger

MAX_CHARACTERS = 1_000_000
"""Of a page that is read: five times the largest of the data it was taught on. One of 10 MB took 1.2 GB."""


class LearnedReader:
    """Reads lists of papers and programmes of any layout."""

    name = "learned"
    version = "1"
    authority = Authority.LEARNED

    def match(self, source: Source) -> bool:
        """Nearly any page may list papers."""
        return 100 < len(source.html) <= MAX_CHARACTERS

    def read(self, source: Source) -> Iterator[PaperFound]:
        """The papers, in the order of the page."""
        with _no_collection():
            page = cut(source.html)
            sketches = sketch(page)
            bundles = read_regions(page, sketches, models())
        for one in bundles:
            yield _found(one, sketches)


@contextmanager
def _no_collection() -> Iterator[None]:
    """Without the cyclic garbage collector: it would look through the many short lists again and again (a third of the time)."""
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_on:
            gc.enable()


def read_regions(page: Regions, sketches: list[Sketch], stages: dict[str, Tagger]) -> list[Bundle]:
    """The papers of a page that was cut into regions."""
    if not sketches:
        return []
    first = first_labels(sketches, stages["regions-1"])
    if not any(label in "TM" for label, _ in first):
        return []
    labels = second_labels(sketches, first, stages["regions-2"])
    if not any(label in "TM" for label in labels):
        return []
    runs = label_tokens(sketches, labels, stages["tokens-1"], stages["tokens-2"])
    found = bundle(page, sketches, labels, runs)
    return without_lookalikes(found, sketches, page_title=page.title)


def _found(one: Bundle, sketches: list[Sketch]) -> PaperFound:
    region = sketches[one.region].region
    locator = f"region {one.region}: {' > '.join(region.path.split()[-4:])}"
    notes = Notes(confidence=0.8)
    notes.add(Field.TITLE, one.title, locator=locator, quote=region.text)
    people = [Author(person.name, tuple(person.affiliations)) for person in one.people]
    notes.add(Field.AUTHORS, people, locator=locator)
    notes.add(Field.PDF, one.pdf, locator=locator, quote=one.pdf)
    notes.add(Field.SESSION, one.session, locator=locator, confidence=0.5)
    return notes.paper()
