"""Pieces of TEI without a document around them: a date, persons, affiliations, as GROBID answers for single strings.

Several persons or affiliations stand one after the other, so that such a piece need not be one XML document; each of its
elements is well-formed.
"""

from __future__ import annotations

from collections.abc import Iterable
from xml.etree import ElementTree as ET

from harvestman.formats.tei import add_affiliation, add_person
from harvestman.formats.xml_escaping import add, serialised

_NAMESPACE = "http://www.tei-c.org/ns/1.0"


def write_tei_date(printed: str, when: str) -> str:
    """A date as it was printed, with its ISO form as far as it is known."""
    holder = ET.Element("holder")
    add(holder, "date", printed, {"when": when})
    return _elements(holder)


def write_tei_names(names: Iterable[str]) -> str:
    """A `persName` for each name, an `orgName` where it is no person's."""
    holder = ET.Element("holder")
    for name in names:
        add_person(holder, name)
    for element in holder:
        element.set("xmlns", _NAMESPACE)
    return _elements(holder)


def write_tei_affiliations(affiliations: Iterable[str], *, raw: bool = False) -> str:
    """An `affiliation` for each, with its organisations and its address."""
    holder = ET.Element("holder")
    for affiliation in affiliations:
        add_affiliation(holder, affiliation, raw=raw)
    return _elements(holder)


def _elements(holder: ET.Element) -> str:
    return "".join(serialised(element, with_declaration=False) for element in holder)
