"""How pages, archives and files of references come in: the work of `hm.read`, `hm.replay` and `hm.import_papers`."""

from __future__ import annotations

import asyncio
import hashlib
from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING

from harvestman.dedup import AFTER_A_HARVEST, MergesFound, Progress, find_merges
from harvestman.model import LinkedMention, Status, UsageError

if TYPE_CHECKING:
    from harvestman.crawl import RepositoryHarvested
    from harvestman.crawl.archive import Replayed
    from harvestman.engine import Guard
    from harvestman.fetch import Fetched
    from harvestman.formats import FaultyEntry, FileEntry
    from harvestman.pages.answer import PageAnswer
    from harvestman.rooms import Rooms

_AT_ONCE = 200  # entries in one transaction, so that nobody else waits long


def read_page(
    rooms: Rooms, source: str, *, guard: Callable[[], Guard], url: str | None = None
) -> PageAnswer:
    """What is on the page at an address or in a file; of a PDF file, the dates that it tells: the guard is asked for its text."""
    from harvestman.text import canonical_url

    if url is not None and canonical_url(url) is None:
        raise UsageError(
            f"--url {url!r} is not the address of a web page: it must begin with http:// or https://"
        )
    if source.startswith(("http://", "https://")):
        return _from_web(rooms, source)
    path = Path(source)
    try:
        body = path.read_bytes()
    except OSError as error:
        reason = error.strerror or str(error)
        raise UsageError(
            f"{source!r} cannot be read: {reason}; give a file or an http(s) address"
        ) from error
    if body.startswith(b"%PDF-"):
        return _from_document(rooms, path, body, url, guard())
    return _from_file(rooms, path, body, url)


def _from_file(rooms: Rooms, path: Path, body: bytes, url: str | None) -> PageAnswer:
    from harvestman.pages import SavedPage
    from harvestman.pages.answer import NOWHERE, answer

    content_type = "application/json" if path.suffix.lower() in (".json", ".jsonld") else ""
    saved = SavedPage(url or NOWHERE, body, content_type)
    return answer(saved, now=rooms.clock.now(), file=str(path), talks=rooms.settings.talks)


def _from_document(
    rooms: Rooms, path: Path, body: bytes, url: str | None, guard: Guard
) -> PageAnswer:
    """The dates that a PDF tells; its text is read in a guarded process."""
    from harvestman.documents import read_plain_text
    from harvestman.pages.answer import answer_for_text

    outcome = guard.submit(read_plain_text, body).result()
    now = rooms.clock.now()
    told = answer_for_text(outcome.value or "", now=now, file=str(path), url=url or "")
    if not outcome.value:
        told["status"] = str(outcome.status or Status.NOT_HTML)
    return told


def _from_web(rooms: Rooms, url: str) -> PageAnswer:
    from harvestman.pages import SavedPage
    from harvestman.pages.answer import answer, answer_for_nothing

    async def fetch() -> Fetched:
        async with rooms.fetcher() as fetcher:
            return await fetcher.fetch(url)

    fetched = asyncio.run(fetch())
    if fetched.status is not None:
        return answer_for_nothing(fetched.status, url=fetched.final_url, detail=fetched.detail)
    saved = SavedPage(fetched.final_url, fetched.body, fetched.content_type, fetched.links_header)
    return answer(saved, now=rooms.clock.now(), talks=rooms.settings.talks)


@dataclass(frozen=True, slots=True)
class ArchivesRead:
    """What a replay of archives came to."""

    statuses: Counter[Status]
    """How the records ended."""
    read: int
    """Pages that were read and kept."""
    files: int
    """Documents that are held."""
    papers: int
    """How often a page stated a paper."""
    broken: int
    """Places in the files that are no record."""
    merges: MergesFound
    not_archives: tuple[Path, ...] = ()
    """The files that are no archives: there is no record in them."""


def replay(
    rooms: Rooms,
    files: Iterable[Path],
    *,
    watcher: Callable[[Replayed], None] | None = None,
    progress: Progress | None = None,
) -> ArchivesRead:
    """Read web archives again with today's readers and keep what is in them; no request is made."""
    from harvestman.crawl.archive import Replay

    statuses: Counter[Status] = Counter()
    sums: Counter[str] = Counter()

    def watch(told: Replayed) -> None:
        statuses[told.status] += 1
        sums["read"] += told.is_kept and not told.is_file
        sums["files"] += told.is_kept and told.is_file
        sums["papers"] += told.papers if told.is_kept else 0
        sums["broken"] += not told.url
        if watcher is not None:
            watcher(told)

    work = Replay(
        rooms.library,
        rooms.page_guard(),
        rooms.fetch_options,
        holdings=rooms.holdings(),
        max_file_bytes=rooms.settings.max_file,
        clock=rooms.clock,
    )
    asyncio.run(work.run(list(files), watch))
    merges = find_merges(rooms.library, limit=AFTER_A_HARVEST, progress=progress)
    return ArchivesRead(
        statuses,
        sums["read"],
        sums["files"],
        sums["papers"],
        sums["broken"],
        merges,
        tuple(work.not_archives),
    )


@dataclass(frozen=True, slots=True)
class PapersImported:
    """What an import of files came to."""

    entries: int
    faulty: int
    """Entries that could not be read."""
    changed: int = 0
    """Entries that say something that the library did not know."""
    new_papers: int = 0
    merges: MergesFound | None = None
    """Which papers were found to be one after it; None when nothing was kept."""


def import_papers(
    rooms: Rooms,
    files: Iterable[str | PathLike[str] | tuple[str, bytes]],
    *,
    format: str | None = None,  # noqa: A002 - as `--format`
    dry_run: bool = False,
    watcher: Callable[[str, FileEntry | FaultyEntry], None] | None = None,
    progress: Progress | None = None,
) -> PapersImported:
    """Take papers from files of reference managers, paths or names with their bytes, into the library; with `dry_run` nothing is kept."""
    from harvestman.dedup import paper_keys
    from harvestman.formats import IMPORTERS, FaultyEntry, entry_mention, importer_of, read_file

    mentions: list[LinkedMention] = []
    faulty = 0
    now = rooms.clock.now()
    for file in files:
        name, body = _named_bytes(file, rooms.settings.max_file)
        importer = IMPORTERS[format] if format else importer_of(name)
        digest = hashlib.sha256(body).hexdigest()
        for entry in read_file(body, importer):
            if watcher is not None:
                watcher(name, entry)
            if isinstance(entry, FaultyEntry):
                faulty += 1
                continue
            mention = entry_mention(
                entry, file_name=name, digest=digest, importer=importer, now=now
            )
            mentions.append(LinkedMention(mention, paper_keys(mention.claims)))
    if dry_run or not mentions:
        return PapersImported(len(mentions), faulty)
    library = rooms.library
    before = library.papers.count()
    changed = sum(
        library.captures.keep_entries(mentions[start : start + _AT_ONCE])
        for start in range(0, len(mentions), _AT_ONCE)
    )
    new = library.papers.count() - before
    merges = find_merges(library, limit=AFTER_A_HARVEST, progress=progress)
    return PapersImported(len(mentions), faulty, changed, new, merges)


def _named_bytes(file: str | PathLike[str] | tuple[str, bytes], limit: int) -> tuple[str, bytes]:
    """The name and the bytes of a file; UsageError when there are more than so many."""
    if isinstance(file, tuple):
        name, body = file
    else:
        path = Path(file)
        name = path.name
        with path.open("rb") as stream:
            body = stream.read(limit + 1)
    if len(body) > limit:
        raise UsageError(f"{name} is larger than the setting max_file ({limit} bytes)")
    return name, body


def harvest_repositories(
    rooms: Rooms,
    addresses: Iterable[str],
    *,
    watcher: Callable[[RepositoryHarvested], None] | None = None,
) -> list[RepositoryHarvested]:
    """Take what is new from OAI-PMH repositories (`oai+https://…`) and feeds (`feed+https://…`), one after the other."""
    from harvestman.crawl import RepositoryHarvester

    library = rooms.library

    async def work() -> list[RepositoryHarvested]:
        async with rooms.fetcher() as fetcher:
            harvester = RepositoryHarvester(library, fetcher, rooms.clock, watcher=watcher)
            return [await harvester.harvest(one) for one in addresses]

    done = asyncio.run(work())
    find_merges(library, limit=AFTER_A_HARVEST)
    return done
