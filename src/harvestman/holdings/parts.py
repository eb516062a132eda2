"""How what was read from a file is kept: each part as compressed JSON. `about` says how the reading went, `claims` what the header
says of the paper that the file is; the others are what the extractors made.
"""

from __future__ import annotations

import json
import threading
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

import zstandard

import harvestman
from harvestman.documents import ABOUT
from harvestman.model import (
    Claim,
    Extraction,
    Plain,
    Status,
    claim_from_plain,
    claim_to_plain,
    extraction_from_plain,
)
from harvestman.store import KeptPart

HEADER = "header"
PARTS_OF_EXTRACTION = (HEADER, "citations", "body", "text", "keywords")
"""The parts from which an `Extraction` is put together again; the last one tells where its keywords are from."""

_LEVEL = 3  # zstd's own default
_MAX_PART = 256 * 1024 * 1024


@dataclass(frozen=True, slots=True)
class About:
    """How the reading of a document went."""

    status: Status
    detail: str = ""
    recognised: bool = False
    language: str = ""
    category: str = ""
    failures: dict[str, tuple[str, str]] = field(default_factory=dict)
    """Extractors that failed: by name, their version and why."""
    words: int = 0
    """How many words its fingerprint counts; 0 when it has none."""

    @property
    def is_read(self) -> bool:
        """Whether the document's text was read, if only from pictures of its pages."""
        return self.status.is_read or self.recognised

    def to_plain(self) -> Plain:
        """As it is told and kept."""
        return {
            "status": str(self.status),
            "detail": self.detail,
            "recognised": self.recognised,
            "language": self.language or None,
            "category": self.category or None,
        }


def pack_json(text: str) -> bytes:
    """JSON as it is kept."""
    return zstandard.ZstdCompressor(level=_LEVEL, write_content_size=True).compress(text.encode())


class _Decompressor(threading.local):
    """A thread's own: making one takes six times as long as unpacking a small part."""

    def __init__(self) -> None:
        self.own = zstandard.ZstdDecompressor()


_decompressor = _Decompressor()


def unpack_json(value: bytes) -> bytes:
    """The JSON of a kept part, still as text."""
    return _decompressor.own.decompress(value, max_output_size=_MAX_PART)


def pack_about(about: About) -> KeptPart:
    """The part `about`."""
    plain = about.to_plain() | {"failures": about.failures, "words": about.words}
    return KeptPart(pack_json(json.dumps(plain)), harvestman.__version__)


def unpack_about(part: KeptPart) -> About:
    """What `pack_about` packed."""
    plain: dict[str, Any] = json.loads(unpack_json(part.value))
    return About(
        Status(plain["status"]),
        plain["detail"],
        recognised=plain["recognised"],
        language=plain["language"] or "",
        category=plain["category"] or "",
        failures={name: (one[0], one[1]) for name, one in plain["failures"].items()},
        words=plain.get("words", 0),
    )


def pack_claims(claims: Iterable[Claim]) -> KeptPart:
    """The part `claims`."""
    plain = [claim_to_plain(claim) | {"subject": claim.subject} for claim in claims]
    return KeptPart(pack_json(json.dumps(plain, ensure_ascii=False)), harvestman.__version__)


def unpack_claims(part: KeptPart) -> tuple[Claim, ...]:
    """What `pack_claims` packed."""
    return tuple(claim_from_plain(plain) for plain in json.loads(unpack_json(part.value)))


def unpack_extraction(parts: Mapping[str, KeptPart], *, is_whole: bool = False) -> Extraction:
    """The document as it was read, without its evidence, and unless it is wanted whole, with keywords only if it prints them.

    So the same file has the same header as when only its first pages are read.
    """
    plain = unpack_about(parts[ABOUT]).to_plain()
    for name in PARTS_OF_EXTRACTION:
        if name in parts:
            plain[name] = json.loads(unpack_json(parts[name].value))
    if plain.pop("keywords", {}).get("origin") == "found" and not is_whole:
        plain["header"]["keywords"] = []
    return extraction_from_plain(plain)
