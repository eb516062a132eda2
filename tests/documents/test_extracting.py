"""A file's bytes in, an extraction out: only what is asked for, every value with its evidence, no exception."""

from __future__ import annotations

import hashlib
import re
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

import pytest
from fpdf import FPDF

from documents.layout.printing import pdf, write
from documents.sample import PAPER
from harvestman.documents import Job, extract, extract_file, extract_files, extracting
from harvestman.documents.header.found import Found, HeaderFound
from harvestman.engine import InlineGuard
from harvestman.model import (
    Authority,
    Extraction,
    Field,
    Status,
    extraction_to_plain,
    winning_claims,
)
from world.pdf import make_pdf

NOW = datetime(2026, 1, 1, tzinfo=UTC)


def test_a_paper_is_read_whole(paper: bytes) -> None:
    read = extract(paper, now=NOW, name="paper.pdf")
    assert read.status is Status.SUCCESS
    assert read.language == "en"
    assert read.header.title == "Leg Counts of Harvestmen in University Cellars"
    assert [a.name for a in read.header.authors] == ["Ana María Ruiz", "Rustam Galimov"]
    assert read.header.emails == ("ana.ruiz@tarapuy.example", "galimov@brennbach.example")
    assert read.header.abstract.startswith("We counted the legs")
    assert read.header.keywords == ("harvestmen", "leg counts")
    assert len(read.citations) == 3
    assert "Ershov" in read.citations[0].raw
    assert any("cellars with a lamp" in section.text for section in read.body)
    assert "Nobody knows how many legs" in " ".join(read.text.split())


def test_spanish_is_read_as_well(spanish_paper: bytes) -> None:
    read = extract(spanish_paper, now=NOW, only=("header", "language"))
    assert read.language == "es"
    assert read.header.title.startswith("Cartografía de repositorios")
    assert len(read.header.authors) == 2


def test_every_value_has_its_evidence(paper: bytes) -> None:
    read = extract(paper, now=NOW, surely=True)
    digest = f"sha256:{hashlib.sha256(paper).hexdigest()}"
    assert {claim.evidence.source for claim in read.claims} == {digest}
    title = winning_claims(read.claims)[Field.TITLE]
    assert title.value == read.header.title
    assert title.authority is Authority.LEARNED
    assert title.evidence.locator == "page 1"
    assert "Harvestmen" in title.evidence.quote
    assert 0 <= title.confidence <= 1
    assert title.time == NOW
    properties = [c for c in read.claims if c.authority is Authority.PROPERTIES]
    assert {claim.field for claim in properties} == {Field.TITLE, Field.AUTHORS}
    citations = [s for s in read.sightings if s.part == "citations"]
    assert [s.index for s in citations] == [0, 1, 2]
    assert all(s.evidence.locator.startswith("page ") for s in citations)
    assert dict(citations[0].fields)["year"] > 0.5
    plain = extraction_to_plain(read, file="paper.pdf", with_evidence=True)
    assert plain["evidence"]["source"] == digest
    assert [told["shown"] for told in plain["evidence"]["title"]].count(True) == 1
    assert plain["evidence"]["emails"][1]["index"] == 1


@pytest.mark.parametrize(
    ("above", "kind", "quote", "year", "confidence"),
    [
        ("PhD Thesis, 12 June 2018", "thesis", "", 2018, 0.7),
        ("12 June 2018", None, None, 2018, 0.7),  # a paper of a kind that nothing tells
        ("Proceedings of the 3rd Workshop on Lamps, 2018, pages 7-9", "conference-paper", "Proceedings of", 2018, 0.8),
    ],
)  # fmt: skip
def test_kind_language_and_year_are_claimed_for_the_paper(
    above: str, kind: str | None, quote: str | None, year: int, confidence: float
) -> None:
    read = extract(make_pdf(replace(PAPER, above=above)), now=NOW)
    won = winning_claims(read.claims)
    assert won[Field.LANGUAGE].value == read.language == "en"
    assert (won[Field.YEAR].value, won[Field.YEAR].confidence) == (year, confidence)
    assert above.startswith(won[Field.YEAR].evidence.quote)
    assert (won[Field.KIND].value if Field.KIND in won else None) == kind
    if quote is not None:
        assert won[Field.KIND].evidence.quote.startswith(quote)
        assert 0.5 < won[Field.KIND].confidence < 1
    assert {claim.authority for claim in won.values()} == {Authority.LEARNED}


def test_kind_and_language_are_claimed_only_where_they_were_read(paper: bytes) -> None:
    fields = {claim.field for claim in extract(paper, now=NOW, only=("header",)).claims}
    assert Field.TITLE in fields
    assert not fields & {Field.KIND, Field.LANGUAGE}


def test_how_a_list_was_split_is_evidence(paper: bytes) -> None:
    read = extract(paper, now=NOW, only=("citations",))
    (told,) = extraction_to_plain(read, file="x.pdf", with_evidence=True)["evidence"][
        "reference_lists"
    ]
    assert told["quote"] == "References"
    assert told["note"] == "entries: 3; split by numbers"


def test_a_heading_of_references_without_entries_is_not_passed_over() -> None:
    def draw(page: FPDF) -> None:
        write(page, 60, 80, "On Headings", size=18)
        for row in range(30):
            write(
                page,
                60,
                120 + 14 * row,
                "we describe what stands above and below of them in the text",
            )
        write(page, 60, 560, "References", style="B")
        for row in range(12):
            write(
                page,
                60,
                590 + 14 * row,
                "nothing that follows names a work but all goes on as before in",
            )

    read = extract(pdf(draw), now=NOW, only=("citations",))
    assert read.status is Status.SUCCESS
    assert read.citations == ()
    assert (
        read.detail
        == "the heading 'References' stands on page 1, but no reference was recognised below it"
    )
    told = extraction_to_plain(read, file="x.pdf", with_evidence=True)["evidence"]
    assert told["reference_lists"][0]["note"] == "no entry was recognised below this heading"


@pytest.mark.parametrize("gap", [9.0, 14.0, 30.0])
def test_names_side_by_side_are_several_authors(gap: float) -> None:
    def draw(page: FPDF) -> None:
        write(page, 110, 80, "Counting Legs in the Dark Without a Lamp", size=17, style="B")
        x = 120.0
        for name in ("Maria Fischer", "Thomas Weber", "Anna Schmidt"):
            write(page, x, 110, name, size=12)
            x += page.get_string_width(name) + gap
        write(page, 200, 126, "University of Brennbach", size=12)
        write(page, 270, 170, "Abstract", size=12, style="B")
        for row in range(36):
            write(
                page,
                60,
                190 + 14 * row,
                "we count legs in the dark and tell how many there were in each of them",
            )

    read = extract(pdf(draw, pages=1), now=NOW, only=("header",))
    assert [author.name for author in read.header.authors] == ["Maria Fischer", "Thomas Weber", "Anna Schmidt"]  # fmt: skip


def test_a_message_of_a_damaged_file_is_short() -> None:
    told = extracting._brief("a dump\n" * 400)
    assert len(told) <= 250
    assert "\n" not in told


def test_labels_that_stand_apart_belong_to_their_column() -> None:
    def draw(page: FPDF) -> None:
        write(page, 60, 60, "Labels Apart", size=16)
        for row in range(24):
            write(page, 54, 100 + 11 * row, "running text of the left column that is wide", size=9)
        write(page, 150, 380, "REFERENCES", size=9)
        for n in range(1, 31):
            x, y = (54, 400 + 22 * (n - 1)) if n <= 14 else (315, 100 + 22 * (n - 15))
            write(page, x, y, f"[{n}]", size=8)
            write(page, x + 36, y, f"A. Bee and C. Dee, Works on labels part {n},", size=8)
            write(page, x + 36, y + 10, f"Journal of Lists, vol. {n}, pp. 1-9, 2001.", size=8)

    read = extract(pdf(draw), now=NOW, only=("citations",))
    assert [one.volume for one in read.citations] == [str(n) for n in range(1, 31)]


def test_only_what_is_asked_for_is_worked_out(
    paper: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: object) -> None:
        raise AssertionError("nobody asked for this")

    for name in ("read_structure", "parse_references", "read_category"):
        monkeypatch.setattr(extracting, name, refuse)
    read = extract(paper, now=NOW, only=("header",))
    assert read.header.title
    assert not read.text
    plain = extraction_to_plain(read, file="x", only=("header",))
    assert set(plain) == {"file", "status", "header"}
    monkeypatch.setattr(extracting, "read_header", refuse)
    assert extract(paper, now=NOW, only=("language",)).language == "en"


def test_the_files_own_title_helps_where_the_model_has_none(
    paper: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(extracting, "read_header", lambda _: HeaderFound())
    read = extract(paper, now=NOW, only=("header",))
    assert read.status is Status.SUCCESS
    assert read.header.title == "Leg Counts of Harvestmen in University Cellars"
    wrong = HeaderFound(title=Found("Another Title", 0.2, 1))
    monkeypatch.setattr(extracting, "read_header", lambda _: wrong)
    assert extract(paper, now=NOW, only=("header",)).header.title == "Another Title"


def test_a_document_without_title_and_authors_says_so(
    paper: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(extracting, "read_header", lambda _: HeaderFound())
    monkeypatch.setattr("harvestman.documents.claiming.printed_title", lambda _: "")
    monkeypatch.setattr("harvestman.documents.claiming.printed_authors", lambda _: ())
    read = extract(paper, now=NOW, only=("header",))
    assert read.status is Status.NO_METADATA
    assert read.is_read


def test_what_cannot_be_read_is_a_status(paper: bytes) -> None:
    assert extract(b"", now=NOW).status is Status.EMPTY
    broken = extract(b"%PDF-1.4\nnothing of a PDF follows", now=NOW, name="x.pdf")
    assert broken.status is Status.BAD_FILE
    assert broken.detail
    assert not broken.is_read


def test_a_job_opens_its_file_itself(paper: bytes, tmp_path: Path) -> None:
    path = tmp_path / "paper.pdf"
    path.write_bytes(paper)
    job = Job(str(path), NOW, only=("header",))
    assert extract_file(job).header.title
    small = Job(str(path), NOW, max_bytes=len(paper) - 1)
    assert extract_file(small).status is Status.TOO_LARGE
    gone = extract_file(Job(str(tmp_path / "gone.pdf"), NOW))
    assert (gone.status, gone.detail) == (
        Status.BAD_FILE,
        "it cannot be opened: No such file or directory",
    )


@pytest.mark.parametrize("path", ["/dev/zero", "/dev/null", "/proc", "/dev/tty"])
def test_what_is_no_ordinary_file_is_left_alone(path: str) -> None:
    assert extract_file(Job(path, NOW)).status is Status.BAD_FILE


def test_a_pipe_that_nobody_writes_to_is_not_waited_for(tmp_path: Path) -> None:
    import os

    os.mkfifo(tmp_path / "pipe")
    assert extract_file(Job(str(tmp_path / "pipe"), NOW)).status is Status.BAD_FILE


def test_results_come_in_the_order_of_the_jobs(paper: bytes, tmp_path: Path) -> None:
    names = [f"{number}.pdf" for number in range(5)]
    for number, name in enumerate(names):
        (tmp_path / name).write_bytes(paper if number % 2 else b"")
    jobs = [Job(str(tmp_path / name), NOW, only=("language",)) for name in names]
    results: list[tuple[Job, Extraction]] = list(extract_files(InlineGuard(), jobs))
    assert [job for job, _ in results] == jobs
    assert [read.status for _, read in results] == [
        Status.EMPTY, Status.SUCCESS, Status.EMPTY, Status.SUCCESS, Status.EMPTY
    ]  # fmt: skip


def test_only_some_pages_of_a_pdf(tmp_path: Path) -> None:
    numbers = iter(range(1, 9))

    def draw(page: FPDF) -> None:
        number = next(numbers)
        for line in range(30):
            write(page, 60, 80 + 20 * line, f"Page {number} tells of the habits of printers {line}")

    path = tmp_path / "pages.pdf"
    path.write_bytes(pdf(draw, pages=5))

    def told(first: int, last: int | None) -> Extraction:
        job = Job(str(path), NOW, only=("text",), first_page=first, last_page=last)
        return extract_file(job)

    def pages(text: str) -> set[str]:
        return set(re.findall(r"Page (\d)", text))

    assert pages(told(1, None).text) == set("12345")
    assert pages(told(2, 3).text) == set("23")
    assert pages(told(4, None).text) == set("45")
    assert pages(told(1, 1).text) == set("1")
    assert told(6, None).status is Status.EMPTY
    assert told(3, 2).status is Status.EMPTY
