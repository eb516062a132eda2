"""What dblp's editors take: XML that dblp.dtd allows, with the keys that they would give, and tables of contents in BHT."""

from __future__ import annotations

from dataclasses import replace

from lxml import etree

from formats.sample import PAPER
from harvestman.formats import Bht, DblpXml
from harvestman.model import Author, Paper, PaperEvent

RECORDS = {"article", "inproceedings", "proceedings"}
FIELDS = set(
    "author editor title booktitle pages year address journal volume number month url ee cdrom cite publisher note crossref "
    "isbn series school chapter publnr stream rel".split()
)
ATTRIBUTES = {"key", "mdate", "publtype", "reviewid", "rating", "cdate"}
VENUE = "5th Conference on Libraries and Metadata (LIME 2026)"


def paper(title: str, *names: str, **more: object) -> Paper:
    authors = tuple(Author(name) for name in names)
    return Paper(title, authors=authors, **{"venue": VENUE, "year": 2026, **more})  # type: ignore[arg-type]


def checked(*papers: Paper) -> list[etree._Element]:
    """The records of the file, which must be as dblp.dtd has them: flat, known fields in any order, attributes that it declares."""
    text = "".join(DblpXml().write(papers))
    assert text.isascii()
    root = etree.fromstring(text.encode(), etree.XMLParser(load_dtd=False, no_network=True))
    assert root.tag == "dblp"
    keys = [record.get("key") for record in root]
    assert None not in keys
    assert len(keys) == len(set(keys))
    for record in root:
        assert record.tag in RECORDS
        assert set(map(str, record.attrib)) <= ATTRIBUTES
        assert not (record.text or "").strip()
        for field in record:
            assert field.tag in FIELDS
            assert set(map(str, field.attrib)) <= {"orcid", "type", "aux", "label", "bibtex"}
            assert len(field) == 0
            assert (field.text or "").strip()
            assert not (field.tail or "").strip()
    return list(root)


def texts(record: etree._Element) -> list[tuple[str, str]]:
    return [(str(field.tag), field.text or "") for field in record]


def test_a_paper_and_its_volume() -> None:
    one = paper("On <Spiders> & é", "Ana Ruiz", "Ludwig van Beethoven", pages="1–10", doi="10.1/x", changed="2026-11-16", publisher="ACM")  # fmt: skip
    volume, record = checked(one)
    assert (volume.tag, volume.get("key")) == ("proceedings", "conf/lime/2026")
    assert texts(volume) == [
        ("title", f"{VENUE}."),
        ("booktitle", "LIME"),
        ("publisher", "ACM"),
        ("year", "2026"),
    ]
    assert (record.get("key"), record.get("mdate")) == ("conf/lime/RuizB26", "2026-11-16")
    assert texts(record) == [
        ("author", "Ana Ruiz"),
        ("author", "Ludwig van Beethoven"),
        ("title", "On <Spiders> & é."),
        ("pages", "1-10"),
        ("year", "2026"),
        ("booktitle", "LIME"),
        ("ee", "https://doi.org/10.1/x"),
        ("crossref", "conf/lime/2026"),
    ]


def test_talks_are_no_part_of_a_volume() -> None:
    talk = paper("What Bees Remember", "Mary Holm", kind="talk")
    both = [paper("On Spiders", "Ana Ruiz"), talk]
    assert "What Bees" not in "".join(DblpXml().write(both))
    assert "What Bees" not in "".join(Bht().write(both))


def test_keys_are_those_that_dblp_would_give() -> None:
    papers = [
        paper("A", "Ana Ruiz"),
        paper("B", "Ana Ruiz"),
        paper("C", "Ana Ruiz"),
        paper("D", "Wil M. P. van der Aalst", "José García-Molina"),
        paper("E", "Héctor García-Molina", "Ørjan Åse"),
        paper("F", *(f"Given{n} {chr(65 + n)}name" for n in range(15))),
        paper("G"),
        paper("H", "Иван Петров"),
        paper("I", "Ana Ruiz", year=None),
        paper("J", "Ana Ruiz", venue="JCDL 2019", year=2019),
        paper("K", "Ana Ruiz", venue="Journal of Webs", volume="3", kind="journal-article"),
    ]
    keys = [record.get("key") for record in checked(*papers) if record.tag != "proceedings"]
    assert keys == [
        "conf/lime/Ruiz26",
        "conf/lime/Ruiz26a",
        "conf/lime/Ruiz26b",
        "conf/lime/AalstG26",
        "conf/lime/Garcia-MolinaA26",
        "conf/lime/AnameBCDEFGHIJK26",
        "conf/lime/Anonymous26",
        "conf/lime/Petrov26",
        "conf/lime/Ruiz",
        "conf/jcdl/Ruiz19",
        "journals/journalofwebs/Ruiz26",
    ]


def test_the_event_says_which_volume_it_is() -> None:
    event = PaperEvent("e1", "Conference on Libraries and Metadata", "LiMe", 2026)
    one = paper("A", "Ana Ruiz", venue="Libraries and Metadata", year=2027, event=event)
    volume, record = checked(one)
    assert (volume.get("key"), volume.findtext("booktitle")) == ("conf/lime/2026", "LiMe")
    assert record.get("key") == "conf/lime/Ruiz26"


def test_the_fullest_paper_and_the_barest() -> None:
    records = checked(PAPER, Paper("Bare"), Paper("Bare?\x00\ud800"))
    assert records[-1].findtext("title") == "Bare?"


def test_a_table_of_contents() -> None:
    papers = [
        paper("On Spiders", "Ana Ruiz", "Bob Smith", pages="1-10", doi="10.1/x", session="Webs"),
        paper("Who <Spins>?", "Eve, Jr.", session="Silk & Co."),
        paper("More Webs!", "Bob Smith", session="Webs", pages="A3"),
        paper("No session"),
    ]
    assert "".join(Bht().write(papers)) == (
        f"<h1>{VENUE}</h1>\n<!-- conf/lime/2026 -->\n\n"
        "<h2>Webs</h2>\n<ul>\n"
        "<li>Ana Ruiz, Bob Smith:\nOn Spiders. 1-10\n<ee>https://doi.org/10.1/x</ee>\n<!-- conf/lime/RuizS26 -->\n"
        "<li>Bob Smith:\nMore Webs! A3\n<!-- conf/lime/Smith26 -->\n"
        "</ul>\n\n"
        "<h2>Silk &amp; Co.</h2>\n<ul>\n<li>Eve Jr.:\nWho &lt;Spins&gt;? 0-\n<!-- conf/lime/Eve26 -->\n</ul>\n\n"
        "<ul>\n<li>\nNo session. 0-\n<!-- conf/lime/Anonymous26 -->\n</ul>\n\n"
    )
    assert "".join(Bht().write([])) == ""


def test_a_table_of_contents_cites_what_dblp_has() -> None:
    exporter = Bht()
    held = replace(paper("On Spiders", "Ana Ruiz"), id="p1")
    exporter.known_keys = {"p1": "conf/lime/Ruiz0126"}
    written = "".join(exporter.write([held, paper("On Ants", "Ana Ruiz")]))
    assert '<li><cite key="conf/lime/Ruiz0126" style=ee>\n<li>Ana Ruiz:\nOn Ants. 0-' in written
    assert "On Spiders" not in written
