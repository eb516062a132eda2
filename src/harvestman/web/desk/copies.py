"""The archived copy of a page, safe to show: its text and structure are written anew, the place of a quote is marked.

Nothing of the page's own markup is handed on: only the names of a few elements, without attributes, and text that is escaped. So a copy
has no script, no style, no picture and no address, and fetches nothing. A quote is marked where its very words stand; what is merely
alike is not, and the page says so.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from html import escape

from selectolax.lexbor import LexborHTMLParser, LexborNode

_KEPT = frozenset(
    "p div section article main header footer aside ul ol li dl dt dd table thead tbody tr td th caption h1 h2 h3 h4 h5 h6 b i em strong "
    "sup sub small pre blockquote cite address figure figcaption hr br span a q".split()
)
_DROPPED = frozenset(
    "script style noscript template iframe object embed svg math canvas audio video form input select textarea button head".split()
)
_VOID = frozenset({"br", "hr"})
_INLINE = frozenset("b i em strong sup sub small span a q cite".split())
_MAX_BODY = 2_000_000
_MAX_DEPTH = 200
_AROUND = 160
_SPACE = re.compile(r"\s+")


@dataclass(frozen=True, slots=True)
class Copy:
    """A copy of a page with a quote marked in it."""

    html: str
    is_marked: bool


@dataclass(frozen=True, slots=True)
class Snippet:
    """A quote with what stands around it."""

    before: str
    quote: str
    after: str


def marked_copy(html: str, quote: str) -> Copy:
    """A page as a safe copy, with the first place of the quote marked."""
    pieces = list(_pieces(html))
    texts = [text for kind, text in pieces if kind == "text"]
    span = _find("".join(texts), quote)
    out: list[str] = []
    at = 0
    for kind, text in pieces:
        if kind == "tag":
            out.append(text)
            continue
        start, end = at, at + len(text)
        at = end
        if span is None or end <= span[0] or start >= span[1]:
            out.append(escape(text))
            continue
        first, last = max(span[0] - start, 0), min(span[1] - start, len(text))
        name = ' id="quote"' if start <= span[0] else ""
        marked = f"<mark{name}>{escape(text[first:last])}</mark>"
        out += [escape(text[:first]), marked, escape(text[last:])]
    return Copy("".join(out), span is not None)


def snippet(text: str, quote: str) -> Snippet | None:
    """The first place of a quote in a text, or in a page's source; None when it is not there."""
    span = _find(text, quote)
    if span is None:
        return None
    start, end = span
    wide = 5 * _AROUND  # most of it may be blanks
    before, after = text[max(0, start - wide) : start], text[end : end + wide]
    return Snippet(
        _without_gaps(before)[-_AROUND:], text[start:end], _without_gaps(after)[:_AROUND]
    )


def _without_gaps(text: str) -> str:
    """A text without empty lines and runs of blanks, which pages have for no reader."""
    return _SPACE.sub(lambda gap: "\n" if "\n" in gap[0] else " ", text)


def visible_text(html: str) -> str:
    """What a reader of a page sees, as plain text."""
    return "".join(text for kind, text in _pieces(html) if kind == "text")


def _find(text: str, quote: str) -> tuple[int, int] | None:
    """Where a quote stands in a text, however the blanks between its words are written."""
    words = quote.strip().rstrip("…").split()
    if not words:
        return None
    # One pass over the text with its blanks squeezed; places are led back to the text itself.
    squeezed: list[str] = []
    places: list[int] = []
    for match in re.finditer(r"\S+", text):
        if squeezed:
            squeezed.append(" ")
            places.append(match.start() - 1)
        squeezed.append(match[0])
        places.extend(range(match.start(), match.end()))
    whole = "".join(squeezed)
    wanted = " ".join(words)
    found = whole.find(wanted)
    if found < 0:
        found = (
            whole.casefold().find(wanted.casefold()) if len(whole.casefold()) == len(whole) else -1
        )
    if found < 0:
        return None
    return places[found], places[found + len(wanted) - 1] + 1


def _pieces(html: str) -> Iterator[tuple[str, str]]:
    """Tags and texts in the order of the page."""
    body = LexborHTMLParser(html[:_MAX_BODY]).body
    if body is not None:
        yield from _walk(body, 0)


def _walk(node: LexborNode, depth: int) -> Iterator[tuple[str, str]]:
    child = node.first_child
    while child is not None:
        name = child.tag or ""
        if name == "-text":
            text = child.text_content or ""
            if text:
                yield "text", text
        elif name == "img":
            pass
        elif name not in _DROPPED and not name.startswith("-"):
            is_kept = name in _KEPT and depth < _MAX_DEPTH
            shown = "span" if name == "a" else name
            if is_kept:
                yield "tag", f"<{shown}>"
            if name in _VOID:
                yield "text", "\n"
            elif depth < _MAX_DEPTH:
                yield from _walk(child, depth + 1)
            if is_kept and name not in _VOID:
                yield "tag", f"</{shown}>"
            if name not in _INLINE:
                yield "text", "\n"  # words of two blocks are two words
        child = child.next
