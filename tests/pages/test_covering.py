"""When the learned reader is asked beside surer ones, and what becomes of what it says."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import UTC, datetime

import pytest

from harvestman import pages
from harvestman.model import Author, Authority, Field, Paper, assemble
from harvestman.pages import (
    Finding,
    NoPaper,
    Notes,
    Reader,
    SavedPage,
    Source,
    load_readers,
)
from harvestman.pages.learned.reader import LearnedReader

NOW = datetime(2026, 1, 15, tzinfo=UTC)
TITLES = [
    "Measuring Hedges from Above with Kites",
    "Why Badgers Dig: An Agent-Based Model",
    "Thrushes as Random Number Generators",
    "A Survey of Orb Web Repair Strategies",
    "Learning to Croak: Frogs and Feedback",
    "Lichen Growth on Unattended Servers",
    "Kestrel Hovering under Uncertain Winds",
    "Rivers That Remember Their Old Beds",
    "Scheduling Harvests in Small Orchards",
    "Beetle Tracks in Freshly Fallen Snow",
    "Unrolling Ferns: Kinematics and Control",
    "How Moles Navigate without Any Maps",
]
NAMES = [f"{given} {family}" for given, family in zip(
    "Ana Bo Carla Dmitri Eva Farid Greta Hans Ines Jan Kim Lena".split(),
    "Ruiz Trinh Conti Volkov Gil Haddad Lind Igel Valcarcel Novak Lee Braun".split(), strict=True)]  # fmt: skip


def page(count: int = 12, *, more: str = "", files: bool = True) -> str:
    items = "".join(
        f"<li><b>{title}</b>{f' [<a href=p{n}.pdf>PDF</a>]' if files else ''}<br><i>{name}</i></li>"
        for n, (title, name) in enumerate(zip(TITLES[:count], NAMES, strict=False))
    )
    return (
        "<html><head><title>Accepted Papers</title></head><body><h1>Conference on Slow Nature</h1>"
        f"<h2>Accepted papers</h2><ul>{items}</ul>{more}</body></html>"
    )


class Sure:
    """Tells the papers it is given, as a platform's reader would."""

    name = "sure"
    version = "1"

    def __init__(
        self,
        titles: Sequence[str],
        *,
        authors: bool = True,
        refused: Sequence[str] = (),
        authority: Authority = Authority.WRAPPER,
    ) -> None:
        self.titles = titles
        self.authors = authors
        self.refused = refused
        self.authority = authority

    def match(self, source: Source) -> bool:
        return True

    def read(self, source: Source) -> Iterator[Finding]:
        for title in self.titles:
            notes = Notes()
            notes.add(Field.TITLE, title, locator="li")
            if self.authors and title in TITLES:
                notes.add(Field.AUTHORS, [Author(NAMES[TITLES.index(title)])], locator="li")
            yield notes.paper()
        yield from map(NoPaper, self.refused)


class Watched(LearnedReader):
    """The learned reader, which remembers whether it was asked."""

    def __init__(self) -> None:
        self.asked = 0

    def read(self, source: Source) -> Iterator[Finding]:
        self.asked += 1
        yield from super().read(source)


def read(html: str, *readers: Reader) -> list[Paper]:
    saved = SavedPage("https://slow.example/papers.html", html.encode())
    return [assemble(m.claims) for m in pages.read(saved, now=NOW, readers=readers).mentions]


def test_a_list_that_is_told_wholly_is_not_guessed_at() -> None:
    learned = Watched()
    assert len(read(page(files=False), Sure(TITLES), learned)) == 12
    assert learned.asked == 0


@pytest.mark.parametrize("told", [1, 3, 6, 10])
def test_where_only_a_part_is_told_the_union_holds_all(told: int) -> None:
    learned = Watched()
    papers = read(page(files=False), Sure(TITLES[:told]), learned)
    assert learned.asked == 1
    assert sorted(paper.title for paper in papers) == sorted(TITLES)
    assert all(paper.authors for paper in papers)


def test_missing_authors_and_files_are_completed() -> None:
    papers = read(page(), Sure(TITLES, authors=False), Watched())
    assert [paper.title for paper in papers] == TITLES
    assert [paper.authors[0].name for paper in papers] == NAMES
    assert [paper.pdf for paper in papers] == [
        f"https://slow.example/p{n}.pdf" for n in range(len(TITLES))
    ]


def test_files_alone_are_reason_enough_to_ask() -> None:
    learned = Watched()
    assert all(paper.pdf for paper in read(page(), Sure(TITLES), learned))
    assert learned.asked == 1


def test_another_print_of_a_title_is_the_same_paper() -> None:
    told = [f"{title}: A Study" for title in TITLES]
    papers = read(page(), Sure(told, authors=False), Watched())
    assert [paper.title for paper in papers] == told
    assert [paper.authors[0].name for paper in papers] == NAMES


def test_what_the_page_calls_no_paper_is_not_guessed_to_be_one() -> None:
    told, keynote = TITLES[:6], TITLES[11]
    papers = read(page(files=False), Sure(told, refused=[keynote]), Watched())
    assert sorted(paper.title for paper in papers) == sorted(TITLES[:11])


def test_the_page_of_one_paper_is_not_searched_for_others() -> None:
    related = page(8, files=False).partition("<h2>")[2]
    html = f"<html><head><title>On Patience | Slow Journal</title></head><body><h1>On Patience</h1><h2>{related}"
    learned = Watched()
    sure = Sure(["On Patience"], authority=Authority.EMBEDDED)
    assert [paper.title for paper in read(html, sure, learned)] == ["On Patience"]
    assert learned.asked == 0


def test_one_paper_stated_in_a_list_of_many_does_not_hide_the_others() -> None:
    stated = (
        '<script type="application/ld+json">{"@context": "https://schema.org", "@type": "ScholarlyArticle", '
        f'"name": "{TITLES[2]}", "author": "{NAMES[2]}"}}</script>'
    )
    found = read(page(more=stated), *load_readers())
    assert sorted(paper.title for paper in found) == sorted(TITLES)


def test_two_papers_of_one_title_stay_two_and_a_guess_that_contradicts_is_dropped() -> None:
    told = [*TITLES[:11], TITLES[0]]
    papers = read(page(11), Sure(told), Watched())
    assert [paper.title for paper in papers] == TITLES[:11]


def test_a_list_far_down_a_long_page_is_found_to_be_left() -> None:
    # More than a million characters: most of them in words that nobody takes for a paper.
    padding = "<p>" + "<!-- nothing to see here -->" * 40_000 + "</p>"
    learned = Watched()
    read(padding + page(files=False), Sure(TITLES[:2]), learned)
    assert learned.asked == 1


def test_a_long_page_that_is_told_wholly_is_not_guessed_at() -> None:
    padding = "<p>" + "<!-- nothing to see here -->" * 40_000 + "</p>"
    learned = Watched()
    assert len(read(padding + page(files=False), Sure(TITLES), learned)) == 12
    assert learned.asked == 0
