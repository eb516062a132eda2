"""From pages and files to one paper: kept through the library's own door, compared, merged, told."""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator
from pathlib import Path

import pytest

from harvestman.dedup import find_merges, record_of
from harvestman.documents.claiming import Claims
from harvestman.documents.header.found import Found, HeaderFound
from harvestman.model import Author, Claim, Field, LinkedMention, Mention, SetClock, Value
from harvestman.store import Library, open_library
from store.sample import NOON, SITE, claim, keep_mentions, keyed

TITLE = "Catching Harvestmen with Nets of Fine Silk"


@pytest.fixture
def library(tmp_path: Path) -> Iterator[Library]:
    with open_library(str(tmp_path / "library.db"), clock=SetClock(NOON)) as opened:
        yield opened


def keep(library: Library, url: str, claims: tuple[Claim, ...]) -> None:
    """A harvest of one address that says this."""
    keep_mentions(library, url, keyed(LinkedMention(Mention(claims), frozenset())))


def on_page(url: str, title: str, *names: str, **more: Value) -> tuple[Claim, ...]:
    values: dict[Field, Value] = {
        Field.TITLE: title,
        Field.AUTHORS: tuple(Author(name) for name in names),
        **{Field(field): value for field, value in more.items()},
    }
    return tuple(claim(field, value, source=url) for field, value in values.items())


def in_file(source: str, title: str, *names: str) -> tuple[Claim, ...]:
    """What the reader of documents claims of a file."""
    found = HeaderFound(
        title=Found(title, 0.9, 1), authors=tuple(Found(Author(n), 0.9, 1) for n in names)
    )
    return tuple(Claims(source, NOON).of_header(found))


def test_a_page_and_its_file_are_one_paper(library: Library) -> None:
    file = f"{SITE}papers/7.pdf"
    keep(library, SITE, on_page(SITE, TITLE, "A. Ruiz", "B. Kowalczyk", year=2018, pdf=file))
    keep(library, file, in_file(file, f"{TITLE}: A Study", "Ana María Ruiz", "Borys Kowalczyk"))
    assert library.papers.count() == 2
    found = find_merges(library)
    (merge,) = found.merged
    assert "one is the file that the other links" in merge.reasons
    (paper,) = library.papers.find()
    assert {c.evidence.source for c in library.papers.claims(paper.id)} == {SITE, file}
    assert find_merges(library).pairs == 0


def test_a_file_known_by_its_digest_joins_the_page_by_its_header(library: Library) -> None:
    digest = "sha256:" + "a" * 64
    keep(library, SITE, on_page(SITE, TITLE, "Ana Ruiz", year=2018))
    keep(library, digest, in_file(digest, TITLE, "Ruiz, A."))
    assert library.papers.count() == 1  # title and first author are a key


def test_two_years_sites_and_two_alphabets(library: Library) -> None:
    russian = "Методы ловли сенокосцев в горных долинах"
    keep(library, f"{SITE}2018", on_page(f"{SITE}2018", russian, "Иванов И.И.", year=2018))
    keep(library, f"{SITE}2019", on_page(f"{SITE}2019", russian, "I. Iwanow", year=2018))
    assert len(find_merges(library).merged) == 1
    assert library.papers.count() == 1


def test_doubtful_pairs_are_left_and_found_but_once(library: Library) -> None:
    keep(library, f"{SITE}1", on_page(f"{SITE}1", TITLE, "Ana Ruiz", year=2018))
    keep(library, f"{SITE}2", on_page(f"{SITE}2", f"Poster: {TITLE}", "Ana Ruiz", year=2018))
    found = find_merges(library)
    assert (len(found.merged), len(found.doubtful), found.papers) == (0, 1, 2)
    library.merges.await_all()
    find_merges(library)
    (pair,) = library.merges.doubtful()
    keep(library, f"{SITE}2", on_page(f"{SITE}2", "Quite Another Paper", "Li Wei", year=2001))
    find_merges(library)
    assert library.merges.doubtful() == []
    assert library.papers.count() == 2
    assert pair.id


def test_three_prints_become_one_and_a_conflict_stays_out(library: Library) -> None:
    prints = [
        ("Ana Ruiz", {}),
        ("A. Ruiz", {"doi": "10.1/one"}),
        ("Ruiz, Ana", {"doi": "10.1/two"}),
    ]
    titles = [TITLE, f"{TITLE}: A Study of Valleys", f"{TITLE}: A Study of Valleys and Hills"]
    for number, ((name, more), title) in enumerate(zip(prints, titles, strict=True)):
        url = f"{SITE}{number}"
        keep(library, url, on_page(url, title, name, "Borys Kowalczyk", year=2018, **more))
    find_merges(library)
    dois = [
        {str(d) for d in record_of(library.papers.claims(p.id)).dois} for p in library.papers.find()
    ]
    assert all(len(each) <= 1 for each in dois)
    assert library.papers.count() == 2


def test_undone_merges_stay_undone(library: Library) -> None:
    test_two_years_sites_and_two_alphabets(library)
    library.merges.undo(library.merges.all()[0].id)
    library.merges.await_all()
    assert find_merges(library).merged == ()
    assert library.papers.count() == 2


def test_killed_in_the_middle_the_next_search_ends_where_an_undisturbed_one_does(
    tmp_path: Path,
) -> None:
    def fill(name: str) -> str:
        path = str(tmp_path / name)
        with open_library(path, clock=SetClock(NOON)) as library:
            for number in range(12):
                for print_, author in enumerate(("Ana Ruiz", "Ruiz A.")):
                    url = f"{SITE}{number}/{print_}"
                    title = f"{TITLE} in the {'abcdefghijkl'[number] * 7} Valley"
                    more = ": A Study" if print_ else ""
                    keep(library, url, on_page(url, title + more, author, "Li Wei", year=2018))
        return path

    killed, undisturbed = fill("killed.db"), fill("undisturbed.db")
    for after in range(1, 40, 3):
        if not _search_and_die(killed, after):
            break
    with (
        open_library(killed, clock=SetClock(NOON)) as one,
        open_library(undisturbed, clock=SetClock(NOON)) as other,
    ):
        find_merges(one)
        find_merges(other)
        assert one.papers.count() == other.papers.count() == 12
        assert len(one.merges.all()) == len(other.merges.all()) == 12
        assert [line for line in one.check() if "bytes" not in line] == []


def _search_and_die(path: str, after: int) -> bool:
    """Search in a process that is killed when so many statements were sent; whether it was."""
    child = os.fork()
    if not child:
        import sqlalchemy as sa

        with open_library(path, clock=SetClock(NOON)) as library:
            sent = 0

            @sa.event.listens_for(library.database.engine, "before_cursor_execute")
            def count(*_: object) -> None:
                nonlocal sent
                sent += 1
                if sent > after * 8:
                    os.kill(os.getpid(), signal.SIGKILL)

            find_merges(library)
        os._exit(0)
    _, status = os.waitpid(child, 0)
    return os.WIFSIGNALED(status)
