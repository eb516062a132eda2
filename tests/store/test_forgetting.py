"""A paper that a person forgot is shown nowhere, whatever is harvested, imported or merged afterwards, until a person brings it back."""

from __future__ import annotations

import pytest

from harvestman.dedup import find_merges
from harvestman.model import Field, SetClock, UsageError
from harvestman.store import ChangeKind, Library, PaperQuery
from harvestman.store.papers import forgetting
from harvestman.store.papers.corrections import say_of_paper
from store.sample import SITE, keep_mentions, mention
from store.test_corrections import only

A, B, C = (SITE + name for name in "abc")
ELSEWHERE = "https://elsewhere.example/list"


def kinds(library: Library, paper: str) -> list[ChangeKind]:
    return [one.kind for one in library.changes().changes if one.id == paper]


def test_it_is_in_no_list_search_or_count_and_tells_who_and_when(
    library: Library, clock: SetClock
) -> None:
    keep_mentions(library, A, mention("Coffee Break", year=2017), mention("Spiders", subject="p2"))
    (coffee,) = library.papers.find(PaperQuery(text="coffee"))
    (told,) = library.forgotten.forget([coffee.id[:10]], by=" Ann ")
    assert (told.id, told.title, told.by, told.when) == (
        coffee.id,
        "Coffee Break",
        "Ann",
        clock.now(),
    )
    assert [paper.title for paper in library.papers.find()] == ["Spiders"]
    assert not list(library.papers.find(PaperQuery(text="coffee")))
    assert library.papers.get(coffee.id) is None
    assert library.papers.claims(coffee.id) == []
    assert (library.papers.count(), library.summary().papers) == (1, 1)
    assert library.forgotten.all() == [told] == [library.forgotten.one(coffee.id)]
    assert kinds(library, coffee.id) == [ChangeKind.NEW, ChangeKind.REMOVED]


def test_bringing_it_back_shows_all_of_it_again(library: Library) -> None:
    keep_mentions(library, A, mention("Spiders", year=2017))
    paper = only(library)
    library.say(paper.id, Field.YEAR, 2018, by="Bob")
    library.forgotten.forget([paper.id], by="Ann")
    assert library.forgotten.bring_back([paper.id]) == [paper.id]
    assert (only(library).id, only(library).year) == (paper.id, 2018)
    assert library.forgotten.bring_back([paper.id]) == []
    assert library.forgotten.all() == []
    assert kinds(library, paper.id)[-2:] == [ChangeKind.REMOVED, ChangeKind.NEW]
    with pytest.raises(UsageError, match="no paper"):
        library.forgotten.bring_back(["nobody22"])


def test_all_or_none_are_forgotten(library: Library) -> None:
    keep_mentions(library, A, mention("Spiders"))
    with pytest.raises(UsageError, match="no paper"):
        library.forgotten.forget([only(library).id, "nobody22"], by="Ann")
    with pytest.raises(UsageError, match="who"):
        library.forgotten.forget([only(library).id], by=" ")
    assert only(library).title == "Spiders"


def test_what_ends_in_the_middle_of_a_site_has_forgotten_nothing(
    library: Library, monkeypatch: pytest.MonkeyPatch
) -> None:
    keep_mentions(library, A, mention("Spiders"), mention("Bees", subject="p2"))
    calls = iter(range(2))

    def die_at_the_second(*args: object, **more: object) -> None:
        if next(calls):
            raise KeyboardInterrupt
        say_of_paper(*args, **more)  # type: ignore[arg-type]

    monkeypatch.setattr(forgetting, "say_of_paper", die_at_the_second)
    with pytest.raises(KeyboardInterrupt):
        library.forgotten.forget_site("conf.example", by="Ann")
    assert (library.papers.count(), library.forgotten.all()) == (2, [])


def test_pages_that_state_it_again_do_not_bring_it_back(library: Library) -> None:
    keep_mentions(
        library, A, mention("Spiders", keys=["k1"]), mention("Bees", keys=["k2"], subject="Bees")
    )
    (paper,) = library.papers.find(PaperQuery(text="spiders"))
    library.forgotten.forget([paper.id], by="Ann")
    # read again; stated by another page; no longer stated, and then again
    keep_mentions(
        library,
        A,
        mention("Spiders", keys=["k1"], year=2020),
        mention("Bees", keys=["k2"], subject="Bees"),
    )
    keep_mentions(library, B, mention("Spiders", keys=["k1"]))
    keep_mentions(
        library,
        A,
        mention("Bees", keys=["k2"], subject="Bees"),
        mention("Ants", keys=["k3"], subject="Ants"),
    )
    keep_mentions(
        library,
        A,
        *(
            mention(t, keys=[k], subject=s)
            for t, k, s in (("Bees", "k2", "Bees"), ("Spiders", "k1", "p1"))
        ),
    )
    assert "Spiders" not in {one.title for one in library.papers.find()}
    library.forgotten.bring_back([paper.id])
    assert library.papers.get(paper.id) is not None


def test_a_merge_by_a_key_takes_the_other_along_and_its_undoing_gives_it_back(
    library: Library,
) -> None:
    keep_mentions(library, A, mention("One", keys=["k1"]))
    keep_mentions(library, B, mention("Two", keys=["k2"]))
    two, one = library.papers.find()
    library.forgotten.forget([two.id], by="Ann")
    keep_mentions(library, C, mention("One", keys=["k1", "k2"]))
    assert not list(library.papers.find())
    assert library.papers.get(two.id) is None
    forgotten = library.forgotten.one(two.id)
    assert forgotten is not None
    assert forgotten.id == one.id
    keep_mentions(library, C, mention("One", keys=["k1"]))
    assert [paper.id for paper in library.papers.find()] == [one.id]
    assert [paper.id for paper in library.forgotten.all()] == [two.id]


def test_a_comparison_does_not_join_it_with_one_that_is_shown(library: Library) -> None:
    title = "Retention of volatile compounds in steamed harvest baskets"
    people = ["Ana Ruiz", "Bob Smith"]
    keep_mentions(library, A, mention(title, authors=people, keys=["k1"], year=2020))
    keep_mentions(library, B, mention(title + ".", authors=people, keys=["k2"], year=2020))
    bad, good = library.papers.find()
    library.forgotten.forget([bad.id], by="Ann")
    assert find_merges(library).merged == ()
    assert [paper.id for paper in library.papers.find()] == [good.id]
    library.forgotten.bring_back([bad.id])
    assert len(find_merges(library).merged) == 1


def test_a_site_at_once_but_for_what_others_state_too(library: Library) -> None:
    keep_mentions(
        library, A, mention("Only here", keys=["k1"]), mention("Both", keys=["k2"], subject="Both")
    )
    keep_mentions(
        library,
        ELSEWHERE,
        mention("Both", keys=["k2"], subject="Both"),
        mention("There", keys=["k3"], subject="Ther"),
    )
    told = library.forgotten.forget_site("www.conf.example", by="Ann")
    assert [one.title for one in told] == ["Only here"]
    assert {paper.title for paper in library.papers.find()} == {"Both", "There"}
    assert library.forgotten.bring_back_site("conf.example") == [told[0].id]
    assert library.papers.count() == 3


def test_a_page_of_papers_goes_on_after_one_that_was_forgotten_meanwhile(library: Library) -> None:
    for number in range(4):
        keep_mentions(library, f"{SITE}{number}", mention(f"Paper {number}", keys=[f"k{number}"]))
    first = library.papers.page(PaperQuery(), 2)
    library.forgotten.forget([first.papers[-1].id], by="Ann")
    rest = library.papers.page(PaperQuery(), 2, cursor=first.cursor)
    assert [paper.title for paper in rest.papers] == ["Paper 1", "Paper 0"]
