"""What the verbs of merging share: how sure a decision is, what a search came to, and its progress."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from harvestman.cli.printing import print_line
from harvestman.cli.progress import progress_bar

if TYPE_CHECKING:
    from harvestman.dedup import MergesFound, Progress
    from harvestman.store import Decision


def sure(decision: Decision) -> str:
    """How sure a comparison was; keys and people are."""
    return "" if decision.probability is None else f"{decision.probability:.3f}"


def tell_found(found: MergesFound, *, to_stderr: bool = False) -> None:
    """What a search came to, and what to do next; nothing when it found nothing."""
    lines = []
    if found.merged:
        lines.append(f"{len(found.merged)} papers were merged: `harvestman merges list` tells why.")
    if found.doubtful:
        lines.append(
            f"{len(found.doubtful)} pairs may be one paper: `harvestman merges doubtful` lists them."
        )
    if found.waiting:
        lines.append(
            f"{found.waiting} papers were not compared with others yet: `harvestman merges find` does it."
        )
    for line in lines:
        print_line(line, to_stderr=to_stderr)


@contextmanager
def comparing() -> Iterator[Progress | None]:
    """A bar for a person who is watching papers being compared; nothing in a pipe."""
    with progress_bar("comparing papers") as show:
        yield show and (lambda done, left: show(done, done + left, "comparing papers"))
