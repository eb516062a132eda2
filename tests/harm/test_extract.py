"""Hostile files among honest ones: each costs its own status, and the honest ones are read."""

from __future__ import annotations

import gzip
import json
import zlib
from pathlib import Path

import pytest

from commands import Commands
from documents.sample import PAPER
from world.pdf import make_pdf

BOMB_BYTES = 300_000_000


def gzip_bomb() -> bytes:
    """300 MB of blanks in 300 kB."""
    packer = zlib.compressobj(9, zlib.DEFLATED, 31)
    block = b" " * 10_000_000
    pieces = [packer.compress(block) for _ in range(BOMB_BYTES // len(block))]
    return b"".join([*pieces, packer.flush()])


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    place = tmp_path / "files"
    place.mkdir()
    honest = make_pdf(PAPER)
    (place / "a-honest.pdf").write_bytes(honest)
    (place / "b-bomb.txt.gz").write_bytes(gzip_bomb())
    with (place / "c-huge.pdf").open("wb") as stream:
        stream.write(b"%PDF-1.4\n")
        stream.truncate(600_000_000)  # takes no room on the disk
    (place / "d-noise.pdf").write_bytes(b"%PDF-1.7\n" + bytes(range(256)) * 400)
    (place / "e-cut.pdf").write_bytes(honest[: len(honest) // 3])
    (place / "f-packed.pdf.gz").write_bytes(gzip.compress(honest))
    (place / "g-misnamed.docx").write_bytes(honest)
    (place / "h-program").write_bytes(b"\x7fELF" + b"\0" * 5_000)
    (place / "i-device.pdf").symlink_to("/dev/zero")
    (place / "z-honest.pdf").write_bytes(honest)
    return place


def test_hostile_files_harm_nobody(tmp_path: Path, folder: Path) -> None:
    commands = Commands(tmp_path)
    done = commands.run("extract", "files", "--only", "header", "--workers", "2")
    assert done.returncode == 1
    assert "Traceback" not in done.stderr
    told = [json.loads(line) for line in done.stdout.splitlines()]
    statuses = {Path(one["file"]).name[0]: one["status"] for one in told}
    titles = {Path(one["file"]).name[0]: one["header"]["title"] for one in told}
    for honest in "afgz":
        assert statuses[honest] == "success"
        assert titles[honest] == PAPER.title
    assert statuses["b"] == "too-large"
    assert statuses["c"] == "too-large"
    assert statuses["d"] == "bad-file"
    assert statuses["h"] == "unknown-format"
    assert statuses["i"] == "bad-file"
    assert statuses["e"] in ("bad-file", "success", "no-metadata")  # what is left of it may be read
    for name in ("b-bomb", "c-huge", "d-noise", "h-program", "i-device"):
        assert name in done.stderr


def test_a_file_that_takes_too_long_is_given_up(tmp_path: Path, folder: Path) -> None:
    commands = Commands(tmp_path, more={"EXTRACT_TIMEOUT": "0.1"})
    (folder / "slow.txt").write_bytes(b"A. Ruiz. A title. 2019.\n" * 400_000)
    done = commands.run("extract", "files/slow.txt", "--only", "citations,body")
    assert json.loads(done.stdout)["status"] == "timeout"
    assert "extract_timeout" in done.stderr
