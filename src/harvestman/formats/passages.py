"""Paragraphs of a section, one line each, with the places where they call entries of the reference list, for writers of XML."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from xml.etree import ElementTree as ET

from harvestman.formats.xml_escaping import xml_text
from harvestman.model import Call, Section
from harvestman.text.sentences import split_sentences

_GAP = re.compile(r"\n\s*\n")


@dataclass(frozen=True, slots=True)
class Passage:
    """A paragraph on one line, and where in it entries of the reference list are called."""

    text: str
    calls: tuple[Call, ...] = ()


def paragraphs(section: Section) -> list[Passage]:
    """The paragraphs of a section, which blank lines divide."""
    found: list[Passage] = []
    start = 0
    for gap in (*_GAP.finditer(section.text), None):
        end = gap.start() if gap else len(section.text)
        calls = [call for call in section.calls if start <= call.start and call.end <= end]
        if section.text[start:end].strip():
            found.append(_on_one_line(section.text, start, end, calls))
        start = gap.end() if gap else end
    return found


def sentences(passage: Passage) -> Iterator[Passage]:
    """The sentences of a paragraph, each with its own calls; a call that two sentences share is left out."""
    start = 0
    for text in split_sentences(passage.text):
        start = passage.text.index(text, start)
        end = start + len(text)
        calls = (call for call in passage.calls if start <= call.start and call.end <= end)
        yield Passage(
            text,
            tuple(Call(call.start - start, call.end - start, call.citations) for call in calls),
        )
        start = end


def _on_one_line(text: str, start: int, end: int, calls: Sequence[Call]) -> Passage:
    line = ""
    moved: list[Call] = []
    for call in calls:
        line += _blanks(text[start : call.start], at_start=not line)
        begin = len(line)
        line += " ".join(text[call.start : call.end].split())
        moved.append(Call(begin, len(line), call.citations))
        start = call.end
    return Passage((line + _blanks(text[start:end], at_start=not line)).rstrip(), tuple(moved))


def _blanks(text: str, *, at_start: bool) -> str:
    """A text with single blanks, also where it begins and ends with some; none at the start of a line."""
    single = re.sub(r"\s+", " ", text)
    return single.lstrip() if at_start else single


def add_marked(
    parent: ET.Element, tag: str, passage: Passage, mark: Callable[[Call], ET.Element]
) -> ET.Element:
    """A new child with a paragraph's text, in which each call is the element that `mark` makes of it."""
    child = ET.SubElement(parent, tag)
    done = 0
    last: ET.Element | None = None
    for call in passage.calls:
        _append_text(child, last, passage.text[done : call.start])
        last = mark(call)
        last.text = xml_text(passage.text[call.start : call.end])
        child.append(last)
        done = call.end
    _append_text(child, last, passage.text[done:])
    return child


def _append_text(parent: ET.Element, last: ET.Element | None, text: str) -> None:
    if last is None:
        parent.text = xml_text(text) or None
    else:
        last.tail = xml_text(text) or None
