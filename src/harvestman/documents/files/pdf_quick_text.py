"""The text of a PDF's pages in a tenth of the time that PDFium takes: for asking whether its words are known.

PDFium finds a place, a box and a font for each letter. Whether a text is one that was read before takes its words alone: they are found here in the
content of the pages, with `_shown_text.c`. A file for which that does not do with certainty has None, and PDFium reads it, as it reads every file
whose words are not known.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from harvestman.documents.files.pdf_letters import Font, read_font
from harvestman.documents.files.pdf_objects import Dictionary, NotPlain, Objects, Reference

try:
    from harvestman.documents.files import _shown_text
except ImportError:  # it was not compiled
    _shown_text = None  # type: ignore[assignment]

_MOST_PAGES = 300
_MOST_FONTS = 500  # a table of letters may take half a megabyte
_DEEPEST = 20
_NO_LETTER = "\ufffd"
_MOST_UNKNOWN = 0.02
"""The share of letters that may be unknown: what PDFium would read of more of them might be another text."""


def quick_pages(data: bytes) -> list[str] | None:
    """The text of the pages of a PDF; None where PDFium has to read them."""
    if _shown_text is None:
        return None
    try:
        objects = Objects(data)
        pages = list(_pages(objects))
        seen: set[Reference] = set()
        if any(_draws_text(objects, resources, seen) for _, resources in pages):
            return None
        fonts: dict[Any, Font] = {}
        texts = [_text(objects, page, resources, fonts) for page, resources in pages]
    # What a file says may be of any type, wherever a number, a name or a list should stand.
    except (NotPlain, ArithmeticError, AttributeError, LookupError, TypeError, ValueError):
        return None
    unknown = sum(text.count(_NO_LETTER) for text in texts)
    return texts if unknown <= _MOST_UNKNOWN * sum(map(len, texts)) else None


def _pages(objects: Objects) -> Iterator[tuple[Dictionary, Dictionary]]:
    """The pages in order, each with what it uses."""
    root = objects.dictionary(objects.trailer.get(b"Root"))
    waiting: list[tuple[Any, Any, int]] = [(root.get(b"Pages"), None, 0)]
    announced = objects.dictionary(root.get(b"Pages")).get(b"Count")
    count = pages = 0
    while waiting:
        reference, inherited, depth = waiting.pop()
        node = objects.dictionary(reference)
        resources = node.get(b"Resources", inherited)
        count += 1
        if count > _MOST_PAGES:
            raise NotPlain("too many pages")
        if b"Kids" in node:
            kids = objects.of(node[b"Kids"])
            if depth >= _DEEPEST or not isinstance(kids, list):
                raise NotPlain("no tree of pages")
            waiting += [(kid, resources, depth + 1) for kid in reversed(kids)]
        else:
            pages += 1
            yield node, objects.dictionary(resources)
    if pages != announced:  # PDFium shows as many as are announced
        raise NotPlain("another number of pages")


def _draws_text(
    objects: Objects, resources: Dictionary, seen: set[Reference], *, depth: int = 0
) -> bool:
    """Whether a drawing on the page may have text of its own, which PDFium reads with the page's. Each is looked at once: they may all be in all others."""
    for reference in (objects.of(resources.get(b"XObject")) or {}).values():
        if reference in seen:
            continue
        if isinstance(reference, Reference):
            seen.add(reference)
        drawing = objects.dictionary(reference)
        if drawing.get(b"Subtype") == b"Image":
            continue
        own = objects.of(drawing.get(b"Resources"))
        if not isinstance(own, dict) or own.get(b"Font") or depth >= _DEEPEST:
            return True
        if _draws_text(objects, own, seen, depth=depth + 1):
            return True
    return False


def _text(objects: Objects, page: Dictionary, resources: Dictionary, fonts: dict[Any, Font]) -> str:
    """The text of one page; fonts are read once for all pages."""
    used: dict[bytes, Font] = {}
    for name, reference in (objects.of(resources.get(b"Font")) or {}).items():
        key = reference if isinstance(reference, Reference) else (id(page), name)
        if key not in fonts:
            if len(fonts) == _MOST_FONTS:
                raise NotPlain("too many fonts")
            fonts[key] = read_font(objects, objects.dictionary(reference))
        used[name] = fonts[key]
    told = page.get(b"Contents")
    found = objects.of(told)
    parts = found if isinstance(found, list) else [] if found is None else [told]
    content = b"\n".join([objects.stream(part) for part in parts])
    return _shown_text.shown(content, used)
