"""A piece of an address, a host label or a path segment, and what it shows by itself.

Shape, year, words of events, a known acronym, capitals, and the letters it is made of. Nothing here depends on the other
pieces, so that a classifier may remember a piece: hosts repeat, and so do the names of folders.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import NamedTuple

from harvestman.crawl.sites.address import Host
from harvestman.crawl.sites.kairos import YEAR, tokens
from harvestman.crawl.sites.lists import EVENT_ENDINGS, EVENT_WORDS

ROLES = "dsDSpt"  # domain and subdomain; those of a mere place; path, ~user
PLACES = "DS"  # hosts that are only the place of an event
GRAM_LENGTHS = (2, 3, 4)
ACRONYM_AND_EVENT = "acronym and event"
_MAX_PIECE = 48
_MAX_LETTERS = 24  # the rest of a longer piece is a sentence
_SHAPES = [f"a{min(length, 16)}" for length in range(_MAX_PIECE + 1)]  # of letters alone
_DIGITS = re.compile(r"\d+")
_NAME_AND_NUMBER = re.compile(r"([a-z]+)(?:(19[7-9]\d|20[0-4]\d)|([0129]\d)|(\d+))")
_NO_LETTERS = re.compile(r"[^a-z]+")


@dataclass(frozen=True, slots=True)
class Lists:
    """Word lists that are learned and shipped with the model."""

    acronyms: frozenset[str]  # of conference series, letters only: "icde"


class Piece(NamedTuple):
    """What one piece shows."""

    role: str
    shape: str
    bare: str  # its letters alone
    letters: str  # between ^ and $; years are Y or y, other digits 0; capitals in places
    year: str  # after the role "Y" four digits, "y" two: "pY"; "" none
    hint: int  # 1 at an event by a word for one, 2 at a series by its acronym, 3 at both
    events: list[str]  # the words for events in it
    acronym: str  # its length, and + when there is more than it; "token" or "event" when it is hidden; "" none
    case: tuple[str, ...]  # the marks of its capital letters


def host_pieces(host: Host, *, is_place: bool) -> list[tuple[str, str]]:
    """The pieces of a host with their roles: d domain, s subdomain.

    Behind a path the host is only the place (a university's, mostly) and bears no event's name: then they are D and S.
    """
    domain, subdomain = ("D", "S") if is_place else ("d", "s")
    found = [(domain, host.domain)] if host.domain else []
    for label in host.subdomains[-4:]:
        if label:
            found.append((subdomain, label))
    return found


def path_piece(segment: str) -> tuple[str, str]:
    """The piece that a segment of a path is, with its role: p a folder or page, t a user's ~name."""
    if segment[0] == "~":
        return "t", segment[1:]
    if segment[0] == "%" and segment[:3].lower() == "%7e":
        return "t", segment[3:]
    return "p", segment


def read_piece(role: str, text: str, lists: Lists) -> Piece:
    """Work out what one piece shows."""
    return Piece(*facts_of(role, text, lists))


def facts_of(
    role: str, text: str, lists: Lists
) -> tuple[str, str, str, str, str, int, list[str], str, tuple[str, ...]]:
    """What one piece shows, as a plain tuple of the fields of a `Piece`: naming them costs a fifth of finding them."""
    text = text[:_MAX_PIECE]
    low = text.lower()
    if low.isalpha():
        year, letters, bare, shape = "", low, low, _SHAPES[len(low)]
    else:
        year, letters, bare, shape = _outline(low)
    letters = f"^{letters[:_MAX_LETTERS]}$"
    events = EVENT_WORDS.findall(low)
    hint = 1 if events else 0
    acronym = ""
    if bare in lists.acronyms:
        acronym = f"{min(len(bare), 8)}{'' if bare == low else '+'}"
    elif events or bare != low:
        acronym = _hidden_acronym(low, bare, lists)
    if role in PLACES:
        letters = letters.upper()  # kept apart from those of names
    elif acronym:
        hint += 2
    case = _case_marks(text, year) if low != text else ()
    return role, shape, bare, letters, role + year if year else "", hint, events, acronym, case


def piece_marks(piece: Piece) -> list[str]:
    """The names of the features of one piece, but for its letters."""
    role, shape, bare, _, _, _, events, acronym, case = piece
    marks = [f"{role} shape {shape}", f"{'host' if role in PLACES else 'name'} {bare}"]
    marks += [f"{role} word {word}" for word in events]
    if acronym:
        marks.append(ACRONYM_AND_EVENT if acronym == "event" else f"{role} acronym {acronym}")
    marks += case
    return marks


def grams(letters: str) -> list[str]:
    """The letter n-grams of a piece."""
    return [letters[i : i + n] for n in GRAM_LENGTHS for i in range(len(letters) - n + 1)]


def _outline(text: str) -> tuple[str, str, str, str]:
    """The year ("Y", "y" or none), the text with years and digits masked, its letters alone, and its shape."""
    plain = _NAME_AND_NUMBER.fullmatch(text)
    if plain:  # "icde2004", "icde04", "wac4": most of those that matter, in one step
        name, full, _, number = plain.groups()
        shape = _SHAPES[len(name)]
        if number:
            digits = min(len(number), 3)
            return "", name + "0" * digits, name, f"{shape}d{digits}"
        year = "Y" if full else "y"
        return year, f"{name}${year}^", name, shape + year
    plan = f"{text.count('-')}-{min(len(text) // 4, 6)}"
    if _DIGITS.search(text) is None:
        return "", text, _NO_LETTERS.sub("", text), plan
    first = YEAR.search(text)
    if first is None:
        return "", _DIGITS.sub(_digit_letters, text), _NO_LETTERS.sub("", text), plan + "d"
    letters = _DIGITS.sub(_digit_letters, YEAR.sub(_year_letter, text))
    bare = _NO_LETTERS.sub("", YEAR.sub("", text))
    year = "Y" if first[1] else "y"
    return year, letters, bare, (year if first[0] == text else plan + year)


def _year_letter(match: re.Match[str]) -> str:
    # The name before a year ends there, and may begin after it: "icde2004" shares its last letters with "icde".
    return "$Y^" if match[1] else "$y^"


def _digit_letters(match: re.Match[str]) -> str:
    return "0" * min(len(match[0]), 3)


def _hidden_acronym(text: str, bare: str, lists: Lists) -> str:
    """How an acronym that is not all of the piece is hidden: one token of it, or before the word for an event."""
    if "-" in text or "_" in text or "." in text:
        for token in tokens(text):
            rest = token if token.isalpha() else _NO_LETTERS.sub("", YEAR.sub("", token))
            if len(rest) > 2 and rest in lists.acronyms:
                return "token"
    if bare.endswith(EVENT_ENDINGS):
        for ending in EVENT_ENDINGS:
            if bare.endswith(ending) and bare[: -len(ending)] in lists.acronyms:
                return "event"
    return ""


def _case_marks(text: str, year: str) -> tuple[str, ...]:
    """Capital letters in a path: "/ICDE04/" is how acronyms are written."""
    if text.isupper():
        return "capitals", f"capitals {min(len(text), 9)}", f"capitals {year or 'none'}"
    if text[1:].islower():
        return ("capital",)
    return ("mixed 3",) if sum(map(str.isupper, text)) >= 3 else ("mixed",)
