"""A file as it arrives: bytes, a path or a file that was looked at, checked before anything is made of it."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from harvestman.holdings.files import SourceFile, source_file
from harvestman.holdings.held import Held
from harvestman.model import Status


@contextmanager
def at_hand(
    source: bytes | Path | SourceFile, name: str, *, max_bytes: int
) -> Iterator[SourceFile | Held]:
    """A file to work with; or why there is none."""
    if isinstance(source, SourceFile):
        yield source
    elif isinstance(source, bytes):
        with tempfile.NamedTemporaryFile(prefix="harvestman-") as copy:
            copy.write(source)
            copy.flush()
            yield _checked(Path(copy.name), name or "document", max_bytes)
    else:
        yield _checked(source, name or source.name, max_bytes)


def _checked(path: Path, name: str, max_bytes: int) -> SourceFile | Held:
    try:
        size = path.stat().st_size
        if size > max_bytes:
            detail = f"it has {size / 1e6:,.1f} MB, more than max_file ({max_bytes / 1e6:,.1f} MB)"
            return Held(Status.TOO_LARGE, detail)
        file = source_file(path, name=name)
    except ValueError as error:
        return Held(Status.BAD_FILE, str(error))
    except OSError as error:
        return Held(Status.BAD_FILE, f"it cannot be opened: {error.strerror}")
    if not file.size_bytes:
        return Held(Status.EMPTY, "it has no bytes", file.digest)
    if not file.media_type:
        return Held(Status.UNKNOWN_FORMAT, Status.UNKNOWN_FORMAT.meaning, file.digest)
    return file
