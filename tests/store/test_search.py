"""Searching papers and pages: what people type, and that both databases answer alike."""

from __future__ import annotations

from functools import partial

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from harvestman.model import UsageError
from harvestman.store import Library, PaperQuery, search
from harvestman.store.asking import is_sqlite
from harvestman.store.papers import questions
from harvestman.store.search import MAX_INDEXED, Term, fold_words, parse_query
from store.sample import SITE, Opener, keep_mentions, mention

TITLES = (
    "Neural networks for harvesting",
    "Сети из паутины: ёлка и йод",
    "Reading e-mail",
)
PAPERS = (
    mention(
        TITLES[0],
        subject="1",
        authors=["Gloria Pérez", "Ада Йорк"],
        year=2017,
        venue="JCDL",
        doi="10.1145/3197026.3197069",
    ),
    mention(TITLES[1], subject="2", authors=["А. П. Ершов"], year=1975),
    mention(
        TITLES[2],
        subject="3",
        authors=["Neural Smith"],
        year=2018,
        venue="TPDL",
        pdf="http://x/3.pdf",
        abstract="We harvest letters. Networks of neural letters.",
    ),
)


@pytest.fixture
def library(library: Library) -> Library:
    """A library of three papers, numbered in the order in which they came."""
    keep_mentions(library, SITE, *PAPERS)
    return library


def found(library: Library, text: str = "", **filters: object) -> list[int]:
    """The numbers of the papers that are found, best first."""
    query = PaperQuery(text=text, **filters)  # type: ignore[arg-type]
    return [1 + TITLES.index(paper.title) for paper in library.papers.find(query)]


EXPECTED: tuple[tuple[str, list[int]], ...] = (
    ("neural", [1, 3]),  # in the title before in an author's name
    ("NEURAL Networks", [1, 3]),  # all words, in any place
    ('"neural networks"', [1]),  # in this order
    ('"networks neural"', []),
    ("neural -letters", [1]),
    ("-neural", [2]),
    ('-"neural networks"', [3, 2]),
    ("net", [1, 3]),  # the last word may be a beginning
    ("neur netw", []),  # the others not ...
    ("neur* netw", [1, 3]),  # ... unless they say so
    ("perez", [1]),
    ("PÉREZ", [1]),
    ("ЁЛКА", [2]),
    ("елка", [2]),
    ("йод", [2]),
    ("иод", []),
    ("ершов", [2]),
    ("e-mail", [3]),
    ("10.1145/3197026.3197069", [1]),
    ("", [3, 2, 1]),  # newest first
    ("***", []),
    ('"', []),
    ("-", []),
    ("neural OR NOT AND ( title: ^x + {a} \\", []),
    ("title:neural", []),  # no word "title" stands before it
    ("nothing of the kind", []),
)


def test_words_find(library: Library) -> None:
    answers = {text: found(library, text) for text, _ in EXPECTED}
    assert answers == dict(EXPECTED)
    for text, expected in EXPECTED:
        assert library.papers.count(PaperQuery(text=text)) == len(expected)


def test_filters_can_be_combined(library: Library) -> None:
    assert found(library, author="perez") == [1]
    assert found(library, author="neural") == [3]
    assert found(library, author="neural perez") == []
    assert found(library, "neural", venue="jcdl") == [1]
    assert found(library, year_from=2017) == [3, 1]
    assert found(library, year_to=2017) == [2, 1]
    assert found(library, "neural", year_from=2018, year_to=2018) == [3]
    assert found(library, has_pdf=True) == [3]
    assert found(library, has_pdf=False) == [2, 1]
    assert found(library, author="-perez") == [3, 2]
    assert found(library, author="!!") == []


def test_pages_of_results_do_not_overlap(library: Library) -> None:
    assert found(library, limit=2) == [3, 2]
    assert found(library, limit=2, offset=2) == [1]
    assert found(library, offset=1) == [2, 1]
    assert found(library, "neural", limit=1, offset=1) == [3]


def test_a_paper_is_got_by_its_id_or_the_beginning_of_it(library: Library) -> None:
    first = next(library.papers.find())
    assert library.papers.get(first.id) == first
    assert library.papers.get(first.id[:12]) == first
    for nonsense in ("", "%", "_", "' OR 1=1", "ж", first.id + "x", "~", first.id.upper()):
        assert library.papers.get(nonsense) is None
    assert library.papers.claims("nobody") == []


def test_an_ambiguous_beginning_is_an_error_that_names_some(
    library: Library, opened: Opener
) -> None:
    again = opened(new_id=iter(["harvest", "sameaaaa", "samebbbb"]).__next__)
    keep_mentions(again, SITE + "more", mention("X", subject="x"), mention("Y", subject="y"))
    with pytest.raises(UsageError, match="sameaaaa, samebbbb"):
        library.papers.get("same")
    paper = library.papers.get("samea")
    assert paper is not None
    assert paper.id == "sameaaaa"


@settings(
    max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(st.text(alphabet=st.sampled_from("ab\"'-*:&|!()<>^{}\\~ж\x00 \ud800_%;"), max_size=30))
def test_nothing_that_is_typed_is_an_error(library: Library, text: str) -> None:
    assert len(found(library, text, author=text, venue=text)) in range(4)


def test_find_streams_while_others_write(library: Library) -> None:
    papers = library.papers.find()
    first = next(papers)
    keep_mentions(library, SITE + "more", mention("Another"))
    rest = list(papers)
    assert len({first.id, *(paper.id for paper in rest)}) == 3
    assert library.papers.count() == 4


def test_a_giant_abstract_is_searchable_up_to_a_bound(library: Library) -> None:
    def titles(text: str) -> list[str]:
        return [paper.title for paper in library.papers.find(PaperQuery(text=text))]

    filling = "слово " * (MAX_INDEXED // 6 - 50)
    abstract = f"{filling} near {'x' * MAX_INDEXED} beyond"
    keep_mentions(library, SITE + "giant", mention("Giant", subject="g", abstract=abstract))
    assert titles("near") == ["Giant"]
    assert titles("beyond") == []
    # As many different words as fit, of letters that take four bytes each.
    many = " ".join(chr(0x20000 + i) for i in range(MAX_INDEXED // 2 - 50))
    keep_mentions(library, SITE + "many", mention("Many", subject="m", abstract=many))
    assert titles(chr(0x20000)) == ["Many"]


def test_a_query_is_taken_apart_like_this() -> None:
    assert parse_query('deep "big data" -old net* e-mail') == (
        Term(("deep",)),
        Term(("big", "data")),
        Term(("old",), is_excluded=True),
        Term(("net",), is_prefix=True),
        Term(("e", "mail"), is_prefix=True),
    )
    assert parse_query('open "quote goes on') == (Term(("open",)), Term(("quote", "goes", "on")))
    assert len(parse_query("a " * 5000)) <= 50


def test_words_are_folded_alike_whatever_stands_around_them() -> None:
    assert fold_words("Ñandú, ЁЛКА_йод; cafe\u0301 ½ STRASSE straße") == (
        "nandu елка йод cafe 1 2 strasse strasse".split()
    )
    assert fold_words("x" * 1000) == ["x" * 64]


@pytest.mark.parametrize(("text", "expected"), EXPECTED)
def test_a_large_library_answers_the_same(
    library: Library, monkeypatch: pytest.MonkeyPatch, text: str, expected: list[int]
) -> None:
    monkeypatch.setattr(search, "_LARGE", 0)
    assert found(library, text) == expected


def test_frequent_words_of_a_large_library_are_looked_for_in_what_rare_ones_find(
    library: Library, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(search, "_LARGE", 0)  # the sample of so small a library are papers 1 and 2
    terms = parse_query("neural letters")
    with library.database.asking() as connection:
        weighed = search.weighed(connection, search.PAPER_INDEX, terms)
        assert [term.is_checked for term in weighed] == [True, False]
        monkeypatch.setattr(search, "_FEW", {"sqlite": 0, "postgresql": 0})
        assert search.weighed(connection, search.PAPER_INDEX, terms) == list(terms)
    monkeypatch.undo()
    monkeypatch.setattr(search, "_LARGE", 0)
    assert found(library, "neural letters") == [3]
    assert found(library, "neural* letters") == [3]
    assert found(library, "neura letters") == []
    assert found(library, "neura* letters") == [3]
    assert found(library, "letters", venue="JCDL") == []
    assert library.papers.count(PaperQuery("neural letters")) == 1


def test_a_sample_tells_that_too_many_papers_have_a_word(
    library: Library, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(search, "_LARGE", 0)  # the sample of so small a library are papers 1 and 2
    monkeypatch.setattr(search, "_SURE", 1)
    everywhere, once, excluding = map(parse_query, ("neural", "letters", "neural -letters"))
    with library.database.asking() as connection:
        # SQLite stops counting where it is told to, so it needs no sample.
        is_postgres = not is_sqlite(connection)
        ask = partial(search.surely_match_more, connection, search.PAPER_INDEX)
        assert ask(everywhere, 0) is is_postgres
        assert not ask(everywhere, 1_000)
        assert not ask(once, 0)
        assert not ask(excluding, 0)
    monkeypatch.setattr(questions, "MOST_RANKED", 0)
    assert library.papers.page(PaperQuery("neural"), 2).has_too_many
    assert library.papers.facets(PaperQuery("neural"), most=0) is None


def test_papers_of_an_author_or_a_venue_come_newest_first(library: Library) -> None:
    for page in range(3):
        keep_mentions(
            library,
            f"{SITE}{page}",
            mention(f"Spinning {'very ' * page}fast {page}", authors=["Ana Ruiz"], venue="Webs"),
        )
    for query in (
        PaperQuery(author="Ruiz"),
        PaperQuery(venue="webs"),
        PaperQuery(author="ana", venue="webs"),
    ):
        papers = list(library.papers.find(query))
        assert [paper.title[-1] for paper in papers] == ["2", "1", "0"]
        first = library.papers.page(query, 2)
        assert first.cursor == papers[1].id
        assert library.papers.page(query, 2, cursor=first.cursor).papers == (papers[2],)
