"""Training of all models that read documents, each by its own teacher, from documents with gold and from labelled texts."""

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


def learn_documents(which: str, *, documents: Path, texts: Path, say: Say) -> tuple[str, ...]:
    """Train one kind of models, or all; the names of those that were trained."""
    if not (documents / "gold.jsonl").is_file():
        raise UsageError(f"{documents} has no gold.jsonl: it must hold documents with their gold")
    chosen = tuple(TEACHERS) if which == "all" else (which,)
    for name in chosen:
        say(f"{name} …")
        TEACHERS[name](documents, texts, say)
    return chosen


def _header(documents: Path, texts: Path, say: Say) -> None:
    say(f"bytes: {teach_header(documents, texts, say=say)}")


def _references(_documents: Path, texts: Path, say: Say) -> None:
    teach_references(texts, say=say)


def _structure(documents: Path, texts: Path, say: Say) -> None:
    teach_structure(documents, texts, say=say)


def _kinds(documents: Path, _texts: Path, say: Say) -> None:
    say(f"figures: {teach_kinds(documents, Path(kinds.__path__[0]) / 'models')}")


TEACHERS: Mapping[str, Callable[[Path, Path, Say], None]] = {
    "header": _header,
    "references": _references,
    "structure": _structure,
    "kinds": _kinds,
}
"""What can be trained, in the order in which it is."""
