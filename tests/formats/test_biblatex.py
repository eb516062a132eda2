"""BibLaTeX: entries that an independent reader reads, with whole dates and its own names of fields."""

from __future__ import annotations

from bibtexparser.entrypoint import parse_string

from harvestman.formats import get_exporter
from harvestman.model import Author, Kind, Paper, PaperEvent


def written(paper: Paper) -> tuple[str, dict[str, str]]:
    text = "".join(get_exporter("biblatex").write([paper]))
    (entry,) = parse_string(text).entries
    return entry.entry_type, {field.key: field.value for field in entry.fields}


def test_a_conference_paper_has_its_event_and_whole_date() -> None:
    kind, told = written(
        Paper(
            "On DNA & Spiders", authors=(Author("Ana Gómez Ruiz", family="Gómez Ruiz"),), date="2024-05-03", year=2024, venue="Proc. of LEGS",
            kind=str(Kind.CONFERENCE_PAPER), event=PaperEvent("e1", name="Workshop on Legs", acronym="LEGS", year=2024), language="es", arxiv="2401.00001",
        )
    )  # fmt: skip
    assert kind == "inproceedings"
    assert told["date"] == "2024-05-03"
    assert told["booktitle"] == "Proc. of LEGS"
    assert told["eventtitle"] == "Workshop on Legs"
    assert told["langid"] == "spanish"
    assert told["eprinttype"] == "arxiv"
    assert told["author"] == "Gómez Ruiz, Ana"
    assert "year" not in told


def test_an_article_names_its_journal_as_biblatex_does() -> None:
    kind, told = written(
        Paper("On Webs", year=2020, venue="Webs", kind=str(Kind.JOURNAL_ARTICLE), issue="3")
    )
    assert (kind, told["journaltitle"], told["date"], told["number"]) == (
        "article",
        "Webs",
        "2020",
        "3",
    )
    assert written(Paper("A Report", kind=str(Kind.REPORT)))[0] == "report"
    assert written(Paper("A Preprint", kind=str(Kind.PREPRINT)))[0] == "online"
