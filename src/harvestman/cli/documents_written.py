"""Where results of `extract` go: a table for a person, standard output, or one file a document in a folder."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable
from pathlib import Path
from typing import Protocol

from harvestman.cli.documents_given import Given
from harvestman.cli.printing import print_json, print_line, print_piece, print_table
from harvestman.model import Extraction, UsageError
from harvestman.whole_file import whole_file

_UNSAFE = re.compile(r"[\x00-\x1f\x7f/\\:*?\"<>|\ud800-\udfff]")
_MAX_NAME = 120  # bytes before the ending: with it, and the mark of a half-written file, every file system takes it

Writer = Callable[[Given, Extraction], str]
"""How one document is written."""


class Sink(Protocol):
    """Takes results, in the order of the inputs."""

    def left(self, documents: list[Given]) -> list[Given]:
        """Those of the documents that are to be read."""
        ...

    def take(self, given: Given, extraction: Extraction) -> None:
        """One result."""
        ...

    def close(self) -> None:
        """There are no more."""
        ...


class TableSink:
    """A table at the end."""

    def __init__(self) -> None:
        self._rows: list[tuple[object, ...]] = []

    def left(self, documents: list[Given]) -> list[Given]:
        """All of them."""
        return documents

    def take(self, given: Given, extraction: Extraction) -> None:
        """A row."""
        authors = "; ".join(author.name for author in extraction.header.authors)
        self._rows.append(
            (
                given.name,
                extraction.status,
                extraction.category or "",
                extraction.language,
                extraction.header.title,
                authors,
                len(extraction.citations) or "",
            )
        )

    def close(self) -> None:
        """Print the table."""
        if self._rows:
            columns = ("file", "status", "kind", "language", "title", "authors", "citations")
            print_table(columns, self._rows, wide=("file", "title", "authors"))


class StreamSink:
    """Standard output, each result as it comes. Formats that cannot tell a failure leave failed documents out."""

    def __init__(self, writer: Writer, *, with_failures: bool) -> None:
        self._writer = writer
        self._with_failures = with_failures

    def left(self, documents: list[Given]) -> list[Given]:
        """All of them."""
        return documents

    def take(self, given: Given, extraction: Extraction) -> None:
        """Print it."""
        if extraction.is_read or self._with_failures:
            print_piece(self._writer(given, extraction))

    def close(self) -> None:
        """Nothing is left to say."""


class FolderSink:
    """One file a document; what was done is told on standard output."""

    def __init__(
        self, folder: Path, ending: str, writer: Writer, *, again: bool, as_json: bool
    ) -> None:
        self._folder = folder
        self._names = OutputNames(folder, ending)
        self._writer = writer
        self._again = again
        self._as_json = as_json
        self._paths: dict[Given, Path] = {}
        self._written = self._passed = 0

    def left(self, documents: list[Given]) -> list[Given]:
        """Those that have no result yet, or one that is older than they are."""
        try:
            self._folder.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise _unwritable(self._folder, error) from None
        left = []
        for given in documents:
            path = self._paths[given] = self._names.name(given)
            if self._again or not _is_newer(path, given.path):
                left.append(given)
        self._passed = len(documents) - len(left)
        return left

    def take(self, given: Given, extraction: Extraction) -> None:
        """Write it; of a document that was not read nothing is written, so that the next run tries it again."""
        path = self._paths[given] if extraction.is_read else None
        if path is not None:
            try:
                _write(path, self._writer(given, extraction))
            except OSError as error:
                raise _unwritable(path, error) from None
            self._written += 1
        if self._as_json:
            out = str(path) if path else None
            print_json({"file": given.name, "status": str(extraction.status), "out": out})

    def close(self) -> None:
        """Say what was written."""
        if not self._as_json:
            passed = (
                f"; {self._passed} were there already (--again reads them)" if self._passed else ""
            )
            print_line(f"{self._written} results written to {self._folder}{passed}.")


def _unwritable(path: Path, error: OSError) -> UsageError:
    return UsageError(f"{path} cannot be written: {error.strerror}; choose another --out")


def _is_newer(result: Path, source: Path) -> bool:
    try:
        return result.stat().st_mtime_ns >= source.stat().st_mtime_ns
    except OSError:
        return False


class OutputNames:
    """A path below the output folder for each document: the same for the same words, and no two alike."""

    def __init__(self, folder: Path, ending: str) -> None:
        self._folder = folder
        self._ending = ending
        self._taken: set[str] = set()

    def name(self, given: Given) -> Path:
        """Where the result of this document goes."""
        parts = [_safe(part) for part in given.inside.parts]
        number = 1
        while True:
            last = parts[-1] if number == 1 else f"{parts[-1]}-{number}"
            path = self._folder.joinpath(*parts[:-1], last + self._ending)
            key = str(path).casefold()  # file systems may not tell capitals apart
            if key not in self._taken:
                self._taken.add(key)
                return path
            number += 1


def _safe(part: str) -> str:
    """A name that stays within its folder and can be written anywhere; changed ones carry a mark of the original."""
    plain = _UNSAFE.sub("_", part).lstrip(".").rstrip(". ") or "document"
    if len(plain.encode()) > _MAX_NAME:
        plain = plain.encode()[:_MAX_NAME].decode(errors="ignore")
    if plain == part:
        return part
    mark = hashlib.sha256(part.encode(errors="surrogatepass")).hexdigest()[:8]
    return f"{plain}-{mark}"


def _write(path: Path, text: str) -> None:
    """Write a file so that it is there whole or not at all."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with whole_file(path) as stream:
        stream.write(text.encode(errors="replace"))
