"""`harvestman replay FILE…`: read web archives again with today's readers, and keep what is in them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import click

from harvestman.cli.context import Context
from harvestman.cli.merging import comparing, tell_found
from harvestman.cli.printing import json_option, print_json, print_line, print_table
from harvestman.cli.progress import progress_bar

if TYPE_CHECKING:
    from harvestman.crawl.archive import Replayed


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
    chosen = context.with_flags(db=into)
    with chosen.open() as harvestman:
        with _progress(files) as show, comparing() as progress:

            def watch(told: Replayed) -> None:
                if as_json:
                    print_json(_plain(told))
                if show is not None:
                    show(told)

            done = harvestman.replay(*files, watcher=watch, progress=progress)
        held = harvestman.library.papers.count()
    for file in done.not_archives:
        print_line(f"{file} is no web archive (WARC): there is no record in it.", to_stderr=True)
    if as_json:
        print_json(
            {
                "records": done.statuses.total(),
                "read": done.read,
                "files": done.files,
                "papers": done.papers,
                "broken": done.broken,
            }
        )
    else:
        print_table(("status", "records"), list(done.statuses.most_common()))
        print_line(f"{done.read} pages read, {done.papers} times a paper.")
        if done.files:
            print_line(f"{done.files} documents are held.")
        if done.broken:
            print_line(f"{done.broken} places in the files are broken: --json tells where.")
        print_line(f"The library holds {held} papers: `harvestman papers` lists them.")
        tell_found(done.merges)
    return 0 if done.read + done.files and not done.broken else 1


@contextmanager
def _progress(files: tuple[Path, ...]) -> Iterator[Callable[[Replayed], None] | None]:
    """A bar over the bytes of the files."""
    with progress_bar("reading …", in_bytes=True) as show:
        if show is None:
            yield None
            return
        before: dict[Path, int] = {}
        total = papers = 0
        for file in files:
            before.setdefault(file, total)
            total += file.stat().st_size

        def watch(told: Replayed) -> None:
            nonlocal papers
            papers += told.papers
            show(before[told.file] + told.offset, total, f"{papers} papers  {told.url[:60]}")

        yield watch


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
