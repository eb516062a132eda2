"""How the answers of extractors are kept: each part as compressed JSON, and one part, `about`, that says how it went."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from typing import Any

import zstandard

import harvestman
from harvestman.documents import ABOUT
from harvestman.model import Extraction, Plain, Status, extraction_from_plain
from harvestman.store import KeptPart

PARTS_OF_EXTRACTION = ("header", "citations", "body", "text", "keywords")
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


def unpack_json(value: bytes) -> bytes:
    """The JSON of a kept part, still as text."""
    return zstandard.ZstdDecompressor().decompress(value, max_output_size=_MAX_PART)


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


def unpack_extraction(parts: dict[str, KeptPart]) -> Extraction:
    """The document as it was read, without its evidence, and with keywords only if it prints them.

    So the same file has the same header, whether all of it was read or only its first pages.
    """
    plain = unpack_about(parts[ABOUT]).to_plain()
    for name in PARTS_OF_EXTRACTION:
        if name in parts:
            plain[name] = json.loads(unpack_json(parts[name].value))
    if plain.pop("keywords", {}).get("origin") == "found":
        plain["header"]["keywords"] = []
    return extraction_from_plain(plain)
