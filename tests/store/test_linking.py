"""Which mentions are one paper, and that no order of arrival matters."""

from __future__ import annotations

import itertools
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from harvestman.model import Field, LinkedMention, Plain, SetClock
from harvestman.store import Library, end_state, open_library, random_id
from harvestman.store.papers.linking import PapersSaid
from harvestman.store.papers.linking import keep_mentions as link
from store.sample import NOON, SITE, keep_mentions, mention

A, B, C = (SITE + name for name in "abc")


def papers(library: Library) -> list[Plain]:
    """The papers of the end state; the harvests behind them do not matter here."""
    return end_state(library)["papers"]  # type: ignore[no-any-return]


def titles(library: Library) -> list[str]:
    return sorted(paper.title for paper in library.papers.find())


def test_mentions_that_share_a_key_are_one_paper(library: Library) -> None:
    keep_mentions(library, A, mention(keys=["doi:10.1/x"], year=2018))
    keep_mentions(library, B, mention(keys=["doi:10.1/x"], pdf="http://x/p.pdf"))
    (paper,) = library.papers.find()
    assert (paper.year, paper.pdf) == (2018, "http://x/p.pdf")
    assert {c.evidence.source for c in library.papers.claims(paper.id)} == {SITE}


def test_mentions_without_a_common_key_are_two_papers(library: Library) -> None:
    keep_mentions(library, A, mention(keys=["doi:10.1/x"]), mention(keys=[], subject="p2"))
    keep_mentions(library, B, mention(keys=["doi:10.1/y"]))
    assert library.papers.count() == 3


@pytest.mark.parametrize("way", ["writing", "write"])
def test_either_way_of_writing_links_papers(library: Library, way: str) -> None:
    def say(source: str, *mentions: LinkedMention) -> None:
        said = [PapersSaid(source, mentions)]
        with getattr(library.database, way)() as connection:
            link(library.database, connection, said, now=NOON, new_id=random_id)

    say(A, mention("Spiders", keys=["k1"]), mention("Bees", keys=["k2"], subject="Bees"))
    say(B, mention("Spiders in Space", keys=["k3"], year=2018))
    say(C, mention("Spiders", keys=["k1", "k3"]))  # two papers are one
    say(A, mention("Spiders", keys=["k1"]), mention("Beetles", keys=["k4"], subject="Beetles"))
    assert titles(library) == ["Beetles", "Spiders in Space"]
    say(C, mention("Spiders", keys=["k1"]))  # and two again
    assert titles(library) == ["Beetles", "Spiders", "Spiders in Space"]


def test_a_page_that_one_transaction_brings_twice_says_what_it_said_last(library: Library) -> None:
    said = [
        PapersSaid(SITE, [mention("Spiders", keys=["k1"], subject="p1")]),
        PapersSaid(SITE, [mention("Webs", keys=["k2"], subject="p1")]),
    ]
    with library.database.writing() as connection:
        link(library.database, connection, said, now=NOON, new_id=random_id)
    assert titles(library) == ["Webs"]


def test_claims_keep_everything(library: Library) -> None:
    told = mention("Spiders", authors=["Ana Ruiz", "А. П. Ершов"], year=2018, keywords=("a", "b"))
    keep_mentions(library, A, told)
    (paper,) = library.papers.find()
    assert tuple(library.papers.claims(paper.id)) == told.mention.claims


def test_a_mention_that_shares_keys_with_several_papers_makes_them_one(library: Library) -> None:
    keep_mentions(library, A, mention("Spiders", keys=["doi:1"]))
    keep_mentions(library, B, mention("Spiders", keys=["title:spiders"], year=2018))
    younger, older = library.papers.find()
    keep_mentions(library, C, mention("Spiders", keys=["doi:1", "title:spiders"]))
    (paper,) = library.papers.find()
    assert paper.id == older.id
    assert paper.year == 2018
    assert library.papers.get(younger.id) == paper
    assert library.papers.get(younger.id[:10]) == paper
    assert len(library.papers.claims(younger.id)) == 4
    assert library.check()[:-1] == []  # but for the pages' bytes, which these tests do not keep


def test_a_merged_id_still_leads_there_after_the_next_merge(library: Library) -> None:
    for url, key in ((A, "k1"), (B, "k2"), (C, "k3")):
        keep_mentions(library, url, mention(keys=[key]))
    third, second, first = library.papers.find()
    keep_mentions(library, SITE + "d", mention(keys=["k2", "k3"]))
    keep_mentions(library, SITE + "e", mention(keys=["k1", "k3"]))
    (paper,) = library.papers.find()
    assert paper.id == first.id
    assert library.papers.get(second.id) == library.papers.get(third.id) == paper


def test_reading_a_page_again_replaces_what_it_says(library: Library) -> None:
    keep_mentions(library, A, mention("Spidres", keys=["doi:1"], year=2017))
    (before,) = library.papers.find()
    keep_mentions(library, A, mention("Spiders", keys=["doi:1"]))
    (after,) = library.papers.find()
    assert (after.id, after.title, after.year) == (before.id, "Spiders", None)


def test_a_mention_that_is_no_longer_on_the_page_is_gone(library: Library) -> None:
    keep_mentions(library, A, mention("One"), mention("Two", subject="p2"))
    keep_mentions(library, A, mention("Two", subject="p2"))
    assert titles(library) == ["Two"]


def test_a_paper_that_others_speak_of_stays_under_its_id(library: Library) -> None:
    keep_mentions(library, A, mention("One", keys=["doi:1"]))
    keep_mentions(library, B, mention("One", keys=["doi:1"]))
    (before,) = library.papers.find()
    keep_mentions(library, A, mention("Two", subject="p2", keys=["doi:2"]))
    assert titles(library) == ["One", "Two"]
    assert library.papers.get(before.id) == before


def test_a_page_that_states_no_paper_any_more_takes_nothing_back(library: Library) -> None:
    keep_mentions(library, A, mention("One"), mention("Two", subject="p2"))
    keep_mentions(library, A)
    assert titles(library) == ["One", "Two"]


def test_next_years_list_takes_nothing_of_this_years_back(
    library: Library, clock: SetClock
) -> None:
    def read(digest: str, *names: str) -> None:
        clock.advance(86400)
        told = (mention(name, subject=name, keys=[name]) for name in names)
        keep_mentions(library, A, *told, digest=digest * 64)

    read("a", "One", "Two")
    read("b", "Three", "Four", "Five")
    assert titles(library) == ["Five", "Four", "One", "Three", "Two"]
    read("c", "Three", "Four")  # of its own papers the new list can still take one back
    assert titles(library) == ["Four", "One", "Three", "Two"]
    read("c", "Six", "Seven")  # the same bytes, read better
    assert titles(library) == ["One", "Seven", "Six", "Two"]
    read("d", "One", "Six")  # what was left to it speaks again
    assert titles(library) == ["One", "Six", "Two"]
    assert library.check() == [] or all("lost their bytes" in line for line in library.check())


def test_a_corrected_page_has_the_corrected_paper_alone_and_the_old_id_leads_there(
    library: Library,
) -> None:
    keep_mentions(library, A, mention("Spidres", subject="spidres", keys=["doi:old"]))
    (before,) = library.papers.find()
    keep_mentions(library, A, mention("Spiders", subject="spiders", keys=["doi:new"]))
    (after,) = library.papers.find()
    assert after.title == "Spiders"
    assert library.papers.get(before.id) == after


def test_a_merge_is_undone_when_the_page_that_caused_it_is_corrected(library: Library) -> None:
    keep_mentions(library, A, mention("One", keys=["k1"]))
    keep_mentions(library, B, mention("Two", keys=["k2"]))
    keep_mentions(library, C, mention("Both", keys=["k1", "k2"], confidence=0.1))
    assert library.papers.count() == 1
    keep_mentions(library, C, mention("Three", keys=["k3"]))
    assert titles(library) == ["One", "Three", "Two"]


def test_a_paper_is_shown_when_somebody_has_named_it(library: Library) -> None:
    keep_mentions(library, A, mention(None, keys=["doi:1"], pdf="http://x/p.pdf"))
    assert list(library.papers.find()) == []
    assert library.papers.count() == 0
    keep_mentions(library, B, mention("Spiders", keys=["doi:1"]))
    (paper,) = library.papers.find()
    assert (paper.title, paper.pdf) == ("Spiders", "http://x/p.pdf")


def test_several_mentions_of_one_subject_on_one_page_are_one(library: Library) -> None:
    keep_mentions(library, A, mention("One", keys=["k1"]), mention(None, keys=["k2"], year=2018))
    keep_mentions(library, B, mention("One", keys=["k2"]))
    (paper,) = library.papers.find()
    assert paper.year == 2018


def test_a_page_with_hundreds_of_papers_is_kept_whole(library: Library) -> None:
    many = [mention(f"Paper {i}", keys=[f"k{i}"], subject=f"p{i}") for i in range(600)]
    keep_mentions(library, A, *many)
    keep_mentions(library, A, *many)
    assert library.papers.count() == 600
    # One list of proceedings that calls them all the same paper is not believed, and a person is told.
    every_key = [f"k{i}" for i in range(600)]
    keep_mentions(library, B, mention("All", keys=every_key, year=2018))
    assert library.papers.count() == 601
    assert 0 < len(library.merges.doubtful()) < 50


class Said(NamedTuple):
    """One page's one mention."""

    page: int
    subject: int
    keys: frozenset[str]
    title: str


_SAID = st.builds(
    Said,
    page=st.integers(0, 3),
    subject=st.integers(0, 1),
    keys=st.frozensets(st.sampled_from("abcdef"), max_size=3),
    title=st.sampled_from(["One", "Two", "one"]),
)


def say(library: Library, said: list[Said]) -> None:
    """Each page is read once and says all it has to say, in the order of its first word."""
    for page, together in itertools.groupby(sorted(said, key=_first_said(said)), lambda s: s.page):
        url = f"{SITE}{page}"
        told = [
            mention(s.title, keys=s.keys, subject=f"p{s.subject}", source=url, year=2000 + page)
            for s in together
        ]
        keep_mentions(library, url, *told)


def _first_said(said: list[Said]) -> Callable[[Said], int]:
    pages = list(dict.fromkeys(s.page for s in said))
    return lambda s: pages.index(s.page)


def fresh(folder: Path, numbers: itertools.count[int]) -> Library:
    name = folder / f"{next(numbers)}.db"
    return open_library(str(name), clock=SetClock(NOON))


@pytest.fixture
def numbers() -> itertools.count[int]:
    return itertools.count()


_QUICK = settings(
    max_examples=20, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)


@_QUICK
@given(st.lists(_SAID, max_size=7, unique_by=lambda s: (s.page, s.subject)), st.data())
def test_any_order_of_the_same_mentions_gives_the_same_papers(
    folder: Path, numbers: itertools.count[int], said: list[Said], data: st.DataObject
) -> None:
    with fresh(folder, numbers) as one, fresh(folder, numbers) as other:
        say(one, said)
        say(other, data.draw(st.permutations(said)))
        assert papers(one) == papers(other)
        assert parts(one) == components(said)


@_QUICK
@given(
    st.lists(_SAID, max_size=5),
    st.lists(_SAID, max_size=5, unique_by=lambda s: (s.page, s.subject)),
)
def test_what_pages_used_to_say_leaves_no_trace(
    folder: Path, numbers: itertools.count[int], before: list[Said], after: list[Said]
) -> None:
    replaced = {s.page for s in after}
    before = [s for s in before if s.page in replaced]
    with fresh(folder, numbers) as library:
        for each in before:
            say(library, [each])
        say(library, after)
        assert parts(library) == components(after)
        problems = library.check()
        assert not [line for line in problems if "lost their bytes" not in line]


Part = tuple[list[str], list[tuple[str, str, str]]]
"""A paper by its keys and by its mentions (page, subject, title)."""


def components(said: list[Said]) -> list[Part]:
    """The papers by their definition, computed in the plainest way."""
    groups: list[list[Said]] = []
    for each in said:
        linked = [group for group in groups if any(each.keys & s.keys for s in group)]
        groups = [group for group in groups if group not in linked]
        groups.append([each, *itertools.chain(*linked)])
    return sorted(
        (
            sorted({key for s in group for key in s.keys}),
            sorted((f"{SITE}{s.page}", f"p{s.subject}", s.title) for s in group),
        )
        for group in groups
    )


def parts(library: Library) -> list[Part]:
    """The papers of a library in the same form."""
    return sorted(
        (
            sorted(key["key"] for key in paper["keys"]),
            sorted(
                (claim["evidence"]["source"], claim["subject"], claim["value"])
                for claim in paper["claims"]
                if claim["field"] == str(Field.TITLE)
            ),
        )
        for paper in papers(library)
    )
