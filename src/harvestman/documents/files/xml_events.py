"""XML read event by event with the standard library's expat: no tree in memory, no entities, no nesting without end."""

from __future__ import annotations

from typing import Protocol
from xml.parsers import expat

from harvestman.documents.layout.unreadable import Unreadable
from harvestman.model.status import Status

_DEEPEST = 300


class Handler(Protocol):
    """What is told of an XML document, element by element. Names are without their namespace."""

    def start(self, name: str, attributes: dict[str, str]) -> None:
        """An element begins."""

    def end(self, name: str) -> None:
        """An element ends."""

    def text(self, text: str) -> None:
        """Characters between two tags."""


class Enough(Exception):
    """Raised by a handler that needs no more."""


def read_xml(data: bytes, handler: Handler, *, is_strict: bool = False) -> None:
    """Tell a handler what a document holds; a damaged one as far as it goes, unless it is strict."""
    parser = expat.ParserCreate(namespace_separator=" ")
    parser.buffer_text = True
    depth = 0

    def start(name: str, attributes: dict[str, str]) -> None:
        nonlocal depth
        depth += 1
        if depth > _DEEPEST:
            raise Unreadable(Status.TOO_DEEP, f"elements are nested more than {_DEEPEST} deep")
        short = {key.rpartition(" ")[2]: value for key, value in attributes.items()}
        handler.start(name.rpartition(" ")[2], short)

    def end(name: str) -> None:
        nonlocal depth
        depth -= 1
        handler.end(name.rpartition(" ")[2])

    def entity(*_: object) -> None:
        raise Unreadable(Status.BAD_FILE, "the XML declares entities of its own")

    parser.StartElementHandler = start
    parser.EndElementHandler = end
    parser.CharacterDataHandler = handler.text
    parser.EntityDeclHandler = entity
    try:
        parser.Parse(data, True)
    except Enough:
        return
    except expat.ExpatError as error:
        if is_strict:
            raise Unreadable(Status.BAD_FILE, f"the XML is damaged: {error}") from error
