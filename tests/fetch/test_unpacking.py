from __future__ import annotations

import gzip
import zlib
from collections.abc import Callable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from harvestman.fetch.transport import Failure
from harvestman.fetch.unpacking import Unpacker
from harvestman.model import Status


def raw_deflate(data: bytes) -> bytes:
    packer = zlib.compressobj(wbits=-zlib.MAX_WBITS)
    return packer.compress(data) + packer.flush()


PACKERS: dict[str, Callable[[bytes], bytes]] = {
    "": bytes,
    "identity": bytes,
    "utf-8, none": bytes,  # mistakes of real servers
    "gzip": gzip.compress,
    "x-gzip": gzip.compress,
    "GZIP": gzip.compress,
    "deflate": zlib.compress,
    "deflate ": raw_deflate,
    "gzip, gzip": lambda data: gzip.compress(gzip.compress(data)),
    "deflate, gzip": lambda data: gzip.compress(zlib.compress(data)),
}


def unpack(encoding: str, packed: bytes, *, step: int = 100, limit: int = 10**6) -> bytes:
    unpacker = Unpacker(encoding, limit_bytes=limit)
    pieces = [
        piece
        for at in range(0, len(packed), step)
        for piece in unpacker.feed(packed[at : at + step])
    ]
    unpacker.end()
    return b"".join(pieces)


@pytest.mark.parametrize("encoding", PACKERS)
@given(data=st.binary(max_size=300), times=st.sampled_from([1, 1000]), step=st.integers(1, 5000))
@settings(max_examples=25, deadline=None)
def test_unpacking_undoes_packing(encoding: str, data: bytes, times: int, step: int) -> None:
    assert unpack(encoding, PACKERS[encoding](data * times), step=step) == data * times


def test_all_members_of_a_gzip_stream_are_read() -> None:
    packed = gzip.compress(b"one ") + gzip.compress(b"") + gzip.compress(b"two")
    for step in (1, 7, 1000):
        assert unpack("gzip", packed, step=step) == b"one two"


@pytest.mark.parametrize("step", [1, 1000])
def test_padding_after_the_end_is_ignored(step: int) -> None:
    assert unpack("gzip", gzip.compress(b"one") + b"\0" * 50, step=step) == b"one"
    assert unpack("deflate", zlib.compress(b"one") + b"junk", step=step) == b"one"


def test_an_empty_body_is_empty_in_every_encoding() -> None:
    assert unpack("gzip", b"") == b""


BROKEN = {
    "plain text": ("gzip", b"plain text"),
    "cut off": ("gzip", gzip.compress(b"long enough" * 50)[:-9]),
    "wrong checksum": ("gzip", gzip.compress(b"checksum")[:-8] + b"\0" * 8),
    "no deflate": ("deflate", b"\xff\xff\xff plain"),
    "brotli": ("br", b"\x0b\x02\x80hello\x03"),
    "zstandard": ("zstd", b""),
    "brotli around gzip": ("gzip, br", b""),
    "four layers": ("gzip, gzip, gzip, gzip", b""),
    "ten thousand layers": ("gzip," * 10_000, b""),
    "five thousand parts": ("gzip", gzip.compress(b"") * 5000),
}


@pytest.mark.parametrize("case", BROKEN)
def test_what_cannot_be_unpacked_is_a_bad_response(case: str) -> None:
    with pytest.raises(Failure) as ended:
        unpack(*BROKEN[case])
    assert ended.value.status is Status.BAD_RESPONSE


def test_the_limit_holds_to_the_byte() -> None:
    packed = gzip.compress(b"x" * 1000)
    assert len(unpack("gzip", packed, limit=1000)) == 1000
    with pytest.raises(Failure) as ended:
        unpack("gzip", packed, limit=999)
    assert ended.value.status is Status.TOO_LARGE


def test_a_bomb_inside_a_bomb_stops_at_the_inner_one() -> None:
    # The outer stream unpacks to many small bytes of nothing: each layer has the limit, not only the last.
    inner = gzip.compress(b"") * 900 + b"\0" * 3_000_000
    with pytest.raises(Failure) as ended:
        unpack("gzip, gzip", gzip.compress(inner), limit=100_000)
    assert ended.value.status is Status.TOO_LARGE
