"""Bars on standard error for a person who is watching; in a pipe there is none, and nothing is counted for nobody."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from harvestman.cli.printing import clean

if TYPE_CHECKING:
    from harvestman.crawl import Watcher
    from harvestman.model import VisitOutcome

Show = Callable[[int, int | None, str], None]
"""Shows how much is done, of how much (None: nobody knows), and a few words."""
_URL_SHOWN = 60


@contextmanager
def progress_bar(first: str, *, in_bytes: bool = False) -> Iterator[Show | None]:
    """A bar that shows `first` until it is told more; None in a pipe."""
    if not sys.stderr.isatty():
        yield None
        return
    from rich.console import Console
    from rich.markup import escape
    from rich.progress import (
        BarColumn,
        DownloadColumn,
        MofNCompleteColumn,
        Progress,
        SpinnerColumn,
        TextColumn,
    )

    amount = DownloadColumn() if in_bytes else MofNCompleteColumn()
    columns = (SpinnerColumn(), BarColumn(), amount, TextColumn("{task.description}"))
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task(first, total=None)

        def show(done: int, total: int | None, words: str) -> None:
            bar.update(task, completed=done, total=total, description=escape(clean(words)))

        yield show


@contextmanager
def visits_bar(what: str, count: Callable[[VisitOutcome], int]) -> Iterator[Watcher | None]:
    """A bar for a crawl: how many visits are done, waiting and failed, and how many of `what` they brought; None in a pipe."""
    with progress_bar("looking at the first page …") as show:
        if show is None:
            yield None
            return
        done = found = failed = 0

        def watch(outcome: VisitOutcome, still_open: int) -> None:
            nonlocal done, found, failed
            done += 1
            found += count(outcome)
            failed += not outcome.status.is_read
            words = f"{found} {what}, {still_open} waiting, {failed} failed  {outcome.visit.url[:_URL_SHOWN]}"
            show(done, done + still_open, words)

        yield watch
