"""What a page's scripts name: pages that they load or go to, data that they draw, other script files.

A menu that is drawn by a script is no link, but nearly always the script, an event attribute (`onclick="go('program.html')"`) or a
`data-` attribute names the pages in quotation marks. Nothing is run. What is built from pieces (`'day' + n + '.html'`) is not found: for
that there is the browser.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Final, NamedTuple
from urllib.parse import urlsplit

from selectolax.lexbor import LexborNode

from harvestman.model import Link
from harvestman.pages.source import Source, text_of

MAX_NAMED: Final = 500
MAX_SCRIPTS: Final = 30
_MAX_ANCHOR: Final = 300
_MAX_INLINE: Final = 2_000_000  # characters of all scripts in the page

PAGE: Final = "script"
DATA: Final = "data"
FEED: Final = "feed"
FORWARD: Final = "forward"
PART: Final = "part"
ROUTED: Final = "routed"
"""The `rel` of a link to an empty frame into which a script loads a page that is known."""

_QUOTED: Final = re.compile(r"[\"'`]([\w./~?=&%+:#@${}, -]{3,300}+)[\"'`]")
_PAGE_ENDINGS: Final = (".html", ".htm", ".xhtml", ".shtml", ".php", ".asp", ".aspx", ".jsp")
_DATA_ENDINGS: Final = (".json", ".jsonld", ".geojson")
_FEED_ENDINGS: Final = (".xml", ".rss", ".atom")
_ENDINGS: Final = re.compile(
    r"\.(?:" + "|".join(one[1:] for one in (*_PAGE_ENDINGS, *_DATA_ENDINGS, *_FEED_ENDINGS)) + ")"
)
# Data of the programs that make pages, never what a page shows.
_NOT_SHOWN: Final = re.compile(
    r"(?:^|/)(?:manifest|package|package-lock|composer|tsconfig|browserconfig|opensearch|crossdomain|site\.webmanifest|asset-manifest"
    r"|particles[\w.-]{0,20}+|lottie|animation)\.(?:json|xml)",
    re.IGNORECASE,
)
_FILLED_IN: Final = re.compile(r"^\$\{[^{}]*+\}/?+")
# A script that sends the visitor on: location = '…', location.href = '…', location.replace('…').
_SENDS: Final = re.compile(
    r"\blocation(?:\.href)?+\s*+=\s*+[\"'`]([^\"'`\s]{1,500}+)[\"'`]"
    r"|\blocation\.(?:replace|assign)\(\s*+[\"'`]([^\"'`\s]{1,500}+)[\"'`]"
)
# What a script does that draws parts of the page; counters and cookie banners do none of it.
_DRAWS: Final = re.compile(
    r"\bfetch\(|\bXMLHttpRequest\b|\bgetJSON\(|\.ajax\(|\.load\(\s*+[\"'`\w]|\baxios\b|\bd3\.(?:json|csv|tsv)\(|\.innerHTML\s*+\+?+="
    r"|\binsertAdjacentHTML\(|\bdocument\.write(?:ln)?+\(|\bcreateElement\(\s*+[\"'`](?:li|ul|ol|a|tr|td|table|p|h[1-6]|div)[\"'`]"
)
_DRAWING: Final = (
    "fetch(", "XMLHttpRequest", "getJSON(", ".ajax(", ".load(", "axios", "d3.", ".innerHTML", "insertAdjacentHTML(", "document.write",
    "createElement(",
)  # fmt: skip
"""Without any of these a script draws nothing: seen in a hundredth of the time."""
_LOADED: Final = re.compile(
    r"(?:\bfetch|\.load|\.get|\bopen)\(\s*+(?:[\"'`](?:GET|get)[\"'`]\s*+,\s*+)?+[\"'`]([^\"'`\s]{1,300}+)[\"'`]"
)
# A link as frameworks write it: href:"/program/accepted",className:"block",children:"Accepted Papers".
_LINKED: Final = re.compile(
    r"(?:h(?<!\wh)ref|t(?<!\wt)o)\s*+:\s*+[\"'`](/[\w/~-]{2,200}+)[\"'`]"
    r"(?:\s*+,\s*+className\s*+:\s*+[\"'`][^\"'`]{0,300}+[\"'`])?+(?:\s*+,\s*+children\s*+:\s*+[\"'`]([^\"'`<>]{2,100}+)[\"'`])?+"
)
_NEXT: Final = "/_next/"
"""The folder of the scripts of sites made with Next.js; what stands before it stands before every address that they name."""
_EVENTS: Final = "[onclick], [onchange], [onmousedown], [data-href], [data-url], [data-page], [data-link], [data-src], a[href^='javascript:']"
_INCLUDED: Final = (
    ("object[data]", "data"),
    ("embed[src]", "src"),
    ("[w3-include-html]", "w3-include-html"),
    ("[data-include]", "data-include"),
    ("[include-html]", "include-html"),
)
_INCLUDING: Final = ("<object", "<embed", "data-include", "include-html")
_DATA_ATTRIBUTES: Final = ("data-href", "data-url", "data-page", "data-link", "data-src")
_EVENT_ATTRIBUTES: Final = ("onclick", "onchange", "onmousedown", "href")
_ACTING: Final = ("onclick", "onchange", "onmousedown", "javascript:", *_DATA_ATTRIBUTES)
"""Words without which a page has no element of `_EVENTS`."""


class Named(NamedTuple):
    """An address that a script or attribute names."""

    address: str
    anchor: str
    rel: str


def inline_scripts(source: Source) -> list[str]:
    """The texts of the scripts in a page that are programs, as far as they are read."""
    texts: list[str] = []
    left = _MAX_INLINE
    if not source.shows("<script"):
        return texts
    for node in source.tree.css("script:not([src])")[:200]:
        kind = (node.attributes.get("type") or "").lower()
        if kind and "javascript" not in kind and kind != "module":
            continue
        text = (node.text(deep=True) or "")[:left]
        left -= len(text)
        texts.append(text)
    return texts


def script_files(source: Source) -> tuple[str, ...]:
    """The addresses of the script files that a page loads, in its order."""
    if not source.shows("<script"):
        return ()
    found: dict[str, None] = {}
    for node in source.tree.css("script[src]")[: 4 * MAX_SCRIPTS]:
        address = source.resolve((node.attributes.get("src") or "").strip())
        if address is not None:
            found[address] = None
    return tuple(found)[:MAX_SCRIPTS]


def draws(texts: list[str]) -> bool:
    """Whether any of these scripts draws a part of the page."""
    return any(
        any(map(text.__contains__, _DRAWING)) and _DRAWS.search(text) is not None for text in texts
    )


def forwards(source: Source, texts: list[str]) -> Iterator[Named]:
    """Where a page that shows nothing sends its visitors by a script."""
    loads = (node.attributes.get("onload") or "" for node in source.tree.css("body[onload]")[:1])
    for text in (*texts, *loads):
        for match in _SENDS.finditer(text):
            yield Named(match[1] or match[2], "", FORWARD)


def named(source: Source, texts: list[str]) -> list[Named]:
    """The pages and data that the page's elements, its scripts and the script files at hand name, each once."""
    found: dict[str, Named] = {}

    def add(one: Named) -> None:
        if len(found) < MAX_NAMED:
            found.setdefault(one.address, one)

    for selector, attribute in _INCLUDED if source.shows(*_INCLUDING) else ():
        for node in source.tree.css(selector)[:20]:
            address = (node.attributes.get(attribute) or "").strip()
            if _kind(address) == PAGE:
                add(Named(address, "", PART))
    if source.shows(*_ACTING):
        for node in source.tree.css(_EVENTS)[:MAX_NAMED]:
            for one in _of_element(node):
                add(one)
    for node in source.tree.css("option[value]")[:MAX_NAMED] if source.shows("<option") else ():
        value = (node.attributes.get("value") or "").strip()
        if _kind(value) == PAGE:
            add(Named(value, text_of(node, limit=_MAX_ANCHOR), PAGE))
    for one in _in_scripts(source, texts):
        add(one)
    return list(found.values())


def _in_scripts(source: Source, texts: Iterable[str]) -> Iterator[Named]:
    """What the scripts in the page and the script files at hand name."""
    files = [(part.url, part.text) for part in source.parts if not part.is_json]
    for where, text in (*((source.url, text) for text in texts), *files):
        if _ENDINGS.search(text.lower()):  # few scripts name any file
            for match in _LOADED.finditer(text):
                if _kind(match[1]) == PAGE:
                    yield Named(match[1], "", PART)
            yield from _quoted(text, "")
        for match in _LINKED.finditer(text):
            before, _, is_next = urlsplit(where).path.partition(_NEXT)
            yield Named(f"{before}{match[1]}" if is_next else match[1], match[2] or "", PAGE)


def routed(links: Iterable[Link], texts: list[str]) -> Iterator[tuple[Link, Named]]:
    """Links whose query names a page (`?page=program.html`) that the page's own script loads, each with that page."""
    if not any(
        ("location." in text or "URLSearchParams" in text)
        and _ROUTES.search(text) is not None
        and draws([text])
        for text in texts
    ):
        return
    for link in links:
        for value in urlsplit(link.target).query.split("&"):
            address = value.partition("=")[2]
            if _kind(address) == PAGE:
                yield link, Named(address, link.anchor, PAGE)


_ROUTES: Final = re.compile(r"\blocation\.(?:search|href|hash)\b|\bURLSearchParams\b")


def _of_element(node: LexborNode) -> Iterator[Named]:
    anchor = text_of(node, limit=_MAX_ANCHOR)
    attributes = node.attributes
    for attribute in _DATA_ATTRIBUTES:
        address = (attributes.get(attribute) or "").strip()
        if _kind(address) == PAGE:
            yield Named(address, anchor, PAGE)
    for attribute in _EVENT_ATTRIBUTES:
        script = attributes.get(attribute) or ""
        if attribute == "href" and not script.lower().startswith("javascript:"):
            continue
        yield from _quoted(script, anchor)
        for match in _SENDS.finditer(script):
            yield Named(match[1] or match[2], anchor, PAGE)


def _quoted(text: str, anchor: str) -> Iterator[Named]:
    for match in _QUOTED.finditer(text):
        address = _FILLED_IN.sub("", match[1])
        if kind := _kind(address):
            yield Named(address, anchor, kind)


def _kind(address: str) -> str:
    """What an address leads to, told by its ending; "" for what is none, or is built from pieces."""
    if not 3 <= len(address) <= 300 or "${" in address or " " in address.strip():
        return ""
    path = address.partition("?")[0].partition("#")[0].lower()
    if path.startswith(".") and "/" not in path:
        return ""  # only an ending
    if path.endswith(_PAGE_ENDINGS):
        return PAGE
    if _NOT_SHOWN.search(path):
        return ""
    if path.endswith(_DATA_ENDINGS):
        return DATA
    return FEED if path.endswith(_FEED_ENDINGS) else ""
