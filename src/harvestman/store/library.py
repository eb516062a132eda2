"""The library: one door to everything that is kept.

`open_library` takes a path or a URL and gives a `Library`, whose parts are small: `harvests` (what is to be visited, and
keeping what was), `leases` (who has a site, a job or an event for a time), `captures` (pages out of archives), `repositories` (others' records, and how far they were read), `ignored_sites` (that nobody wants to hear of), `papers`, `records` (papers with the moment of their last change, for those who copy them), `forgotten` (those that nobody is shown), `decisions` (about which of them are one) and `merges` (how those are made), `pages`, `plan` (conference series), `events`, `agenda` (when each is looked at; `appointments` is the same without what changes anything, and loads faster), `documents` (files that are held), `fingerprints` and
`contents` (by which they are recognised), `linked_files` (files that papers link to), `candidates` (for a repository), `deposits` (of them), `entities` (whom
pages name), `links` (the graph of pages), `questions` and `engines` (what was asked of the web, and what search providers answered), `own_index` (what was fetched, by its words), `jobs` (`job_records` tells of them), `api_keys` and `sessions` (of the service) and
`blobs`.
"""

from __future__ import annotations

import shutil
import threading
from collections.abc import Callable
from datetime import datetime
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any

from harvestman.closing import Closing
from harvestman.model import HarvestmanError, SetClock, UsageError
from harvestman.store.database import BUSY_TIMEOUT_S, Database, is_postgres, open_database
from harvestman.store.ids import random_id
from harvestman.store.owners import LEASE_S
from harvestman.store.page_bytes import LibraryBlobs
from harvestman.store.sqlite_file import sqlite_path

if TYPE_CHECKING:
    from harvestman.model import Claim, Clock, Field, Value
    from harvestman.store.blobs import Blobs
    from harvestman.store.changes import ChangePage
    from harvestman.store.crawl.captures import Captures
    from harvestman.store.crawl.harvests import Harvests
    from harvestman.store.crawl.ignoring import IgnoredSites
    from harvestman.store.crawl.pages import Pages
    from harvestman.store.crawl.repositories import Repositories
    from harvestman.store.documents.contents import Contents
    from harvestman.store.documents.fingerprints import Fingerprints
    from harvestman.store.documents.kept import Documents
    from harvestman.store.documents.linked import LinkedFiles
    from harvestman.store.find.engines import EngineAnswers
    from harvestman.store.find.own_index import OwnIndex
    from harvestman.store.find.questions import Questions
    from harvestman.store.gather.candidates import Candidates
    from harvestman.store.gather.deposits import Deposits
    from harvestman.store.gather.entities import Entities
    from harvestman.store.gather.graph import LinkGraph
    from harvestman.store.leases import Leases
    from harvestman.store.papers.decided import Decisions
    from harvestman.store.papers.forgetting import Forgetting
    from harvestman.store.papers.merges import Merges
    from harvestman.store.papers.questions import Papers
    from harvestman.store.papers.records import PaperRecords
    from harvestman.store.plan.questions import Plan
    from harvestman.store.service.api_keys import ApiKeys
    from harvestman.store.service.job_records import JobRecords
    from harvestman.store.service.jobs import Jobs
    from harvestman.store.service.sessions import Sessions
    from harvestman.store.summary import Summary
    from harvestman.store.watch.agenda import Agenda
    from harvestman.store.watch.appointments import Appointments
    from harvestman.store.watch.events import Events

LEAST_SPACE = 200_000_000
"""Bytes that should be free where a library lives: less, and writing will soon fail."""
_STALE_S = 3600  # a temporary file this old has lost its writer


def open_library(
    db: str,
    *,
    blobs: str | None = None,
    clock: Clock,
    new_id: Callable[[], str] = random_id,
    writable: bool = True,
    create: bool = True,
    busy_timeout_s: float = BUSY_TIMEOUT_S,
    lease_s: float = LEASE_S,
) -> Library:
    """Open the library at a path, `sqlite:///…` or `postgresql://…`; a new one is made unless told otherwise.

    `blobs` is a folder or `s3://bucket/prefix`; left out, it is the folder `blobs` beside the SQLite file. A job is its worker's for `lease_s` after
    each sign of life.
    """
    place = open_blobs(db, blobs)
    database = open_database(db, writable=writable, create=create, busy_timeout_s=busy_timeout_s)
    if not database.is_sqlite:
        from harvestman.store.server_clock import shared_clock  # noqa: PLC0415

        clock = shared_clock(database, clock)
    return Library(database, place, clock=clock, new_id=new_id, writable=writable, lease_s=lease_s)


def open_blobs(db: str, blobs: str | None) -> Blobs:
    """The place for the blobs of the library at an address."""
    if blobs is not None and blobs.startswith("s3://"):
        from harvestman.store.s3_blobs import S3Blobs  # noqa: PLC0415

        return S3Blobs(blobs)
    if blobs is not None and "://" in blobs:
        raise UsageError(f"{blobs} is not a place for blobs: give a folder or s3://bucket/prefix")
    from harvestman.store.blobs import FolderBlobs  # noqa: PLC0415

    if blobs is not None:
        return FolderBlobs(Path(blobs).expanduser())
    if is_postgres(db):
        raise UsageError(
            "A PostgreSQL library needs a place for its blobs: set `blobs` to a folder or s3://bucket/prefix"
        )
    return FolderBlobs(sqlite_path(db).parent / "blobs")


class _Part:
    """A part of a library, made when it is first asked for: its module is loaded then, with what it needs."""

    def __init__(self, module: str, kind: str, *given: str) -> None:
        self._module, self._kind, self._given = module, kind, given

    def __set_name__(self, owner: type, name: str) -> None:
        self._name = name

    def __get__(self, library: Any, owner: type) -> Any:
        if library is None:
            return self
        with library.making:  # two threads get the same one
            if self._name not in library.__dict__:
                kind = getattr(import_module(f"harvestman.store.{self._module}"), self._kind)
                given = {name: library.given[name] for name in self._given}
                library.__dict__[self._name] = kind(library.database, **given)
        return library.__dict__[self._name]


def _part(module: str, kind: str, *given: str) -> Any:
    """A part, for which the class of a library says what it is."""
    return _Part(module, kind, *given)


class Library(Closing):
    """An open library; safe to use from many threads, closed by leaving its `with` block."""

    harvests: Harvests = _part("crawl.harvests", "Harvests", "blobs", "clock", "new_id")
    captures: Captures = _part("crawl.captures", "Captures", "clock", "new_id")
    repositories: Repositories = _part("crawl.repositories", "Repositories", "clock", "new_id")
    ignored_sites: IgnoredSites = _part("crawl.ignoring", "IgnoredSites", "clock")
    leases: Leases = _part("leases", "Leases", "clock")
    papers: Papers = _part("papers.questions", "Papers", "new_id")
    records: PaperRecords = _part("papers.records", "PaperRecords")
    forgotten: Forgetting = _part("papers.forgetting", "Forgetting", "clock")
    decisions: Decisions = _part("papers.decided", "Decisions")
    merges: Merges = _part("papers.merges", "Merges", "clock", "new_id")
    pages: Pages = _part("crawl.pages", "Pages")
    plan: Plan = _part("plan.questions", "Plan", "clock")
    events: Events = _part("watch.events", "Events", "clock", "new_id")
    agenda: Agenda = _part("watch.agenda", "Agenda", "clock")
    appointments: Appointments = _part("watch.appointments", "Appointments")
    fingerprints: Fingerprints = _part("documents.fingerprints", "Fingerprints")
    contents: Contents = _part("documents.contents", "Contents")
    linked_files: LinkedFiles = _part("documents.linked", "LinkedFiles", "clock")
    documents: Documents = _part("documents.kept", "Documents", "blobs", "clock", "new_id")
    candidates: Candidates = _part("gather.candidates", "Candidates", "clock", "new_id")
    deposits: Deposits = _part("gather.deposits", "Deposits", "clock", "new_id")
    entities: Entities = _part("gather.entities", "Entities")
    links: LinkGraph = _part("gather.graph", "LinkGraph")
    questions: Questions = _part("find.questions", "Questions", "clock", "new_id")
    engines: EngineAnswers = _part("find.engines", "EngineAnswers", "clock")
    own_index: OwnIndex = _part("find.own_index", "OwnIndex")
    job_records: JobRecords = _part("service.job_records", "JobRecords")
    jobs: Jobs = _part("service.jobs", "Jobs", "clock", "new_id", "lease_s")
    api_keys: ApiKeys = _part("service.api_keys", "ApiKeys", "clock", "new_id")
    sessions: Sessions = _part("service.sessions", "Sessions", "clock")

    def __init__(
        self,
        database: Database,
        blobs: Blobs,
        *,
        clock: Clock,
        new_id: Callable[[], str],
        writable: bool,
        lease_s: float = LEASE_S,
    ) -> None:
        self.database = database
        self.blobs = LibraryBlobs(database, blobs)
        self.making = threading.RLock()
        self.given = {"blobs": self.blobs, "clock": clock, "new_id": new_id, "lease_s": lease_s}
        """What the parts are made with, beside the database."""
        self._clock = clock
        self._new_id = new_id
        self._lease_s = lease_s
        self._writable = writable
        self._cluster_jobs: Jobs | None = None

    def __str__(self) -> str:
        return self.database.where

    def close(self) -> None:
        """Let go of the database."""
        if "fingerprints" in self.__dict__:
            self.fingerprints.close()
        self.database.close()

    def now(self) -> datetime:
        """The moment by the library's clock."""
        return self._clock.now()

    def cluster_jobs(self) -> Jobs:
        """The same jobs with turns by Procrastinate, for workers on many machines; UsageError where there is no PostgreSQL."""
        if self._cluster_jobs is None:
            from harvestman.store.service.jobs import Jobs  # noqa: PLC0415
            from harvestman.store.service.procrastinate_turns import (  # noqa: PLC0415
                ProcrastinateTurns,
            )

            turns = ProcrastinateTurns(
                self.database,
                silent_s=self._lease_s,
                is_set_clock=isinstance(self._clock, SetClock),
            )
            self._cluster_jobs = Jobs(
                self.database,
                clock=self._clock,
                new_id=self._new_id,
                turns=turns,
                lease_s=self._lease_s,
            )
        return self._cluster_jobs

    def say(self, subject: str, field: Field, value: Value, *, by: str) -> Claim:
        """A person's word on a field of a paper, an event or a candidate, by its id: it wins over every reader, now and later.

        An empty value says that there is none. The same person's earlier word on it is replaced; of two persons the later is shown.
        """
        from harvestman.model import persons_claim  # noqa: PLC0415

        now = self._clock.now()
        claim = persons_claim(subject, field, value, by=by, time=now)
        if (
            self.papers.say(claim, now=now)
            or self.events.say(subject, claim)
            or self.candidates.say(subject, claim)
        ):
            return claim
        raise _nothing_there(subject)

    def take_back(self, subject: str, field: Field, *, by: str | None = None) -> int:
        """Forget what persons, or one of them, said of a field: what the readers say is shown again. How many had said something."""
        count = self.papers.take_back(subject, field, by=by, now=self._clock.now())
        if count is None:
            count = self.events.take_back(subject, field, by=by)
        if count is None:
            count = self.candidates.take_back(subject, field, by=by)
        if count is None:
            raise _nothing_there(subject)
        return count

    def changes(
        self, *, since: datetime | None = None, after: str = "", limit: int = 1_000
    ) -> ChangePage:
        """What a reader could have noticed since a moment, or after the cursor of an earlier answer; the oldest first."""
        from harvestman.store.changes import read_changes  # noqa: PLC0415

        return read_changes(self.database, since=since, after=after, limit=limit)

    def summary(self) -> Summary:
        """What the library holds, in numbers."""
        from harvestman.store.summary import summarise  # noqa: PLC0415

        with self.database.asking() as connection:
            return summarise(connection)

    def damage(self) -> list[str]:
        """Tables that are gone, and what the database itself finds broken in its file; a server looks after its own."""
        from harvestman.store.checking import find_damage  # noqa: PLC0415

        with self.database.read() as connection:
            return find_damage(connection)

    def free_bytes(self) -> int | None:
        """The space that is left where the library lives, the least of database and blobs; None where that is not this machine's disk."""
        from harvestman.store.blobs import FolderBlobs  # noqa: PLC0415

        blobs = self.blobs.place
        places = [blobs.folder] if isinstance(blobs, FolderBlobs) else []
        if self.database.is_sqlite:
            places.append(Path(self.database.where).parent)
        return min(
            (shutil.disk_usage(place).free for place in places if place.exists()), default=None
        )

    def check(self) -> list[str]:
        """A line for everything that is wrong with the library; removes what dead writers have left behind."""
        from harvestman.store.blobs import FolderBlobs  # noqa: PLC0415
        from harvestman.store.checking import check_tables  # noqa: PLC0415

        problems = self.blobs.check()
        try:
            if damage := self.damage():
                return [*problems, *damage]
            if self._writable and isinstance(place := self.blobs.place, FolderBlobs):
                place.clean(older_than=self._clock.now().timestamp() - _STALE_S)
            with self.database.read() as connection:
                problems += check_tables(connection, self.blobs)
        except HarvestmanError as error:
            problems.append(str(error))
        return problems


def _nothing_there(subject: str) -> UsageError:
    return UsageError(
        f"there is no paper or event {subject!r}: `harvestman papers` and `harvestman watch list` show the ids"
    )
