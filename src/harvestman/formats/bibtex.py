"""BibTeX in UTF-8, as biber and every reference manager read it. The reading half is `bibtex_reading`."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from harvestman.formats.fields import TALK_NOTE, clean, clean_url, date_parts, kind_of
from harvestman.formats.keys import CitationKeys, to_ascii
from harvestman.formats.latex import to_latex
from harvestman.formats.people import person
from harvestman.model import Author, Kind, Paper, PaperEvent

if TYPE_CHECKING:
    from harvestman.formats.entries import FaultyEntry, FileEntry

# The type of the entry, and what it calls the venue and the publisher.
_ENTRIES = {
    Kind.CONFERENCE_PAPER: ("inproceedings", "booktitle", "publisher"),
    Kind.JOURNAL_ARTICLE: ("article", "journal", "publisher"),
    Kind.BOOK: ("book", "series", "publisher"),
    Kind.CHAPTER: ("incollection", "booktitle", "publisher"),
    Kind.THESIS: ("thesis", "series", "institution"),
    Kind.REPORT: ("techreport", "series", "institution"),
    Kind.PREPRINT: ("misc", "howpublished", "publisher"),
    Kind.TALK: ("misc", "howpublished", "publisher"),
    Kind.OTHER: ("misc", "howpublished", "publisher"),
}
_MONTHS = "jan feb mar apr may jun jul aug sep oct nov dec".split()
_DASHES = re.compile(r"(?:(?<!\s)\s+)?[-\u2010-\u2015\u2212]+\s*")
_WORD = re.compile(r"[^\W_][\w'’-]*")


class BibTeX:
    """One entry a paper."""

    name = "bibtex"
    media_type = "application/x-bibtex"
    extension = ".bib"

    def __init__(self, *, proceedings: bool = False) -> None:
        self.proceedings = proceedings
        """Whether papers of an event refer to one entry for its proceedings, which follows them as BibTeX wants it."""

    def write(self, papers: Iterable[Paper]) -> Iterator[str]:
        """An entry for each paper."""
        keys = CitationKeys()
        volumes: dict[str, tuple[str, PaperEvent, str]] = {}
        for paper in papers:
            entry, venue_field, _ = _ENTRIES[kind_of(paper)]
            event = paper.event if self.proceedings and entry == "inproceedings" else None
            texts = dict(bibtex_fields(paper))
            if event:
                if event.id not in volumes:
                    key = keys.own(to_ascii(event.title) or "proceedings")
                    volumes[event.id] = (key, event, texts.get(venue_field, ""))
                # A style that knows no crossref still finds the venue in the entry itself.
                texts["crossref"] = f"{{{volumes[event.id][0]}}}"
            lines = [f"  {name} = {value},\n" for name, value in texts.items()]
            yield f"@{entry}{{{keys.key(paper)},\n{''.join(lines)}}}\n\n"
        for key, event, venue in volumes.values():
            yield _proceedings(key, event, venue)

    def parse(self, pieces: Iterable[str]) -> Iterator[FileEntry | FaultyEntry]:
        """The papers of a file, and the lines at which it is no BibTeX."""
        from harvestman.formats.bibtex_reading import read_papers  # noqa: PLC0415 (for those who read)

        return read_papers("".join(pieces))


def _proceedings(key: str, event: PaperEvent, venue: str) -> str:
    year = f"  year = {{{event.year}}},\n" if event.year else ""
    title = venue or f"{{{to_latex(clean(event.title))}}}"
    return f"@proceedings{{{key},\n  title = {title},\n  booktitle = {title},\n{year}}}\n\n"


def bibtex_fields(paper: Paper) -> Iterator[tuple[str, str]]:
    """Each field with its value as it is written, braces included."""
    _, venue_field, publisher_field = _ENTRIES[kind_of(paper)]
    parts = date_parts(paper)
    texts = {
        "author": " and ".join(_name(a) for a in paper.authors if clean(a.name)),
        "title": protect_capitals(clean(paper.title)),
        venue_field: to_latex(clean(paper.venue)),
        "year": str(parts[0]) if parts else "",
        "month": _MONTHS[parts[1] - 1] if len(parts) > 1 else "",
        "day": str(parts[2]) if len(parts) > 2 else "",
        "volume": to_latex(clean(paper.volume)),
        "number": to_latex(clean(paper.issue)),
        "pages": to_latex(_DASHES.sub("--", clean(paper.pages))),
        publisher_field: to_latex(clean(paper.publisher)),
        "isbn": to_latex(clean(paper.isbn)),
        "issn": to_latex(clean(paper.issn)),
        # These four are taken as they are, not as LaTeX, by biber and by every style that prints them.
        "doi": clean_url(paper.doi),
        "eprint": clean_url(paper.arxiv),
        "archiveprefix": "arXiv" if clean(paper.arxiv) else "",
        "url": clean_url(paper.url),
        "pdf": clean_url(paper.pdf),
        "language": to_latex(clean(paper.language)),
        "keywords": ", ".join(_keyword(k) for keyword in paper.keywords if (k := clean(keyword))),
        "abstract": to_latex(clean(paper.abstract)),
        "note": TALK_NOTE if kind_of(paper) is Kind.TALK else "",
    }
    for name, value in texts.items():
        if value:
            # Months are the macros that each style spells out in its own language.
            yield name, value if name == "month" else f"{{{value}}}"


def protect_capitals(title: str) -> str:
    """The title in LaTeX, with braces around the words that no style may write small.

    These are the words with a capital inside (DNA, BibTeX) and, when the title is not written With Capitals Throughout,
    every capitalised word after the first (a proper name). A title ALL IN CAPITALS tells nothing and is left alone.
    """
    if title == title.upper():
        return to_latex(title)
    long_words = [word for word in _WORD.findall(title)[1:] if len(word) > 3]
    capitalised = sum(word[0].isupper() for word in long_words)
    is_sentence = capitalised * 2 <= len(long_words)
    pieces = []
    end = 0
    for match in _WORD.finditer(title):
        word = match[0]
        is_name = word[0].isupper() and is_sentence and match.start() > 0
        has_inner_capital = any(c.isupper() for c in word[1:])
        pieces.append(to_latex(title[end : match.start()]))
        pieces.append(f"{{{to_latex(word)}}}" if is_name or has_inner_capital else to_latex(word))
        end = match.end()
    return "".join(pieces) + to_latex(title[end:])


def _name(author: Author) -> str:
    name = person(author.name, author.family)
    if name is None:
        return f"{{{to_latex(clean(author.name))}}}"
    # A suffix needs the place of the given name behind it, even when that is empty.
    return to_latex(f"{name.family}, {name.suffix}, {name.given}" if name.suffix else name.inverted)


def _keyword(keyword: str) -> str:
    written = to_latex(keyword)
    return f"{{{written}}}" if re.search("[,;]", written) else written
