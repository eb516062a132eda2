"""BibLaTeX, as biber reads it: BibTeX's entries with its richer types, whole dates, and the event beside the proceedings."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from harvestman.formats.bibtex import bibtex_fields
from harvestman.formats.fields import clean, date_parts, kind_of
from harvestman.formats.keys import CitationKeys
from harvestman.formats.latex import to_latex
from harvestman.model import Kind, Paper

_TYPES = {
    Kind.CONFERENCE_PAPER: "inproceedings",
    Kind.JOURNAL_ARTICLE: "article",
    Kind.BOOK: "book",
    Kind.CHAPTER: "incollection",
    Kind.THESIS: "thesis",
    Kind.REPORT: "report",
    Kind.PREPRINT: "online",
    Kind.TALK: "unpublished",
    Kind.OTHER: "misc",
}
_NAMES = {"journal": "journaltitle"}
# Said otherwise here, or not at all: `date` takes the place of the first three.
_DROPPED = frozenset({"year", "month", "day", "pdf"})
_LANGUAGES = {"en": "english", "es": "spanish", "ru": "russian", "de": "german", "fr": "french", "pt": "portuguese"}  # fmt: skip


class BibLaTeX:
    """One entry a paper."""

    name = "biblatex"
    media_type = "text/x-biblatex"
    extension = ".biblatex.bib"

    def write(self, papers: Iterable[Paper]) -> Iterator[str]:
        """An entry for each paper."""
        keys = CitationKeys()
        for paper in papers:
            lines = [f"  {name} = {value},\n" for name, value in _fields(paper)]
            yield f"@{_TYPES[kind_of(paper)]}{{{keys.key(paper)},\n{''.join(lines)}}}\n\n"


def _fields(paper: Paper) -> Iterator[tuple[str, str]]:
    for name, value in bibtex_fields(paper):
        if name == "language":
            known = _LANGUAGES.get(clean(paper.language).lower())
            if known:
                yield "langid", f"{{{known}}}"
        elif name == "archiveprefix":
            yield "eprinttype", "{arxiv}"
        elif name not in _DROPPED:
            yield _NAMES.get(name, name), value
    if parts := date_parts(paper):
        yield "date", f"{{{'-'.join([f'{parts[0]:04}', *(f'{one:02}' for one in parts[1:])])}}}"
    if paper.event:
        yield "eventtitle", f"{{{to_latex(clean(paper.event.name or paper.event.title))}}}"
