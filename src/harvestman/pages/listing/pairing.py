"""Which link of an entry leads to its file.

After section 4.4 of the paper finder: links inside the entry's own block first; where it has none to a file, those of the lines that
follow, up to the next entry. A link counts as the file's whether it can be fetched or not.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from harvestman.pages.learned.links import Links, links_of
from harvestman.pages.learned.regions import Anchor
from harvestman.pages.listing.cutting import BlockLink
from harvestman.pages.listing.records import ListRecord


def entry_file(record: ListRecord, title: str, after: Sequence[ListRecord] = ()) -> str:
    """The address of an entry's file; "" where it has none. `after` are the records between it and the next entry."""
    own = _links(record, record.links, title)
    if own.pdf or not after:
        return own.pdf
    for one in after:
        found = _links(one, one.links, "")
        if found.pdf:
            return found.pdf
    return ""


def _links(record: ListRecord, links: Iterable[BlockLink], title: str) -> Links:
    start = record.text.find(title) if title else -1
    middle = start + len(title) // 2
    anchors = [Anchor(link.href, 0, _label(record, link)) for link in links]
    titled = [
        anchor
        for anchor, link in zip(anchors, links, strict=True)
        if start >= 0 and link.start <= middle < link.end
    ]
    return links_of(titled[0] if titled else None, anchors)


def _label(record: ListRecord, link: BlockLink) -> str:
    return record.text[link.start : link.end].strip() or link.hint
