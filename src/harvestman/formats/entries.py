"""What a file of papers holds, entry by entry: those that can be read, and those that cannot, with their reasons.

A file that somebody kept for years has a broken entry somewhere. So a format never stops at one: it says which it is, and
goes on with the next.
"""

from __future__ import annotations

from dataclasses import dataclass

from harvestman.model import Paper


@dataclass(frozen=True, slots=True)
class FileEntry:
    """One paper of a file."""

    name: str
    """What the file calls it: its citation key or identifier; its number in the file where it has none."""
    place: str
    """Where it begins, for a person to find: `line 12`, `item 3`."""
    paper: Paper


@dataclass(frozen=True, slots=True)
class FaultyEntry:
    """A part of a file that is no paper."""

    place: str
    why: str
    """A sentence for a person."""
