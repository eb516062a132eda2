"""Opening a library: whose it is, how old it is, and what is said when it cannot be."""

from __future__ import annotations

import os
import resource
import shutil
import sqlite3
import subprocess
import sys
import threading
from contextlib import closing
from pathlib import Path

import psycopg
import pytest
import sqlalchemy as sa
from alembic.autogenerate import compare_metadata
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy.exc import OperationalError

from harvestman.model import (
    HarvestmanError,
    HarvestRequest,
    LibraryFull,
    LibraryLocked,
    LibraryReadOnly,
    LibraryTooNew,
    LibraryUnreachable,
    NotALibrary,
    SetClock,
    StoreError,
    UsageError,
)
from harvestman.store import Library, PaperQuery, end_state, open_library
from harvestman.store import migration as migration_module
from harvestman.store.database import open_database
from harvestman.store.faults import fault_of
from harvestman.store.revision import REVISIONS, VERSION_TABLE
from harvestman.store.schema import metadata
from harvestman.store.upgrading import upgrade_library
from servers.postgres import GUARDED_PASSWORD, GUARDED_USER, PostgresServer
from store.sample import (
    NOON,
    SITE,
    Opener,
    keep_mentions,
    keep_visit,
    mention,
    open_visits,
    outcome,
)
from store.unprivileged import run_unprivileged

CLOCK = SetClock(NOON)


@pytest.fixture
def path(folder: Path) -> Path:
    return folder / "library.db"


@pytest.fixture
def filled(path: Path) -> Path:
    """A library with one paper, closed."""
    with open_library(str(path), clock=CLOCK) as library:
        library.blobs.put(b"a page")
        keep_mentions(library, SITE, mention("Spiders", keys=["doi:1"]))
    return path


# --- making and finding -----------------------------------------------------------------------------------------


def test_a_library_is_made_with_its_folders(folder: Path) -> None:
    path = folder / "new" / "folder" / "library.db"
    with open_library(f"sqlite:///{path}", clock=CLOCK) as library:
        assert library.papers.count() == 0
        library.blobs.put(b"bytes")
        assert str(library) == str(path)
    assert (path.parent / "blobs").is_dir()
    assert sorted(p.name for p in path.parent.iterdir()) == ["blobs", "library.db"]


def test_what_is_not_there_is_not_made_unless_wanted(path: Path) -> None:
    for writable, create in ((True, False), (False, True)):
        with pytest.raises(UsageError, match=r"no library at .* yet; `harvestman harvest URL`"):
            open_library(str(path), clock=CLOCK, writable=writable, create=create)
    assert not path.exists()


def test_an_empty_postgres_database_is_not_filled_unless_wanted(postgres: PostgresServer) -> None:
    url = postgres.new_database()
    with pytest.raises(UsageError, match="no library"):
        open_library(url, blobs="x", clock=CLOCK, create=False)
    open_library(url, blobs="x", clock=CLOCK).close()
    open_library(url, blobs="x", clock=CLOCK, create=False).close()


def test_reading_creates_and_changes_nothing(opened: Opener) -> None:
    writer = opened()
    reader = opened(writable=False)
    with pytest.raises(LibraryReadOnly):
        reader.harvests.begin(HarvestRequest((SITE,), 0, 1))
    keep_mentions(writer, SITE, mention("Spiders"))
    assert reader.papers.count() == 1


@pytest.mark.parametrize(
    ("db", "message"),
    [
        ("mysql://host/db", "mysql:// is not a kind of database we know"),
        ("sqlite://", "needs a file"),
        (":memory:", "needs a file"),
        ("postgresql://user:pass@host:notaport/db", "cannot be read"),
    ],
)
def test_addresses_that_cannot_be(db: str, message: str) -> None:
    with pytest.raises(UsageError, match=message) as caught:
        open_library(db, blobs="x", clock=CLOCK)
    assert "pass@" not in str(caught.value)


def test_blobs_must_be_said_for_postgres_and_be_a_place_we_know() -> None:
    with pytest.raises(UsageError, match="blobs"):
        open_library("postgresql://localhost/x", clock=CLOCK)
    with pytest.raises(UsageError, match="folder or s3"):
        open_library("x.db", blobs="ftp://host/x", clock=CLOCK)


def test_postgres_needs_its_extra(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "psycopg", None)
    with pytest.raises(UsageError, match=r"harvestman\[postgres\]"):
        open_library("postgresql://localhost/x", blobs="x", clock=CLOCK)


def test_the_sqlite_file_is_durable_and_checked(path: Path) -> None:
    with open_library(str(path), clock=CLOCK) as library, library.database.write() as connection:
        pragmas = {
            name: connection.exec_driver_sql(f"PRAGMA {name}").scalar()
            for name in ("journal_mode", "synchronous", "foreign_keys", "busy_timeout")
        }
    assert pragmas == {
        "journal_mode": "wal",
        "synchronous": 2,
        "foreign_keys": 1,
        "busy_timeout": 30_000,
    }


# --- whose it is ------------------------------------------------------------------------------------------------


def test_a_file_that_is_no_database_is_left_alone(path: Path) -> None:
    for content in (b"not a database, but long enough to look at " * 50, b"short"):
        path.write_bytes(content)
        for writable in (True, False):
            with pytest.raises(NotALibrary, match="not a Harvestman library"):
                open_library(str(path), clock=CLOCK, writable=writable)
        assert path.read_bytes() == content


def test_a_folder_is_no_library(folder: Path) -> None:
    with pytest.raises(NotALibrary, match="is a folder"):
        open_library(str(folder), clock=CLOCK)


def test_a_database_of_somebody_else_is_left_alone(path: Path) -> None:
    with sqlite3.connect(path) as connection:
        connection.execute("CREATE TABLE bookmarks (url)")
    connection.close()
    before = path.read_bytes()
    with pytest.raises(NotALibrary, match=r"other tables \(bookmarks\)"):
        open_library(str(path), clock=CLOCK)
    assert path.read_bytes() == before


def test_a_postgres_database_may_be_shared_but_not_its_table_names(
    postgres: PostgresServer,
) -> None:
    url = postgres.new_database()
    with psycopg.connect(url, autocommit=True) as connection:
        connection.execute("CREATE TABLE bookmarks (url text)")
        open_library(url, blobs="x", clock=CLOCK).close()
    other = postgres.new_database()
    with psycopg.connect(other, autocommit=True) as connection:
        connection.execute("CREATE TABLE page (url text)")
    with pytest.raises(NotALibrary, match=r"other tables \(page\)"):
        open_library(other, blobs="x", clock=CLOCK)


def test_a_postgres_database_must_be_able_to_hold_every_letter(postgres: PostgresServer) -> None:
    postgres.execute(
        psycopg.sql.SQL("CREATE DATABASE latin ENCODING 'LATIN1' LOCALE 'C' TEMPLATE template0")
    )
    with pytest.raises(UsageError, match="UTF8"):
        open_library(postgres.url("latin"), blobs="x", clock=CLOCK)


def test_a_damaged_library_is_told(filled: Path) -> None:
    data = bytearray(filled.read_bytes())
    data[4096:] = os.urandom(len(data) - 4096)  # all but the list of tables
    filled.write_bytes(data)
    with pytest.raises(StoreError), open_library(str(filled), clock=CLOCK) as library:
        list(library.papers.find())


# --- how old it is ----------------------------------------------------------------------------------------------


def test_the_constant_head_is_alembics_head() -> None:
    config = Config()
    config.set_main_option("script_location", str(migration_module.MIGRATIONS))
    script = ScriptDirectory.from_config(config)
    steps = [step.revision for step in script.walk_revisions()]
    assert tuple(reversed(steps)) == REVISIONS


def test_a_new_library_has_exactly_the_tables_of_the_schema(library: Library) -> None:
    def is_ours(_: object, name: str | None, kind: str, __: bool, ___: object) -> bool:
        indexes = ("paper_index", "document_index", "page_index")
        if kind == "index" and name == "change_order":  # PostgreSQL alone needs it
            return not library.database.is_sqlite
        return not (kind == "table" and str(name).startswith((*indexes, VERSION_TABLE)))

    with library.database.read() as connection:
        context = MigrationContext.configure(
            connection, opts={"include_object": is_ours, "compare_type": True}
        )
        assert compare_metadata(context, metadata) == []


def test_the_script_of_a_new_file_is_what_the_schema_says() -> None:
    tool = Path(__file__).parents[2] / "tools" / "write_schema.py"
    assert subprocess.run([sys.executable, tool, "--check"], check=False).returncode == 0, (
        "run tools/write_schema.py"
    )


def test_alembic_is_not_loaded_for_a_library_that_is_up_to_date(filled: Path) -> None:
    code = (
        "import sys\n"
        "from harvestman.model import SystemClock\n"
        "from harvestman.store import open_library\n"
        f"with open_library({str(filled)!r}, clock=SystemClock()) as library:\n"
        "    assert library.papers.count() == 1\n"
        "print(sorted({'alembic', 'obstore', 'psycopg'} & set(sys.modules)))\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True, timeout=60
    )
    assert done.stdout == "[]\n"


@pytest.fixture
def next_step(folder: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A program that is one step ahead: its last migration adds a table and a row, and can be made to fail."""
    migrations = folder / "migrations"
    shutil.copytree(migration_module.MIGRATIONS, migrations)
    step = migrations / "versions" / "9000_next.py"
    step.write_text(
        "import sqlalchemy as sa\n"
        "from alembic import op\n"
        "revision = '9000'\n"
        f"down_revision = '{REVISIONS[-1]}'\n"
        "def upgrade():\n"
        "    op.create_table('next_step', sa.Column('id', sa.Integer, primary_key=True))\n"
        "    op.execute('INSERT INTO next_step VALUES (1)')\n"
    )
    monkeypatch.setattr(migration_module, "MIGRATIONS", migrations)
    ahead = (*REVISIONS, "9000")
    monkeypatch.setattr(migration_module, "REVISIONS", ahead)
    monkeypatch.setattr("harvestman.store.database.REVISIONS", ahead)
    monkeypatch.setattr("harvestman.store.revision.REVISIONS", ahead)
    return step


def steps_taken(library: Library) -> int:
    with library.database.read() as connection:
        return int(connection.scalar(sa.text("SELECT count(*) FROM next_step")) or 0)


def test_an_older_library_is_upgraded_when_it_is_opened_for_writing(
    library: Library, opened: Opener, request: pytest.FixtureRequest
) -> None:
    keep_mentions(library, SITE, mention("Spiders"))
    before = end_state(library)
    request.getfixturevalue("next_step")
    with pytest.raises(StoreError, match="older Harvestman"):
        opened(writable=False)
    upgraded = opened()
    assert steps_taken(upgraded) == 1
    assert end_state(upgraded) == before
    assert steps_taken(opened(writable=False)) == 1


def test_the_first_libraries_get_the_tables_of_today(library: Library, opened: Opener) -> None:
    keep_mentions(library, SITE, mention("Spiders"))
    before = end_state(library)
    with library.database.write() as connection:
        for statement in (
            "DROP TABLE page_bytes",
            "DROP INDEX visit_turn",
            "CREATE INDEX visit_turn ON visit (harvest_id, site_key, stage, state, rank)",
            f"UPDATE {VERSION_TABLE} SET version_num = '0001'",
        ):
            connection.exec_driver_sql(statement)
    upgraded = opened()
    assert end_state(upgraded) == before
    assert upgraded.check() == library.check()
    test_a_new_library_has_exactly_the_tables_of_the_schema(upgraded)
    with upgraded.database.read() as connection:
        (turn,) = (
            index
            for index in sa.inspect(connection).get_indexes("visit")
            if index["name"] == "visit_turn"
        )
    assert turn["column_names"][-5:] == ["ordinal", "rank", "depth", "parent", "position"]


def test_held_files_count_in_libraries_from_before_they_did(
    library: Library, opened: Opener
) -> None:
    file = f"sha256:{'a' * 64}"
    keep_mentions(library, SITE, mention("Spiders"))
    keep_mentions(library, file, mention("Harvestmen", source=file))
    before = end_state(library)
    assert library.summary().papers_with_pdf == 1
    with library.database.write() as connection:
        connection.exec_driver_sql("UPDATE paper SET lacks = lacks + 32 WHERE file = 1")
        connection.exec_driver_sql(f"UPDATE {VERSION_TABLE} SET version_num = '0002'")
    assert library.summary().papers_with_pdf == 0
    upgraded = opened()
    assert end_state(upgraded) == before
    assert upgraded.summary().papers_with_pdf == 1
    assert [p.title for p in upgraded.papers.find(PaperQuery(missing="pdf"))] == ["Spiders"]


def test_an_upgrade_can_be_asked_for_and_leaves_a_copy(
    filled: Path, next_step: Path, folder: Path
) -> None:
    copy = folder / "before.db"
    shown = upgrade_library(str(filled), check=True, copy=copy)
    assert (shown.is_current, shown.newest) == (False, "9000")
    assert not copy.exists()
    assert upgrade_library(str(filled), copy=copy) == shown
    assert upgrade_library(str(filled)).is_current
    assert upgrade_library(str(copy), check=True) == shown  # the copy is as old as the library was
    with open_library(str(filled), clock=CLOCK) as library:
        assert (steps_taken(library), library.papers.count()) == (1, 1)
    with open_library(str(copy), clock=CLOCK) as library:
        assert library.papers.count() == 1


def test_a_copy_is_made_of_a_library_that_is_up_to_date(filled: Path, folder: Path) -> None:
    copy = folder / "copy.db"
    assert upgrade_library(str(filled), copy=copy).is_current
    with open_library(str(copy), clock=CLOCK) as library:
        assert library.papers.count() == 1


def test_no_copy_is_made_in_a_folder_that_is_not_there(filled: Path, folder: Path) -> None:
    with pytest.raises(UsageError, match="there is no folder"):
        upgrade_library(str(filled), copy=folder / "nowhere" / "copy.db")


def test_no_copy_is_written_over_a_file(filled: Path, next_step: Path, folder: Path) -> None:
    there = folder / "there"
    there.write_text("mine")
    with pytest.raises(UsageError, match="is there already"):
        upgrade_library(str(filled), copy=there)
    assert there.read_text() == "mine"
    assert not upgrade_library(str(filled), check=True).is_current


def test_an_upgrade_that_dies_in_the_middle_leaves_the_library_as_it_was(
    library: Library, opened: Opener, request: pytest.FixtureRequest
) -> None:
    keep_mentions(library, SITE, mention("Spiders"))
    step: Path = request.getfixturevalue("next_step")
    whole = step.read_text()
    step.write_text(whole + "    raise KeyboardInterrupt\n")
    with pytest.raises(KeyboardInterrupt):
        opened()
    with library.database.read() as connection:
        assert "next_step" not in sa.inspect(connection).get_table_names()
    assert library.papers.count() == 1
    step.write_text(whole)
    assert steps_taken(opened()) == 1


def test_two_that_upgrade_at_once_take_each_step_once(
    library: Library, opened: Opener, request: pytest.FixtureRequest
) -> None:
    library.close()
    request.getfixturevalue("next_step")
    assert [steps_taken(one) for one in at_once(opened, 4)] == [1, 1, 1, 1]


def test_two_that_make_a_library_at_once_make_one(folder: Path, postgres: PostgresServer) -> None:
    for db in (str(folder / "made.db"), postgres.new_database()):
        made = at_once(lambda db=db: open_library(db, blobs="x", clock=CLOCK), 4)
        for library in made:
            assert library.papers.count() == 0
            library.close()


def at_once(opener: Opener, count: int) -> list[Library]:
    """Open a library from many threads at the same time."""
    barrier = threading.Barrier(count)
    found: list[Library] = []
    failed: list[HarvestmanError] = []

    def run() -> None:
        barrier.wait()
        try:
            found.append(opener())
        except HarvestmanError as error:
            failed.append(error)

    threads = [threading.Thread(target=run) for _ in range(count)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert failed == []
    return found


def test_a_newer_library_is_not_touched(library: Library, opened: Opener) -> None:
    with library.database.write() as connection:
        connection.execute(sa.text(f"UPDATE {VERSION_TABLE} SET version_num = '9999'"))
    for writable in (True, False):
        with pytest.raises(LibraryTooNew, match="9999"):
            opened(writable=writable)


# --- what may go wrong ------------------------------------------------------------------------------------------


def test_a_lock_that_is_held_too_long_is_told(opened: Opener) -> None:
    holder, waiter = opened(), opened(busy_timeout_s=0.5)
    harvest = holder.harvests.begin(HarvestRequest((SITE,), 0, 1))
    with holder.database.write() as connection:
        # On PostgreSQL it is this row that is held.
        connection.execute(sa.text("UPDATE harvest SET depth = depth"))
        with pytest.raises(LibraryLocked, match="in use by another process"):
            open_visits(waiter, harvest, 0)
    assert len(open_visits(waiter, harvest, 0)) == 1


def test_a_read_only_library_is_read_but_not_written(filled: Path) -> None:
    filled.chmod(0o444)
    filled.parent.chmod(0o555)

    def try_it() -> None:
        with open_library(str(filled), clock=CLOCK, writable=False) as library:
            assert [paper.title for paper in library.papers.find()] == ["Spiders"]
            assert library.papers.count() == 1
            with pytest.raises(LibraryReadOnly):
                library.harvests.begin(HarvestRequest((SITE,), 0, 1))
        with pytest.raises(LibraryReadOnly, match="cannot be written"):
            open_library(str(filled), clock=CLOCK)

    try:
        run_unprivileged(try_it)
    finally:
        filled.parent.chmod(0o755)


def test_changes_that_a_dead_writer_left_in_a_read_only_folder_are_not_overlooked(
    filled: Path, folder: Path
) -> None:
    copy = folder / "copy"
    copy.mkdir()
    with open_library(str(filled), clock=CLOCK) as library:
        keep_mentions(library, SITE + "more", mention("More spiders"))
        for suffix in ("", "-wal"):  # as they lie there while the writer lives
            shutil.copy(f"{filled}{suffix}", f"{copy / filled.name}{suffix}")
    folder.chmod(0o755)
    copy.chmod(0o555)

    def try_it() -> None:
        with pytest.raises(LibraryReadOnly, match="copy both files"):
            open_library(str(copy / filled.name), clock=CLOCK, writable=False)

    run_unprivileged(try_it)
    copy.chmod(0o755)
    with open_library(str(copy / filled.name), clock=CLOCK, writable=False) as library:
        assert library.papers.count() == 2


def test_a_read_only_file_in_a_writable_folder_is_read_but_not_written(filled: Path) -> None:
    filled.chmod(0o444)
    filled.parent.chmod(0o777)

    def try_it() -> None:
        with open_library(str(filled), clock=CLOCK, writable=False) as library:
            assert library.papers.count() == 1
        with pytest.raises(LibraryReadOnly, match="cannot be written"):
            open_library(str(filled), clock=CLOCK)

    run_unprivileged(try_it)


def test_a_folder_that_may_not_be_written_holds_no_new_library(folder: Path) -> None:
    folder.chmod(0o555)

    def try_it() -> None:
        for path in (folder / "x.db", folder / "sub" / "x.db"):
            with pytest.raises(LibraryReadOnly, match="cannot be written"):
                open_library(str(path), clock=CLOCK)

    try:
        run_unprivileged(try_it)
    finally:
        folder.chmod(0o755)


def test_a_file_in_the_place_of_a_folder(folder: Path) -> None:
    (folder / "file").write_text("x")
    with pytest.raises(LibraryUnreachable):
        open_library(str(folder / "file" / "x.db"), clock=CLOCK)


def test_a_full_disk_keeps_nothing_of_the_page(filled: Path) -> None:
    with open_library(str(filled), clock=CLOCK) as library:
        before = end_state(library)["papers"]
    many = [mention(f"Paper {i}" + "x" * 3000, subject=str(i)) for i in range(100)]
    filled.parent.chmod(0o777)
    filled.chmod(0o666)

    def limited() -> None:
        with open_library(str(filled), clock=CLOCK) as library:
            harvest = library.harvests.begin(HarvestRequest((SITE,), 1, 9))
            (visit,) = open_visits(library, harvest, 0)
            size = filled.stat().st_size + 100_000
            resource.setrlimit(resource.RLIMIT_FSIZE, (size, size))
            with pytest.raises(LibraryFull, match="No space is left"):
                keep_visit(library, harvest, outcome(visit, mentions=many, follow=[SITE + "a"]))
            assert library.papers.count() == 1

    run_unprivileged(limited)
    with open_library(str(filled), clock=CLOCK) as library:
        assert end_state(library)["papers"] == before
        harvest = library.harvests.begin(HarvestRequest((SITE,), 1, 9))
        (visit,) = open_visits(library, harvest, 0)
        keep_visit(library, harvest, outcome(visit, mentions=many, follow=[SITE + "a"]))
        assert library.papers.count() == 100  # the page's own earlier paper made way for them
        assert not [line for line in library.check() if "bytes" not in line]


def test_sqlites_own_limit_is_a_full_disk_too(path: Path) -> None:
    fill = "CREATE TABLE filler AS SELECT zeroblob(1000000)"
    with open_library(str(path), clock=CLOCK) as library:
        with library.database.read() as connection:
            connection.exec_driver_sql(
                "PRAGMA max_page_count = 1"
            )  # holds for the pooled connection
        with pytest.raises(LibraryFull), library.database.write() as connection:
            connection.exec_driver_sql(fill)
        assert library.papers.count() == 0


def test_a_server_that_is_not_there(postgres: PostgresServer, folder: Path) -> None:
    gone = f"postgresql://me:hush-hush@/db?host={folder}"
    with pytest.raises(LibraryUnreachable, match="cannot be reached") as caught:
        open_library(gone, blobs="x", clock=CLOCK)
    assert "hush-hush" not in str(caught.value)
    with pytest.raises(LibraryUnreachable, match="does not exist"):
        open_library(postgres.url("no_such_database"), blobs="x", clock=CLOCK)


def test_a_wrong_password_is_told_without_it(postgres: PostgresServer) -> None:
    right = postgres.url("postgres", user=GUARDED_USER, password=GUARDED_PASSWORD)
    psycopg.connect(right).close()
    wrong = postgres.url("postgres", user=GUARDED_USER, password="hush-hush")
    with pytest.raises(LibraryUnreachable, match="password authentication failed") as caught:
        open_library(wrong, blobs="x", clock=CLOCK)
    assert "hush-hush" not in str(caught.value)


def test_a_server_that_goes_away_in_the_middle(postgres: PostgresServer) -> None:
    with open_library(postgres.new_database(), blobs="x", clock=CLOCK) as library:
        with pytest.raises(LibraryUnreachable), library.database.read() as connection:  # noqa: PT012
            pid = connection.scalar(sa.text("SELECT pg_backend_pid()"))
            postgres.execute(psycopg.sql.SQL("SELECT pg_terminate_backend({})").format(pid))
            connection.execute(sa.text("SELECT 1"))
        assert library.papers.count() == 0  # the next call dials again


@pytest.mark.parametrize(
    ("state", "expected"),
    [
        ("53100", LibraryFull),
        ("25006", LibraryReadOnly),
        ("42501", LibraryReadOnly),
        ("55P03", LibraryLocked),
        ("40P01", LibraryLocked),
        ("57P01", LibraryUnreachable),
        ("08006", LibraryUnreachable),
        ("53300", LibraryUnreachable),
    ],
)
def test_what_postgres_complains_of(state: str, expected: type[StoreError]) -> None:
    error = psycopg.errors.lookup(state)("what the server says")
    assert type(fault_of(error, "here")) is expected


def test_our_own_mistakes_are_not_dressed_up(library: Library) -> None:
    with pytest.raises((OperationalError, sa.exc.ProgrammingError)), library.database.read() as c:
        c.execute(sa.text("SELEC nonsense"))
    assert fault_of(psycopg.errors.UniqueViolation("twice"), "here") is None


def test_free_space_is_that_of_the_disk_that_the_library_is_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: dict[Path, None] = {}
    real = shutil.disk_usage
    monkeypatch.setattr(shutil, "disk_usage", lambda place: real(asked.setdefault(place) or place))
    place = tmp_path / "here"
    with open_library(str(place / "library.db"), blobs=str(tmp_path), clock=CLOCK) as one:
        assert one.free_bytes()
    assert place in asked


def test_only_an_upgrade_sorts_and_undoes_in_a_file(tmp_path: Path) -> None:
    in_file, in_memory = 1, 2
    with closing(
        open_database(str(tmp_path / "library.db"), writable=True, create=True)
    ) as database:
        for is_upgrade in (False, True, False):
            with database.write(is_upgrade=is_upgrade) as connection:
                where = connection.exec_driver_sql("PRAGMA temp_store").scalar()
            assert where == (in_file if is_upgrade else in_memory)
