"""Traps: addresses without end that nobody meant ill. Told by the address alone, or by the family it belongs to.

And twins: other addresses of the same page, which need no second visit.

Session ids and tracking marks are taken off an address, so that a page is not visited once for each of its visitors. An
address that repeats itself is a trap at once. Others belong to a family (the same path but for its numbers, or the same
list with other parameters): a family is left alone when so many visits to it brought no paper (`families.py`).
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache
from urllib.parse import urlsplit, urlunsplit

from harvestman.text import canonical_url

# Parameters that say who asks or whence, never what is asked for: those of analytics and of session-keeping servers.
_TRACKING = re.compile(
    r"utm_\w+|fbclid|gclid|dclid|msclkid|yclid|mc_[ce]id|_ga|_gl|igshid|_hs(?:enc|mi)|wt\.mc_id|ref_src"
    r"|phpsessid|jsessionid|aspsessionid\w*|cfid|cftoken|osjssid|sessionid|session_id|zenid",
    re.IGNORECASE,
)
# "sid" and "s" may be a session or a section: only a long random value is one.
_MAYBE_SESSION = re.compile(r"(?:sid|s|sess|session)=[0-9a-f]{16,}", re.IGNORECASE)
_PATH_SESSION = re.compile(
    r";(?:jsessionid|phpsessid|sid)=[^/?;]*"  # Java, PHP
    r"|/\((?:[A-Z]\([^()/]*\))+\)(?=/)",  # ASP.NET without cookies: /(S(lit3py55t21z5v55vlm25s55))/
    re.IGNORECASE,
)
# A part of a path that is a random number: a session that may not be taken off, or names without end. In those digits and
# letters take turns; "decade2024" is a word and a year.
_RANDOM = re.compile(r"(?=[0-9a-f-]{8,}\Z).*(?:[a-f]-?\d+-?[a-f]|\d-?[a-f]+-?\d)", re.IGNORECASE)
# Parameters that show the same list in another way, unless another one says which page of it.
_VIEWS = frozenset(
    "sort sortby sort_by orderby order_by order dir direction sortdir per_page perpage pagesize replytocom share "
    "print printable c filter search q query tag author keyword view display format lang hl".split()
)
_PAGES = frozenset("page p pg start offset from cursor id".split())
_DIGITS = re.compile(r"\d+")
_YEAR_AND_MONTH = re.compile(r"(?:19|20|0)\d\d(?P<mark>[-/_.])(?:0?[1-9]|1[0-2])(?!\d)")
_ANY = "~"  # any random number

MAX_SEGMENTS = 16
MAX_PARAMETERS = 12
_MAX_SAME_SEGMENT = 3
# How many visits without a paper are enough to leave a family alone: more where people number or name their pages.
_PATIENCE_DATES = 8
_PATIENCE_NUMBERS = 24
_PATIENCE_FOLDER = 60
_PATIENCE_VIEWS = 6


@dataclass(frozen=True, slots=True)
class Address:
    """An address as it is visited, and what kind it is of."""

    url: str
    family: str = ""
    patience: int = 0
    trap: str = ""


@lru_cache(maxsize=65_536)
def address(url: str) -> Address:
    """What a canonical URL is visited as; pages of one site share their navigation, so it is remembered."""
    clean = without_session(url)
    parts = urlsplit(clean)
    segments = [segment for segment in parts.path.split("/") if segment]
    names = [pair.partition("=")[0].lower() for pair in parts.query.split("&") if pair]
    trap = _why_endless(segments, names)
    if trap:
        return Address(clean, trap=trap)
    family, patience = _family(segments, names, clean)
    return Address(clean, family, patience)


_INDEX = re.compile(r"/index\.(?:html?|php)\Z", re.IGNORECASE)
_INDEXES = ("index.html", "index.htm", "index.php")


@lru_cache(maxsize=65_536)
def twins_of(url: str) -> tuple[str, ...]:
    """Other addresses under which servers show the same page: with or without slash, `index.html` or `.html`; `?page=x.html` is `x.html`."""
    parts = urlsplit(url)
    if parts.query:
        named = parts.query.partition("=")[2]
        if "&" in parts.query or not named.lower().endswith((".html", ".htm")):
            return ()
        return tuple(filter(None, (canonical_url(named, base=url),)))
    path = parts.path or "/"
    spelled: list[str]
    if path.endswith("/"):
        spelled = [path + name for name in _INDEXES] + (
            [path[:-1], path[:-1] + ".html"] if path != "/" else []
        )
    elif index := _INDEX.search(path):
        folder = path[: index.start() + 1]
        spelled = (
            [folder]
            + [folder + name for name in _INDEXES]
            + ([folder[:-1]] if folder != "/" else [])
        )
    elif path.lower().endswith(".html"):
        spelled = [path[: -len(".html")], path[: -len(".html")] + "/"]
    elif "." in path.rsplit("/", 1)[-1]:
        return ()
    else:
        spelled = [f"{path}/", f"{path}.html", *(f"{path}/{name}" for name in _INDEXES)]
    return tuple(
        urlunsplit((parts.scheme, parts.netloc, one, "", "")) for one in spelled if one != path
    )


def without_session(url: str) -> str:
    """The address without session ids and tracking marks; everything else stays, in its order."""
    if "?" not in url and ";" not in url and "/(" not in url:
        return url
    parts = urlsplit(url)
    path = _PATH_SESSION.sub("", parts.path)
    kept = "&".join(
        pair
        for pair in parts.query.split("&")
        if not _TRACKING.fullmatch(pair.partition("=")[0]) and not _MAYBE_SESSION.fullmatch(pair)
    )
    return urlunsplit((parts.scheme, parts.netloc, path, kept, ""))


def _why_endless(segments: list[str], names: list[str]) -> str:
    if len(segments) > MAX_SEGMENTS:
        return f"the path has more than {MAX_SEGMENTS} parts"
    if len(names) > MAX_PARAMETERS:
        return f"the address has more than {MAX_PARAMETERS} parameters"
    if any(names.count(name) > _MAX_SAME_SEGMENT for name in set(names)):
        return "a parameter is repeated again and again"
    if any(segments.count(segment) >= _MAX_SAME_SEGMENT for segment in set(segments)):
        return "a part of the path is repeated again and again"
    size = len(segments)
    if any(
        segments[size - 2 * step : size - step] == segments[size - step :]
        for step in range(2, size // 2 + 1)
    ):
        return "the path repeats itself"
    return ""


def _family(segments: list[str], names: list[str], url: str) -> tuple[str, int]:
    kinds = [_kind(segment) for segment in segments]
    folder = "/".join(kinds[:-1])
    page = kinds[-1] if kinds else ""
    if names:
        path = f"{folder}/{page}"
        if not _VIEWS.isdisjoint(names) and _PAGES.isdisjoint(names):
            return f"view {path}", _PATIENCE_VIEWS
        return f"{path}?", _PATIENCE_DATES if _YEAR_AND_MONTH.search(url) else _PATIENCE_NUMBERS
    if _YEAR_AND_MONTH.search(url):
        return f"{folder}/date", _PATIENCE_DATES
    if "0" in page or page == _ANY:
        return f"{folder}/{page}", _PATIENCE_NUMBERS
    if not folder:
        return "", 0  # the few pages that a site has at its top are all different
    return f"{folder}/*", _PATIENCE_NUMBERS if _ANY in kinds else _PATIENCE_FOLDER


def _kind(segment: str) -> str:
    """A part of a path without what differs within a family."""
    return _ANY if _RANDOM.match(segment) else _DIGITS.sub("0", segment)
