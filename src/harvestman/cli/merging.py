"""What the verbs of merging share: a decision as JSON and in words, the pair meant, and the search with its progress."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from harvestman.cli.printing import print_line

if TYPE_CHECKING:
    from harvestman.dedup import MergesFound, Progress
    from harvestman.store import Decision, Library


def decision_to_plain(decision: Decision) -> dict[str, Any]:
    """A decision as one JSON object."""
    return {
        "id": decision.id,
        "verdict": str(decision.verdict),
        "state": state_of(decision),
        "by": str(decision.decider),
        "made": decision.made.isoformat(),
        "probability": decision.probability,
        "reasons": list(decision.reasons),
        "one": {"id": decision.one, "title": decision.one_title},
        "other": {"id": decision.other or None, "title": decision.other_title},
        "undone": decision.undone.isoformat() if decision.undone else None,
        "lapsed": decision.lapsed.isoformat() if decision.lapsed else None,
    }


def state_of(decision: Decision) -> str:
    """What has become of a decision, in a word."""
    if decision.undone:
        return "undone"
    if decision.lapsed:
        return "decided anew"
    if not decision.stands:
        return "came apart"
    return "waits for you" if decision.is_open else "stands"


def sure(decision: Decision) -> str:
    """How sure a comparison was; keys and people are."""
    return "" if decision.probability is None else f"{decision.probability:.3f}"


def pair_meant(library: Library, words: tuple[str, ...]) -> tuple[str, str]:
    """The two papers that a person means: by a pair's id, or by the papers' own."""
    from harvestman.model import UsageError

    if len(words) == 2:
        return words[0], words[1]
    decision = library.merges.get(words[0]) if len(words) == 1 else None
    if decision is None or not decision.other:
        raise UsageError(
            "name a pair by its id (`harvestman merges doubtful` lists them) or give the ids of two papers"
        )
    return decision.one, decision.other


def search_after_a_harvest(library: Library) -> MergesFound:
    """Look for papers that are one among the new ones, as far as that takes no long time."""
    from harvestman.dedup import AFTER_A_HARVEST

    return search(library, limit=AFTER_A_HARVEST)


def search(library: Library, *, limit: int | None = None) -> MergesFound:
    """Look for papers that are one, with a bar for a person who is watching."""
    from harvestman.dedup import find_merges

    with _bar() as progress:
        return find_merges(library, limit=limit, progress=progress)


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
def _bar() -> Iterator[Progress | None]:
    if not sys.stderr.isatty():
        yield None
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, SpinnerColumn, TextColumn

    columns = (SpinnerColumn(), BarColumn(), MofNCompleteColumn(), TextColumn("{task.description}"))
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task("comparing papers", total=None)
        yield lambda done, left: bar.update(task, completed=done, total=done + left)
