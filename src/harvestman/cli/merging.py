"""What the verbs of merging share: a decision as JSON and in words, what a search came to, and its progress."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from harvestman.cli.printing import print_line
from harvestman.cli.progress import progress_bar

if TYPE_CHECKING:
    from harvestman.dedup import MergesFound, Progress
    from harvestman.store import Decision


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
