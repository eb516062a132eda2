"""Which findings of a page speak of one paper, told with little readers made for the purpose."""

from __future__ import annotations

import pickle
from collections.abc import Iterable, Iterator, Mapping

import pytest

from harvestman import pages
from harvestman.model import Author, Authority, Field, PageReading, Status, assemble
from harvestman.pages import Found, PaperFound, Raw, Reader, SavedPage, Source
from harvestman.pages.reading import MAX_PAPERS
from pages.conftest import NOW, URL


class Says:
    """A reader that finds what it is told to find."""

    version = "1"
    authority = Authority.EMBEDDED

    def __init__(self, name: str, *papers: Mapping[Field, Raw]) -> None:
        self.name = name
        self._papers = papers

    def match(self, source: Source) -> bool:
        return True

    def read(self, source: Source) -> Iterable[PaperFound]:
        for values in self._papers:
            yield PaperFound({f: Found(v, f"#{self.name}") for f, v in values.items()})


def merged(*readers: Reader) -> PageReading:
    return pages.read(SavedPage(URL, b"<p>x"), now=NOW, readers=readers)


def subjects(*readers: Reader) -> list[str]:
    return [mention.subject for mention in merged(*readers).mentions]


T, D, A, X, P = Field.TITLE, Field.DOI, Field.AUTHORS, Field.ARXIV, Field.PDF


def test_the_same_title_in_two_readers_is_one_paper_under_its_doi() -> None:
    reading = merged(Says("a", {T: "One Leg!"}), Says("b", {T: "one leg", D: "10.5555/x1"}))
    (mention,) = reading.mentions
    assert mention.subject == "doi:10.5555/x1"
    assert {c.reader for c in mention.claims} == {"a", "b"}
    assert {c.subject for c in mention.claims} == {"doi:10.5555/x1"}
    assert assemble(mention.claims).doi == "10.5555/x1"


def test_one_doi_with_two_titles_is_one_paper() -> None:
    assert subjects(
        Says("a", {T: "Una pata", D: "10.5555/x1"}), Says("b", {T: "One leg", D: "10.5555/x1"})
    ) == ["doi:10.5555/x1"]


def test_one_arxiv_identifier_is_one_paper() -> None:
    assert subjects(
        Says("a", {T: "Uno", X: "2101.00001"}), Says("b", {T: "One", X: "2101.00001v2"})
    ) == ["arxiv:2101.00001"]


def test_one_title_with_two_dois_is_two_papers() -> None:
    assert subjects(
        Says("a", {T: "Preface", D: "10.5555/x1"}), Says("b", {T: "Preface", D: "10.5555/x2"})
    ) == [
        "doi:10.5555/x1",
        "doi:10.5555/x2",
    ]


def test_prefaces_by_different_people_are_different_papers() -> None:
    one, two = {T: "Preface", A: ["Ana Ruiz"]}, {T: "Preface", A: ["Luis Pérez"]}
    assert subjects(Says("a", one, two), Says("b", one, two)) == [
        "title:preface",
        "title:preface#2",
    ]
    again = merged(Says("b", one, two)).mentions[1]
    assert again.subject == "title:preface#2"


def test_a_reader_that_names_a_paper_twice_with_the_same_file_means_one() -> None:
    same = {T: "One leg", P: "1.pdf"}
    assert subjects(Says("a", same, same)) == ["title:oneleg"]
    assert len(subjects(Says("a", same, {T: "One leg", P: "2.pdf"}))) == 2


def test_an_identifier_given_to_many_titles_is_that_of_their_volume() -> None:
    reading = merged(Says("a", {T: "One", D: "10.5555/v"}, {T: "Two", D: "10.5555/v"}))
    assert [m.subject for m in reading.mentions] == ["title:one", "title:two"]
    assert not [c for m in reading.mentions for c in m.claims if c.field is D]


def test_what_has_no_title_completes_the_only_paper() -> None:
    (mention,) = merged(
        Says("a", {D: "10.5555/x1", P: "1.pdf"}), Says("b", {T: "One leg"})
    ).mentions
    paper = assemble(mention.claims)
    assert (paper.doi, paper.pdf) == ("10.5555/x1", "https://www.example.org/dir/1.pdf")


def test_what_has_no_title_completes_the_paper_with_its_doi_among_many() -> None:
    reading = merged(
        Says("a", {D: "10.5555/x2", P: "2.pdf"}),
        Says("b", {T: "One leg", D: "10.5555/x1"}, {T: "Two legs", D: "10.5555/x2"}),
    )
    assert [assemble(m.claims).pdf for m in reading.mentions] == [
        "",
        "https://www.example.org/dir/2.pdf",
    ]


def test_what_has_no_title_and_contradicts_is_left_out() -> None:
    (mention,) = merged(
        Says("a", {D: "10.5555/x2"}), Says("b", {T: "One leg", D: "10.5555/x1"})
    ).mentions
    assert {c.value for c in mention.claims if c.field is D} == {"10.5555/x1"}


def test_what_has_no_title_is_no_paper_alone() -> None:
    reading = merged(Says("a", {D: "10.5555/x1", A: ["Ana Ruiz"]}))
    assert (reading.status, reading.mentions) == (Status.NO_PAPERS, ())


def test_what_is_titled_like_the_venue_of_another_is_no_paper() -> None:
    assert subjects(Says("a", {T: "J. of Legs"}, {T: "One leg", Field.VENUE: "J. of Legs"})) == [
        "title:oneleg"
    ]


def test_a_year_is_claimed_where_a_date_is() -> None:
    (mention,) = merged(Says("a", {T: "One leg", Field.DATE: "2019-05"})).mentions
    assert {c.field: c.value for c in mention.claims}[Field.YEAR] == 2019


def test_the_claim_says_who_where_when_and_how_sure() -> None:
    (mention,) = merged(Says("a", {T: "  One &amp; leg "})).mentions
    (claim,) = mention.claims
    assert (claim.reader, claim.version, claim.authority) == ("a", "1", Authority.EMBEDDED)
    assert (claim.value, claim.evidence.quote) == ("One & leg", "One &amp; leg")
    assert (claim.evidence.source, claim.evidence.locator, claim.time) == (URL, "#a", NOW)
    assert claim.confidence == 0.9


class Breaks(Says):
    def read(self, source: Source) -> Iterator[PaperFound]:
        yield from super().read(source)
        raise ZeroDivisionError("no legs")


class Endless(Says):
    def read(self, source: Source) -> Iterator[PaperFound]:
        while True:
            yield PaperFound({T: Found("One leg", "x")})


class MatchBreaks(Says):
    def match(self, source: Source) -> bool:
        raise RecursionError


def test_a_reader_that_breaks_costs_a_line_and_keeps_what_it_found() -> None:
    reading = merged(
        Breaks("bad", {T: "One leg"}), MatchBreaks("worse"), Says("good", {T: "Two legs"})
    )
    assert [m.subject for m in reading.mentions] == ["title:oneleg", "title:twolegs"]
    assert reading.problems == ("bad 1: ZeroDivisionError: no legs", "worse 1: RecursionError: ")
    assert reading.status is Status.SUCCESS


def test_a_reader_without_end_is_stopped() -> None:
    reading = merged(Endless("endless"))
    assert len(reading.mentions) == 1
    assert reading.problems == (f"endless: only the first {MAX_PAPERS} papers were taken",)


def test_the_order_of_readers_changes_no_paper() -> None:
    a = Says("a", {T: "One leg"}, {T: "Two legs", D: "10.5555/x2"})
    b = Says("b", {T: "Two legs"}, {T: "One leg", A: ["Ana Ruiz"]})
    c = Says("c", {D: "10.5555/x2", P: "2.pdf"})

    def shown(*readers: Says) -> set[object]:
        return {(m.subject, assemble(m.claims)) for m in merged(*readers).mentions}

    assert shown(a, b, c) == shown(c, b, a) == shown(b, c, a)


def test_two_titles_are_brought_together_by_the_draft_that_has_both() -> None:
    a, b, c = (
        Says("a", {T: "Una pata"}),
        Says("b", {T: "One leg", D: "10.5555/x1"}),
        Says("c", {T: "Una pata", D: "10.5555/x1"}),
    )
    assert subjects(a, b, c) == subjects(c, b, a) == ["doi:10.5555/x1"]


def test_page_and_reading_go_through_a_pipe() -> None:
    page = SavedPage(URL, b"<p>x", "text/html", ("<x>; rel=item",))
    assert pickle.loads(pickle.dumps(page)) == page
    reading = merged(Says("a", {T: "One leg", A: [Author("Ana Ruiz")]}))
    assert pickle.loads(pickle.dumps(reading)) == reading


@pytest.mark.parametrize(
    "body", [b"", b" ", b"\x00", b"<", b"</", b"<!--", b"plain text", b"\xff\xfe", b"<html>"]
)
def test_hardly_a_page(body: bytes) -> None:
    reading = pages.read(SavedPage(URL, body), now=NOW)
    assert (reading.status, reading.mentions, reading.problems) == (Status.NO_PAPERS, (), ())
