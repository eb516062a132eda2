"""Decisions about papers: what a comparison or a person joins or parts, and that it lasts."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from harvestman.model import Claim, Field, Likeness, SetClock, UsageError, Verdict
from harvestman.store import Decider, Decision, Library, open_library
from store.sample import NOON, SITE, keep_mentions, mention

A, B, C, D = (SITE + name for name in "abcd")


def says(verdict: Verdict) -> Callable[[Sequence[Claim], Sequence[Claim]], Likeness]:
    """A comparison that always comes to this."""
    return lambda _one, _other: Likeness(verdict, 0.9, ("the titles are equal",))


def keep(library: Library, url: str, title: str, *keys: str, subject: str = "p1") -> None:
    keep_mentions(library, url, mention(title, keys=keys, source=url, subject=subject))


def ids(library: Library) -> dict[str, str]:
    """The papers' ids by their titles."""
    return {paper.title: paper.id for paper in library.papers.find()}


def two_papers(library: Library) -> tuple[str, str]:
    """Two papers without a common key, the older first."""
    keep(library, A, "Spiders", "k1")
    keep(library, B, "Spidres", "k2")
    found = ids(library)
    return found["Spiders"], found["Spidres"]


def merged(library: Library, one: str, other: str) -> Decision:
    decision = library.merges.consider(one, other, says(Verdict.SAME))
    assert decision is not None
    return decision


def sources(library: Library, paper: str) -> set[str]:
    return {claim.evidence.source for claim in library.papers.claims(paper)}


def is_sound(library: Library) -> bool:
    return not [line for line in library.check() if "lost their bytes" not in line]


def test_of_several_pairs_the_first_wins_and_a_merged_paper_is_not_looked_at_again(
    library: Library,
) -> None:
    one, other = two_papers(library)
    keep(library, C, "Spiders!", "k3")
    third = ids(library)["Spiders!"]
    pairs = [(one, other), (one, third), (other, third)]
    (decision,) = library.merges.consider_all(pairs, says(Verdict.SAME))
    assert (decision.one, decision.other) == (one, other)
    assert set(ids(library).values()) == {one, third}
    assert is_sound(library)


def test_of_several_pairs_all_are_kept_or_none(library: Library) -> None:
    one, other = two_papers(library)
    keep(library, C, "Webs", "k3")
    keep(library, D, "Wbes", "k4")
    found = ids(library)
    answers = iter([Likeness(Verdict.SAME, 0.9, ("the titles are equal",))])
    pairs = [(one, other), (found["Webs"], found["Wbes"])]
    with pytest.raises(StopIteration):
        library.merges.consider_all(pairs, lambda _one, _other: next(answers))
    assert ids(library) == found
    assert library.merges.all() == []


def test_a_comparison_makes_two_papers_one_and_it_is_told(library: Library) -> None:
    one, other = two_papers(library)
    decision = merged(library, one, other)
    assert (decision.verdict, decision.decider) == (Verdict.SAME, Decider.COMPARISON)
    assert (decision.one, decision.other, decision.probability) == (one, other, 0.9)
    assert decision.reasons == ("the titles are equal",)
    assert library.papers.count() == 1
    assert sources(library, other) == sources(library, one) == {A, B}
    assert library.merges.all() == library.merges.of(one) == [decision]
    assert library.merges.get(decision.id[:10]) == decision
    assert is_sound(library)


def test_a_merge_lasts_when_its_pages_are_read_again(library: Library) -> None:
    one, other = two_papers(library)
    merged(library, one, other)
    keep(library, A, "Spiders", "k1")
    keep(library, B, "Spiders!", "k2", "k3")
    keep(library, C, "Spiders", "k3")
    assert library.papers.count() == 1
    assert sources(library, one) == {A, B, C}


def test_a_merge_lasts_when_the_page_corrects_what_it_says(library: Library) -> None:
    one, other = two_papers(library)
    merged(library, one, other)
    keep(library, B, "Spiders of the North", "k9", subject="p9")
    assert library.papers.count() == 1
    assert sources(library, one) == {A, B}


def test_undoing_a_merge_gives_both_papers_back_under_their_ids(library: Library) -> None:
    one, other = two_papers(library)
    decision = merged(library, one, other)
    undone = library.merges.undo(decision.id)
    assert undone.undone is not None
    assert ids(library) == {"Spiders": one, "Spidres": other}
    assert (sources(library, one), sources(library, other)) == ({A}, {B})
    assert is_sound(library)


def test_what_was_undone_is_not_merged_again_unless_a_person_says_so(library: Library) -> None:
    one, other = two_papers(library)
    library.merges.undo(merged(library, one, other).id)
    assert library.merges.consider(one, other, says(Verdict.SAME)) is None
    keep(library, B, "Spidres", "k1", "k2")  # a common key by now
    keep(library, C, "Spiders, again", "k1")
    assert ids(library)["Spidres"] == other
    assert library.papers.count() == 2
    accepted = library.merges.accept(other, one)
    assert accepted.decider is Decider.PERSON
    assert library.papers.count() == 1
    assert library.papers.get(other) == library.papers.get(one)
    assert is_sound(library)


def test_ids_that_led_to_a_paper_lead_to_it_again_after_the_undoing(library: Library) -> None:
    keep(library, A, "Spiders", "k1")
    keep(library, B, "Spidres", "k2")
    keep(library, C, "Spidres, too", "k3")
    found = ids(library)
    first = merged(library, found["Spidres"], found["Spidres, too"])
    second = merged(library, found["Spiders"], found["Spidres"])
    assert library.papers.count() == 1
    library.merges.undo(second.id)
    parted = library.papers.get(found["Spidres"])
    assert parted is not None
    assert parted.id == found["Spidres"] == first.one
    assert library.papers.get(found["Spidres, too"]) == parted
    assert library.papers.get(found["Spiders"]) != parted


def test_a_merge_by_keys_is_told_and_can_be_undone(library: Library) -> None:
    one, other = two_papers(library)
    keep(library, C, "Both", "k1", "k2")
    (decision,) = library.merges.all()
    assert decision.decider is Decider.KEYS
    assert (decision.one, decision.other) == (one, other)
    assert "k2" in decision.reasons[0]
    library.merges.undo(decision.id)
    assert library.papers.count() == 2
    assert sources(library, other) == {B}
    assert sources(library, one) == {A, C}  # of equal keys the smaller is followed
    keep(library, C, "Both", "k1", "k2")
    assert sources(library, other) == {B}
    assert is_sound(library)


def test_a_merge_by_keys_that_comes_apart_by_itself_leaves_nothing_to_undo(
    library: Library,
) -> None:
    two_papers(library)
    keep(library, C, "Both", "k1", "k2")
    (decision,) = library.merges.all()
    assert decision.is_merge
    keep(library, C, "Neither", "k3")
    assert library.papers.count() == 3
    assert not library.merges.all()[0].is_merge
    with pytest.raises(UsageError, match="nothing to undo"):
        library.merges.undo(decision.id)


def test_what_a_person_calls_different_no_key_joins(library: Library) -> None:
    one, other = two_papers(library)
    library.merges.refuse(one, other)
    keep(library, C, "Both", "k1", "k2")
    assert library.papers.count() == 2
    assert {len(sources(library, one)), len(sources(library, other))} == {1, 2}
    assert library.merges.consider(one, other, says(Verdict.SAME)) is None


def test_a_refusal_that_is_repeated_stands_once_and_is_taken_back_once(library: Library) -> None:
    """A command that was killed after it had said so is run again."""
    one, other = two_papers(library)
    library.merges.refuse(one, other)
    library.merges.refuse(other, one)
    standing = [known for known in library.merges.of(one) if known.lapsed is None]
    assert len(standing) == 1
    library.merges.undo(standing[0].id)
    keep(library, C, "Both", "k1", "k2")
    assert library.papers.count() == 1


def test_a_common_key_that_is_new_does_not_join_what_a_person_calls_different(
    library: Library,
) -> None:
    one, other = two_papers(library)
    library.merges.refuse(one, other)
    for _ in range(2):
        keep(library, A, "Spiders", "k1", "same")
        keep(library, B, "Spidres", "k2", "same")
        assert ids(library) == {"Spiders": one, "Spidres": other}
    assert is_sound(library)


def test_a_doubtful_pair_waits_for_a_person(library: Library) -> None:
    one, other = two_papers(library)
    decision = library.merges.consider(one, other, says(Verdict.DOUBTFUL))
    assert decision is not None
    assert library.papers.count() == 2
    assert library.merges.doubtful() == [decision]
    again = library.merges.consider(other, one, says(Verdict.DOUBTFUL))
    assert again is not None
    assert again.id == decision.id
    library.merges.refuse(decision.one, decision.other)
    assert library.merges.doubtful() == []
    assert library.merges.consider(one, other, says(Verdict.DOUBTFUL)) is None


def test_a_pair_is_in_doubt_no_more_when_it_has_become_one_or_surely_two(library: Library) -> None:
    one, other = two_papers(library)
    library.merges.consider(one, other, says(Verdict.DOUBTFUL))
    keep(library, C, "Both", "k1", "k2")
    assert library.merges.doubtful() == []
    keep(library, C, "Neither", "k3")
    third = ids(library)["Neither"]
    library.merges.consider(one, third, says(Verdict.DOUBTFUL))
    library.merges.consider(one, third, says(Verdict.DIFFERENT))
    # The first two are two again, under the ids that they had, and nobody has said yet whether they are one.
    assert [(pair.one, pair.other) for pair in library.merges.doubtful()] == [(one, other)]


def test_a_person_joins_what_only_a_person_can_know(library: Library) -> None:
    one, other = two_papers(library)
    library.merges.accept(one, other)
    keep(library, A, "Spiders", "k1")
    assert library.papers.count() == 1
    with pytest.raises(UsageError, match="one paper already"):
        library.merges.accept(one, other)
    with pytest.raises(UsageError, match="there is no paper"):
        library.merges.accept(one, "zzz9")


def test_a_comparison_does_not_bring_together_what_a_person_keeps_apart(library: Library) -> None:
    one, other = two_papers(library)
    keep(library, C, "Spinnen", "k3")
    third = ids(library)["Spinnen"]
    library.merges.refuse(one, third)
    library.merges.accept(one, other)
    # The third is not one with the other either, which is the first by now.
    assert library.merges.consider(one, third, says(Verdict.SAME)) is None
    assert library.papers.count() == 2


def test_a_word_about_a_part_does_not_loosen_the_rest(library: Library) -> None:
    one, other = two_papers(library)
    keep(library, C, "Spinnen", "k3")
    third = ids(library)["Spinnen"]
    first = merged(library, one, other)
    library.merges.accept(one, third)
    library.merges.undo(first.id)
    assert sources(library, one) == {A, C}
    library.merges.accept(one, other)
    assert sources(library, one) == {A, B, C}
    assert library.papers.count() == 1


def test_a_later_word_of_a_person_takes_the_place_of_an_earlier_one(library: Library) -> None:
    one, other = two_papers(library)
    library.merges.refuse(one, other)
    merge = library.merges.accept(one, other)
    assert library.papers.count() == 1
    library.merges.undo(merge.id)
    assert ids(library) == {"Spiders": one, "Spidres": other}
    with pytest.raises(UsageError, match="nothing to undo"):
        library.merges.undo(merge.id)


def test_a_page_is_split_off_a_paper(library: Library) -> None:
    keep(library, A, "Spiders", "k1")
    keep(library, B, "Spiders", "k1")
    keep(library, C, "Spiders", "k1")
    (paper,) = library.papers.find()
    library.merges.split(paper.id, [B])
    assert sources(library, paper.id) == {A, C}
    assert library.papers.count() == 2
    for url in (A, B, C):
        keep(library, url, "Spiders", "k1")
    assert sources(library, paper.id) == {A, C}
    with pytest.raises(UsageError, match="does not state"):
        library.merges.split(paper.id, [D])


def test_only_what_changed_waits_to_be_compared(library: Library) -> None:
    one, other = two_papers(library)
    assert [w.id for w in library.merges.waiting(10)] == [one, other]
    assert library.merges.count_waiting() == 2
    library.merges.note_compared({w.id: w.assembled for w in library.merges.waiting(10)})
    assert library.merges.waiting(10) == []
    keep(library, B, "Spidres", "k2", "k4")
    (waiting,) = library.merges.waiting(10)
    assert waiting.id == other
    assert {claim.field for claim in waiting.claims} == {Field.TITLE}
    library.merges.await_all()
    assert library.merges.count_waiting() == 2


def test_a_paper_that_changed_meanwhile_still_waits(library: Library, clock: SetClock) -> None:
    keep(library, A, "Spiders", "k1")
    clock.advance(60)
    keep(library, B, "Webs", "k2")
    keep(library, C, "Threads", "k3")
    seen = {w.id: w.assembled for w in library.merges.waiting(10)}
    assert len(set(seen.values())) == 2
    clock.advance(60)
    keep(library, C, "Thread", "k3", "k4")
    library.merges.note_compared(seen)
    assert [w.id for w in library.merges.waiting(10)] == [ids(library)["Thread"]]


def test_papers_meet_in_blocks_that_are_not_too_large(library: Library) -> None:
    for number in range(60):
        keep(library, f"{SITE}{number}", f"Paper {number}", f"k{number}")
    found = ids(library)
    blocks = {paper: {"all"} for paper in found.values()}
    blocks[found["Paper 1"]] = {"all", "some"}
    blocks[found["Paper 2"]] = {"all", "some"}
    library.merges.put_blocks(blocks)
    pair = (found["Paper 1"], found["Paper 2"])
    assert library.merges.neighbours([found["Paper 2"], found["Paper 3"]]) == [pair]
    library.merges.put_blocks({found["Paper 1"]: set()})
    assert library.merges.neighbours([found["Paper 2"]]) == []


def test_unknown_merges_are_told_plainly(library: Library) -> None:
    two_papers(library)
    for unknown in ("nosuchid", "", "%"):
        with pytest.raises(UsageError, match="there is no merge"):
            library.merges.undo(unknown)
    assert library.merges.get("nosuchid") is None


PAGES = 5
_READ = st.tuples(
    st.just("read"),
    st.integers(0, PAGES - 1),
    st.frozensets(st.sampled_from("abcd"), max_size=2),
)
_DECIDE = st.tuples(
    st.sampled_from(["accept", "refuse", "consider", "undo"]),
    st.integers(0, PAGES - 1),
    st.integers(0, PAGES - 1),
)


@settings(
    max_examples=25,
    derandomize=True,
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)
@given(st.lists(_READ | _DECIDE, min_size=4, max_size=14))
def test_whatever_is_read_and_decided_the_papers_are_what_the_decisions_say(
    folder: Path, numbers: itertools.count[int], steps: list[tuple[str, int, object]]
) -> None:
    with open_library(str(folder / f"{next(numbers)}.db"), clock=SetClock(NOON)) as library:
        keys: dict[int, frozenset[str]] = {}
        given_out: set[str] = set()
        for step, page, what in steps:
            if step == "read":
                keys[page] = frozenset(what)  # type: ignore[call-overload]
                keep(library, f"{SITE}{page}", f"Paper {page}", *keys[page])
            elif {page, what} <= keys.keys() and isinstance(what, int):
                decide(library, step, page, what)
            given_out |= {paper.id for paper in library.papers.find()}
        before = partition(library)
        assert is_sound(library)
        for paper in given_out:
            assert library.papers.get(paper) is not None
        # Reading everything again, in any order, changes nothing.
        for page in sorted(keys, reverse=True):
            keep(library, f"{SITE}{page}", f"Paper {page}", *keys[page])
        assert partition(library) == before


def decide(library: Library, step: str, one: int, other: int) -> None:
    """A decision about the papers that two pages state now; it must hold at once."""
    where = paper_by_page(library)
    if step == "undo":
        standing = [m for m in library.merges.of(where[one]) if m.is_merge]
        if standing:
            library.merges.undo(standing[-1].id)
    elif where[one] != where[other]:
        if step == "accept":
            library.merges.accept(where[one], where[other])
        elif step == "refuse":
            library.merges.refuse(where[one], where[other])
        else:
            library.merges.consider(where[one], where[other], says(Verdict.SAME))
        after = paper_by_page(library)
        assert (after[one] == after[other]) or step != "accept"
        assert (after[one] != after[other]) or step != "refuse"


def paper_by_page(library: Library) -> dict[int, str]:
    return {
        int(source.removeprefix(SITE)): paper.id
        for paper in library.papers.find()
        for source in sources(library, paper.id)
    }


def partition(library: Library) -> set[frozenset[str]]:
    return {frozenset(sources(library, paper.id)) for paper in library.papers.find()}


@pytest.fixture
def numbers() -> itertools.count[int]:
    return itertools.count()
