"""XML answers of services: parsed without entities, so that none can grow into gigabytes."""

from __future__ import annotations

from xml.etree.ElementTree import Element

from harvestman.find.providers.base import ProviderFault
from harvestman.formats import read_tree
from harvestman.model import Status


def parse_xml(body: bytes) -> Element:
    """The root of an answer; ProviderFault for what is no XML, or declares entities."""
    root = read_tree(body)
    if root is None:
        raise ProviderFault(Status.BAD_RESPONSE, "the answer is no XML, or declares entities")
    return root


def text_of_element(element: Element | None) -> str:
    """All text inside an element, squeezed; "" for none."""
    return "" if element is None else " ".join("".join(element.itertext()).split())
