"""An affiliation in its parts: department, laboratory, institution, and the address behind them, as TEI tells them apart.

The address is what stands at the end and is a country, a part of one, a town, a post code or a street; the first piece from the
right that is none of these ends it.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from functools import cache
from importlib.resources import files

from harvestman.text import squeeze, words
from harvestman.text.segments import read
from harvestman.text.vocabulary import vocabulary

INSTITUTION = "institution"

_POST_CODE = re.compile(
    r"\b(?:[A-Z]{1,2}-)?\d{4,6}(?:-\d{3,4})?\b|\b[A-Z]{1,2}\d[A-Z\d]? \d[A-Z]{2}\b"
)
_STREET = re.compile(
    r"(?i)^\d|\d[a-z]?$|\b(?:street|st|road|avenue|ave|box|str|straße|strasse|rue|calle|av|avenida|ул|пр|проспект|улица|via)\b"
)
_MOST_LINES = 3


@dataclass(frozen=True, slots=True)
class Address:
    """Where an organisation is, as far as it says."""

    lines: tuple[str, ...] = ()
    """Street and house."""
    post_code: str = ""
    settlement: str = ""
    region: str = ""
    country: str = ""
    country_code: str = ""
    """ISO 3166, such as `DE`."""


@dataclass(frozen=True, slots=True)
class AffiliationParts:
    """The organisations of an affiliation by kind, the smallest first as printed, and its address."""

    organisations: tuple[tuple[str, str], ...]
    address: Address


def affiliation_parts(affiliation: str) -> AffiliationParts:
    """The parts of one printed affiliation."""
    pieces = [squeeze(piece) for piece in re.split(r"[,\n]", affiliation)]
    pieces = [piece for piece in pieces if piece]
    address = Address()
    while pieces and (len(pieces) > 1 or address != Address()):  # "Orange" alone is a company
        known = None if _kind(pieces[-1]) else _with_piece(address, pieces[-1])
        if known is None:
            break
        address = known
        pieces.pop()
    return AffiliationParts(tuple(organisation_parts(", ".join(pieces))), address)


def _with_piece(address: Address, piece: str) -> Address | None:
    """The address with one more piece to its left; None when the piece is none of an address."""
    code = _POST_CODE.search(piece)
    if code and not address.post_code:
        address = replace(address, post_code=code.group())
        piece = squeeze(piece[: code.start()] + " " + piece[code.end() :]).strip(" -")
        if not piece:
            return address
    reading = read(piece)
    if reading.country and not (address.country or address.region or address.settlement):
        return replace(address, country=piece, country_code=reading.country)
    if reading.regions and not (address.region or address.settlement):
        return replace(address, region=piece)
    town, _, region = piece.rpartition(" ")  # "Cambridge MA"
    if town and not address.region and region in vocabulary().abbreviations and read(town).cities:
        return replace(address, region=region, settlement=town)
    if not address.settlement and reading.cities:
        return replace(address, settlement=piece)
    is_street = _STREET.search(piece) and len(address.lines) < _MOST_LINES
    return replace(address, lines=(piece, *address.lines)) if is_street else None


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
