"""Writing a file whole or not at all: what is there under its name is never half of it."""

from __future__ import annotations

import os
import secrets
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from stat import S_IMODE
from typing import BinaryIO

from harvestman.model import UsageError


def write_whole(path: Path, pieces: Iterable[bytes]) -> None:
    """Write a file beside its place and move it there; UsageError when that cannot be done."""
    try:
        with whole_file(path) as stream:
            stream.writelines(pieces)
            stream.flush()
            os.fsync(stream.fileno())
    except OSError as error:
        raise UsageError(
            f"{path} cannot be written: {error.strerror}; choose another place"
        ) from None


@contextmanager
def whole_file(path: Path) -> Iterator[BinaryIO]:
    """A file to write to, moved to its place at the end of the block; an error in the block leaves what was there.

    Who may read it is as if it had been opened for writing in its place: an existing file keeps its mode, a new one gets what the
    umask leaves (tempfile would make it the writer's own).
    """
    half = path.with_name(f".half-{secrets.token_hex(6)}")
    with half.open("xb") as stream:
        try:
            yield stream
            stream.close()
            if path.exists():
                half.chmod(S_IMODE(path.stat().st_mode))
            half.replace(path)
        except BaseException:
            half.unlink(missing_ok=True)
            raise
