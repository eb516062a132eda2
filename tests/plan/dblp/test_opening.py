"""Packed files by content, and every way in which they are broken."""

from __future__ import annotations

import bz2
import gzip
import lzma
from collections.abc import Callable
from pathlib import Path

import pytest
import zstandard

from harvestman.model import UsageError
from harvestman.plan.dblp import DblpTables
from harvestman.plan.dblp.opening import read_chunks

Write = Callable[..., Path]
Read = Callable[..., DblpTables]

PACK: dict[str, Callable[[bytes], bytes]] = {
    "gzip": gzip.compress,
    "bzip2": bz2.compress,
    "xz": lzma.compress,
    "zstd": zstandard.compress,
    "plain": bytes,
}


@pytest.mark.parametrize("kind", PACK)
def test_a_dump_is_known_by_its_bytes_whatever_its_name(
    kind: str, write: Write, read: Read
) -> None:
    path = write(name="dump.txt")
    expected = read(path).volumes
    path.write_bytes(PACK[kind](path.read_bytes()))
    assert read(path).volumes == expected


@pytest.mark.parametrize("kind", ["gzip", "bzip2", "xz", "zstd"])
def test_several_packed_parts_in_a_row_are_one_file(kind: str, tmp_path: Path) -> None:
    path = tmp_path / "parts"
    path.write_bytes(PACK[kind](b"one ") + PACK[kind](b"two"))
    assert b"".join(read_chunks(path)) == b"one two"


@pytest.mark.parametrize("kind", PACK)
@pytest.mark.parametrize("share", [0.3, 0.9, 0.999])
def test_a_cut_off_file_is_refused(kind: str, share: float, write: Write, read: Read) -> None:
    path = write()
    packed = PACK[kind](path.read_bytes())
    path.write_bytes(packed[: int(len(packed) * share)])
    with pytest.raises(UsageError, match=r"dblp\.xml: .*(cut off|corrupt|no <dblp>)"):
        read(path)


@pytest.mark.parametrize("kind", ["gzip", "bzip2", "xz"])
def test_a_flipped_bit_is_found(kind: str, write: Write, read: Read) -> None:
    path = write()
    packed = bytearray(PACK[kind](path.read_bytes()))
    packed[len(packed) // 2] ^= 0x10
    path.write_bytes(packed)
    with pytest.raises(UsageError, match=r"dblp\.xml: .*(cut off|corrupt|no well-formed|damaged)"):
        read(path)


def test_an_xz_file_cannot_ask_for_all_memory(tmp_path: Path) -> None:
    path = tmp_path / "greedy.xz"
    path.write_bytes(
        lzma.compress(
            b"x",
            filters=[
                {
                    "id": lzma.FILTER_LZMA2,
                    "dict_size": 1 << 29,
                    "mode": lzma.MODE_FAST,
                    "mf": lzma.MF_HC3,
                    "nice_len": 3,
                }
            ],
        )
    )
    with pytest.raises(UsageError, match="cannot be read"):
        list(read_chunks(path))


def test_a_missing_file_is_named(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match=r"nothing\.xml: cannot be read: No such file"):
        list(read_chunks(tmp_path / "nothing.xml"))
    with pytest.raises(UsageError, match="cannot be read"):
        list(read_chunks(tmp_path))
