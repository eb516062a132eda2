"""The links of a paper's own page: its file, slides, video and code, where the page's metadata name none.

A page of one paper may link to others' files too, in a list of related or cited works: a link is taken only where it says what it is
and hardly another one says the same.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from harvestman.model import Authority, Field
from harvestman.pages.findings import Notes, PaperFound
from harvestman.pages.learned.links import is_file, kind_of_link, rank_of
from harvestman.pages.learned.regions import Anchor
from harvestman.pages.source import Source, text_of

_MAX_LINKS: Final = 1_000
_MAX_LABEL: Final = 60  # characters
_SURE: Final = 4
_FEW: Final = 2
"""So many different links of one kind may stand on a page: the first is the paper's own (the PDF above and below an abstract)."""
_FIELDS: Final = {"slides": Field.SLIDES, "video": Field.VIDEO, "code": Field.CODE}


class LandingReader:
    """Completes the one paper of a page. Asked only where another reader has named that paper."""

    name = "landing"
    version = "1"
    authority = Authority.LEARNED

    def match(self, source: Source) -> bool:
        """Any page may have links."""
        return True

    def read(self, source: Source) -> Iterator[PaperFound]:
        """What the page's links lead to, without a title."""
        kinds: dict[str, list[Anchor]] = {}
        for node in source.tree.css("a[href]")[:_MAX_LINKS]:
            label = text_of(node, limit=_MAX_LABEL + 1)
            anchor = Anchor((node.attributes.get("href") or "").strip(), 0, label)
            if not label or len(label) > _MAX_LABEL or anchor.href.startswith(("#", "mailto:")):
                continue
            kind = kind_of_link(label, anchor.href)
            if kind == "paper" and rank_of(anchor) < _SURE:
                continue
            kinds.setdefault(kind, []).append(anchor)
        notes = Notes(confidence=0.7)
        if file := _own(_surest(kinds.get("paper", ()))):
            notes.add(Field.PDF, file.href, locator=f'a "{file.text}"', quote=file.href)
        for kind, name in _FIELDS.items():
            if link := _own(kinds.get(kind, ())):
                notes.add(name, link.href, locator=f'a "{link.text}"', quote=link.href)
        if notes.values:
            yield notes.paper()


def _surest(files: Sequence[Anchor]) -> Sequence[Anchor]:
    """Of links called "PDF", "Full text" and "Article" those that are or say PDF, where there are such."""
    return [one for one in files if is_file(one.href) or "pdf" in one.text.lower()] or files


def _own(links: Sequence[Anchor]) -> Anchor | None:
    return links[0] if links and len({one.href for one in links}) <= _FEW else None
