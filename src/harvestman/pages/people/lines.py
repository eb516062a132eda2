"""A page as lines: what stands between two block elements or line breaks, with the addresses that its markup holds.

Addresses are taken from links (`mailto:`), from the texts that stand for images, from what scripts would write, from attributes that scripts read, and from texts that are
turned round or broken up by words that are not shown.
"""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass, field
from typing import Final
from urllib.parse import unquote

from selectolax.lexbor import LexborNode

from harvestman.pages.people.scripts import MAX_SCRIPT, cloudflare, written_by
from harvestman.pages.source import Source
from harvestman.pages.walking import INLINE, visible
from harvestman.text import squeeze
from harvestman.text.emails import find_addresses

MAX_LINES: Final = 5_000
MAX_LINE: Final = 600
_HEADINGS: Final = {f"h{n}": n for n in range(1, 7)}
_MAX_SCRIPTS: Final = 60
_MOST_NESTED: Final = 30  # inline elements within one another
_DOCUMENT: Final = re.compile(r"(?i)\.(?:pdf|e?ps|docx?|od[tp]|rtf|pp[ts]x?)(?:\.gz)?$")
_MAY_WRITE: Final = re.compile(r"mailto|@|%40|&#0*64;|&#x0*40;|fromCharCode|unescape|atob|\bat\b")
_TALK: Final = ", ".join(
    f"{sign}{name}"
    for sign in (".", "#")
    for name in (
        "comments",
        "comment-list",
        "commentlist",
        "comments-area",
        "disqus_thread",
        "respond",
    )
)
"""Where visitors write: their names and addresses are not those of the site's people."""
_NAME_CLASS: Final = re.compile(
    r"(?:^|[\s_-])(?:fn|vcard|(?:pers|person|people|staff|member|team|teacher|author|faculty|full)[_-]?name|t-name)(?:$|[\s_-])|persname"
)
_NO_PAGE: Final = ("#", "mailto:", "javascript:")
_HIDING: Final = re.compile(
    r"([.#][\w-]{1,60})\s*+\{[^{}]{0,300}?\b(?:display\s*+:\s*+none|visibility\s*+:\s*+hidden)"
)
_AT_IN_LINK: Final = re.compile(r"\s?[\[({<][^\[\](){}<>]{1,40}[\])}>]\s?")
_SIGN_ALONE: Final = re.compile(r"(?i)[\[(]?(?:@|at|arroba|собака)[\])]?")
_MAX_ALT: Final = 200  # characters of the text that stands for an image
_WORD: Final = re.compile(r"[A-Za-z0-9]+")
_EVENTS: Final = ("onclick", "onmouseover", "onfocus")
_USERS: Final = ("data-user", "data-name", "data-local", "data-account", "data-u")
_HOSTS: Final = ("data-domain", "data-host", "data-site", "data-d")


@dataclass(slots=True)
class Line:
    """One line of a page."""

    text: str
    place: int
    """How many links stand before it."""
    heading: int = 0
    """1 for the largest heading; 0 for what is none."""
    mails: list[str] = field(default_factory=list)
    """Addresses that the markup of the line holds, as they are."""
    files: list[int] = field(default_factory=list)
    """The places of its links to documents."""
    entry: int = 0
    """The row of a table or the entry of a list that it stands in; 0 for none."""
    is_name: bool = False
    """Whether the markup says that it is a person's name."""
    block: int = 0
    """The block that it stands in: a cell, a paragraph."""


@dataclass(slots=True)
class _Piece:
    text: str
    is_inner: bool
    """Whether it stands in an element of its own within a line."""


@dataclass(slots=True)
class _Open:
    pieces: list[_Piece] = field(default_factory=list)
    place: int = 0
    heading: int = 0
    mails: list[str] = field(default_factory=list)
    files: list[int] = field(default_factory=list)
    inside: int = 0
    """The block that its text stands in."""
    entry: int = 0
    is_name: bool = False


def is_file_link(target: str) -> bool:
    """Whether an address ends like a document."""
    return _DOCUMENT.search(target.partition("?")[0].partition("#")[0]) is not None


def lines_of(source: Source) -> list[Line]:
    """The lines of a page, in its order."""
    hidden = _hidden(source)
    opened: list[_Open] = [_Open()]
    links: set[str] = set()
    for node in visible(source):
        tag = node.tag or ""
        if tag == "-text":
            parent = node.parent
            if parent is None or parent.mem_id in hidden:
                continue
            inside = _block_of(parent)
            if opened[-1].pieces and opened[-1].inside != inside:  # behind the end of a block
                opened.append(_Open(place=len(links)))
            opened[-1].inside = inside
            opened[-1].entry = opened[-1].entry or _entry_of(parent)
            opened[-1].is_name = opened[-1].is_name or _is_name(parent)
            opened[-1].pieces.append(_piece(node, parent))
            continue
        if tag.startswith("-"):
            continue  # a comment within an address
        here = opened[-1]
        if node.mem_id in hidden:
            continue
        if tag == "img" and _read_image(node, here):
            continue
        if tag == "a":
            href = node.attributes.get("href") or ""
            here.mails += _mails_of_link(href)
            if not href.startswith(_NO_PAGE) and (target := source.resolve(href)):
                if target not in links and is_file_link(target):
                    here.files.append(len(links))
                links.add(target)
        here.mails += _mails_of_attributes(node)
        if tag not in INLINE:
            opened.append(
                _Open(place=len(links), heading=_HEADINGS.get(tag, 0), inside=node.mem_id)
            )
        if len(opened) > MAX_LINES:
            break
    inner = Counter(
        piece.text
        for line in opened
        for at, piece in enumerate(line.pieces)
        if _is_between(line, at)
    )
    _place_scripts(source, opened)
    found = [_line(line, inner) for line in opened]
    return [line for line in found if line.text or line.mails]


def _read_image(node: LexborNode, here: _Open) -> bool:
    """Whether an image stands for the sign within an address, or for the whole of one, as its other text says."""
    other = squeeze((node.attributes.get("alt") or "")[:_MAX_ALT])
    if here.pieces and _SIGN_ALONE.fullmatch(other):
        here.pieces.append(_Piece("@", is_inner=False))
        return True
    here.mails += [one.value for one in find_addresses([other])]
    return False


def _block_of(node: LexborNode) -> int:
    """The block that a text stands in."""
    here: LexborNode | None = node
    for _ in range(_MOST_NESTED):
        if here is None or here.tag not in INLINE:
            break
        here = here.parent
    return here.mem_id if here is not None else 0


def _entry_of(node: LexborNode) -> int:
    """The row of a table or the entry of a list that a text stands in; 0 for none."""
    here: LexborNode | None = node
    for _ in range(_MOST_NESTED):
        if here is None or here.tag in ("table", "ul", "ol", "body"):
            break
        if here.tag in ("tr", "li"):
            return here.mem_id
        here = here.parent
    return 0


def _is_name(node: LexborNode) -> bool:
    """Whether the class of an element says that it holds a person's name."""
    said = f"{node.attributes.get('class') or ''} {node.attributes.get('itemprop') or ''}"
    return len(said) > 1 and _NAME_CLASS.search(said[:200].lower()) is not None


def _piece(node: LexborNode, parent: LexborNode | None) -> _Piece:
    text = (node.text_content or "")[: 10 * MAX_LINE]
    style = (parent.attributes.get("style") or "").lower() if parent is not None else ""
    if "bidi-override" in style and "rtl" in style:
        text = text[::-1]
    return _Piece(text, parent is not None and parent.tag in INLINE and parent.tag != "a")


def _is_between(line: _Open, at: int) -> bool:
    """Whether a piece is a bare word glued to the pieces around it."""
    pieces = line.pieces
    if not pieces[at].is_inner or not 0 < at < len(pieces) - 1:
        return False
    before, after = pieces[at - 1].text[-1:], pieces[at + 1].text[:1]
    glued = before.strip() and after.strip()
    return bool(glued and len(pieces[at].text) > 2 and _WORD.fullmatch(pieces[at].text))


def _line(line: _Open, inner: Counter[str]) -> Line:
    whole = "".join(piece.text for piece in line.pieces)
    if "@" in whole:  # a word that breaks up one address breaks up others too
        whole = "".join(
            piece.text
            for at, piece in enumerate(line.pieces)
            if not (_is_between(line, at) and inner[piece.text] > 1)
        )
    return Line(
        squeeze(whole[: 10 * MAX_LINE])[:MAX_LINE],
        line.place,
        line.heading,
        line.mails,
        line.files,
        line.entry,
        line.is_name,
        line.inside,
    )


def _mails_of_link(href: str) -> list[str]:
    """The addresses of a `mailto:` link, or of one whose script makes one."""
    begin = href.lstrip()[:11].lower()
    if begin.startswith("mailto:"):
        text = squeeze(unquote(href.partition(":")[2].partition("?")[0])[:500])
        text = text if "@" in text else _AT_IN_LINK.sub("@", text, count=1)
        return [part.strip() for part in re.split(r"[,;]", text) if part.strip()]
    if begin.startswith("javascript:"):
        return written_by(unquote(href[11:MAX_SCRIPT]))
    return []


def _mails_of_attributes(node: LexborNode) -> list[str]:
    """Addresses that a script would make of an element's attributes when it is clicked or shown."""
    attributes = node.attributes
    found: list[str] = []
    if code := attributes.get("data-cfemail"):
        found.append(cloudflare(code))
    for event in _EVENTS:
        if code := attributes.get(event):
            found += [text for text in written_by(code[:MAX_SCRIPT]) if "@" in text]
    user = next((value for name in _USERS if (value := attributes.get(name))), "")
    host = next((value for name in _HOSTS if (value := attributes.get(name))), "")
    if user and host:
        ending = attributes.get("data-tld") or ""
        found.append(f"{user[:100]}@{host[:200]}{f'.{ending[:20]}' if ending else ''}")
    return found


def _place_scripts(source: Source, opened: list[_Open]) -> None:
    """Put what the page's own short scripts would write, where that may be an address, into the lines where they stand."""
    if not source.shows("<script"):
        return
    nodes = source.tree.css("script:not([src])")[:_MAX_SCRIPTS]
    codes = [(node.text(deep=True) or "")[: MAX_SCRIPT + 1] for node in nodes]
    shared = "\n".join(code for code in codes if "function" in code)
    last = {line.inside: line for line in opened if line.inside}
    end = _Open(place=opened[-1].place)
    for node, code in zip(nodes, codes, strict=True):
        if not 0 < len(code) <= MAX_SCRIPT or not (_MAY_WRITE.search(code) or "@" in shared):
            continue
        texts = [t for t in written_by(code, shared) if "@" in t or " at " in t]
        if texts:
            line = last.get(_block_of(node.parent) if node.parent is not None else 0, end)
            line.mails += texts
    opened.append(end)


def _hidden(source: Source) -> set[int]:
    """Elements that a style sheet of the page hides by class or id, and all that visitors have written."""
    names: set[str] = set()
    for node in source.tree.css("style")[:20]:
        names.update(match[1] for match in _HIDING.finditer((node.text(deep=True) or "")[:50_000]))
    found: set[int] = set()
    for name in list(names)[:50]:
        if re.fullmatch(r"[.#][A-Za-z_][\w-]*", name):
            found.update(node.mem_id for node in source.tree.css(name)[:5_000])
    for block in (
        source.tree.css(_TALK)[:50] if source.shows("comment") or source.shows("disqus") else ()
    ):
        if block.tag != "body" and block.mem_id not in found:
            found.update(node.mem_id for node in block.traverse())
    return found
