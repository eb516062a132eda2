"""One paper with everything in it, for the tests of each format."""

from __future__ import annotations

from collections.abc import Iterable

from harvestman.formats import FaultyEntry, FileEntry, Importer
from harvestman.model import Author, Paper

PAPER = Paper(
    title="Automatic search for the DNA of 50% of papers: a study of Kairos & co.",
    id="p1",
    authors=(
        Author("Ana María Ruiz", affiliations=("Universidad de Chile",)),
        Author("Ludwig van Beethoven"),
        Author("Martin Luther King Jr."),
        Author("World Health Organization"),
        Author("Anderson and Sons"),
        Author("А. П. Ершов"),
        Author("IEEE"),
        Author("Plato"),
    ),
    year=2018,
    date="2018-06-03",
    doi="10.1145/3197026.3197069",
    arxiv="1706.03762",
    isbn="978-3-16-148410-0",
    issn="1234-567X",
    pdf="https://example.org/a_b%20c.pdf",
    url="https://example.org/papers/{1}",
    venue="JCDL & Friends",
    volume="12",
    issue="3",
    pages="12–34",
    publisher="ACM",
    abstract="First line.\n\nSecond line.",
    keywords=("libraries", "search, automatic"),
    language="en",
    kind="conference-paper",
    session="Best of",
)


def papers_of(importer: Importer, pieces: Iterable[str]) -> list[Paper]:
    """The papers of a file, of which every entry must be one."""
    papers = []
    for entry in importer.parse(pieces):
        assert isinstance(entry, FileEntry), entry.why
        papers.append(entry.paper)
    return papers


def faults_of(importer: Importer, pieces: Iterable[str]) -> list[str]:
    """What is wrong with a file, entry by entry."""
    return [entry.why for entry in importer.parse(pieces) if isinstance(entry, FaultyEntry)]
