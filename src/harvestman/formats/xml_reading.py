"""XML of strangers as a tree that stays small: no document types, hence no entities, no nesting without end, a bounded number of elements. No I/O.

The parser itself tells of a document type, in whatever encoding it stands: a search for its letters does not see them in UTF-16.
"""

from __future__ import annotations

from typing import Any
from xml.etree import ElementTree as ET

_DEEPEST = 60
_MOST_ELEMENTS = 1_000_000
_PIECE_BYTES = 64 * 1024


class _Refused(Exception):
    """What is not read."""


class _CarefulBuilder(ET.TreeBuilder):
    """Builds a tree until there is too much of it."""

    def __init__(self) -> None:
        super().__init__()
        self._depth = 0
        self._left = _MOST_ELEMENTS

    def start(self, tag: str, attrs: dict[str, str], /) -> Any:
        """An element begins."""
        self._depth += 1
        self._left -= 1
        if self._depth > _DEEPEST or self._left < 0:
            raise _Refused
        return super().start(tag, attrs)

    def end(self, tag: str, /) -> Any:
        """An element ends."""
        self._depth -= 1
        return super().end(tag)

    def doctype(self, *_: object) -> None:
        """A document type is declared."""
        raise _Refused


def read_tree(body: bytes) -> ET.Element | None:
    """The root of a document; None for what is no XML, declares a type of its own, is nested very deeply or has very many elements."""
    body = body.strip()
    parser = ET.XMLParser(target=_CarefulBuilder())  # noqa: S314 - its builder refuses entities
    try:
        # Piece by piece: an exception of the builder ends the parsing only where a piece does.
        for at in range(0, len(body), _PIECE_BYTES):
            parser.feed(body[at : at + _PIECE_BYTES])
        root: ET.Element = parser.close()
    except (ET.ParseError, ValueError, LookupError, _Refused):
        return None
    return root
