"""URLs: the one form under which a page is known, and which pages belong to one site."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Final
from urllib.parse import quote, urljoin, urlsplit, urlunsplit

_DEFAULT_PORTS: Final = {"http": 80, "https": 443}
# What browsers percent-encode in a path and a query; everything already encoded is left alone.
_SAFE_PATH: Final = "/%:@!$&'()*+,;=~-._[]|"
_SAFE_QUERY: Final = _SAFE_PATH + "?"
# An address that is in its one form already, as most absolute ones are: no part begins with a dot or is empty,
# and nothing is percent-encoded. What stands behind a "#" is dropped anyway.
_IN_FORM: Final = re.compile(
    r"(https?://[a-z0-9-]+(?:\.[a-z0-9-]+)*(?::(?!80/|443/)(?:[1-9]\d{0,3}|[1-5]\d{4}))?)/(?:[\w~@-][\w~.@,=-]*+(?:/(?=[\w~@-])|/?(?=\?|\Z)))*+(?:\?[\w~./=&+-]++)?",
    re.ASCII,
)
_HOST_ALONE: Final = re.compile(r"https?://[a-z0-9-]+(?:\.[a-z0-9-]+)*")
# Letters, digits and -._~ mean the same encoded or not, and so do %c3 and %C3 (RFC 3986, 6.2.2).
_ESCAPE: Final = re.compile(r"%([0-9A-Fa-f]{2})")
_UNRESERVED: Final = frozenset("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~")
_HOST: Final = re.compile(r"https?://([^/?#\s\\]*)/")
_PLAIN: Final = re.compile(
    r"[A-Za-z0-9/%~._=&+,;:@-]*"
)  # of these nothing is encoded: most addresses, in a third of the time
_STRIPPED: Final = "".join(
    map(chr, range(0x21))
)  # control characters and the blank, as the URL standard says
_MAX_LENGTH: Final = 4096  # longer addresses are traps or data, never a page that people link to


def canonical_url(url: str, *, base: str | None = None) -> str | None:
    """The address in its one form, or None when it is no http(s) address that can be fetched.

    Lower-cases scheme and host (IDNA), drops the default port, the fragment and user names, resolves dot segments,
    encodes what must be encoded and decodes what need not be. Parameters and their order are left alone: they may matter to the server.
    """
    url = url.strip(_STRIPPED)
    if len(url) > _MAX_LENGTH:
        return None
    if (known := _in_form(url.partition("#")[0])) is not None:
        return known
    if "\\" in url:  # browsers take a backslash in front of the query for a slash
        head, mark, query = url.partition("?")
        url = head.replace("\\", "/") + mark + query
    try:
        parts = urlsplit(urljoin(base, url) if base else url)
        port = parts.port
    except ValueError:
        return None
    scheme = parts.scheme.lower()
    if scheme not in _DEFAULT_PORTS or not parts.hostname:
        return None
    host = _ascii_host(parts.hostname)
    if host is None:
        return None
    if ":" in host:
        host = f"[{host}]"
    if port is not None and port != _DEFAULT_PORTS[scheme]:
        host = f"{host}:{port}"
    path = _ESCAPE.sub(_one_spelling, parts.path) or "/"
    if not _PLAIN.fullmatch(path):
        path = quote(path, safe=_SAFE_PATH, errors="replace")
    if "/." in path:
        path = _without_dots(path)
    query = _ESCAPE.sub(_one_spelling, parts.query)
    if query and not _PLAIN.fullmatch(query):
        query = quote(query, safe=_SAFE_QUERY, errors="replace")
    return urlunsplit((scheme, host, path, query, ""))


def _in_form(url: str) -> str | None:
    """An absolute address that is in its one form, or lacks only the slash behind its host; None for others."""
    if _IN_FORM.fullmatch(url):
        return url
    return url + "/" if _HOST_ALONE.fullmatch(url) else None


def tops_of(url: str) -> tuple[str | None, str | None]:
    """What the addresses of its site and of files beside it begin with: "http://a.org" and "http://a.org/b/" for "http://a.org/b/c.html".

    None where such addresses could not be fetched.
    """
    if form := _IN_FORM.fullmatch(url):  # an eighth of the time of the general way
        return form[1], url.partition("?")[0].rpartition("/")[0] + "/"
    front, beside = canonical_url("/", base=url), canonical_url("x", base=url)
    return front and front[:-1], beside and beside[:-1]


def host_of(url: str) -> str:
    """The host and port that politeness is kept towards: "www.example.org", "localhost:8080"."""
    begins = _HOST.match(url)  # a fifth of the time of urlsplit, and asked for every link
    return begins[1] if begins else urlsplit(url).netloc


def site_of(url: str) -> str:
    """What counts as one site: the host and port without "www."."""
    return host_of(url).removeprefix("www.")


def _one_spelling(escape: re.Match[str]) -> str:
    character = chr(int(escape[1], 16))
    return character if character in _UNRESERVED else escape[0].upper()


def _without_dots(path: str) -> str:
    """The path without "." and ".." segments (RFC 3986, 5.2.4); empty segments stay, they may matter to the server."""
    kept: list[str] = []
    segments = path.split("/")[1:]
    for segment in segments:
        if segment == "..":
            del kept[-1:]
        elif segment != ".":
            kept.append(segment)
    if segments[-1] in (".", ".."):
        kept.append("")
    return "/" + "/".join(kept)


@lru_cache(maxsize=1_000)  # a page's links lead to few hosts
def _ascii_host(host: str) -> str | None:
    if not host.isascii():
        try:
            host = host.encode("idna").decode("ascii")
        except UnicodeError:
            return None
    # Checked after IDNA, which turns full-width signs into plain ones: a blank, a slash, an at-sign, the last dot.
    host = host.rstrip(".").lower()
    return host if re.fullmatch(r"[a-z0-9._:%\-]+", host) else None
