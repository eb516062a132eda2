"""`harvestman replay FILE…`: read web archives again with today's readers, and keep what is in them."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import click

from harvestman.cli.context import Context
from harvestman.cli.merging import search_after_a_harvest, tell_found
from harvestman.cli.printing import clean, json_option, print_json, print_line, print_table

if TYPE_CHECKING:
    from harvestman.crawl.archive import Replayed
    from harvestman.dedup import MergesFound


@click.command("replay")
@click.argument(
    "files",
    nargs=-1,
    required=True,
    metavar="FILE…",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
)
@click.option("--into", metavar="DB", help="The library to keep in, instead of the setting db.")
@json_option
@click.pass_obj
def command(context: Context, files: tuple[Path, ...], into: str | None, as_json: bool) -> int:
    """Read web archives (WARC) again, and keep what is in them.

    Every page in the files, which may be Harvestman's own (harvest --warc) or anybody's, is read with the present readers
    and kept with the date at which it was captured; documents (PDF, Word, …) are held. No request is made, and no link is followed. A page of which the
    library holds a newer state is kept as history only. Doing it again is harmless. With --json, one object for each
    answer in the archives, then one for all.

    Exit code 0 when pages were read and no part of the files was broken, 1 otherwise.
    """
    if into is not None:
        context = replace(context, flags={**context.flags, "db": into})
    counts: Counter[str] = Counter()
    sums: Counter[str] = Counter()

    def watch(told: Replayed) -> None:
        counts[str(told.status)] += 1
        sums["records"] += 1
        sums["read"] += told.is_kept and not told.is_file
        sums["files"] += told.is_kept and told.is_file
        sums["papers"] += told.papers if told.is_kept else 0
        sums["broken"] += not told.url
        if as_json:
            print_json(_plain(told))

    held, found = _run(context, files, watch)
    if as_json:
        print_json({name: sums[name] for name in ("records", "read", "files", "papers", "broken")})
    else:
        print_table(("status", "records"), list(counts.most_common()))
        print_line(f"{sums['read']} pages read, {sums['papers']} times a paper.")
        if sums["files"]:
            print_line(f"{sums['files']} documents are held.")
        if sums["broken"]:
            print_line(f"{sums['broken']} places in the files are broken: --json tells where.")
        print_line(f"The library holds {held} papers: `harvestman papers` lists them.")
        tell_found(found)
    return 0 if sums["read"] + sums["files"] and not sums["broken"] else 1


def _run(
    context: Context, files: tuple[Path, ...], watch: Callable[[Replayed], None]
) -> tuple[int, MergesFound]:
    """The replay itself; how many papers the library then holds, and what was merged."""
    import asyncio

    from harvestman.crawl.archive import Replay

    with context.rooms() as rooms:
        library = rooms.library
        replay = Replay(
            library,
            rooms.page_guard(),
            rooms.fetch_options,
            holdings=rooms.holdings(),
            max_file_bytes=rooms.settings.max_file,
            clock=rooms.clock,
        )
        with _progress(files, watch) as watcher:
            asyncio.run(replay.run(files, watcher))
        found = search_after_a_harvest(library)
        return library.papers.count(), found


@contextmanager
def _progress(
    files: tuple[Path, ...], watch: Callable[[Replayed], None]
) -> Iterator[Callable[[Replayed], None]]:
    """A bar over the bytes of the files for a person who is watching; nothing in a pipe."""
    if not sys.stderr.isatty():
        yield watch
        return
    from rich.console import Console
    from rich.markup import escape
    from rich.progress import BarColumn, DownloadColumn, Progress, SpinnerColumn, TextColumn

    before: dict[Path, int] = {}
    total = 0
    for file in files:
        before.setdefault(file, total)
        total += file.stat().st_size
    columns = (SpinnerColumn(), BarColumn(), DownloadColumn(), TextColumn("{task.description}"))
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task("reading …", total=total)
        papers = 0

        def watch_too(told: Replayed) -> None:
            nonlocal papers
            watch(told)
            papers += told.papers
            text = escape(f"{papers} papers  {clean(told.url)[:60]}")
            bar.update(task, completed=before[told.file] + told.offset, description=text)

        yield watch_too


def _plain(told: Replayed) -> dict[str, object]:
    return {
        "file": str(told.file),
        "offset": told.offset,
        "url": told.url or None,
        "date": told.date.isoformat() if told.date else None,
        "status": str(told.status),
        "papers": told.papers,
        "http_status": told.http_status or None,
        "detail": told.detail or None,
    }
