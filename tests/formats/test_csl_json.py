"""CSL-JSON: what is written, judged by a citation processor; and what other people's files look like when read."""

from __future__ import annotations

import json
import warnings
from pathlib import Path
from typing import Any

import citeproc
import pytest
from citeproc.source.json import CiteProcJSON

from formats.sample import PAPER, faults_of, papers_of
from harvestman.formats import CSLJSON, FaultyEntry, FileEntry
from harvestman.model import Author, Kind, Paper

# The types of CSL 1.0.2 that we use and the variables that we write, as its specification lists them (appendices III, IV).
TYPES = {
    *("article", "article-journal", "book", "chapter", "document", "paper-conference", "report"),
    *("speech", "thesis"),
}
VARIABLES = {
    *("id", "type", "title", "container-title", "volume", "issue", "page", "publisher", "abstract"),
    *("language", "DOI", "ISBN", "ISSN", "author", "issued", "URL", "keyword", "archive"),
    *("archive_location", "custom"),
}


def _items(*papers: Paper) -> Any:
    return json.loads("".join(CSLJSON().write(papers)))


def test_an_item_as_it_stands() -> None:
    (item,) = _items(PAPER)
    assert set(item) == VARIABLES
    assert (item["id"], item["type"]) == ("ruiz2018automatic", "paper-conference")
    assert item["title"] == PAPER.title
    assert item["issued"] == {"date-parts": [[2018, 6, 3]]}
    assert item["author"] == [
        {"family": "Ruiz", "given": "Ana María"},
        {"family": "van Beethoven", "given": "Ludwig"},
        {"family": "King", "given": "Martin Luther", "suffix": "Jr."},
        {"literal": "World Health Organization"},
        {"literal": "Anderson and Sons"},
        {"family": "Ершов", "given": "А. П."},
        {"literal": "IEEE"},
        {"family": "Plato"},
    ]
    assert item["keyword"] == "libraries; search, automatic;"
    assert item["custom"] == {"pdf": PAPER.pdf, "session": "Best of"}


def test_a_citation_processor_renders_it() -> None:
    style = Path(citeproc.__file__).parent / "data" / "styles" / "harvard-cite-them-right.csl"
    (item,) = _items(PAPER)
    del item["custom"]  # newer than the processor
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # the style names variables that it does not know
        bibliography = citeproc.CitationStylesBibliography(
            citeproc.CitationStylesStyle(str(style), validate=False),
            CiteProcJSON([item]),
            citeproc.formatter.plain,
        )
        bibliography.register(citeproc.Citation([citeproc.CitationItem(item["id"])]))
        (rendered,) = map(str, bibliography.bibliography())
    assert "Ruiz, A.M." in rendered
    assert "(2018)" in rendered
    assert "JCDL & Friends" in rendered


def test_every_kind_has_a_type_that_the_standard_knows() -> None:
    types = [item["type"] for item in _items(*(Paper("T", kind=str(kind)) for kind in Kind))]
    assert set(types) == TYPES
    assert len(types) == len(set(types))


def test_nothing_is_a_valid_array() -> None:
    assert _items() == []


def test_what_is_not_known_is_not_written() -> None:
    assert _items(Paper("Только название")) == [
        {"id": "anontolko", "type": "document", "title": "Только название"}
    ]


def test_other_peoples_files_are_read() -> None:
    item = {
        "id": 7,
        "type": "article-magazine",
        "title": "T",
        "author": [
            {"family": "Beethoven", "given": "Ludwig", "non-dropping-particle": "van"},
            {"literal": "The Group"},
        ],
        "issued": {"date-parts": [["2001", "2"]]},
        "keyword": "one, two",
        "volume": 12,
        "archive": "Elsewhere",
        "archive_location": "shelf 3",
    }
    (paper,) = papers_of(CSLJSON(), [json.dumps([item])])
    assert paper == Paper(
        title="T",
        authors=(Author("Ludwig van Beethoven"), Author("The Group")),
        year=2001,
        date="2001-02",
        keywords=("one", "two"),
        volume="12",
        kind="other",
    )


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "not JSON"),
        ("7", "Item 1 is not valid"),
        ("[1]", "Item 1 is not valid"),
        ('[{}, {"issued": {"date-parts": [["soon"]]}}]', "Item 2 is not valid"),
        ('[{"author": ["Ruiz"]}]', "Item 1 is not valid"),
        ("[" * 100_000, "not JSON"),
    ],
)
def test_what_is_no_csl_json_is_refused(text: str, message: str) -> None:
    (fault,) = faults_of(CSLJSON(), [text])
    assert message in fault


def test_a_date_beyond_all_numbers_is_a_faulty_item() -> None:
    text = '[{"title": "Legs", "issued": {"date-parts": [[1e999]]}}, {"title": "Webs"}]'
    faulty, whole = CSLJSON().parse([text])
    assert isinstance(faulty, FaultyEntry)
    assert isinstance(whole, FileEntry)
