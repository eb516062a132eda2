"""An address cut into the parts that tell what kind of site it is: host labels, path segments, document, query.

What says nothing about the site is gone afterwards: the scheme, "www.", port and user, a final slash, "index.html" and the
endings of pages. All negatives of Kairos's own data end in ".html", so a model that can see it learns the data's making.
The cutting is our own and not `urlsplit`: it never raises, and it must not cost more than what comes after it.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from harvestman.crawl.sites.lists import HOSTINGS, SECOND_LEVELS

_MAX_LENGTH = 2048  # the rest of a longer address is data, not a place
_MAX_SEGMENTS = 8
SITES = "sites.google.com"  # each of its paths is a site of its own
_WWW = re.compile(r"www\d*\.")
_PAGE_ENDINGS = frozenset(
    "html htm xhtml shtml shtm phtml dhtml mhtml stm php php3 php4 php5 asp aspx ashx jsp jsf do cfm cgi pl py nsf".split()
)
_START_PAGES = frozenset("index default home main welcome main_page mainpage homepage".split())


class Host(NamedTuple):
    """A host's parts, in lower case and without "www."."""

    name: str
    labels: list[str]
    domain: str  # the label that was registered: "aisb" of "www.aisb.org.uk"
    suffix: str  # what it was registered under: "org.uk"; a hosting service is one too: "github.io"
    subdomains: list[str]


class SiteAddress(NamedTuple):
    """The parts of one address. The case of the path is kept: capitals are a hint of an acronym."""

    host: Host
    segments: list[str]  # of the path, without a start page and without the ending of a page
    document: str  # the last segment when it is a file of another kind: "paper.pdf"
    query: str


def parse(url: str) -> SiteAddress:
    """Cut an address into its parts; anything at all can be cut, at worst into an odd host."""
    written, path, query = split(url)
    host = cut_host(written)
    segments, document = cut_path(path)
    host, segments = own_site(host, segments)
    return SiteAddress(host, segments, document, query.lower())


def split(url: str) -> tuple[str, str, str]:
    """The host as it is written, with user and port perhaps; the path without its first slash; the query."""
    rest = url[:_MAX_LENGTH].strip()
    scheme, found, after = rest.partition("://")
    if found and len(scheme) < 12:
        rest = after
    if "#" in rest:
        rest = rest.partition("#")[0]
    query = ""
    if "?" in rest:
        rest, _, query = rest.partition("?")
    written, _, path = rest.partition("/")
    return written, path, query


def cut_host(written: str) -> Host:
    """Cut a host as it is written into its parts."""
    name = written.lower().strip(".")
    if "@" in name or ":" in name:
        name = name.rpartition("@")[2].partition(":")[0].strip(".")
    if name[:3] == "www":
        www = _WWW.match(name)
        if www and "." in name[www.end() :]:
            name = name[www.end() :]
    labels = name.split(".")
    own = 1
    if len(labels) > 2:
        two = labels[-2] + "." + labels[-1]
        if two in HOSTINGS or (len(labels[-1]) == 2 and labels[-2] in SECOND_LEVELS):
            own = 2
    domain = labels[-own - 1] if len(labels) > own else ""
    return Host(name, labels, domain, ".".join(labels[-own:]), labels[: -own - 1])


def own_site(host: Host, segments: list[str]) -> tuple[Host, list[str]]:
    """On a host whose paths are sites of their own, the site and the rest of its path: its name takes the domain's place."""
    if host.name != SITES or len(segments) < 2:
        return host, segments
    at = 2 if segments[0] == "a" and len(segments) > 2 else 1
    return Host(host.name, host.labels, segments[at].lower(), host.name, []), segments[at + 1 :]


def cut_path(path: str) -> tuple[list[str], str]:
    """The segments of a path, and its document if it ends in one."""
    if not path:
        return [], ""
    segments = path.strip("/").split("/", _MAX_SEGMENTS)[:_MAX_SEGMENTS]
    if "" in segments:
        segments = [s for s in path.split("/") if s][:_MAX_SEGMENTS]
        if not segments:
            return segments, ""
    last = segments[-1]
    name, _, end = last.rpartition(".")
    if not name:
        if last.lower() in _START_PAGES:
            segments.pop()
        return segments, ""
    end = end.lower()
    if end in _PAGE_ENDINGS:
        segments[-1] = name
        if name.lower() in _START_PAGES:
            segments.pop()
    elif len(end) <= 5 and end.isalpha():
        segments.pop()
        return segments, last
    return segments, ""
