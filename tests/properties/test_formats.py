"""What is written can be read again: parse(write(x)) == x for each format, as far as the format can hold x.

`_held` says how far that is: the same losses that docs/formats.md lists, and no others.
"""

from __future__ import annotations

import json
import re
from dataclasses import replace

import rispy
from bibtexparser.entrypoint import parse_string
from hypothesis import given, settings
from hypothesis import strategies as st

from formats.sample import papers_of
from harvestman.formats import CSLJSON, IMPORTERS, RIS, BibTeX, FaultyEntry, FileEntry, JSONLines
from harvestman.formats.bibtex_reading import Entry, read_entries
from harvestman.formats.fields import (
    clean,
    clean_url,
    date_parts,
    from_date_parts,
    kind_of,
    page_range,
)
from harvestman.formats.keys import CitationKeys
from harvestman.formats.latex import from_latex, to_latex
from harvestman.formats.people import person
from harvestman.model import Author, Kind, Paper
from properties.papers import nasty_texts, papers

some_papers = st.lists(papers, max_size=2)


def _held(paper: Paper) -> Paper:
    """What all three bibliographic formats keep: one clean line a field, names in their parts, no id, no affiliations."""
    year, date = from_date_parts(date_parts(paper))
    return Paper(
        title=clean(paper.title),
        authors=tuple(Author(_printed(a.name)) for a in paper.authors if clean(a.name)),
        year=year,
        date=date,
        doi=clean(paper.doi),
        arxiv=paper.arxiv,
        isbn=paper.isbn,
        issn=paper.issn,
        pdf=clean_url(paper.pdf),
        url=clean_url(paper.url),
        venue=clean(paper.venue),
        volume=paper.volume,
        issue=paper.issue,
        pages=clean(paper.pages),
        publisher=clean(paper.publisher),
        abstract=clean(paper.abstract),
        keywords=tuple(k for keyword in paper.keywords if (k := clean(keyword))),
        language=paper.language,
        kind=str(kind_of(paper)),
    )


def _printed(name: str) -> str:
    parsed = person(name)
    return str(parsed) if parsed else clean(name)


@given(some_papers)
def test_json_lines_lose_nothing(given_papers: list[Paper]) -> None:
    assert papers_of(JSONLines(), JSONLines().write(given_papers)) == given_papers


@given(st.lists(st.builds(Paper, st.text(st.characters(), max_size=5)), max_size=3))
def test_json_lines_are_always_utf8_and_one_line_each(given_papers: list[Paper]) -> None:
    lines = list(JSONLines().write(given_papers))
    assert all(line.encode() and line.count("\n") == 1 for line in lines)
    assert papers_of(JSONLines(), lines) == given_papers


@given(some_papers)
def test_bibtex_comes_back(given_papers: list[Paper]) -> None:
    def held(paper: Paper) -> Paper:
        kept = _held(paper)
        kind = kept.kind
        if kind in (
            "preprint",
            "other",
        ):  # both are @misc; what is on arXiv is taken for a preprint
            kind = str(Kind.PREPRINT if paper.arxiv else Kind.OTHER)
        pages = re.sub(r"\s*[-–]+\s*", "-", kept.pages)
        return replace(kept, kind=kind, doi=clean_url(paper.doi), pages=pages)

    assert papers_of(BibTeX(), BibTeX().write(given_papers)) == list(map(held, given_papers))


@given(some_papers)
def test_ris_comes_back(given_papers: list[Paper]) -> None:
    def held(paper: Paper) -> Paper:
        kept = _held(paper)
        pages = "-".join(page for page in page_range(paper.pages) if page)
        names = [
            Author(author.name if person(author.name) else clean(author.name.replace(",", " ")))
            for author in kept.authors
        ]
        return replace(kept, pages=pages, authors=tuple(name for name in names if name.name))

    assert papers_of(RIS(), RIS().write(given_papers)) == list(map(held, given_papers))


@given(some_papers)
def test_csl_json_comes_back(given_papers: list[Paper]) -> None:
    def held(paper: Paper) -> Paper:
        kept = _held(paper)
        keywords = [clean(k.replace(";", ",").strip(" ,")) for k in kept.keywords]
        return replace(kept, session=clean(paper.session), keywords=tuple(k for k in keywords if k))

    assert papers_of(CSLJSON(), CSLJSON().write(given_papers)) == list(map(held, given_papers))


@given(some_papers)
def test_an_independent_parser_reads_the_same_bibtex(given_papers: list[Paper]) -> None:
    text = "".join(BibTeX().write(given_papers))
    library = parse_string(text, parse_stack=[])
    assert not library.failed_blocks
    theirs = [
        (entry.entry_type, entry.key, {f.key: f.value.strip('{}"') for f in entry.fields})
        for entry in library.entries
    ]
    ours = [
        (entry.type, entry.key, {name: value.strip('{}"') for name, value in entry.fields.items()})
        for _, entry in read_entries(text)
        if isinstance(entry, Entry)
    ]
    for entry in (*theirs, *ours):
        entry[2].pop("month", None)  # a macro, which only our reader has replaced
    assert theirs == ours
    assert len(theirs) == len(given_papers)


@given(some_papers)
def test_an_independent_parser_reads_the_same_ris(given_papers: list[Paper]) -> None:
    text = "".join(RIS().write(given_papers))
    theirs = rispy.loads(text)
    ours = papers_of(RIS(), [text])
    assert [record.get("title", "") for record in theirs] == [paper.title for paper in ours]
    assert [record.get("keywords", []) for record in theirs] == [list(p.keywords) for p in ours]
    assert [len(record.get("authors", [])) for record in theirs] == [len(p.authors) for p in ours]
    assert not any("unknown_tag" in record for record in theirs)


@given(some_papers)
def test_csl_json_is_json(given_papers: list[Paper]) -> None:
    items = json.loads("".join(CSLJSON().write(given_papers)))
    assert len(items) == len(given_papers) == len({item["id"] for item in items})


@given(nasty_texts)
def test_latex_comes_back_and_its_braces_are_balanced(text: str) -> None:
    text = clean(text)
    written = to_latex(text)
    assert from_latex(written) == text
    assert written.count("{") == written.count("}")
    assert not re.search(r"(?<!\\)[$&%#_~^]", written)


@given(nasty_texts)
def test_cleaning_is_done_after_once(text: str) -> None:
    assert clean(clean(text)) == clean(text)
    assert clean_url(clean_url(text)) == clean_url(text)
    assert not re.search(r"[\x00-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff]", clean(text))


@settings(max_examples=50)
@given(st.lists(papers, max_size=8))
def test_citation_keys_are_unique_plain_and_always_the_same(given_papers: list[Paper]) -> None:
    first, second = CitationKeys(), CitationKeys()
    keys = [first.key(paper) for paper in given_papers]
    assert len(set(keys)) == len(keys)
    assert all(re.fullmatch("[a-z0-9]+", key) for key in keys)
    assert keys == [second.key(paper) for paper in given_papers]


@given(nasty_texts)
def test_importers_refuse_or_read_but_never_break(text: str) -> None:
    for importer in IMPORTERS.values():
        for entry in importer.parse([text]):
            assert isinstance(entry, FileEntry | FaultyEntry)
