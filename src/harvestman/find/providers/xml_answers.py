"""XML answers of services: parsed without entities, so that none can grow into gigabytes."""

from __future__ import annotations

from xml.etree.ElementTree import Element, ParseError, XMLParser

from harvestman.find.providers.base import ProviderFault
from harvestman.model import Status


def parse_xml(body: bytes) -> Element:
    """The root of an answer; ProviderFault for what is no XML, or declares entities."""
    # Answers are in UTF-8; in an encoding with zero bytes a declaration could hide from this.
    if b"<!ENTITY" in body or b"<!DOCTYPE" in body or b"\0" in body:
        raise ProviderFault(Status.BAD_RESPONSE, "the answer declares entities: it is not read")
    parser = XMLParser()  # noqa: S314 - nothing with a document type gets here
    try:
        parser.feed(body)
        root: Element = parser.close()
    except (ParseError, ValueError, LookupError):
        raise ProviderFault(Status.BAD_RESPONSE, "the answer is no XML") from None
    return root


def text_of_element(element: Element | None) -> str:
    """All text inside an element, squeezed; "" for none."""
    return "" if element is None else " ".join("".join(element.itertext()).split())
