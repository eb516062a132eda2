"""A fingerprint: what is kept of a document's text so that its copies are recognised. Half a kilobyte and its title.

`simhash` tells at once whether two texts are nearly the same word for word. `sketch` tells how much two texts share, also
when one has a cover page more, lost its end or was revised; `bands` are those of its values by which such texts find each
other. `notation` does the same for what the others leave out: numbers and single letters, which is all that two sheets of
formulas with the same prose differ in.
"""

from __future__ import annotations

import struct
from dataclasses import dataclass
from hashlib import blake2b
from typing import Self

SKETCH_BINS, BAND_BINS, NOTATION_BINS = 128, 16, 64
SKETCH_BYTES, BAND_BYTES, NOTATION_BYTES = 2 * SKETCH_BINS, 4 * BAND_BINS, 2 * NOTATION_BINS
PACKED_BYTES = BAND_BYTES + SKETCH_BYTES + SKETCH_BINS + NOTATION_BYTES
"""Of `Fingerprint.packed`."""

LEAST_SHINGLES = 24
"""A text with fewer says too little to be compared with others."""

_HEAD = struct.Struct("<BQII")
_VERSION = 1
_BANDS = struct.Struct(f"<{BAND_BINS}I")


@dataclass(frozen=True, slots=True)
class Fingerprint:
    """The fingerprint of one document's text."""

    simhash: int
    """64 bits; texts that are nearly the same differ in few of them."""
    words: int
    """How many words the text has that count."""
    shingles: int
    """How many different runs of three words."""
    bands: bytes
    """The smallest hash of each sixteenth of all hashes, four bytes each, 0 for none: by these the text is found."""
    sketch: bytes
    """The smallest hash of each of many bins, two bytes each: by these the overlap is told."""
    positions: bytes
    """Where in the text each value of the sketch comes from, in 255ths of its length."""
    notation: bytes
    """As the sketch, of numbers and single letters."""
    title: str = ""
    """Its title, folded to words; "" when it is not known."""

    @property
    def is_telling(self) -> bool:
        """Whether the text is long enough to be compared with others."""
        return self.shingles >= LEAST_SHINGLES

    @property
    def band_values(self) -> tuple[int, ...]:
        """The bands as numbers."""
        return _BANDS.unpack(self.bands)

    @property
    def packed(self) -> bytes:
        """All hashes but the simhash in one row of bytes, of the same length for all documents."""
        return self.bands + self.sketch + self.positions + self.notation

    @classmethod
    def unpacked(
        cls, packed: bytes, *, simhash: int, words: int, shingles: int, title: str
    ) -> Self:
        """The fingerprint with these `packed` bytes; ValueError when there are too few or too many."""
        if len(packed) != PACKED_BYTES:
            raise ValueError("these bytes are no fingerprint")
        bands, sketch, positions, notation = cut_packed(packed)
        return cls(simhash, words, shingles, bands, sketch, positions, notation, title)

    def to_bytes(self) -> bytes:
        """The whole fingerprint as bytes."""
        head = _HEAD.pack(_VERSION, self.simhash, self.words, self.shingles)
        return head + self.packed + self.title.encode("utf-8", "replace")

    @classmethod
    def from_bytes(cls, data: bytes) -> Self:
        """What `to_bytes` wrote; ValueError for anything else."""
        if len(data) < _HEAD.size + PACKED_BYTES or data[0] != _VERSION:
            raise ValueError("these bytes are no fingerprint")
        _, simhash, words, shingles = _HEAD.unpack_from(data)
        end = _HEAD.size + PACKED_BYTES
        return cls.unpacked(
            data[_HEAD.size : end],
            simhash=simhash,
            words=words,
            shingles=shingles,
            title=data[end:].decode("utf-8", "replace"),
        )


def title_mark(title: str) -> int:
    """A number of 64 bits that stands for a folded title, so that the same ones are told without having them; 0 for none."""
    return int.from_bytes(blake2b(title.encode(), digest_size=8).digest(), "little") if title else 0


def cut_packed(packed: bytes) -> tuple[bytes, bytes, bytes, bytes]:
    """The bands, sketch, positions and notation of `packed` bytes."""
    one, two = BAND_BYTES, BAND_BYTES + SKETCH_BYTES
    three = two + SKETCH_BINS
    return packed[:one], packed[one:two], packed[two:three], packed[three:]
