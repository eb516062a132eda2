"""RIS: what is written, judged by an independent parser; and what other people's files look like when read."""

from __future__ import annotations

import pytest
import rispy

from formats.sample import PAPER, faults_of, papers_of
from harvestman.formats import RIS
from harvestman.model import Author, Kind, Paper


def test_a_record_as_it_stands() -> None:
    assert "".join(RIS().write([PAPER])).split("\r\n") == [
        "TY  - CONF",
        "ID  - ruiz2018automatic",
        "AU  - Ruiz, Ana María",
        "AU  - van Beethoven, Ludwig",
        "AU  - King, Martin Luther, Jr.",
        "AU  - World Health Organization",
        "AU  - Anderson and Sons",
        "AU  - Ершов, А. П.",
        "AU  - IEEE",
        "AU  - Plato",
        "TI  - Automatic search for the DNA of 50% of papers: a study of Kairos & co.",
        "T2  - JCDL & Friends",
        "PY  - 2018",
        "DA  - 2018/06/03/",
        "VL  - 12",
        "IS  - 3",
        "SP  - 12",
        "EP  - 34",
        "PB  - ACM",
        "SN  - 1234-567X",
        "SN  - 978-3-16-148410-0",
        "DO  - 10.1145/3197026.3197069",
        "AN  - arXiv:1706.03762",
        "UR  - https://example.org/papers/%7B1%7D",
        "L1  - https://example.org/a_b%20c.pdf",
        "LA  - en",
        "KW  - libraries",
        "KW  - search, automatic",
        "AB  - First line. Second line.",
        "ER  - ",
        "",
        "",
    ]


def test_an_independent_parser_understands_it() -> None:
    (record,) = rispy.loads("".join(RIS().write([PAPER])))
    assert record["type_of_reference"] == "CONF"
    assert record["title"] == PAPER.title
    assert record["authors"][1] == "van Beethoven, Ludwig"
    assert (record["year"], record["date"]) == ("2018", "2018/06/03/")
    assert (record["start_page"], record["end_page"]) == ("12", "34")
    assert record["doi"] == PAPER.doi
    assert record["file_attachments1"] == PAPER.pdf
    assert record["keywords"] == list(PAPER.keywords)
    assert "unknown_tag" not in record


def test_every_kind_has_a_type_of_its_own() -> None:
    texts = {"".join(RIS().write([Paper("T", kind=str(kind))]))[:12] for kind in Kind}
    assert len(texts) == len(Kind)


def test_a_journal_is_named_twice_as_programs_expect() -> None:
    text = "".join(RIS().write([Paper("T", kind="journal-article", venue="Nature")]))
    assert "T2  - Nature\r\nJO  - Nature\r\n" in text


def test_a_value_cannot_end_its_record() -> None:
    hostile = Paper("T\r\nER  - \r\nTY  - BOOK\r\nTI  - Forged", abstract="\n\nER  -")
    text = "".join(RIS().write([hostile]))
    assert text.count("\r\nER  - \r\n") == 1
    assert len(rispy.loads(text)) == 1


def test_an_organisation_keeps_its_name_whole_without_its_comma() -> None:
    text = "".join(RIS().write([Paper("T", authors=(Author("Digital Libraries Group, Inc."),))]))
    assert "AU  - Digital Libraries Group Inc.\r\n" in text


def test_a_date_without_day_has_all_its_slashes() -> None:
    assert "DA  - 2018/06//\r\n" in "".join(RIS().write([Paper("T", date="2018-06")]))


def test_other_peoples_files_are_read() -> None:
    text = (
        "\ufeff1.\nTY  - CPAPER\nA1  - Ruiz,Ana\nAU  - The Group\nT1  - A title that\n goes on\n"
        "BT  - Proceedings\nY1  - 2001/02/03/summer\nSP  - 5\nN2  - About it\nSN  - 3161484100\n"
        "XX  - nobody knows\nER  - \n"
    )
    (paper,) = papers_of(RIS(), [text])
    assert paper == Paper(
        title="A title that goes on",
        authors=(Author("Ana Ruiz"), Author("The Group")),
        venue="Proceedings",
        year=2001,
        date="2001-02-03",
        pages="5",
        abstract="About it",
        isbn="3161484100",
        kind="conference-paper",
    )


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("TY  - JOUR\nTI  - T\n", "cut off"),
        ("TY  - JOUR\nTY  - JOUR\nER  - \n", "no end (ER) before line 2"),
    ],
)
def test_what_is_cut_off_is_refused(text: str, message: str) -> None:
    (fault,) = faults_of(RIS(), [text])
    assert message in fault


def test_text_without_records_has_no_papers() -> None:
    assert list(RIS().parse(["nothing\nof the kind\n", "AU  - Nobody\n"])) == []
