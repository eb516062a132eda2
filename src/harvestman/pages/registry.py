"""Which readers are installed. Ours and everybody else's are found the same way: by the entry point `harvestman.readers`.

An entry point names a class; called without arguments it gives a `Reader`. One that cannot be loaded is kept as a
`BrokenReader`, which says so on every page it is asked about, instead of stopping the others.
"""

from __future__ import annotations

from collections.abc import Iterable
from importlib.metadata import EntryPoint, entry_points
from typing import Final

from harvestman.model import Authority, PluginError
from harvestman.pages.findings import Finding, Reader
from harvestman.pages.source import Source

GROUP: Final = "harvestman.readers"


class BrokenReader:
    """Stands in for a reader that could not be loaded."""

    version = ""
    authority = Authority.EMBEDDED  # asked on every page, so that its absence is noticed

    def __init__(self, name: str, reason: str) -> None:
        self.name = name
        self.reason = reason

    def match(self, source: Source) -> bool:
        """Always, so that its absence is noticed."""
        return True

    def read(self, source: Source) -> Iterable[Finding]:
        """Says why it cannot read."""
        raise PluginError(self.reason)


def load_readers() -> tuple[Reader, ...]:
    """All installed readers, the surest first, in the same order on every machine."""
    readers = [_load(point) for point in entry_points(group=GROUP)]
    return tuple(sorted(readers, key=lambda reader: (-reader.authority, reader.name)))


def _load(point: EntryPoint) -> Reader:
    try:
        reader = point.load()()
    except Exception as error:  # noqa: BLE001 - a plug-in's code may fail in any way, and must not take the rest along
        return BrokenReader(
            point.name,
            f"{_described(point)} cannot be loaded: {type(error).__name__}: {error}; repair or uninstall it",
        )
    missing = [
        word
        for word in ("name", "version", "authority", "match", "read")
        if not hasattr(reader, word)
    ]
    if missing:
        return BrokenReader(
            point.name,
            f"{_described(point)} has no {', '.join(missing)}; see docs/plugin-reader.md",
        )
    if not isinstance(reader, Reader) or not isinstance(reader.authority, Authority):
        return BrokenReader(
            point.name,
            f"{_described(point)} has an authority that is no Authority; see docs/plugin-reader.md",
        )
    return reader


def _described(point: EntryPoint) -> str:
    """Which reader it is, and of which package; only for a broken one, for the package's own description must be read."""
    package = f" of the package {point.dist.name} {point.dist.version}" if point.dist else ""
    return f"the reader {point.name}{package} ({point.value})"
