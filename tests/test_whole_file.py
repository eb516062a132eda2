"""Files that are written whole or not at all."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from harvestman.model import UsageError
from harvestman.whole_file import write_whole


@pytest.fixture
def umask() -> Iterator[None]:
    """Files that a group may write and others may read."""
    before = os.umask(0o002)
    yield
    os.umask(before)


@pytest.mark.skipif(sys.platform == "win32", reason="files have no such modes there")
@pytest.mark.usefixtures("umask")
def test_who_may_read_a_file_is_as_if_it_had_been_opened_in_its_place(tmp_path: Path) -> None:
    new, shared, own = (tmp_path / name for name in ("new", "shared", "own"))
    shared.touch(0o644)
    own.touch(0o600)
    for path in (new, shared, own):
        write_whole(path, [b"all ", b"of it"])
        assert path.read_bytes() == b"all of it"
    assert [path.stat().st_mode & 0o777 for path in (new, shared, own)] == [0o664, 0o644, 0o600]


def test_an_error_on_the_way_leaves_what_was_there(tmp_path: Path) -> None:
    path = tmp_path / "file"
    path.write_bytes(b"before")

    def pieces() -> Iterator[bytes]:
        yield b"half"
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        write_whole(path, pieces())
    assert path.read_bytes() == b"before"
    assert os.listdir(tmp_path) == ["file"]


def test_a_place_that_cannot_be_written_is_told(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="choose another place"):
        write_whole(tmp_path / "nowhere" / "file", [])
