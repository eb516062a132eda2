"""Candidates: kept again without losing what a reviewer said; gone and back; found by site and state."""

from __future__ import annotations

from harvestman.model import Author, Authority, CandidateState, Claim, Evidence, Field, Value
from harvestman.store import CandidateFound, CandidateQuery, Library, edit_candidate
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
    assert list(library.candidates.find(CandidateQuery(site=SITE))) == []
    library.candidates.keep(SITE, [found()])
    assert [one.url for one in library.candidates.find(CandidateQuery(site=SITE))] == [URL]


def urls(library: Library, wanted: CandidateQuery) -> list[str]:
    return [one.url.rpartition("/")[2] for one in library.candidates.find(wanted)]


def test_what_is_hidden_is_one_thing_for_all_who_ask(library: Library) -> None:
    kept = [found(url=f"http://uni.example/{name}.pdf") for name in "abc"]
    library.candidates.keep(SITE, [*kept, found(url="http://uni.example/form.pdf", reasons=("a form",))])  # fmt: skip
    library.candidates.keep("other.example", [found(url="http://other.example/o.pdf")])
    library.candidates.decide(URL, CandidateState.REJECTED, by="ann")
    library.candidates.decide("http://uni.example/b.pdf", CandidateState.ACCEPTED, by="ann")
    library.candidates.mark_gone(["http://uni.example/b.pdf", "http://uni.example/c.pdf"])
    new, rejected = CandidateState.NEW, CandidateState.REJECTED
    assert urls(library, CandidateQuery()) == [
        "b.pdf",
        "o.pdf",
    ]  # what was accepted is not lost with its page
    assert urls(library, CandidateQuery(states=(new,))) == ["o.pdf"]
    assert urls(library, CandidateQuery(states=(rejected,))) == ["a.pdf"]
    assert urls(library, CandidateQuery(site=SITE, with_hidden=True)) == ["a.pdf", "b.pdf", "c.pdf", "form.pdf"]  # fmt: skip
    assert urls(library, CandidateQuery(words="marsh o.pdf")) == ["o.pdf"]
    library.candidates.decide("http://uni.example/form.pdf", CandidateState.ACCEPTED, by="ann")
    assert urls(library, CandidateQuery(site=SITE)) == ["b.pdf", "form.pdf"]


def test_candidates_come_page_by_page(library: Library) -> None:
    kept = library.candidates.keep(SITE, [found(url=f"http://uni.example/{n}.pdf") for n in range(3)])  # fmt: skip
    (first,) = library.candidates.find(limit=1)
    assert [one.id for one in library.candidates.find(after=first.id)] == [one.id for one in kept[1:]]  # fmt: skip


def test_a_decision_is_taken_back_and_remembered(library: Library) -> None:
    (one,) = library.candidates.keep(SITE, [found()])
    assert library.candidates.undo(one.id, by="bob") is None
    library.candidates.decide(one.id, CandidateState.NEEDS_PERMISSION, by="ann")
    library.candidates.decide(one.id, CandidateState.ASKED, by="ann")
    library.candidates.decide(one.id, CandidateState.ASKED, by="bob")  # nothing new
    before = library.candidates.undo(one.id, by="bob")
    assert before is not None
    assert (before.state, before.decided_by) == (CandidateState.NEEDS_PERMISSION, "ann")
    first = library.candidates.undo(one.id, by="bob")
    assert first is not None
    assert (first.state, first.decided_by, first.decided) == (CandidateState.NEW, "", None)
    steps = library.candidates.steps(one.id)
    assert [(str(step.state), step.by, step.undone_by) for step in steps] == [
        ("needs-permission", "ann", "bob"),
        ("asked", "ann", "bob"),
    ]


def test_a_deposit_is_begun_once_and_its_receipt_is_the_state(library: Library) -> None:
    (one,) = library.candidates.keep(SITE, [found()])
    begun, was_known = library.deposits.begin(one.id, "http://repo.example/col")
    again, is_known = library.deposits.begin(one.id, "http://repo.example/col")
    assert (was_known, is_known, again.slug) == (False, True, begun.slug)
    library.deposits.finish(one.id, "http://repo.example/col", "http://repo.example/item/1", by="ann")  # fmt: skip
    (kept,) = library.deposits.of(one.id)
    assert kept.receipt == "http://repo.example/item/1"
    after = library.candidates.get(one.id)
    assert after is not None
    assert (after.state, after.decided_by) == (CandidateState.DEPOSITED, "ann")


def test_what_a_repository_refused_may_be_tried_again(library: Library) -> None:
    (one,) = library.candidates.keep(SITE, [found()])
    library.deposits.begin(one.id, "http://repo.example/col")
    library.deposits.refuse(one.id, "http://repo.example/col")
    assert library.deposits.of(one.id) == []
