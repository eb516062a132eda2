"""An open library, and what people do with it, one method a verb.

    import harvestman

    with harvestman.open("library.db") as hm:
        hm.harvest("https://conference.example.org/")
        for paper in hm.papers("dublin core"):
            print(paper.title)

Everything is synchronous and typed; settings are keyword arguments of `open`. The commands call these methods and print what they
return, so a command and a program do the same. What they do not cover is in the rooms themselves: `hm.rooms` opens them.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from datetime import date
from itertools import islice
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING, Any

from harvestman.api.selecting import host_meant, moment, select
from harvestman.closing import Closing
from harvestman.rooms import Rooms
from harvestman.settings import Settings, load_settings

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from harvestman.api.finding import Finding
    from harvestman.api.looping import Looping
    from harvestman.api.merging import Merging
    from harvestman.api.planning import Planning
    from harvestman.api.queueing import Queueing
    from harvestman.api.results import Harvested, ShownPaper
    from harvestman.api.reviewing import Reviewing
    from harvestman.api.taking_in import ArchivesRead, PapersImported
    from harvestman.api.watching import Watching
    from harvestman.crawl import FileWatcher, RepositoryHarvested, Watcher
    from harvestman.crawl.archive import Replayed
    from harvestman.crawl.sites import SiteJudged
    from harvestman.dedup import Progress
    from harvestman.engine import Guard
    from harvestman.find import PaperAnswer, PaperQuestion
    from harvestman.formats import Exporter, FaultyEntry, FileEntry
    from harvestman.gather import Gathered
    from harvestman.holdings import Held, Holdings
    from harvestman.model import Claim, Clock, Event, Extraction, Paper, Reference
    from harvestman.pages.answer import PageAnswer
    from harvestman.plan import VolumeDiff
    from harvestman.store import (
        ChangePage,
        ForgottenPaper,
        KeptDocument,
        Library,
        Summary,
        Volume,
    )
    from harvestman.store.moving import Moved, MoveProgress
    from harvestman.store.upgrading import Upgraded


def open(  # noqa: A001 - `harvestman.open` reads as `tarfile.open` does
    db: str | PathLike[str] | None = None,
    *,
    writable: bool = True,
    clock: Clock | None = None,
    **settings: Any,
) -> Harvestman:
    """Open a library: a path, `sqlite:///…` or `postgresql://…`; a new one is made where there is none.

    Settings are keyword arguments (`delay=0`, `allow_private=True`, `blobs="s3://…"`) and win over the environment and the settings
    file, as options do on the command line. With `writable=False` the library must exist and nothing in it is changed. A `clock` other than the machine's is for simulations.
    """
    if db is not None:
        settings["db"] = str(db)
    return Harvestman(load_settings(settings)[0], writable=writable, clock=clock)


class Harvestman(Closing):
    """An open library and what can be done with it; close it by leaving its `with` block."""

    def __init__(
        self, settings: Settings, *, writable: bool = True, clock: Clock | None = None
    ) -> None:
        self.rooms = Rooms(settings, writable=writable, clock=clock)
        self._held: Holdings | None = None
        self._reading: Guard | None = None

    def close(self) -> None:
        """Close the library and everything else that was opened."""
        self.rooms.close()

    @property
    def settings(self) -> Settings:
        """The settings in force."""
        return self.rooms.settings

    @property
    def library(self) -> Library:
        """What is kept, for questions that no method here answers."""
        return self.rooms.library

    # groups of verbs, each in a module of its own

    @property
    def merges(self) -> Merging:
        """Which papers were made one, which may be, and what a person says of them."""
        from harvestman.api.merging import Merging

        return Merging(self.rooms)

    @property
    def jobs(self) -> Queueing:
        """Work that must not be lost: what waits, runs, was done and was given up."""
        from harvestman.api.queueing import Queueing

        return Queueing(self.rooms)

    @property
    def watch(self) -> Watching:
        """Events, their dates, and visits at the right moment."""
        from harvestman.api.watching import Watching

        return Watching(self.rooms)

    @property
    def plan(self) -> Planning:
        """Which conference series is due next, and why."""
        from harvestman.api.planning import Planning

        return Planning(self.rooms)

    @property
    def find(self) -> Finding:
        """Papers and scholars looked for on the web; the library extended on its own."""
        from harvestman.api.finding import Finding

        return Finding(self.rooms)

    @property
    def loop(self) -> Looping:
        """The library kept current on its own: rounds of everything that is due."""
        from harvestman.api.looping import Looping

        return Looping(self.rooms)

    @property
    def candidates(self) -> Reviewing:
        """What was gathered for a repository: its review, and how it is handed on."""
        from harvestman.api.reviewing import Reviewing

        return Reviewing(self.rooms)

    # the web in

    def read(self, source: str | PathLike[str], *, url: str | None = None) -> PageAnswer:
        """The papers, key dates and publications on the page at an address or in a file; nothing is kept. `url`: where a file came from."""
        from harvestman.api.taking_in import read_page

        return read_page(self.rooms, str(source), url=url, guard=self._document_guard)

    def classify(self, urls: Iterable[str]) -> Iterator[SiteJudged]:
        """Which addresses are conferences' own web sites, judged from the address alone, and why."""
        from harvestman.crawl.sites import SiteClassifier

        return map(SiteClassifier.load().judge, urls)

    def harvest_repositories(
        self, *addresses: str, watcher: Callable[[RepositoryHarvested], None] | None = None
    ) -> list[RepositoryHarvested]:
        """Take what is new from OAI-PMH repositories (`oai+https://…`) and RSS or Atom feeds (`feed+https://…`)."""
        from harvestman.api.taking_in import harvest_repositories

        return harvest_repositories(self.rooms, addresses, watcher=watcher)

    def harvest(
        self,
        *urls: str,
        depth: int | None = None,
        limit: int | None = None,
        order: str = "best",
        domains: Iterable[str] = (),
        other_sites: bool = False,
        sitemaps: bool = True,
        again: bool = False,
        reread: bool = False,
        warc: Path | None = None,
        watcher: Watcher | None = None,
        file_watcher: FileWatcher | None = None,
    ) -> Harvested:
        """Fetch pages and what they link to, read the papers on them, keep both; the words are those of `harvestman harvest`.

        `watcher` is called after each page and `file_watcher` after each file.
        """
        from harvestman.api.harvesting import harvest

        request = self.rooms.harvest_request(
            urls,
            depth=depth,
            limit=limit,
            order=order,
            domains=domains,
            other_sites=other_sites,
            sitemaps=sitemaps,
        )
        return harvest(
            self.rooms,
            request,
            again=again,
            reread=reread,
            warc=warc,
            watcher=watcher,
            file_watcher=file_watcher,
        )

    def gather(
        self,
        *urls: str,
        institutions: Iterable[str] = (),
        domains: Iterable[str] = (),
        distance: int = 2,
        below: Iterable[str] = (),
        depth: int = 5,
        limit: int = 20_000,
        held: Path | str | None = None,
        articles: bool = False,
        again: bool = False,
        reread: bool = False,
        warc: Path | None = None,
        watcher: Watcher | None = None,
    ) -> Gathered:
        """Collect the documents of a university's sites as candidates for its repository; the words are those of `harvestman gather`."""
        from harvestman.crawl import domain_of
        from harvestman.gather import GatherRequest, Institution

        request = GatherRequest(
            self.rooms.harvest_request(urls, depth=depth, limit=limit, site_limit=limit),
            tuple(below),
            Institution(tuple(institutions), tuple(map(domain_of, domains))),
            distance,
            self.rooms.held(str(held)) if held else None,
            articles,
        )
        return self.rooms.gather(request, again=again, reread=reread, warc=warc, watcher=watcher)

    def replay(
        self,
        *files: str | PathLike[str],
        watcher: Callable[[Replayed], None] | None = None,
        progress: Progress | None = None,
    ) -> ArchivesRead:
        """Read web archives (WARC) again and keep what is in them; no request is made. `watcher` is called after each record.

        `progress` is told how the comparison of papers at the end goes on.
        """
        from harvestman.api.taking_in import replay

        return replay(self.rooms, map(Path, files), watcher=watcher, progress=progress)

    # files in

    def import_papers(
        self,
        *files: str | PathLike[str] | tuple[str, bytes],
        format: str | None = None,  # noqa: A002 - as `--format`
        dry_run: bool = False,
        watcher: Callable[[str, FileEntry | FaultyEntry], None] | None = None,
        progress: Progress | None = None,
    ) -> PapersImported:
        """Take papers from BibTeX, RIS, CSL-JSON or JSON Lines files, paths or names with their bytes, into the library.

        The format is told by the files' names unless it is given. With `dry_run` nothing is kept. `watcher` is called with each entry.
        """
        from harvestman.api.taking_in import import_papers

        return import_papers(
            self.rooms, files, format=format, dry_run=dry_run, watcher=watcher, progress=progress
        )

    def parse_references(self, strings: Iterable[str]) -> list[Reference]:
        """Reference strings taken apart: authors, title, where, when."""
        from harvestman.documents.references import parse_references

        return parse_references(strings)

    @property
    def _holdings(self) -> Holdings:
        """The files of the library; its worker processes start with the first file."""
        if self._held is None:
            self._held = self.rooms.holdings()
        return self._held

    def hold(self, file: str | PathLike[str] | bytes, *, name: str = "") -> Held:
        """Make a file part of the library: known by its bytes, pages or words, else read once."""
        source = file if isinstance(file, bytes) else Path(file)
        return self._holdings.hold(source, name=name)

    def hold_each(self, files: Iterable[str | PathLike[str]]) -> Iterator[Held]:
        """The same for many files, several at once; in their order."""
        return self._holdings.hold_many(map(Path, files))

    def extract(self, file: str | PathLike[str]) -> Extraction:
        """What can be read from a file (header, citations, body, text); nothing is kept, and a file that cannot be read has its status."""
        return next(self.extract_each([file]))

    def extract_each(
        self,
        files: Iterable[str | PathLike[str]],
        *,
        parts: Sequence[str] | None = None,
        workers: int | None = None,
    ) -> Iterator[Extraction]:
        """The same for many files in their order, so many at once; only these parts of each, if any are named."""
        from harvestman.documents.jobs import extract_files
        from harvestman.model import PARTS

        wanted = PARTS if parts is None else tuple(parts)
        jobs = self.rooms.document_jobs(map(Path, files), wanted)
        guard = self.rooms.document_guard(workers) if workers else self._document_guard()
        for _, extraction in extract_files(guard, jobs):
            yield extraction

    def _document_guard(self) -> Guard:
        """The worker processes that read documents; started with the first one."""
        if self._reading is None:
            self._reading = self.rooms.document_guard()
        return self._reading

    # papers out

    def papers(self, query: str = "", **selection: Any) -> list[Paper]:
        """The papers that have all words of a query, the best first; without one, all of them. See `select`."""
        return list(self.each_paper(query, **selection))

    def each_paper(
        self, query: str = "", *, not_in: str | None = None, **selection: Any
    ) -> Iterator[Paper]:
        """The same one by one, for more papers than fit into memory; `not_in="dblp"` leaves out what the imported dump has."""
        wanted = select(
            query, **selection
        )  # first: what is no year is told before the library is looked for
        if not not_in:
            return self.library.papers.find(wanted)
        from harvestman.api.comparing import KnownPapers

        known = KnownPapers(self.library, not_in)
        every = self.library.papers.find(replace(wanted, limit=None))
        return islice((paper for paper in every if paper not in known), wanted.limit)

    def paper(self, paper_id: str) -> Paper | None:
        """The paper with this id, or the one that it became part of."""
        return self.library.papers.get(paper_id)

    def claims(self, paper_id: str) -> list[Claim]:
        """Everything that anybody says of a paper, with the place where it was read."""
        return self.library.papers.claims(paper_id)

    def show(self, which: str) -> ShownPaper:
        """The paper with this id, or the only one that has these words, with all that is claimed and decided of it.

        UsageError when there is none or there are several, or when it was forgotten.
        """
        from harvestman.api.looking_up import show

        return show(self.library, which)

    def documents(self, which: str) -> list[KeptDocument]:
        """The documents that are held of a paper, or the one with this id; UsageError when the id is that of nothing."""
        from harvestman.api.looking_up import documents_of

        return documents_of(self.library, which)

    def file(self, document: KeptDocument) -> bytes:
        """The file of a document, as it was fetched or given."""
        return self.library.blobs.get(document.digest)

    def export(
        self,
        format: str,  # noqa: A002 - as `--format`
        query: str = "",
        *,
        proceedings: bool = False,
        **selection: Any,
    ) -> str:
        """Papers as `bibtex`, `csl-json`, `ris`, `jsonl`, or in a plug-in's format; in BibTeX with `proceedings` if wanted."""
        pieces = self.export_pieces(format, query, proceedings=proceedings, **selection)
        return "".join(pieces)

    def export_pieces(
        self,
        format: str,  # noqa: A002 - as `--format`
        query: str = "",
        *,
        proceedings: bool = False,
        **selection: Any,
    ) -> Iterator[str]:
        """The same in pieces, for more papers than fit into memory."""
        from harvestman.formats import get_exporter

        exporter = get_exporter(format, proceedings=proceedings)
        return iter(exporter.write(self.papers_for(exporter, query, **selection)))

    def papers_for(
        self,
        exporter: Exporter,
        query: str = "",
        **selection: Any,
    ) -> Iterator[Paper]:
        """The papers as a format wants them: one of volumes gets them in the order in which they were found, first names in full."""
        from harvestman.api.comparing import as_wanted

        papers = self.each_paper(query, **selection)
        return as_wanted(self.library, papers, exporter)

    def diff(self, query: str = "", *, volume: str | None = None, **selection: Any) -> VolumeDiff:
        """How the selected papers differ from the volume of the imported dblp with this key, or from that of their venue and year."""
        from harvestman.api.comparing import diff

        return diff(self.library, self.papers(query, **selection)[::-1], volume=volume)

    # corrections, what is forgotten, and changes

    def correct(self, subject: str, field: str, value: str, *, by: str) -> Paper | Event:
        """Put a value of a paper or an event right, for good: it wins over all that is or will be read. The paper or event after it.

        An event that is watched may also be meant by its title, as in `hm.watch`.
        """
        from harvestman.api.correcting import correct

        return correct(self.rooms, subject, field, value, by=by)

    def undo_correction(
        self, subject: str, field: str, *, by: str | None = None
    ) -> Paper | Event | None:
        """Take corrections of a field back, everybody's or one person's; None when there was none."""
        from harvestman.api.correcting import undo_correction

        return undo_correction(self.rooms, subject, field, by=by)

    def forget(self, *papers: str, site: str | None = None, by: str) -> list[ForgottenPaper]:
        """Show papers, by id, no more: or those that pages of one site state and nobody else. No later harvest brings them back."""
        forgotten = self.library.forgotten
        found = forgotten.forget(papers, by=by) if papers else []
        return found + (forgotten.forget_site(host_meant(site), by=by) if site else [])

    def undo_forget(self, *papers: str, site: str | None = None) -> list[str]:
        """Show forgotten papers again, by id, or those that pages of one site state; the ids of those that were forgotten."""
        forgotten = self.library.forgotten
        back = forgotten.bring_back(papers) if papers else []
        return back + (forgotten.bring_back_site(host_meant(site)) if site else [])

    def forgotten(self) -> list[ForgottenPaper]:
        """The papers that are forgotten, who wanted it and when; the newest first."""
        return self.library.forgotten.all()

    # the web asked

    def find_paper(
        self,
        title: str,
        authors: Iterable[str] = (),
        *,
        year: int | None = None,
        doi: str = "",
        kinds: Iterable[str] = (),
        again: bool = False,
    ) -> PaperAnswer:
        """Find the file of a paper and hold it; `again` looks also for what was answered before."""
        from harvestman.find import PaperQuestion

        question = PaperQuestion(title, tuple(authors), year, doi, tuple(kinds))
        [answer] = self.find_papers([question], again=again)
        return answer

    def find_papers(
        self, questions: Iterable[PaperQuestion], *, again: bool = False
    ) -> Iterator[PaperAnswer]:
        """Find many papers, several at once; the answers come one by one, in the order of the questions."""
        yield from self.find.papers(questions, again=again)

    def missing_papers(self, *, limit: int = 100) -> list[PaperQuestion]:
        """What held papers cite and the library lacks, the most cited first."""
        from harvestman.find import missing_papers

        return [one.question for one in missing_papers(self.library, self._holdings, limit=limit)]

    def changes(
        self, *, since: str | date | None = None, after: str = "", limit: int = 1000
    ) -> ChangePage:
        """What happened to papers, events and documents since a day, or after the cursor of an earlier answer; the oldest first."""
        return self.library.changes(since=moment(since), after=after, limit=limit)

    def events(self, words: str = "", *, not_in: str | None = None) -> list[Volume]:
        """The events whose papers are held, with how many; those that are called so, if words are given ("PACT", "PACT 2022").

        `not_in="dblp"` leaves the volumes that are still to be entered: the imported dump lacks more than half of their papers.
        """
        volumes = self.library.papers.volumes(words)
        if not not_in:
            return volumes
        from harvestman.api.comparing import still_lacking

        return still_lacking(self.library, volumes, not_in)

    def status(self) -> Summary:
        """What the library holds, in numbers."""
        return self.library.summary()

    def upgrade(self, *, check: bool = False, copy: str | PathLike[str] | None = None) -> Upgraded:
        """Bring the tables of a library of an older Harvestman up to date, after copying its SQLite file; with `check` only tell how old it is."""
        from harvestman.store.upgrading import upgrade_library

        return upgrade_library(self.settings.db, check=check, copy=Path(copy) if copy else None)

    def move(
        self,
        to: str,
        *,
        blobs: str | None = None,
        again: bool = False,
        progress: MoveProgress | None = None,
    ) -> Moved:
        """Copy the library out of its SQLite file into an empty PostgreSQL database, and its blobs to a folder or bucket if one is named.

        Killed, it goes on where it was; `again` begins anew. The library that is open stays as it is.
        """
        from harvestman.store.moving import move_library

        return move_library(self.library, to, blobs=blobs, again=again, progress=progress)
