"""An affiliation in its parts: department, laboratory, institution, as TEI and JATS tell them apart."""

from __future__ import annotations

from functools import cache
from importlib.resources import files

from harvestman.text import words

INSTITUTION = "institution"


def organisation_parts(affiliation: str) -> list[tuple[str, str]]:
    """Kind and name of each part, in order; what cannot be told apart is the institution, or stays with its neighbour."""
    parts: list[tuple[str, str]] = []
    for piece in affiliation.split(","):
        name = piece.strip()
        kind = _kind(name)
        if not name:
            continue
        if kind is None and parts:  # "University of California, Berkeley"
            last_kind, last = parts[-1]
            parts[-1] = (last_kind, f"{last}, {name}")
        else:
            parts.append((kind or INSTITUTION, name))
    return parts


def _kind(name: str) -> str | None:
    for word in words(name):
        for stem, kind, is_whole in _units():
            if word == stem or (not is_whole and word.startswith(stem)):
                return kind
    return None


@cache
def _units() -> tuple[tuple[str, str, bool], ...]:
    lines = files(__package__).joinpath("units.txt").read_text("utf-8").splitlines()
    found = []
    for line in lines:
        if line.startswith("#") or ":" not in line:
            continue
        name, _, listed = line.partition(":")
        kind = name.split()[0]
        for word in listed.split():
            found.append((words(word.rstrip("*"))[0], kind, not word.endswith("*")))
    return tuple(found)
