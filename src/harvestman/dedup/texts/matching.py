"""What the backends have in common: a match, the index that finds it, the answers that are kept, and the two together.

Keys are the sha256 of a document's bytes in hex: that the very same bytes were there before is seen from the key alone.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Literal, Protocol

from harvestman.dedup.texts.fingerprints import Fingerprint
from harvestman.model import UsageError

DISTANCE = 3
"""Bits in which two simhashes may differ, unless told otherwise."""

_KEY = re.compile(r"[0-9a-f]{64}")


@dataclass(frozen=True, slots=True)
class Match:
    """A document that is the same as the one asked for."""

    key: str
    """The sha256 of its bytes."""
    distance: int
    """In how many bits of 64 the simhashes differ."""
    overlap: float
    """The estimated share of the shorter text that is also in the other."""
    reason: str
    """Why the two are called one, in words."""


class Index(Protocol):
    """Finds documents that are the same as a given one."""

    def find(self, fp: Fingerprint, *, within: int | None = None) -> Match | None:
        """The best match; `within` narrows the distance of simhashes below the index's own."""
        ...

    def find_many(
        self, fps: Sequence[Fingerprint], *, within: int | None = None
    ) -> list[Match | None]:
        """The best match of each, for less than many single look-ups."""
        ...

    def add(self, key: str, fp: Fingerprint) -> None:
        """Make a document known."""
        ...

    def add_many(self, pairs: Iterable[tuple[str, Fingerprint]]) -> None:
        """Make many documents known."""
        ...

    def follow(self) -> None:
        """Take in what was written to the library's fingerprints by others, soon."""
        ...

    def discard(self, key: str) -> None:
        """Forget a document, if it is known."""
        ...

    def close(self) -> None:
        """Let go of what the index holds."""
        ...


class Answers(Protocol):
    """What was extracted from documents, kept for their duplicates."""

    def get(self, key: str, part: str) -> bytes | None:
        """What is kept of a document under that name."""
        ...

    def put(self, key: str, part: str, value: bytes) -> None:
        """Keep a part; a later one takes the place of an earlier one."""
        ...

    def discard(self, key: str) -> None:
        """Forget all parts of a document."""
        ...


@dataclass(frozen=True, slots=True)
class State:
    """How a backend is doing."""

    status: Literal["ok", "degraded"]
    detail: str = ""
    """One line for a person when it is not ok."""


@dataclass(frozen=True, slots=True)
class Dedup:
    """One backend: its index, its answers, and how it is doing."""

    index: Index
    answers: Answers | None
    """None where the library, which keeps all answers, is as quick as the backend would be."""
    state: Callable[[], State]
    close: Callable[[], None]


def key_bytes(key: str) -> bytes:
    """The 32 bytes of a key; UsageError for what is no sha256 in hex."""
    if not _KEY.fullmatch(key):
        raise UsageError(
            f"{key[:80]!r} is no key of a document: give the sha256 of its bytes in hex"
        )
    return bytes.fromhex(key)


def chosen_distance(within: int | None, most: int) -> int:
    """The distance to look within; UsageError when the index was not made for so much."""
    if within is None:
        return most
    if not 0 <= within <= most:
        raise UsageError(
            f"This index finds within {most} bits (setting dedup_distance), not {within}."
        )
    return within
