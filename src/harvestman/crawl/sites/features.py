"""All features of an address: the seed's, those of its pieces, and those that need the whole.

The whole tells what kind of host it is, where a year stands, how deep the path is, whether it lies below a user's name, and
which of these come together. Names of features are readable: they are what `explain` shows.
"""

from __future__ import annotations

from collections.abc import Sequence

from harvestman.crawl.sites.address import Address, Host
from harvestman.crawl.sites.lists import HOST_KINDS
from harvestman.crawl.sites.pieces import (
    PLACES,
    Lists,
    Piece,
    grams,
    host_pieces,
    path_pieces,
    read_piece,
)
from harvestman.crawl.sites.seed import MAX_TOKENS, seed_features, tokens

LETTERS = "letters "  # what the names of letter n-grams begin with
_GENERIC = frozenset(("com", "net", "info", "biz"))
_ACADEMIC = frozenset(("ac", "edu", "uni"))
_PATHS_KNOWN = frozenset(name.partition("/")[0] for name in HOST_KINDS if "/" in name)


Outline = tuple[str, int, int, str, str, str, int]
"""Class of the host, subdomains, depth of the path, where years stand, event word or acronym, shape of the last segment, and how
far below a user's name (-1: not at all)."""


def features_of(address: Address, lists: Lists, *, year: int) -> list[str]:
    """Every feature of an address, by name, as often as it counts: for training and for explaining."""
    is_place = bool(address.segments or address.document)
    keys = host_pieces(address.host, is_place=is_place) + path_pieces(address)
    pieces = [read_piece(role, text, lists) for role, text in keys]
    kind = host_class(address.host)
    found = host_marks(address.host, kind) + outline_marks(outline(address, kind, pieces))
    found += rare_marks(address)
    found += seed_features("H", host_tokens(address.host), year=year)
    for component, words in path_components(address):
        found += seed_features(component, words, year=year)
    for piece in pieces:
        found += piece.marks
        found += [LETTERS + gram for gram in grams(piece.letters)]
    return found


def host_tokens(host: Host) -> list[str]:
    """The tokens of the seed's component H."""
    return tokens(host.name) if "-" in host.name else [t for t in host.labels[:MAX_TOKENS] if t]


def path_components(address: Address) -> list[tuple[str, list[str]]]:
    """The seed's components P (path) and D (document), where there are any, with their tokens."""
    found = []
    if address.segments:
        found.append(("P", tokens("/".join(address.segments).lower())))
    if address.document:
        found.append(("D", tokens(address.document.lower())))
    return found


def host_marks(host: Host, kind: str) -> list[str]:
    """What a host of that class shows as a whole: its suffix, itself, and what the lists say."""
    registered = f"{host.domain}.{host.suffix}"
    marks = [f"tld {host.labels[-1]}", f"class {kind}", f"at {registered}"]
    if "." in host.suffix:
        marks.append(f"suffix {host.suffix}")
    known = HOST_KINDS.get(host.name) or HOST_KINDS.get(registered)
    return [*marks, f"known {known}", "known"] if known else marks


def host_class(host: Host) -> str:
    """The sort of suffix a host has: academic, hosting, generic, org, gov, country, ..."""
    tld = host.labels[-1]
    if tld == "edu" or ("." in host.suffix and host.labels[-2] in _ACADEMIC):
        return "academic"
    if "." in host.suffix and len(tld) != 2:
        return "hosting"
    if tld in _GENERIC:
        return "generic"
    if tld in ("org", "gov", "mil", "int"):
        return tld
    return "country" if len(tld) == 2 else "other"


def outline(address: Address, kind: str, pieces: Sequence[Piece]) -> Outline:
    """What the pieces show together; `kind` is the host's class."""
    host, segments, document, _ = address
    years, hint, user = "", "", -1
    for i, (role, _, _, year, has_event, has_acronym) in enumerate(pieces):
        if year and role + year not in years:
            years += role + year
        if has_event and "e" not in hint:
            hint = "e" + hint
        if has_acronym and "a" not in hint and role not in PLACES:
            hint += "a"
        if role == "t" and user < 0:
            user = i
    below = min(len(pieces) - user - 1 + bool(document), 2) if user >= 0 else -1
    last = pieces[-1].marks[0] if segments else ""
    return kind, len(host.subdomains), len(segments), years, hint, last, below


def outline_marks(outline: Outline) -> list[str]:
    """The marks of an outline. Few outlines are different, so that what they weigh can be remembered."""
    kind, labels, depth, years, hint, last, below = outline
    dated = "year" if years else "none"
    plan = f"plan {min(labels, 3)} {min(depth, 3)} "
    marks = [
        plan + kind,
        plan + years,
        f"year {years}",
        f"year {years} {kind}",
        f"hint {hint} {dated} {kind}",
        f"hint {hint} {years}",
        f"depth {depth}",
    ]
    if last:
        marks += (f"last {last} {kind}", f"last {last} {depth}")
    if below >= 0:
        marks += ("user", f"user {below}", f"user {below} {hint} {dated}")
    return marks


def rare_marks(address: Address) -> list[str]:
    """The marks of what few addresses have: a known folder of a known host, a document, a query."""
    host, segments, document, query = address
    marks: list[str] = []
    if segments and host.name in _PATHS_KNOWN:
        known = HOST_KINDS.get(f"{host.name}/{segments[0].lower()}")
        if known:
            marks += (f"known {known}", "known")
    if document:
        marks += ("document", f"document {document.rpartition('.')[2].lower()}")
    if query:
        marks.append("query")
        marks += [f"query {word}" for word in tokens(query)[:6]]
    return marks
