"""Candidates: kept again without losing what a reviewer said; gone and back; found by site and state."""

from __future__ import annotations

from harvestman.model import Author, Authority, CandidateState, Claim, Evidence, Field, Value
from harvestman.store import CandidateFound, Library, edit_candidate
from store.sample import NOON

SITE = "uni.example"
URL = "http://uni.example/a.pdf"


def claim(field: Field, value: Value) -> Claim:
    evidence = Evidence("sha256:0", "page 1")
    return Claim(URL, field, value, evidence, "document", "1", Authority.LEARNED, 0.9, NOON)


def found(title: str = "Reeds", *, url: str = URL, reasons: tuple[str, ...] = ()) -> CandidateFound:
    claims = (claim(Field.TITLE, title), claim(Field.AUTHORS, (Author("Helen Marsh"),)))
    return CandidateFound(url, "doc", "0" * 64, claims, reasons, ("http://uni.example/",))


def test_a_candidate_is_kept_once_and_changes_with_its_claims(library: Library) -> None:
    (first,) = library.candidates.keep(SITE, [found()])
    (again,) = library.candidates.keep(SITE, [found("Reed Beds")])
    assert (again.id, again.title) == (first.id, "Reed Beds")
    kinds = [(one.thing, str(one.kind)) for one in library.changes().changes]
    assert kinds == [("candidate", "new"), ("candidate", "changed")]


def test_keeping_the_same_leaves_no_change(library: Library) -> None:
    library.candidates.keep(SITE, [found()])
    cursor = library.changes().cursor
    library.candidates.keep(SITE, [found()])
    assert library.changes(after=cursor).changes == ()


def test_what_a_reviewer_says_and_decides_survives_every_later_run(library: Library) -> None:
    (one,) = library.candidates.keep(SITE, [found()])
    edit_candidate(library, one.id, "title", "Reed Beds That Clean Themselves", by="ann")
    edit_candidate(library, one.id, "emails", "a@uni.example; b@uni.example", by="ann")
    library.candidates.decide(one.id, CandidateState.ACCEPTED, by="ann")
    (after,) = library.candidates.keep(SITE, [found("Something else")])
    assert after.title == "Reed Beds That Clean Themselves"
    assert after.emails == ("a@uni.example", "b@uni.example")
    assert (after.state, after.decided_by) == (CandidateState.ACCEPTED, "ann")


def test_a_correction_can_be_taken_back(library: Library) -> None:
    (one,) = library.candidates.keep(SITE, [found()])
    edit_candidate(library, one.id, "title", "Wrong", by="ann")
    assert library.take_back(one.id, Field.TITLE) == 1
    kept = library.candidates.get(one.id)
    assert kept is not None
    assert kept.title == "Reeds"


def test_what_is_gone_is_told_and_comes_back(library: Library) -> None:
    library.candidates.keep(SITE, [found()])
    assert library.candidates.mark_gone([URL]) == 1
    assert library.candidates.mark_gone([URL]) == 0
    assert list(library.candidates.find(site=SITE)) == []
    library.candidates.keep(SITE, [found()])
    assert [one.url for one in library.candidates.find(site=SITE)] == [URL]


def test_candidates_are_found_by_site_state_and_whether_they_are_set_aside(
    library: Library,
) -> None:
    library.candidates.keep(SITE, [found(), found(url="http://uni.example/b.pdf", reasons=("a form",))])  # fmt: skip
    library.candidates.keep("other.example", [found(url="http://other.example/c.pdf")])
    assert len(list(library.candidates.find())) == 3
    assert [c.url for c in library.candidates.find(site=SITE, is_set_aside=True)] == ["http://uni.example/b.pdf"]  # fmt: skip
    library.candidates.decide(URL, CandidateState.REJECTED, by="ann")
    assert [c.url for c in library.candidates.find(states=[CandidateState.REJECTED])] == [URL]
    assert library.candidates.counts() == {"new": 2, "rejected": 1}
