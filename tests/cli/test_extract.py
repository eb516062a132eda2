"""`extract` and `parse-reference` as a person or a program would use them."""

from __future__ import annotations

import hashlib
import json
import os
import subprocess
from pathlib import Path
from typing import Any

import pytest
from lxml import etree

from commands import COMMAND, Commands
from documents.sample import PAPER
from harvestman.cli.documents_given import Given, given_documents
from harvestman.cli.documents_written import OutputNames
from harvestman.model import (
    Author,
    Field,
    LinkedMention,
    Mention,
    SystemClock,
    UsageError,
)
from harvestman.store import open_library
from store.sample import claim, keep_mentions, keyed
from world.pdf import make_pdf

KEYS = {"file", "status", "language", "category", "header", "citations", "body", "text"}
HEADER = {"title", "authors", "affiliations", "emails", "abstract", "keywords", "date", "venue", "pages", "year", "identifiers"}  # fmt: skip
CITATION = ["raw", "authors", "title", "container", "publisher", "place", "year", "volume", "issue", "pages", "doi", "url"]  # fmt: skip


def lines(text: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in text.splitlines()]


@pytest.fixture(scope="session")
def pdf() -> bytes:
    return make_pdf(PAPER)


@pytest.fixture
def papers(empty: Commands, pdf: bytes) -> Commands:
    """Commands in a folder with good files, a broken and an empty one."""
    deeper = empty.folder / "papers" / "deeper"
    deeper.mkdir(parents=True)
    (empty.folder / "papers" / "b.pdf").write_bytes(pdf)
    (empty.folder / "papers" / "broken.pdf").write_bytes(b"%PDF-1.4 and nothing else")
    (empty.folder / "papers" / "empty.pdf").write_bytes(b"")
    (empty.folder / "papers" / ".hidden.pdf").write_bytes(pdf)
    (deeper / "c.pdf").write_bytes(pdf)
    return empty


def test_json_has_the_documented_shape(papers: Commands) -> None:
    done = papers.run("extract", "papers/b.pdf")
    assert done.returncode == 0, done.stderr
    (told,) = lines(done.stdout)
    assert set(told) == KEYS
    assert told["file"] == "papers/b.pdf"
    assert told["status"] == "success"
    assert set(told["header"]) == HEADER
    assert told["header"]["title"] == PAPER.title
    author = told["header"]["authors"][0]
    assert author["name"] == "Ana María Ruiz"
    assert (author["given"], author["family"]) == ("Ana María", "Ruiz")
    assert author["affiliations"] == ["University of Tarapuy"]
    assert author["email"] == "ana.ruiz@tarapuy.example"
    assert [list(citation) for citation in told["citations"]] == [CITATION] * 3
    assert {"heading", "text"} <= set(told["body"][0]) <= {"heading", "text", "calls"}


def test_a_folder_is_read_in_order_and_failures_are_listed_at_the_end(papers: Commands) -> None:
    done = papers.run("extract", "papers", "papers/b.pdf", "--only", "header", "--workers", "2")
    assert done.returncode == 1
    told = lines(done.stdout)
    assert [(one["file"], one["status"]) for one in told] == [
        ("papers/b.pdf", "success"),
        ("papers/broken.pdf", "bad-file"),
        ("papers/empty.pdf", "empty"),
        ("papers/deeper/c.pdf", "success"),
        ("papers/b.pdf", "success"),
    ]
    assert set(told[0]) == {"file", "status", "header"}
    complaints = done.stderr.splitlines()
    assert complaints[0].startswith("papers/broken.pdf: bad-file")
    assert complaints[1].startswith("papers/empty.pdf: empty")
    assert complaints[-1] == "2 of 5 documents not read."
    assert "Traceback" not in done.stderr


def test_standard_input_is_a_document_too(papers: Commands, pdf: bytes) -> None:
    done = subprocess.run(
        [*COMMAND, "extract", "-", "--only", "language"],
        input=pdf,
        env=papers.environ,
        capture_output=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout) == {"file": "-", "status": "success", "language": "en"}


@pytest.mark.parametrize(
    ("format_name", "sign"),
    [
        ("tei", "<surname>Galimov</surname>"),
        ("jats", "<surname>Galimov</surname>"),
        ("bibtex", "Galimov, Rustam"),
        ("text", "Nobody knows"),
        ("json", '"Rustam Galimov"'),
    ],
)
def test_every_format(papers: Commands, format_name: str, sign: str) -> None:
    done = papers.run("extract", "papers/b.pdf", "--format", format_name)
    assert done.returncode == 0, done.stderr
    assert sign in done.stdout
    if format_name in ("tei", "jats"):
        etree.fromstring(done.stdout.encode())


def test_bibtex_of_a_folder_is_its_documents_and_on_request_their_references(
    papers: Commands,
) -> None:
    done = papers.run("extract", "papers/b.pdf", "papers/deeper", "--format", "bibtex")
    assert done.stdout.count("\n@") + 1 == 2
    of_lists = papers.run("extract", "papers/b.pdf", "--format", "bibtex", "--references")
    assert of_lists.returncode == 0, of_lists.stderr
    assert "Galimov, Rustam" not in of_lists.stdout.partition("title")[0]
    wrong = papers.run("extract", "papers/b.pdf", "--format", "tei", "--references")
    assert wrong.returncode == 2


def test_one_file_a_document(papers: Commands, pdf: bytes) -> None:
    done = papers.run("extract", "papers", "--format", "tei", "--out", "results")
    assert done.returncode == 1
    results = papers.folder / "results"
    assert sorted(str(p.relative_to(results)) for p in results.rglob("*") if p.is_file()) == [
        "b.pdf.tei.xml",
        "deeper/c.pdf.tei.xml",
    ]
    tei = etree.fromstring((results / "b.pdf.tei.xml").read_bytes())
    assert tei.findtext(".//{*}idno[@type='MD5']") == hashlib.md5(pdf).hexdigest().upper()
    application = tei.find(".//{*}application")
    assert application is not None
    assert application.get("when")
    assert "2 results written to results" in done.stdout
    before = (results / "b.pdf.tei.xml").stat().st_mtime_ns
    again = papers.run("extract", "papers", "--format", "tei", "--out", "results", "--json")
    assert again.returncode == 2  # --json speaks of another format
    again = papers.run(
        "extract", "papers/b.pdf", "papers/deeper", "--format", "tei", "--out", "results"
    )
    assert "1 results written to results; 1 were there already" in again.stdout
    assert (results / "b.pdf.tei.xml").stat().st_mtime_ns == before
    os.utime(papers.folder / "papers" / "b.pdf")  # a newer file is read again
    papers.run("extract", "papers/b.pdf", "--format", "tei", "--out", "results")
    assert (results / "b.pdf.tei.xml").stat().st_mtime_ns > before


def test_evidence_on_request(papers: Commands) -> None:
    (told,) = lines(papers.run("extract", "papers/b.pdf", "--evidence").stdout)
    assert told["evidence"]["file"] == "papers/b.pdf"
    title = told["evidence"]["title"][0]
    assert title["value"] == PAPER.title
    assert title["locator"] == "page 1"
    assert 0 < title["confidence"] <= 1
    assert told["evidence"]["citations"][2]["locator"].startswith("page ")
    assert "year" in told["evidence"]["citations"][0]["fields"]


def test_on_a_terminal_it_is_a_table(papers: Commands) -> None:
    shown = papers.on_terminal("extract", "papers/b.pdf")
    assert "─" in shown
    assert "Rustam Galimov" in shown


@pytest.mark.parametrize(
    ("words", "hint"),
    [
        (["extract", "nowhere.pdf"], "nowhere.pdf"),
        (["extract", "papers", "--format", "tei"], "--out DIR"),
        (["extract", "papers/b.pdf", "--only", "headers"], "citations"),
        (["extract", "papers/b.pdf", "--only", ","], "citations"),
        (["extract", "papers/b.pdf", "--format", "docbook"], "jats"),
        (["extract", "papers/b.pdf", "--format", "tei", "--json"], "--json"),
        (["extract", "papers/b.pdf", "--format", "tei", "--evidence"], "JSON"),
        (["extract", "papers/b.pdf", "--again"], "--out"),
        (["extract", "papers/b.pdf", "--workers", "0"], "workers"),
        (["extract", "papers/b.pdf", "--out", "/proc/nowhere"], "cannot be written"),
        (["extract"], "FILE|DIR"),
        (["eval", "documents", "papers"], "gold.jsonl"),
        (["eval", "references", "papers/b.pdf"], "JSON Lines"),
        (
            ["learn", "documents", "--documents", "papers", "--texts", "papers"],
            "papers has no gold.jsonl",
        ),
    ],
)
def test_wrong_use_says_what_to_do(papers: Commands, words: list[str], hint: str) -> None:
    done = papers.run(*words)
    assert done.returncode == 2, done.stderr
    assert hint in done.stderr
    assert "Traceback" not in done.stderr
    assert not done.stdout


def test_limits_are_settings(papers: Commands) -> None:
    done = papers.run("--set", "max_file=1kB", "extract", "papers/b.pdf")
    assert done.returncode == 1
    assert lines(done.stdout)[0]["status"] == "too-large"
    assert "max_file" in done.stderr


def test_an_empty_folder_has_nothing_to_read(papers: Commands) -> None:
    (papers.folder / "nothing").mkdir()
    done = papers.run("extract", "nothing")
    assert (done.returncode, done.stdout) == (1, "")
    assert "no files" in done.stderr


def test_documents_are_judged(papers: Commands) -> None:
    row: dict[str, Any] = {
        "file": "b.pdf",
        "language": "en",
        "category": "paper",
        "title": PAPER.title,
    }
    row |= {"authors": [{"name": "R. Galimov"}, {"name": "Someone Else"}], "references": 3}
    (papers.folder / "papers" / "gold.jsonl").write_text(json.dumps(row))
    done = papers.run("eval", "documents", "papers", "--json", "--misses")
    assert done.returncode == 0, done.stderr
    figures = json.loads(done.stdout)
    assert figures["overall"]["title"]["f1"] == 1.0
    assert figures["overall"]["authors"]["f1"] == 0.5
    assert figures["overall"]["references"]["exact"] == 1.0
    assert figures["by_language"]["en"]["language"]["accuracy"] == 1.0
    assert "b.pdf: authors: wanted R. Galimov; Someone Else" in done.stderr
    assert "title f1\t1.0000" in papers.run("eval", "documents", "papers").stdout


def test_references_are_parsed(empty: Commands) -> None:
    raw = (
        "A. Ershov and B. Quill. Counting what moves. Journal of Small Animals, 12(3):45-67, 2019."
    )
    done = empty.run("parse-reference", raw, "--json")
    assert done.returncode == 0, done.stderr
    (told,) = lines(done.stdout)
    assert list(told) == CITATION
    assert told["raw"] == raw
    assert told["year"] == "2019"
    assert told["title"] == "Counting what moves"
    assert len(told["authors"]) == 2


def test_references_flow_through_a_pipe(empty: Commands) -> None:
    strings = [
        f"A. Ruiz. Title number {n}. Journal of Small Animals, {n}, 2019." for n in range(450)
    ]
    done = empty.run("parse-reference", "-", input="\n".join([*strings, "", "  "]))
    assert [one["raw"] for one in lines(done.stdout)] == strings
    assert empty.run("parse-reference").returncode == 2


def test_names_of_results_are_safe_and_all_different(tmp_path: Path) -> None:
    names = OutputNames(tmp_path, ".json")

    def named(*parts: str) -> str:
        path = names.name(Given("x", Path("x"), Path(*parts)))
        assert path.is_relative_to(tmp_path)
        assert ".." not in path.parts
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("it can be written")
        return str(path.relative_to(tmp_path))

    assert named("a.pdf") == "a.pdf.json"
    assert named("A.PDF") == "A.PDF-2.json"
    assert named("a.pdf") == "a.pdf-3.json"
    assert named("a.docx") == "a.docx.json"
    assert named("deeper", "a.pdf") == "deeper/a.pdf.json"
    strange = [named("..."), named("a\nb"), named("a\tb"), named("é" * 200), named("é" * 201)]
    strange.append(named(os.fsdecode(b"\xff\xfe.pdf")))
    assert len(set(strange)) == 6
    assert all("\n" not in name and len(os.fsencode(name)) < 200 for name in strange)


def test_folders_are_walked_without_circles(tmp_path: Path) -> None:
    (tmp_path / "in").mkdir()
    (tmp_path / "in" / "z.pdf").write_bytes(b"x")
    (tmp_path / "in" / "a.pdf").write_bytes(b"x")
    (tmp_path / "in" / "around").symlink_to(tmp_path / "in")
    (tmp_path / "in" / "nowhere.pdf").symlink_to(tmp_path / "gone")
    found = given_documents([str(tmp_path / "in")], tmp_path)
    names = [one.path.name for one in found]
    assert names == ["a.pdf", "nowhere.pdf", "z.pdf"]  # the lost link is told of, not passed over
    with pytest.raises(UsageError, match="once"):
        given_documents(["-", "-"], tmp_path)


def test_a_page_and_its_pdf_are_one_paper(papers: Commands) -> None:
    done = papers.run("extract", "papers", "--only", "header", "--keep")
    assert done.returncode == 1  # for the broken ones
    assert "2 documents kept; the library has 1 papers." in done.stderr
    names = tuple(Author(author.name) for author in PAPER.authors)
    url = "https://conf.example/program.html"
    claims = (
        claim(Field.TITLE, PAPER.title, source=url),
        claim(Field.AUTHORS, names, source=url),
        claim(Field.PDF, "https://conf.example/b.pdf", source=url),
    )
    with open_library(str(papers.folder / "harvestman.db"), clock=SystemClock()) as library:
        keep_mentions(library, url, keyed(LinkedMention(Mention(claims), frozenset())))
        (paper,) = library.papers.find()
        sources = {one.evidence.source for one in library.papers.claims(paper.id)}
        (file,) = sources - {url}
        assert library.blobs.get(file.removeprefix("sha256:")).startswith(b"%PDF-")
    assert paper.pdf == "https://conf.example/b.pdf"
    assert paper.abstract.startswith("We counted the legs")


def test_a_kept_document_is_a_paper_with_a_file(papers: Commands) -> None:
    papers.run("extract", "papers/b.pdf", "--keep")
    (row,) = papers.run("papers", "--with-pdf").stdout.splitlines()[1:]
    assert row.endswith("\theld")
    (paper,) = lines(papers.run("papers", "--json").stdout)
    assert (paper["held"], paper["pdf"], paper["language"]) == (True, None, "en")
    assert "1 papers (1 with a file)" in papers.run("status").stdout
    assert papers.run("papers", "--without-pdf").returncode == 1


def test_what_names_no_authors_is_held_and_no_paper(empty: Commands) -> None:
    (empty.folder / "note.txt").write_text("buy milk and bread, and come home early\n")
    done = empty.run("extract", "note.txt", "--keep", "--json")
    assert "note.txt: held, but no paper" in done.stderr
    assert "1 documents kept; the library has 0 papers." in done.stderr
    assert lines(done.stdout)[0]["file"] == "note.txt"


def test_what_is_held_is_told_and_not_read_again(papers: Commands) -> None:
    told = papers.run("extract", "papers/b.pdf").stdout
    kept = papers.run("extract", "papers/b.pdf", "--keep")
    assert kept.stdout == told
    again = papers.run("extract", "papers/b.pdf", "--keep")
    assert "papers/b.pdf: held already (document " in again.stderr
    assert again.stdout == told
    with open_library(str(papers.folder / "harvestman.db"), clock=SystemClock()) as library:
        assert library.documents.count() == 1
    # A child that dies at once shows that nothing is read; without --keep nothing is written either.
    plain = papers.run("--set", "max_file=1kB", "extract", "papers/b.pdf")
    assert plain.returncode == 0
    assert "held already (document " in plain.stderr
    assert plain.stdout == told
