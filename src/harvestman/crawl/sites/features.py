"""All features of an address: Kairos's, those of its pieces, and those that need the whole.

The whole tells what kind of host it is, where a year stands, how deep the path is, whether it lies below a user's name, and
which of these come together. Names of features are readable: they are what `explain` shows.
"""

from __future__ import annotations

from collections.abc import Sequence

from harvestman.crawl.sites.address import SITES, Host, SiteAddress
from harvestman.crawl.sites.kairos import MAX_TOKENS, kairos_features, tokens
from harvestman.crawl.sites.lists import HOST_KINDS
from harvestman.crawl.sites.pieces import (
    Lists,
    Piece,
    grams,
    host_pieces,
    path_piece,
    piece_marks,
    read_piece,
)

LETTERS = "letters "  # what the names of letter n-grams begin with
_GENERIC = frozenset(("com", "net", "info", "biz"))
_ACADEMIC = frozenset(("ac", "edu", "uni"))
_HINTS = ("", "e", "a", "ea")
_PATHS_KNOWN = frozenset(name.partition("/")[0] for name in HOST_KINDS if "/" in name)


def features_of(address: SiteAddress, lists: Lists, *, year: int) -> list[str]:
    """Every feature of an address, by name, as often as it counts: for training and for explaining."""
    is_place = bool(address.segments or address.document)
    keys = host_pieces(address.host, is_place=is_place)
    keys += [path_piece(segment) for segment in address.segments]
    pieces = [read_piece(role, text, lists) for role, text in keys]
    kind = host_class(address.host)
    found = host_marks(address.host, kind) + _whole_marks(address, kind, pieces)
    found += rare_marks(address)
    found += kairos_features("H", host_tokens(address.host), year=year)
    for component, words in path_components(address):
        found += kairos_features(component, words, year=year)
    for piece in pieces:
        found += piece_marks(piece)
        found += [LETTERS + gram for gram in grams(piece.letters)]
    return found


def host_tokens(host: Host) -> list[str]:
    """The tokens of Kairos's component H."""
    return tokens(host.name) if "-" in host.name else [t for t in host.labels[:MAX_TOKENS] if t]


def path_components(address: SiteAddress) -> list[tuple[str, list[str]]]:
    """Kairos's components P (path) and D (document), where there are any, with their tokens."""
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


def _whole_marks(address: SiteAddress, kind: str, pieces: Sequence[Piece]) -> list[str]:
    """What the pieces show together; `kind` is the host's class."""
    years, hint, below = "", 0, -1
    for piece in pieces:
        if piece.year not in years:
            years += piece.year
        hint |= piece.hint
        if below >= 0 or piece.role == "t":
            below += 1
    if below >= 0:
        below += bool(address.document)
    depth, labels = len(address.segments), len(address.host.subdomains)
    marks = plan_marks(kind, labels, depth, years, hint, below)
    if depth:
        last = f"last {pieces[-1].role} shape {pieces[-1].shape} "
        marks += [f"{last}{kind}", f"{last}{depth}"]
    return marks


def plan_marks(kind: str, labels: int, depth: int, years: str, hint: int, below: int) -> list[str]:
    """How host and path are built, where years stand, what is hinted at, and which of these come together.

    In `years`, "dYpy" is a year of four digits in the domain and one of two in the path. `below` is how far below a user's name,
    -1 for not at all.
    """
    dated, hints = "year" if years else "none", _HINTS[hint]
    plan = f"plan {min(labels, 3)} {min(depth, 3)} "
    marks = [
        plan + kind,
        plan + years,
        f"year {years}",
        f"year {years} {kind}",
        f"hint {hints} {dated} {kind}",
        f"hint {hints} {years}",
        f"depth {depth}",
    ]
    if below >= 0:
        user = f"user {min(below, 2)}"
        marks += ("user", user, f"{user} {hints} {dated}")
    return marks


def has_rare_paths(host: Host) -> bool:
    """Whether folders of this host are known for themselves, or are sites of their own."""
    return host.name in _PATHS_KNOWN or host.name == SITES


def rare_marks(address: SiteAddress) -> list[str]:
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
