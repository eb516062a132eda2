"""Moving a library to PostgreSQL: all of it arrives, a move that was cut off goes on, and nothing half done is used."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
import sqlalchemy as sa

from harvestman.model import NotALibrary, SetClock, StoreError, UsageError
from harvestman.store import Library, PaperQuery, S3Blobs, new_owner, open_library, schema
from harvestman.store.moving import move_library
from servers.postgres import PostgresServer
from servers.s3 import S3Server
from store.sample import NOON, SITE, keep_mentions, mention

CLOCK = SetClock(NOON)
TITLES = ("Spiders of Ararat", "Пауки Кавказа", "Arañas de los Andes")


@pytest.fixture
def source(folder: Path) -> Iterator[Library]:
    with open_library(str(folder / "library.db"), clock=CLOCK) as library:
        for number, title in enumerate(TITLES):
            keep_mentions(library, f"{SITE}{number}", mention(title, keys=[f"doi:{number}"]))
        library.blobs.put(b"a page")
        library.blobs.put(b"a file")
        yield library


@pytest.fixture
def empty(postgres: PostgresServer) -> Iterator[str]:
    url = postgres.new_database()
    yield url
    postgres.drop_database(url)


def opened(url: str, blobs: str = "unused") -> Library:
    return open_library(url, blobs=blobs, clock=CLOCK)


def shown(library: Library) -> list[object]:
    """What a reader sees: papers with their claims, what searching finds, and the change log."""
    papers = list(library.papers.find(PaperQuery()))
    return [
        papers,
        [library.papers.claims(paper.id) for paper in papers],
        [list(library.papers.find(PaperQuery(text=title.split()[0]))) for title in TITLES],
        [(change.id, change.kind) for change in library.changes().changes],
    ]


def test_all_of_it_arrives(
    source: Library, empty: str, s3_server: S3Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name, value in s3_server.environment.items():
        monkeypatch.setenv(name, value)
    bucket = f"s3://{s3_server.new_bucket()}/library"
    moved = move_library(source, empty, blobs=bucket)
    assert (moved.blobs, moved.damaged) == (2, [])
    assert moved.tables["paper"] == len(TITLES)
    assert moved.rows == sum(moved.tables.values()) > 20
    assert sorted(S3Blobs(bucket).digests()) == sorted(source.blobs.digests())
    with opened(empty, bucket) as target:
        assert shown(target) == shown(source)
        assert target.check() == source.check()


def test_work_goes_on_in_the_new_place(source: Library, empty: str) -> None:
    cursor = source.changes().cursor
    move_library(source, empty)
    with opened(empty) as target:
        keep_mentions(target, f"{SITE}new", mention("Harvestmen of Elba", keys=["doi:new"]))
        [new] = target.papers.find(PaperQuery(text="Elba"))
        assert target.papers.count() == len(TITLES) + 1
        # Whoever copies the library goes on from the cursor that the old one gave out.
        assert [change.id for change in target.changes(after=cursor).changes] == [new.id]


@pytest.mark.parametrize("told", range(1, 60, 7))
def test_a_move_that_is_cut_off_goes_on(
    source: Library, empty: str, told: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("harvestman.store.moving._MAX_ROWS", 1)
    left = iter(range(told))

    def dies(*_: object) -> None:
        if next(left, None) is None:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        move_library(source, empty, progress=dies)
    with pytest.raises(NotALibrary, match="only half filled: run `harvestman move` again"):
        opened(empty)
    move_library(source, empty)
    with opened(empty) as target:
        assert shown(target) == shown(source)


def test_what_was_written_meanwhile_is_noticed(source: Library, empty: str) -> None:
    def dies(_done: int, _total: int | None, what: str) -> None:
        if what.startswith("comparing"):
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        move_library(source, empty, progress=dies)
    with source.database.write() as connection:
        connection.execute(sa.update(schema.paper).values(year=1999))
    with pytest.raises(StoreError, match=r"The table paper has 3 rows here and 3 in .* or others"):
        move_library(source, empty)
    move_library(source, empty, again=True)
    with opened(empty) as target:
        assert len(list(target.papers.find(PaperQuery(year_from=1999)))) == len(TITLES)


def test_a_damaged_blob_is_named_and_left_behind(source: Library, empty: str, folder: Path) -> None:
    [first, second] = sorted(source.blobs.digests())
    (folder / "blobs" / first[:2] / f"{first[2:]}.zst").write_bytes(b"rubbish")
    moved = move_library(source, empty, blobs=str(folder / "new"))
    assert (moved.blobs, moved.damaged) == (1, [first])
    with opened(empty, str(folder / "new")) as target:
        assert list(target.blobs.digests()) == [second]


def test_a_library_is_never_moved_over_another(source: Library, empty: str, folder: Path) -> None:
    def dies(*_: object) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        move_library(source, empty, progress=dies)
    with (
        open_library(str(folder / "other.db"), clock=CLOCK) as other,
        pytest.raises(UsageError, match="is half filled from"),
    ):
        move_library(other, empty)
    move_library(source, empty)
    with pytest.raises(UsageError, match="holds a library already"):
        move_library(source, empty, again=True)


def test_nothing_is_moved_while_somebody_works_on_it(source: Library, empty: str) -> None:
    source.leases.acquire("conf.example", new_owner(), length_s=60, kind="site")
    with pytest.raises(UsageError, match=r"Somebody works on .*conf.example"):
        move_library(source, empty)
    with pytest.raises(UsageError, match="no library"):
        open_library(empty, blobs="unused", clock=CLOCK, create=False)


def test_only_files_are_moved_and_only_to_a_server(source: Library, empty: str) -> None:
    with pytest.raises(UsageError, match="--to postgresql://"):
        move_library(source, "elsewhere.db")
    move_library(source, empty)
    with closing(opened(empty)) as target, pytest.raises(UsageError, match="pg_dump"):
        move_library(target, empty)


def test_two_moves_into_one_database_do_not_mix(source: Library, empty: str) -> None:
    def again(*_: object) -> None:
        with pytest.raises(UsageError, match=r"Another move into .* is under way"):
            move_library(source, empty)
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        move_library(source, empty, progress=again)
    move_library(source, empty)
