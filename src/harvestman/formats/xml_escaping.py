"""Building XML that every parser takes: text without the characters that XML 1.0 forbids, elements only where there is something."""

from __future__ import annotations

import re
from collections.abc import Callable
from xml.etree import ElementTree as ET

_FORBIDDEN = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
DECLARATION = '<?xml version="1.0" encoding="UTF-8"?>\n'


def xml_text(text: str) -> str:
    """The text without control characters, half surrogates and non-characters."""
    return text if text.isprintable() else _FORBIDDEN.sub("", text)


def add(
    parent: ET.Element, tag: str, text: str = "", attributes: dict[str, str] | None = None
) -> ET.Element:
    """A new child with text and attributes; attributes without a value are left out."""
    child = ET.SubElement(parent, tag)
    if attributes:
        for name, value in attributes.items():
            if value:
                child.set(name, xml_text(value))
    if text:
        child.text = xml_text(text)
    return child


def add_some(
    parent: ET.Element, tag: str, text: str, attributes: dict[str, str] | None = None
) -> None:
    """A new child, if there is a text for it."""
    if xml_text(text).strip():
        add(parent, tag, text, attributes)


def serialised(
    root: ET.Element,
    *,
    with_declaration: bool = True,
    is_whole: Callable[[ET.Element], bool] = lambda _element: False,
) -> str:
    """The element as a document of indented lines; elements with text between their children, and those that `is_whole` names, stay as they are."""
    kept = [
        (element, list(element))
        for element in root.iter()
        if len(element) and (_is_mixed(element) or is_whole(element))
    ]
    for element, children in kept:
        for child in children:
            element.remove(child)
    ET.indent(root)
    for element, children in kept:
        element.extend(children)
    return (DECLARATION if with_declaration else "") + ET.tostring(root, encoding="unicode") + "\n"


def _is_mixed(element: ET.Element) -> bool:
    return bool(
        (element.text and element.text.strip())
        or any(child.tail and child.tail.strip() for child in element)
    )
