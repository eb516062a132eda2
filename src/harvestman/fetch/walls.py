"""Bot walls: recognised and named, so that a person can ask the site's owner; never defeated.

A refusal by its number (401, 403, …) needs no recognition. Challenge pages do: many come with 200 or 503 and would
otherwise be read as a page, or asked for again and again. What they look like is data (`walls.toml`).
"""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

from ahocorasick_rs import BytesAhoCorasick

from harvestman.fetch.transport import Headers

WALL_BYTES = 32 * 1024  # challenge pages are small, and their marks stand in front
# Refusals: log-in, forbidden, payment, proxy log-in, too many, legal reasons; 405, 406, 418 and 999 are what some
# firewalls answer to every visitor who is not a browser.
REFUSALS = frozenset({401, 402, 403, 405, 406, 407, 418, 429, 451, 999})


@dataclass(frozen=True, slots=True)
class _Wall:
    name: str
    header: str = ""
    header_part: str = ""
    marks: tuple[bytes, ...] = ()


def wall_name(headers: Headers, head: bytes) -> str:
    """The name of the wall that this answer is, or an empty string; `head` is the unpacked beginning of its body."""
    text = head[:WALL_BYTES].lower()
    # Nearly always no wall's first mark is there, which one pass over the text tells: 16 µs for 6 kB instead of 50.
    is_marked = bool(_first_marks().find_matches_as_indexes(text))
    for wall in _walls():
        if wall.header and wall.header_part in headers.first(wall.header).lower():
            return wall.name
        if is_marked and wall.marks and all(mark in text for mark in wall.marks):
            return wall.name
    return ""


@cache
def _walls() -> tuple[_Wall, ...]:
    table = tomllib.loads(files(__package__).joinpath("walls.toml").read_text("utf-8"))
    return tuple(_wall(entry) for entry in table["wall"])


@cache
def _first_marks() -> BytesAhoCorasick:
    return BytesAhoCorasick([wall.marks[0] for wall in _walls() if wall.marks])


def _wall(entry: dict[str, str | list[str]]) -> _Wall:
    header, _, part = str(entry.get("header", "")).partition(": ")
    marks = tuple(mark.encode() for mark in entry.get("marks", ()))
    return _Wall(str(entry["name"]), header, part, marks)
