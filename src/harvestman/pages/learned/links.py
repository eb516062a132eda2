"""Which links of a page belong to which paper, and what they lead to: its file, its DOI, a page of its own, slides, a video, code.

What a link calls itself decides before its address does: a link called "PDF" is the paper wherever it leads, one called "slides" never is.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache
from typing import Final

from harvestman.pages.learned.features import Sketch, link_kind
from harvestman.pages.learned.regions import Anchor
from harvestman.pages.wording import pattern
from harvestman.text import find_arxiv, find_doi

_MAX_LABEL_WORDS: Final = 6  # what is longer is no label but a title
_MAX_LABEL: Final = 40  # characters
_MAX_END: Final = 12  # regions that the last entry of a page may have behind its title
_MAX_ENTRY_REGIONS: Final = 400  # of one entry in which links are looked for
_ARCHIVED: Final = re.compile(
    r"arxiv\.org/pdf/|openreview\.net/pdf\?|/doi/e?pdf(?:direct)?/|/(?:get)?pdf(?:/\d+)?/?(?:[?#]|$)"
    r"|/download(?:/\d+)+/?$|[?&](?:format|type)=pdf\b",
    re.IGNORECASE,
)
"""Addresses of files that do not end as files do."""
_PAGE: Final = re.compile(
    r"\.(?:html?|xhtml|php\d?|aspx?|jsp|cgi)(?:[?#]|$)|/abs/|/forum\?|/citation|/abstract|/chapter/|/book/",
    re.IGNORECASE,
)
_NOWHERE: Final = re.compile(r"^(?:#|javascript:|mailto:|tel:|data:|about:|$)", re.IGNORECASE)
_NO_FOLDER: Final = re.compile(
    r"(?:^|[/_\-.])(?:slides?|posters?|presentations?|talks?|videos?|folien|diapositivas|transparents|ppts?|bibs?|bibtex|flyers?|cfp|photos?)"
    r"(?=[/_\-.\d]|$)",
    re.IGNORECASE,
)
"""Folders and names of files that are not the paper."""
_CODE: Final = re.compile(
    r"^https?://(?:www\.)?(?:github|gitlab|bitbucket)\.(?:com|org)/", re.IGNORECASE
)
_VIDEO: Final = re.compile(
    r"youtu\.?be|vimeo\.com|bilibili\.com|\.(?:mp4|webm|mov)(?:[?#]|$)", re.IGNORECASE
)
_SLIDES: Final = re.compile(
    r"\.(?:pptx?|odp|key)(?:[?#]|$)|slideshare\.net|speakerdeck\.com", re.IGNORECASE
)


class Links:
    """What the links of one entry lead to."""

    __slots__ = ("arxiv", "code", "doi", "pdf", "pdf_anchor", "pdf_rank", "slides", "url", "video")

    def __init__(self) -> None:
        self.pdf = ""
        self.pdf_rank = 0
        self.pdf_anchor = ""
        self.doi = ""
        self.arxiv = ""
        self.url = ""
        self.slides = ""
        self.video = ""
        self.code = ""

    def complete(self, other: Links) -> None:
        """Take over what another print of the same paper has and this one lacks, and the surer file."""
        if other.pdf_rank > self.pdf_rank:
            self.pdf, self.pdf_rank, self.pdf_anchor = other.pdf, other.pdf_rank, other.pdf_anchor
        self.doi = self.doi or other.doi
        self.arxiv = self.arxiv or other.arxiv
        self.url = self.url or other.url
        self.slides = self.slides or other.slides
        self.video = self.video or other.video
        self.code = self.code or other.code


def links_of(title: Anchor | None, beside: Sequence[Anchor], texts: Sequence[str] = ()) -> Links:
    """What the link around a paper's title and those beside it lead to; `texts` are what its entry says."""
    found = Links()
    if title is not None and not _NOWHERE.match(title.href):
        _take_title(found, title)
    for anchor in beside:
        if anchor is not title and not _NOWHERE.match(anchor.href):
            _take(found, anchor)
    if not found.doi:
        dois = {doi for text in texts if "10." in text and (doi := find_doi(text))}
        if len(dois) == 1:
            (found.doi,) = dois
    return found


def _take_title(found: Links, title: Anchor) -> None:
    """A linked title leads to the paper or to its page."""
    href = title.href
    found.doi = _doi_in(href)
    found.arxiv = find_arxiv(href) or ""
    is_document = is_file(href)
    if is_document and not _NO_FOLDER.search(_path(href)):
        found.pdf, found.pdf_rank, found.pdf_anchor = href, 3, title.text
    elif _SLIDES.search(href) or (is_document and "slide" in href.lower()):
        found.slides = href
    elif _VIDEO.search(href):
        found.video = href
    elif not is_document:
        found.url = href


def _take(found: Links, anchor: Anchor) -> None:
    href, label = anchor.href, anchor.text
    kind = kind_of_link(label, href)
    if kind == "paper":
        rank = rank_of(anchor)
        if rank > found.pdf_rank:
            found.pdf, found.pdf_rank, found.pdf_anchor = href, rank, label
    elif kind == "slides":
        found.slides = found.slides or href
    elif kind == "video":
        found.video = found.video or href
    elif kind == "code":
        found.code = found.code or href
    elif kind == "page":
        found.url = found.url or href
    if not found.doi and kind in ("paper", "doi", "page", "other"):
        found.doi = _doi_in(href)
    if not found.arxiv and kind in ("paper", "doi", "page"):
        found.arxiv = find_arxiv(href) or ""


def kind_of_link(label: str, href: str) -> str:
    """What a link beside an entry leads to: `paper`, `doi`, `page` (of the paper), `slides`, `video`, `code`, or `other`."""
    said = _label_kind(label)
    if said in ("slides", "video", "code"):
        return said
    if "doi.org/" in href.lower():
        return "doi"
    if said == "paper":
        is_page = _PAGE.search(href) is not None or _doi_in(href) != ""
        return "page" if is_page and not is_file(href) and "pdf" not in label.lower() else "paper"
    for kind, address in (("slides", _SLIDES), ("video", _VIDEO), ("code", _CODE)):
        if address.search(href):
            return kind
    return said or _kind_by_address(href)


def _kind_by_address(href: str) -> str:
    if is_file(href):
        if not _NO_FOLDER.search(_path(href)):
            return "paper"
        return "slides" if "slide" in href.lower() else "other"
    return "doi" if _doi_in(href) else ""


def rank_of(anchor: Anchor) -> int:
    """How likely a link leads to the paper's own file: 0 never, 4 when it calls itself so."""
    said = _label_kind(anchor.text)
    if said in ("slides", "video", "code", "other"):
        return 0
    if said == "paper":
        return 4
    if not is_file(anchor.href):
        return 0
    return 1 if _NO_FOLDER.search(_path(anchor.href)) else 2


def is_label(text: str) -> bool:
    """Whether a text is what links are called and no more: "Paper", "Project website", "Slides (PDF)"."""
    if len(text) > _MAX_LABEL:
        return False
    rest = pattern("links", "paper", "slides", "video", "code", "other").sub("", text)
    return not any(letter.isalpha() for letter in rest)


def is_file(href: str) -> bool:
    """Whether a link leads to a document: by its ending, or as archives and publishers name their files."""
    return link_kind(href) == "file" or _ARCHIVED.search(href) is not None


def entry_anchors(
    anchors: Sequence[Anchor], starts: Sequence[tuple[int, int]]
) -> list[list[Anchor]]:
    """For each entry, from its first to its last region, the links that stand in it; entries and links in the order of the page."""
    found: list[list[Anchor]] = []
    position = 0
    for start, end in starts:
        while position < len(anchors) and anchors[position].first < start:
            position += 1
        at = position
        mine = []
        while at < len(anchors) and anchors[at].first < end:
            mine.append(anchors[at])
            at += 1
        found.append(mine)
    return found


def entry_bounds(
    places: Sequence[tuple[int, int]], sketches: Sequence[Sketch]
) -> list[tuple[int, int]]:
    """Where entries begin and end: `places` are the first region of each and that of its title, in the order of the page.

    What stands before the title in its line, or alone in its row, belongs to it: "[PDF] A title".
    """
    starts = []
    for number, (first, _) in enumerate(places):
        before = places[number - 1][1] if number else -1
        starts.append(_start(first, before, sketches))
    bounds = []
    for number, (_, title) in enumerate(places):
        end = starts[number + 1] if number + 1 < len(places) else _end(title, sketches)
        bounds.append((starts[number], max(title + 1, min(end, title + _MAX_ENTRY_REGIONS))))
    return bounds


def _start(first: int, before: int, sketches: Sequence[Sketch]) -> int:
    region = sketches[first].region
    shared = before >= 0 and sketches[before].region.record == region.record
    start = first
    while start - 1 > before and first - start < _MAX_END:
        other = sketches[start - 1].region
        if other.line != region.line and (
            shared or not region.record or other.record != region.record
        ):
            break
        start -= 1
    return start


def _end(title: int, sketches: Sequence[Sketch]) -> int:
    """Where the last entry of the page ends: with its list item or row, or after a dozen regions."""
    record = sketches[title].region.record
    end = title + 1
    while end < len(sketches) and end < title + _MAX_END:
        if record and sketches[end].region.record != record:
            break
        end += 1
    return end


@lru_cache(maxsize=5_000)
def _label_kind(label: str) -> str:
    """What a link calls itself: the first of these words in it; nothing where it is longer than a label is."""
    label = label.strip()
    if not label or len(label.split()) > _MAX_LABEL_WORDS:
        return ""
    if "pdf" in label.lower() and not pattern("links", "slides", "video", "other").search(label):
        return "paper"
    for kind in ("slides", "video", "code"):
        if pattern("links", kind).search(label):
            return kind
    if pattern("links", "other").search(label):
        return "other" if not pattern("links", "paper").match(label) else "paper"
    return "paper" if pattern("links", "paper").search(label) else ""


def _doi_in(href: str) -> str:
    """The DOI in an address: of a resolver, or of a publisher that writes it into its own."""
    if "10." not in href:
        return ""
    doi = find_doi(href.partition("#")[0].partition("?")[0])
    return re.sub(r"(?:\.pdf|/e?pdf|/full(?:text)?|/abstract|/meta)$", "", doi) if doi else ""


def _path(href: str) -> str:
    """An address without its host, which may be called anything."""
    return re.sub(r"^https?://[^/]*", "", href)
