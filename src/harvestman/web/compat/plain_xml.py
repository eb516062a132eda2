"""A plain value as XML: a dictionary's keys are elements, a list's items are elements named for one of them.

Our own writer: nothing of it is a template, every text and name is escaped or replaced, and no entity is ever defined.
"""

from __future__ import annotations

import re
from typing import Any
from xml.etree import ElementTree as ET

from harvestman.formats.xml_escaping import add, serialised, xml_text

_NAME = re.compile(r"[A-Za-z_][A-Za-z0-9_.-]{0,63}")
_ITEMS = {
    "authors": "author",
    "affiliations": "affiliation",
    "citations": "citation",
    "emails": "email",
    "keywords": "keyword",
    "body": "section",
    "jobs": "job",
    "orcids": "orcid",
}
_MAX_DEPTH = 20


def plain_to_xml(plain: Any, root: str) -> str:
    """The document, with its declaration."""
    element = ET.Element(_name(root))
    _fill(element, plain, root, 0)
    return serialised(element)


def _fill(element: ET.Element, value: Any, name: str, depth: int) -> None:
    if value is None or depth > _MAX_DEPTH:
        return
    if isinstance(value, dict):
        for key, one in value.items():
            _fill(add(element, _name(str(key))), one, str(key), depth + 1)
    elif isinstance(value, list | tuple):
        item = _ITEMS.get(name, "item")
        for one in value:
            _fill(add(element, item), one, item, depth + 1)
    elif isinstance(value, bool):
        element.text = "true" if value else "false"
    else:
        element.text = xml_text(str(value))


def _name(key: str) -> str:
    return key if _NAME.fullmatch(key) else "item"
