"""Training of all models that read documents, each by its own teacher, from one folder of data."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path

from harvestman.documents import kinds
from harvestman.learn.documents_header import teach_header
from harvestman.learn.documents_kinds import teach_kinds
from harvestman.learn.documents_structure import learn as teach_structure
from harvestman.learn.references import learn as teach_references
from harvestman.model import UsageError

Say = Callable[[str], None]


def learn_documents(data: Path, which: str, *, say: Say) -> tuple[str, ...]:
    """Train one kind of models, or all; the names of those that were trained."""
    for folder in ("pdf", "refs"):
        if not (data / folder).is_dir():
            raise UsageError(f"{data} has no folder {folder}: it must hold pdf and refs")
    chosen = tuple(TEACHERS) if which == "all" else (which,)
    for name in chosen:
        say(f"{name} …")
        TEACHERS[name](data, say)
    return chosen


def _header(data: Path, say: Say) -> None:
    say(f"bytes: {teach_header(data, say=say)}")


def _references(data: Path, say: Say) -> None:
    teach_references(data, say=say)


def _structure(data: Path, say: Say) -> None:
    teach_structure(data, say=say)


def _kinds(data: Path, say: Say) -> None:
    say(f"figures: {teach_kinds(data / 'pdf', Path(kinds.__path__[0]) / 'models')}")


TEACHERS: Mapping[str, Callable[[Path, Say], None]] = {
    "header": _header,
    "references": _references,
    "structure": _structure,
    "kinds": _kinds,
}
"""What can be trained, in the order in which it is."""
