"""Writing a file whole or not at all: what is there under its name is never half of it."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterable
from pathlib import Path

from harvestman.model import UsageError


def write_whole(path: Path, pieces: Iterable[bytes]) -> None:
    """Write a file beside its place and move it there; UsageError when that cannot be done."""
    try:
        with tempfile.NamedTemporaryFile(
            dir=path.parent, prefix=f".{path.name}.", delete=False
        ) as stream:
            try:
                stream.writelines(pieces)
                stream.flush()
                os.fsync(stream.fileno())
                os.replace(stream.name, path)
            except BaseException:
                Path(stream.name).unlink(missing_ok=True)
                raise
    except OSError as error:
        raise UsageError(
            f"{path} cannot be written: {error.strerror}; choose another place"
        ) from None
