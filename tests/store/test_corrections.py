"""What a person says wins, and stays with the paper whatever is harvested, merged, split or undone afterwards."""

from __future__ import annotations

import pytest

from harvestman.model import (
    DATE_FIELDS,
    EVENT_FIELDS,
    PAPER_FIELDS,
    Author,
    Field,
    Paper,
    SetClock,
    UsageError,
)
from harvestman.store import Library, PaperQuery, correct, undo_correction
from store.sample import SITE, keep_mentions, mention
from store.test_events import keep, sighting

A, B, C = (SITE + name for name in "abc")


def only(library: Library) -> Paper:
    (paper,) = library.papers.find()
    return paper


def test_a_persons_word_wins_and_tells_who_said_so(library: Library) -> None:
    keep_mentions(library, A, mention("Spidres", keys=["doi:1"], year=2017, confidence=1.0))
    paper = only(library)
    after = correct(library, paper.id[:10], "title", " Spiders ", by="Ann")
    assert after == only(library)
    assert (after.title, only(library).year) == ("Spiders", 2017)
    said = [c for c in library.papers.claims(paper.id) if c.person]
    assert [(c.person, c.value, c.subject) for c in said] == [("Ann", "Spiders", paper.id)]
    assert [p.id for p in library.papers.find(PaperQuery(text="spiders"))] == [paper.id]
    assert [p.id for p in library.papers.find(PaperQuery(source="person:Ann"))] == [paper.id]


def test_it_survives_reading_again_and_goes_only_when_taken_back(library: Library) -> None:
    keep_mentions(library, A, mention("Spidres", keys=["doi:1"], year=2017))
    paper = only(library)
    library.say(paper.id, Field.YEAR, 2018, by="Ann")
    keep_mentions(library, A, mention("Spiders", keys=["doi:1"], year=2016, confidence=1.0))
    assert (only(library).id, only(library).title, only(library).year) == (
        paper.id,
        "Spiders",
        2018,
    )
    assert library.take_back(paper.id, Field.YEAR, by="Bob") == 0
    assert only(library).year == 2018
    assert library.take_back(paper.id, Field.YEAR) == 1
    assert only(library).year == 2016
    assert not [c for c in library.papers.claims(paper.id) if c.person]


def test_of_two_persons_the_later_has_the_last_word(library: Library, clock: SetClock) -> None:
    keep_mentions(library, A, mention())
    paper = only(library)
    for who, year in (("Zoe", 2001), ("Ann", 2002), ("Zoe", 2003)):
        clock.advance(60)
        library.say(paper.id, Field.YEAR, year, by=who)
    assert only(library).year == 2003
    assert len([c for c in library.papers.claims(paper.id) if c.person]) == 2
    assert library.take_back(paper.id, Field.YEAR, by="Zoe") == 1
    assert only(library).year == 2002


def test_an_empty_value_says_that_there_is_none(library: Library) -> None:
    keep_mentions(library, A, mention(doi="10.1/wrong", keys=["doi:10.1/wrong"], year=2017))
    paper = only(library)
    correct(library, paper.id, "doi", "", by="Ann")
    correct(library, paper.id, "year", "", by="Ann")
    assert (only(library).doi, only(library).year) == ("", None)
    with pytest.raises(UsageError, match="title"):
        correct(library, paper.id, "title", "  ", by="Ann")


def test_it_goes_with_a_merge_and_comes_back_when_that_is_undone(library: Library) -> None:
    keep_mentions(library, A, mention("One", keys=["k1"]))
    keep_mentions(library, B, mention("Two", keys=["k2"]))
    two, one = library.papers.find()
    library.say(two.id, Field.TITLE, "Two, put right", by="Ann")
    decision = library.merges.accept(one.id, two.id)
    assert (only(library).id, only(library).title) == (one.id, "Two, put right")
    library.merges.undo(decision.id)
    assert {p.id: p.title for p in library.papers.find()} == {
        one.id: "One",
        two.id: "Two, put right",
    }
    keep_mentions(library, A, mention("One", keys=["k1"], year=2020))
    keep_mentions(library, B, mention("Two", keys=["k2"], year=2020))
    assert {p.id: p.title for p in library.papers.find()} == {
        one.id: "One",
        two.id: "Two, put right",
    }


def test_it_goes_with_a_merge_by_a_key(library: Library) -> None:
    keep_mentions(library, A, mention("One", keys=["k1"]))
    keep_mentions(library, B, mention("Two", keys=["k2"]))
    two, one = library.papers.find()
    library.say(two.id, Field.YEAR, 1999, by="Ann")
    keep_mentions(library, C, mention("One", keys=["k1", "k2"]))
    assert (only(library).id, only(library).year) == (one.id, 1999)


def test_it_comes_back_when_the_page_that_had_both_keys_is_mended(library: Library) -> None:
    keep_mentions(library, A, mention("One", keys=["k1"]))
    keep_mentions(library, B, mention("Two", keys=["k2"]))
    two, one = library.papers.find()
    library.say(two.id, Field.YEAR, 1999, by="Ann")
    keep_mentions(library, C, mention("One", keys=["k1", "k2"]))
    keep_mentions(library, C, mention("One", keys=["k1"]))
    assert {p.id: (p.title, p.year) for p in library.papers.find()} == {
        one.id: ("One", None),
        two.id: ("Two", 1999),
    }
    # The same when the page of the one that was merged is what changes.
    keep_mentions(library, C, mention("One", keys=["k1", "k2"]))
    keep_mentions(library, B, mention("Two", keys=["k4"]))
    assert {p.id: (p.title, p.year) for p in library.papers.find()} == {
        one.id: ("One", None),
        two.id: ("Two", 1999),
    }


def test_it_stays_with_the_id_when_something_is_split_off(library: Library) -> None:
    keep_mentions(library, A, mention("One", keys=["k"]))
    keep_mentions(library, B, mention("Another", keys=["k"]))
    paper = only(library)
    library.say(paper.id, Field.YEAR, 1999, by="Ann")
    with pytest.raises(UsageError, match="does not state"):
        library.merges.split(paper.id, ["person:Ann"])
    with pytest.raises(UsageError, match="alone"):
        library.merges.split(paper.id, [A, B])
    library.merges.split(paper.id, [B])
    assert {p.title: p.year for p in library.papers.find()} == {"One": 1999, "Another": None}


def test_a_page_that_drops_a_corrected_paper_does_not_take_it_away(library: Library) -> None:
    both = (mention("One", keys=["k1"]), mention("Two", subject="p2", keys=["k2"]))
    keep_mentions(library, A, *both)
    two = next(p for p in library.papers.find() if p.title == "Two")
    library.say(two.id, Field.YEAR, 1999, by="Ann")
    keep_mentions(library, A, both[0])
    assert library.papers.get(two.id) is not None
    keep_mentions(library, A, *both)
    found = library.papers.get(two.id)
    assert found is not None
    assert (found.title, found.year, library.papers.count()) == ("Two", 1999, 2)
    # Nor when something else stands in its place: that is not what the person spoke of.
    keep_mentions(library, A, both[0], mention("Of Quite Another Kind", subject="p3", keys=["k3"]))
    assert sorted((p.title, p.year) for p in library.papers.find()) == [
        ("Of Quite Another Kind", None),
        ("One", None),
        ("Two", 1999),
    ]


def test_a_page_that_mends_its_title_keeps_the_correction(library: Library) -> None:
    keep_mentions(library, A, mention("On Spidres", subject="on spidres", keys=["t:spidres"]))
    paper = only(library)
    library.say(paper.id, Field.TITLE, "On Spiders!", by="Ann")
    keep_mentions(library, A, mention("On Spiders", subject="on spiders", keys=["t:spiders"]))
    assert only(library).title == "On Spiders!"
    assert library.papers.get(paper.id) == only(library)


def test_authors_keep_what_is_known_of_them(library: Library) -> None:
    ann = Author("Ana Ruis", ("Univ. A",), orcid="0000-0001-2345-6789")
    bob = Author("Bob Smith", ("Univ. B",))
    keep_mentions(library, A, mention("One", authors=["Ana Ruis", "Bob Smith"]))
    paper = only(library)
    library.say(paper.id, Field.AUTHORS, (ann, bob), by="Ann")
    after = correct(library, paper.id, "authors", "Ruiz, Ana; Bob Smith; Eve", by="Ann")
    assert isinstance(after, Paper)
    assert [a.name for a in after.authors] == ["Ana Ruiz", "Bob Smith", "Eve"]
    assert after.authors[0].family == "Ruiz"
    assert after.authors[1].affiliations == ("Univ. B",)


def test_affiliations_are_put_right_in_brackets(library: Library) -> None:
    keep_mentions(library, A, mention("One", authors=["Ana Ruiz", "Bob Smith"]))
    paper = only(library)
    ann = Author("Ana Ruiz", ("Univ. A",), orcid="0000-0001-2345-6789")
    library.say(paper.id, Field.AUTHORS, (ann, Author("Bob Smith")), by="Ann")
    text = "Ruiz, Ana (Univ. B) (Inst. C); Bob (Rob) Smith"
    correct(library, paper.id, "authors", text, by="Ann")
    first, second = only(library).authors
    assert (first.name, first.affiliations, first.orcid) == (
        "Ana Ruiz",
        ("Univ. B", "Inst. C"),
        "0000-0001-2345-6789",
    )
    assert second.affiliations == ()
    correct(library, paper.id, "authors", "Ana Ruiz ()", by="Ann")
    assert [one.affiliations for one in only(library).authors] == [()]


SAID = {
    Field.AUTHORS: "Ana Ruiz; Bob Smith",
    Field.YEAR: "2018",
    Field.DOI: "10.1000/182",
    Field.ARXIV: "2401.01234",
    Field.ISBN: "9783540687665",
    Field.ISSN: "0302-9743",
    Field.KIND: "book",
    Field.KEYWORDS: "webs; silk",
    **dict.fromkeys(DATE_FIELDS, "2026-06-11"),
    **dict.fromkeys(
        (Field.PDF, Field.URL, Field.SITE, Field.PORTAL, Field.PROCEEDINGS),
        "https://conf.example/there",
    ),
}


@pytest.mark.parametrize("field", [f for f in PAPER_FIELDS if f is not Field.EVENT], ids=str)
def test_every_field_of_a_paper_can_be_put_right(library: Library, field: Field) -> None:
    keep_mentions(library, A, mention("One", keys=["k1"]))
    before = only(library)
    after = correct(library, before.id, str(field), SAID.get(field, "Said"), by="Ann")
    assert getattr(after, str(field)) != getattr(before, str(field))
    assert undo_correction(library, before.id, str(field)) == before


@pytest.mark.parametrize("field", EVENT_FIELDS, ids=str)
def test_every_field_of_an_event_can_be_put_right(library: Library, field: Field) -> None:
    keep(library, sighting("SPDR", year="2025", start="2025-05-01"))
    before = library.agenda.all()[0].event
    after = correct(library, before.id, str(field), SAID.get(field, "Said"), by="Ann")
    assert getattr(after, str(field)) != getattr(before, str(field))
    undone = undo_correction(library, before.id, str(field))
    assert undone is not None
    assert getattr(undone, str(field)) == getattr(before, str(field))


@pytest.mark.parametrize(
    ("field", "value", "complaint"),
    [
        ("titel", "x", "did you mean title"),
        ("start", "2026-01-01", "there is no field"),
        ("year", "next", "no year"),
        ("doi", "nonsense", "no doi"),
        ("pdf", "nowhere", "no address"),
        ("kind", "novel", "no kind"),
    ],
)
def test_bad_corrections_are_refused(
    library: Library, field: str, value: str, complaint: str
) -> None:
    keep_mentions(library, A, mention("One"))
    with pytest.raises(UsageError, match=complaint):
        correct(library, only(library).id, field, value, by="Ann")
    with pytest.raises(UsageError, match="no paper or event"):
        correct(library, "nobody22", "title", "x", by="Ann")
    with pytest.raises(UsageError, match="who"):
        correct(library, only(library).id, "year", "2020", by="  ")


def test_identifiers_are_brought_into_their_one_form(library: Library) -> None:
    keep_mentions(library, A, mention("One"))
    after = correct(library, only(library).id, "doi", "https://doi.org/10.1000/ABC", by="Ann")
    assert isinstance(after, Paper)
    assert after.doi == "10.1000/abc"


def test_events_are_put_right_too(library: Library, clock: SetClock) -> None:
    (event,) = keep(library, sighting(start="2026-06-10", end="2026-06-12"))
    correct(library, event.id, "start", "2026-06-11", by="Ann")
    clock.advance(86_400)
    (after,) = keep(library, sighting(start="2026-06-17", end="2026-06-18", source="http://lime/"))
    assert (str(after.start), after.id) == ("2026-06-11", event.id)
    correct(library, event.id, "end", "2026-06-14", by="Ann")
    found = library.agenda.one(event.id)
    assert found is not None
    assert str(found.event.end) == "2026-06-14"
    first = library.events.claims(event.id)
    assert [c.value for c in first if c.person] == ["2026-06-11", "2026-06-14"]
    assert undo_correction(library, event.id, "start", by="Bob") is None
    undone = undo_correction(library, event.id, "start")
    assert undone is not None
    with pytest.raises(UsageError, match="no field"):
        correct(library, event.id, "title", "x", by="Ann")


def test_a_paper_is_given_to_an_event_that_there_is(library: Library) -> None:
    (event,) = keep(library, sighting("LEGS"))
    keep_mentions(library, A, mention("Spiders", keys=["doi:1"]))
    after = correct(library, only(library).id, "event", event.id, by="Ann")
    assert isinstance(after, Paper)
    assert after.event is not None
    assert after.event.id == event.id
    with pytest.raises(UsageError, match="LEGS 2031"):
        correct(library, after.id, "event", "LEGS 2031", by="Ann")
