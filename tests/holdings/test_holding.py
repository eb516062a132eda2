"""The one way in which a file becomes part of the library."""

from __future__ import annotations

import io
import os
import threading
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path
from typing import Any

import pypdfium2
import pytest
from fpdf import FPDF

from compiling import needs_compiler
from documents.sample import PAPER
from harvestman.documents.files import pdf_quick_text
from harvestman.engine import Outcome
from harvestman.holdings import Duplicates, Holdings, KnownBy, source_file
from harvestman.model import Author, Field, LinkedMention, Mention, Status
from harvestman.store import LINKED, SENT, Library, PaperQuery, source_of
from holdings.counting import CountingGuard
from store.sample import claim, keep_mentions, keyed
from web.papers import LONG, with_cover
from world.pdf import make_pdf

PAGE = "https://conf.example/program.html"
FILE = "https://conf.example/papers/7.pdf"


def page_says(library: Library, title: str, *, author: str = "Zoe Quill", url: str = PAGE) -> str:
    """A page that links the file as that paper's PDF; the paper's id."""
    claims = (
        claim(Field.TITLE, title, source=url),
        *([claim(Field.AUTHORS, (Author(author),), source=url)] if author else []),
        claim(Field.PDF, FILE, source=url),
    )
    keep_mentions(library, url, keyed(LinkedMention(Mention(claims), frozenset())))
    (paper,) = library.papers.find(PaperQuery(source=url))
    return paper.id


def test_a_file_becomes_a_document_and_a_paper(
    holdings: Holdings, library: Library, guard: CountingGuard, paper_pdf: bytes
) -> None:
    held = holdings.hold(paper_pdf, name="legs.pdf")
    assert guard.asked == ["look_quickly", "look_at", "make_parts"]
    assert (held.status, held.known_by) == (Status.SUCCESS, KnownBy.NEW)
    assert held.document is not None
    assert held.document.name == "legs.pdf"
    assert library.blobs.get(held.digest) == paper_pdf
    (paper,) = library.papers.find()
    assert held.papers == (paper.id,)
    assert paper.title == PAPER.title
    assert {c.evidence.source for c in library.papers.claims(paper.id)} == {source_of(held.digest)}
    assert holdings.extraction(held.answer).header.title == PAPER.title
    assert library.check() == []


def test_what_a_document_is_reaches_its_paper(holdings: Holdings, library: Library) -> None:
    thesis = make_pdf(replace(PAPER, above="PhD Thesis, 12 June 2018"))
    held = holdings.hold(thesis)
    (paper,) = library.papers.find(PaperQuery(kind="thesis", year_from=2018, year_to=2018))
    assert (paper.kind, paper.language, paper.year) == ("thesis", "en", 2018)
    said = {c.field: c for c in library.papers.claims(paper.id)}
    for field in (Field.KIND, Field.LANGUAGE, Field.YEAR):
        assert said[field].evidence.source == source_of(held.digest)
    before = library.papers.claims(paper.id)
    holdings.hold(thesis, why=SENT)
    holdings.hold(thesis, is_fresh=True)
    assert [replace(c, time=before[0].time) for c in library.papers.claims(paper.id)] == [
        replace(c, time=before[0].time) for c in before
    ]


def test_keywords_that_were_guessed_are_the_documents_and_not_the_papers(
    holdings: Holdings, library: Library
) -> None:
    held = holdings.hold(make_pdf(replace(PAPER, keywords=())))
    assert holdings.extraction(held.answer, is_whole=True).header.keywords
    (paper,) = library.papers.find()
    assert paper.keywords == ()
    assert Field.KEYWORDS not in {c.field for c in library.papers.claims(paper.id)}
    holdings.hold(make_pdf(PAPER), is_fresh=True)
    (paper,) = library.papers.find()
    assert paper.keywords == PAPER.keywords


def test_a_held_file_is_a_file_to_whoever_asks(
    holdings: Holdings, library: Library, paper_pdf: bytes
) -> None:
    linked = page_says(library, "Something about lighthouses and their keepers")
    held = holdings.hold(paper_pdf)
    assert held.document is not None
    assert {p.id: p.held for p in library.papers.find()} == {linked: False, held.papers[0]: True}
    assert library.papers.count(PaperQuery(has_pdf=True)) == 2
    assert library.papers.count(PaperQuery(has_pdf=False)) == 0
    assert list(library.papers.find(PaperQuery(missing="pdf"))) == []
    assert library.summary().papers_with_pdf == 2
    facets = library.papers.facets(PaperQuery())
    assert facets is not None
    assert facets.with_file == 2
    found = library.papers.get(held.papers[0])
    assert found is not None
    assert found.held
    assert not found.pdf

    holdings.remove(held.document.id)
    assert [p.id for p in library.papers.find(PaperQuery(has_pdf=True))] == [linked]
    assert library.summary().papers_with_pdf == 1


def test_a_file_that_is_gone_is_missing_again(
    holdings: Holdings, library: Library, paper_pdf: bytes
) -> None:
    claims = (
        claim(Field.TITLE, PAPER.title, source=PAGE),
        claim(Field.AUTHORS, (Author("Ana María Ruiz"),), source=PAGE),
    )
    keep_mentions(library, PAGE, keyed(LinkedMention(Mention(claims), frozenset())))
    held = holdings.hold(paper_pdf)
    assert held.document is not None
    assert [p.held for p in library.papers.find()] == [True]
    holdings.remove(held.document.id)
    (paper,) = library.papers.find(PaperQuery(missing="pdf"))
    assert not paper.held
    assert library.papers.count(PaperQuery(has_pdf=False)) == 1


def test_a_page_knows_kind_and_year_better_than_the_file(
    holdings: Holdings, library: Library
) -> None:
    holdings.hold(make_pdf(replace(PAPER, above="PhD Thesis, 12 June 2018")))
    (paper,) = library.papers.find()
    claims = (
        claim(Field.TITLE, PAPER.title, source=PAGE),
        claim(Field.AUTHORS, (Author("Ana María Ruiz"),), source=PAGE),
        claim(Field.YEAR, 2019, source=PAGE),
        claim(Field.KIND, "conference-paper", source=PAGE),
    )
    keep_mentions(library, PAGE, keyed(LinkedMention(Mention(claims), frozenset())))
    (after,) = library.papers.find()
    assert (after.id, after.kind, after.year) == (paper.id, "conference-paper", 2019)
    assert after.language == "en"


def test_the_same_bytes_are_not_read_again(
    holdings: Holdings, library: Library, guard: CountingGuard, paper_pdf: bytes, tmp_path: Path
) -> None:
    first = holdings.hold(paper_pdf)
    guard.asked.clear()
    path = tmp_path / "copy.pdf"
    path.write_bytes(paper_pdf)
    again = holdings.hold(path)
    assert guard.asked == []
    assert again.known_by is KnownBy.SAME_BYTES
    assert again.id == first.id  # a person gives it once more: it is the same document
    sent = holdings.hold(paper_pdf, why=SENT)
    assert sent.id != first.id  # each time that it is sent it is one more
    assert sent.papers == first.papers
    assert holdings.find(first.digest) is not None
    assert library.documents.count() == 2


@needs_compiler
def test_the_same_text_is_answered_by_what_is_known(
    holdings: Holdings, library: Library, guard: CountingGuard
) -> None:
    first = holdings.hold(make_pdf(LONG))
    guard.asked.clear()
    near = holdings.hold(make_pdf(with_cover(LONG)))
    assert guard.asked == ["look_quickly"]
    assert near.known_by is KnownBy.NEAR_DUPLICATE
    assert near.answer == first.digest
    assert near.papers == first.papers
    fresh = holdings.hold(make_pdf(with_cover(LONG)), is_fresh=True)
    assert fresh.known_by is KnownBy.NEW
    assert guard.asked == ["look_quickly", "make_parts"]


def test_what_the_quick_look_cannot_tell_is_told_by_all_words(
    holdings: Holdings, guard: CountingGuard, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = holdings.hold(make_pdf(LONG))
    guard.asked.clear()
    monkeypatch.setattr(pdf_quick_text, "_shown_text", None)  # as where it was not compiled
    near = holdings.hold(make_pdf(with_cover(LONG)))
    assert guard.asked == ["look_quickly", "look_at"]
    assert (near.known_by, near.answer) == (KnownBy.NEAR_DUPLICATE, first.digest)


def test_half_of_a_known_text_is_not_told_by_the_quick_look(
    holdings: Holdings, guard: CountingGuard
) -> None:
    holdings.hold(make_pdf(LONG))
    guard.asked.clear()
    others = "Spiders hang their nets across every door of the old observatory.".split()
    rest = tuple(
        (heading, " ".join(others[(7 * place + step) % len(others)] + "x" * (place % 5) for place in range(len(text) // 7)))
        for step, (heading, text) in enumerate(LONG.sections[len(LONG.sections) // 2 :])
    )  # fmt: skip
    mixed = replace(LONG, sections=LONG.sections[: len(LONG.sections) // 2] + rest)
    holdings.hold(make_pdf(mixed))
    assert guard.asked[:2] == ["look_quickly", "look_at"]  # all words decide


def test_the_same_pages_are_known_where_what_no_page_shows_was_lost(
    holdings: Holdings, guard: CountingGuard
) -> None:
    written = io.BytesIO()
    pypdfium2.PdfDocument(make_pdf(LONG)).save(written)
    pages = written.getvalue()
    unused = b"\n999 0 obj<</Length 4>>stream\nmine\nendstream endobj\n%%EOF\n"
    first = holdings.hold(pages + unused)
    guard.asked.clear()
    again = holdings.hold(pages)
    assert guard.asked == ["mark_pages"]
    assert (again.known_by, again.answer) == (KnownBy.SAME_PAGES, first.digest)


def test_the_same_pages_are_known_where_the_known_file_is_encrypted(
    holdings: Holdings, guard: CountingGuard
) -> None:
    locked = FPDF()
    locked.set_encryption(owner_password="owner", user_password="")
    locked.add_page()
    locked.set_font("Times", "", 12)
    many = " ".join(f"word{number**3}" for number in range(200))  # few are not told by streams
    for line in (LONG.title, *(text for section in LONG.sections for text in section), many):
        locked.multi_cell(0, 6, line, new_x="LMARGIN", new_y="NEXT")
    data = bytes(locked.output())
    first = holdings.hold(data)
    open_copy = pypdfium2.PdfDocument.new()
    open_copy.import_pages(pypdfium2.PdfDocument(data))
    written = io.BytesIO()
    open_copy.save(written)
    guard.asked.clear()
    again = holdings.hold(written.getvalue())
    assert guard.asked == ["mark_pages"]
    assert (again.known_by, again.answer) == (KnownBy.SAME_PAGES, first.digest)


def test_bytes_appended_to_a_known_file_need_no_child(
    holdings: Holdings, library: Library, guard: CountingGuard, paper_pdf: bytes
) -> None:
    first = holdings.hold(paper_pdf)
    guard.asked.clear()
    again = holdings.hold(paper_pdf + b"\n% read, printed and sent on\n")
    assert guard.asked == []
    assert (again.known_by, again.answer) == (KnownBy.SAME_PAGES, first.digest)
    assert again.papers == first.papers
    assert library.blobs.get(again.digest).endswith(b"sent on\n")
    own = holdings.hold(paper_pdf + b"\n% once more\n", duplicates=Duplicates.NONE)
    assert guard.asked == ["make_parts"]
    assert (own.known_by, own.answer) == (KnownBy.NEW, own.digest)
    assert own.document is not None
    assert own.document.duplicate is not None
    assert own.document.duplicate.of == first.id


def test_a_page_that_is_appended_to_a_known_file_is_looked_at(
    holdings: Holdings, guard: CountingGuard, paper_pdf: bytes
) -> None:
    holdings.hold(paper_pdf)
    guard.asked.clear()
    update = b"\n1 0 obj\n<</Type/Catalog>>\nendobj\nstartxref\n0\n%%EOF\n"
    holdings.hold(paper_pdf + update)
    assert guard.asked[0] == "mark_pages"


def test_many_threads_with_the_same_bytes_read_them_once(
    holdings: Holdings, library: Library, guard: CountingGuard, paper_pdf: bytes
) -> None:
    ready = threading.Barrier(4)

    def hold(_: int) -> str:
        ready.wait()
        return holdings.hold(paper_pdf, why=SENT).id

    with ThreadPoolExecutor(4) as threads:
        assert len(set(threads.map(hold, range(4)))) == 4
    assert guard.asked == ["look_quickly", "look_at", "make_parts"]


@pytest.mark.parametrize(
    ("data", "status"),
    [(b"", Status.EMPTY), (b"GIF89a\0\0", Status.UNKNOWN_FORMAT)],
)
def test_what_is_no_document_is_not_held(
    holdings: Holdings, library: Library, data: bytes, status: Status
) -> None:
    held = holdings.hold(data)
    assert (held.status, held.document) == (status, None)
    assert library.documents.count() == 0


def test_what_cannot_be_opened_is_a_status(holdings: Holdings, tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe.pdf")
    assert holdings.hold(tmp_path / "pipe.pdf").status is Status.BAD_FILE
    assert holdings.hold(tmp_path / "nowhere.pdf").status is Status.BAD_FILE
    (tmp_path / "large.pdf").touch()
    os.truncate(tmp_path / "large.pdf", 60_000_000)
    assert holdings.hold(tmp_path / "large.pdf").status is Status.TOO_LARGE


def test_what_names_no_title_is_held_and_is_no_paper(holdings: Holdings, library: Library) -> None:
    held = holdings.hold(b"buy milk and bread, and come home early\n", name="note.txt")
    assert held.document is not None
    assert held.papers == ()
    assert library.papers.count() == 0


def test_a_page_and_the_file_that_it_links_are_one_paper(
    holdings: Holdings, library: Library, paper_pdf: bytes
) -> None:
    # The page spells the title otherwise and names another first author: no key joins the two.
    page = page_says(
        library, "Leg counts of harvestmen in cellars of universities", author="R. Galimov"
    )
    held = holdings.hold(paper_pdf, why=LINKED, origin=FILE, papers=[page])
    assert held.papers == (page,)
    assert library.papers.count() == 1
    sources = {c.evidence.source for c in library.papers.claims(page)}
    assert sources == {PAGE, source_of(held.digest)}
    (merge,) = [one for one in library.merges.of(page) if one.is_merge]
    assert "a page gives this file as the paper's own" in merge.reasons

    library.merges.undo(merge.id)
    assert library.papers.count() == 2
    assert held.document
    holdings.join(held.document, [page])  # what a person has parted stays apart
    assert library.papers.count() == 2


@pytest.mark.parametrize(
    ("title", "author"),
    [
        ("Something about lighthouses and their keepers", "Mallory Forger"),
        ("Something about lighthouses and their keepers", ""),
        ("Leg Counts of Robots in University Corridors", "Mallory Forger"),
    ],
)
def test_a_link_to_the_wrong_file_is_left_to_a_person(
    holdings: Holdings, library: Library, paper_pdf: bytes, title: str, author: str
) -> None:
    page = page_says(library, title, author=author)
    held = holdings.hold(paper_pdf, why=LINKED, origin=FILE, papers=[page])
    assert library.papers.count() == 2
    assert held.papers != (page,)
    (doubtful,) = library.merges.doubtful()
    assert {doubtful.one, doubtful.other} == {page, *held.papers}


def test_a_volume_that_many_papers_link_is_none_of_them(
    holdings: Holdings, library: Library, paper_pdf: bytes
) -> None:
    one = page_says(library, "The first paper of a long volume", url=PAGE)
    other = page_says(library, "The second paper of a long volume", url=PAGE + "?2")
    holdings.hold(paper_pdf, why=LINKED, origin=FILE, papers=[one, other])
    assert library.papers.count() == 3


def test_a_file_without_a_header_belongs_to_the_paper_that_links_it(
    holdings: Holdings, library: Library
) -> None:
    page = page_says(library, "Something about lighthouses and their keepers")
    held = holdings.hold(b"turn the lamp and count\n", why=LINKED, origin=FILE, papers=[page])
    assert held.papers == (page,)
    (document,) = library.documents.of_paper(page)
    assert document.id == held.id
    assert [p.id for p in library.papers.find(PaperQuery(full_text="lamp"))] == [page]


def test_the_text_of_held_files_is_searched(holdings: Holdings, library: Library) -> None:
    held = holdings.hold(make_pdf(LONG))
    holdings.hold(
        make_pdf(
            replace(
                LONG,
                title="Cats of Libraries and Where They Sleep",
                sections=(("Cats", "They sleep on catalogues and never answer. " * 40),),
            )
        )
    )

    def found(words: str, text: str = "") -> list[str]:
        return [p.id for p in library.papers.find(PaperQuery(full_text=words, text=text))]

    assert found("municipal cellar") == list(held.papers)
    assert len(found("municipal cellar", text="cats")) == 0
    assert len(found('"sleep on catalogues"')) == 1
    assert len(found("-municipal")) == 1
    assert library.papers.count(PaperQuery(full_text="students")) == 1
    assert found("?!") == []
    page = library.papers.page(PaperQuery(full_text="legs"), 1)
    assert page.papers


def test_a_removed_document_takes_its_paper_along(
    holdings: Holdings, library: Library, paper_pdf: bytes
) -> None:
    held = holdings.hold(paper_pdf)
    more = holdings.hold(paper_pdf, why=SENT)
    holdings.remove(more.id)
    assert library.papers.count() == 1  # the other document still says so
    holdings.remove(held.id)
    assert library.papers.count() == 0
    assert not library.blobs.has(held.digest)
    assert list(library.papers.find(PaperQuery(full_text="legs"))) == []
    assert library.check() == []
    assert holdings.hold(paper_pdf).known_by is KnownBy.NEW


def test_what_was_read_without_being_held_becomes_a_paper_when_it_is(
    holdings: Holdings, library: Library, guard: CountingGuard, paper_pdf: bytes, tmp_path: Path
) -> None:
    path = tmp_path / "a.pdf"
    path.write_bytes(paper_pdf)
    holdings.read(source_file(path))
    assert library.papers.count() == 0
    guard.asked.clear()
    held = holdings.hold(path)
    assert guard.asked == []
    assert held.papers
    assert library.papers.count(PaperQuery(full_text="notebook")) == 1


def test_a_document_whose_reader_has_gone_is_not_kept(
    holdings: Holdings, library: Library, paper_pdf: bytes
) -> None:
    held = holdings.hold(paper_pdf, why=SENT, is_wanted=lambda: False)
    assert held.document is None
    assert (library.documents.count(), library.papers.count()) == (0, 0)
    assert holdings.about(held.digest) is not None  # but what was read is known


def test_a_file_that_vanishes_while_it_is_read_costs_no_other_its_line(
    holdings: Holdings, guard: CountingGuard, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    paths = [tmp_path / name for name in ("first.txt", "vanishing.txt", "last.txt")]
    for path in paths:
        path.write_text(f"{path.name} is about harvestmen and the legs that they have left\n")
    submit = guard.submit

    def vanish(function: Callable[[Any], Any], item: Any) -> Future[Outcome[Any]]:
        done = submit(function, item)
        if "vanishing" in str(item):
            paths[1].unlink(missing_ok=True)
        return done

    monkeypatch.setattr(guard, "submit", vanish)
    held = list(holdings.hold_many(paths))
    assert [one.status is Status.BAD_FILE for one in held] == [False, True, False]
    assert "cannot be opened" in held[1].detail
