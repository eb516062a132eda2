"""What can be asked of a document by name. Ours and everybody else's are found the same way: the entry point `harvestman.extractors`.

An entry point names a class; called without arguments it gives an `Extractor`. Extractors run in the guarded child, after the
document was read. One that cannot be loaded, or fails, costs its own answer and nothing else.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from dataclasses import dataclass
from importlib.metadata import EntryPoint, entry_points
from mmap import mmap
from typing import Any, Protocol, runtime_checkable

from harvestman.model import Extraction, PluginError

GROUP = "harvestman.extractors"
ABOUT = "about"
"""The name of what is told of every document: status, language and category. No extractor may have it."""

CLAIMS = "claims"
"""The name under which the claims of a document's header are kept, from which its paper is made. No extractor may have it."""

_NAME = re.compile(r"[a-z][a-z0-9-]{0,39}")
_RESERVED = frozenset({ABOUT, CLAIMS, "file"})
_MAX_REASON = 300


@runtime_checkable
class Extractor(Protocol):
    """Makes one part of the answer. `name` is the last word of its address, the same as its entry point's name."""

    name: str
    version: str
    """Another version makes the part anew when it is next asked for."""
    sentence: str
    """What it tells, in one sentence, for the description of the service."""

    def extract(self, extraction: Extraction, data: bytes | mmap) -> Any:
        """Anything that JSON can hold: of the document as it was read, and of its bytes."""
        ...


class BrokenExtractor:
    """Stands in for an extractor that could not be loaded."""

    version = ""

    def __init__(self, name: str, reason: str) -> None:
        self.name = name
        self.reason = reason
        self.sentence = f"Not available: {reason}"

    def extract(self, extraction: Extraction, data: bytes | mmap) -> Any:
        """Says why it cannot."""
        raise PluginError(self.reason)


@dataclass(frozen=True, slots=True)
class Part:
    """What an extractor made: JSON, or the line that says why there is none."""

    name: str
    version: str
    json: str
    failure: str = ""


def load_extractors() -> tuple[Extractor, ...]:
    """All installed extractors by name, in the same order on every machine."""
    found: dict[str, Extractor] = {}
    for point in sorted(entry_points(group=GROUP), key=lambda point: (point.name, point.value)):
        if not _NAME.fullmatch(point.name) or point.name in _RESERVED:
            raise PluginError(
                f"The extractor {point.name!r} ({point.value}) cannot be called so: a name is small letters, digits "
                f"and hyphens, and not one of {', '.join(sorted(_RESERVED))}. Uninstall its package."
            )
        if point.name in found:
            raise PluginError(
                f"Two plug-ins call themselves the extractor {point.name!r}. Uninstall one of them."
            )
        found[point.name] = _load(point)
    return tuple(found.values())


def run_extractors(
    extractors: Iterable[Extractor], extraction: Extraction, data: bytes | mmap
) -> list[Part]:
    """What each of them makes of a document."""
    return [_run(extractor, extraction, data) for extractor in extractors]


def _run(extractor: Extractor, extraction: Extraction, data: bytes | mmap) -> Part:
    try:
        made = extractor.extract(extraction, data)
        written = json.dumps(made, ensure_ascii=False, separators=(",", ":"), allow_nan=False)
        written.encode()  # half surrogates cannot be sent
    except Exception as error:  # noqa: BLE001 - a plug-in's code may fail in any way, and must not take the rest along
        reason = f"{type(error).__name__}: {error}"[:_MAX_REASON]
        return Part(extractor.name, extractor.version, "null", failure=reason)
    return Part(extractor.name, extractor.version, written)


def _load(point: EntryPoint) -> Extractor:
    package = f" of the package {point.dist.name} {point.dist.version}" if point.dist else ""
    plugin = f"the extractor {point.name}{package} ({point.value})"
    try:
        extractor = point.load()()
    except Exception as error:  # noqa: BLE001 - as above
        return BrokenExtractor(
            point.name,
            f"{plugin} cannot be loaded: {type(error).__name__}: {error}; repair or uninstall it",
        )
    if not isinstance(extractor, Extractor) or not callable(extractor.extract):
        return BrokenExtractor(
            point.name,
            f"{plugin} has no name, version, sentence or extract; see docs/plugin-extractor.md",
        )
    if extractor.name != point.name:
        return BrokenExtractor(
            point.name, f"{plugin} calls itself {extractor.name!r}: the two names must be the same"
        )
    return extractor
