"""The documents that a person names: files, folders with all that is in them, standard input."""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path

from harvestman.model import UsageError

STDIN = "-"


@dataclass(frozen=True, slots=True)
class Given:
    """One document."""

    name: str
    """The path as it was given, or as it follows from the folder that was; `-` for standard input."""
    path: Path
    inside: Path
    """The path below the folder that was given; for a file its name."""
    number: int = 0
    """Its place among all that were given: the same file may be given twice."""


def given_documents(inputs: Iterable[str], scratch: Path) -> list[Given]:
    """Everything that the inputs name, in order, folders in the order of their names; UsageError for what is not there.

    Standard input is put into a file in `scratch`. Hidden files and folders, and links to folders, are passed over when a folder
    is walked; pipes, devices and links that lead nowhere are given, so that each gets its line.
    """
    found: list[Given] = []
    words = list(inputs)
    if words.count(STDIN) > 1:
        raise UsageError("standard input can be given once only")
    for word in words:
        path = Path(word)
        if word == STDIN:
            found.append(Given(STDIN, _kept_input(scratch), Path("standard-input")))
        elif path.is_dir():
            found += _walk(path)
        elif path.exists():
            found.append(Given(word, path, Path(path.name)))
        else:
            raise UsageError(f"{word!r} is not there; give files, folders or - for standard input")
    return [replace(one, number=number) for number, one in enumerate(found)]


def _walk(folder: Path) -> Iterator[Given]:
    for place, folders, names in os.walk(folder):
        folders[:] = sorted(name for name in folders if not name.startswith("."))
        for name in sorted(names):
            path = Path(place) / name
            if not name.startswith(".") and not path.is_dir():
                yield Given(str(path), path, path.relative_to(folder))


def _kept_input(scratch: Path) -> Path:
    path = scratch / "standard-input"
    with path.open("xb") as stream:
        shutil.copyfileobj(sys.stdin.buffer, stream)
    return path
