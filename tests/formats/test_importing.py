"""Files of papers as claims: which format, which encoding, which values."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from harvestman.formats import (
    IMPORTERS,
    FaultyEntry,
    FileEntry,
    entry_mention,
    importer_of,
    read_file,
)
from harvestman.model import Author, Authority, Field, Mention, Paper, UsageError

NOW = datetime(2026, 11, 16, tzinfo=UTC)


def mention_of(paper: Paper, *, name: str = "smith2020", file_name: str = "refs.bib") -> Mention:
    entry = FileEntry(name, "line 3", paper)
    return entry_mention(
        entry, file_name=file_name, digest="ab" * 32, importer=IMPORTERS["bibtex"], now=NOW
    )


@pytest.mark.parametrize(
    ("file_name", "format_name"),
    [("a.bib", "bibtex"), ("B.RIS", "ris"), ("c.json", "csl-json"), ("d.jsonl", "jsonl")],
)
def test_the_ending_tells_the_format(file_name: str, format_name: str) -> None:
    assert importer_of(file_name).name == format_name


def test_another_ending_is_refused_with_those_that_are_known() -> None:
    with pytest.raises(UsageError, match=r"notes\.txt: which format .*\.bib \(bibtex\)"):
        importer_of("notes.txt")


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "windows-1252"])
def test_old_encodings_are_read(encoding: str) -> None:
    # The letter in question stands far behind a plain beginning, as in real files.
    body = (
        "@comment{" + "x" * 70_000 + "}\n@misc{a, title={Programación y búsqueda en español}}"
    ).encode(encoding)
    (entry,) = read_file(body, IMPORTERS["bibtex"])
    assert isinstance(entry, FileEntry)
    assert entry.paper.title == "Programación y búsqueda en español"


def test_an_entry_without_title_is_faulty() -> None:
    (entry,) = read_file(b"@misc{lost, year=2020}", IMPORTERS["bibtex"])
    assert entry == FaultyEntry("line 1", "The entry lost has no title.")


def test_each_field_that_says_something_is_a_claim_with_its_place() -> None:
    paper = Paper(
        "A Study of Legs",
        authors=(Author("Ana Ruiz", family="Ruiz"),),
        year=2020,
        doi="https://doi.org/10.1145/ABC.1",
        url="see the shelf",
        pdf="HTTP://Example.org:80/a.pdf",
        kind="other",
    )
    claims = mention_of(paper).claims
    assert {claim.field: claim.value for claim in claims} == {
        Field.TITLE: "A Study of Legs",
        Field.AUTHORS: paper.authors,
        Field.YEAR: 2020,
        Field.DOI: "10.1145/abc.1",
        Field.PDF: "http://example.org/a.pdf",
    }
    for claim in claims:
        assert (claim.reader, claim.authority) == ("import-bibtex", Authority.EMBEDDED)
        assert claim.evidence.source.startswith("file:refs.bib#smith2020:")
        assert claim.evidence.locator == "line 3 of sha256:" + "ab" * 32


def test_a_year_that_nobody_lived_in_is_not_claimed() -> None:
    fields = {claim.field for claim in mention_of(Paper("A Study of Legs", year=20200)).claims}
    assert fields == {Field.TITLE}


def test_the_source_is_the_entry_as_long_as_it_means_the_same_paper() -> None:
    def source(title: str, year: int) -> str:
        return mention_of(Paper(title, year=year)).claims[0].evidence.source

    assert source("A Study of Legs", 2020) == source("A study of legs.", 2021)
    assert source("A Study of Legs", 2020) != source("Another Smith Altogether", 2020)
