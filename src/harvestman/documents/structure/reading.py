"""A laid-out document in, its parts out."""

from __future__ import annotations

from collections.abc import Sequence

from harvestman.documents.headings import is_reference_heading
from harvestman.documents.layout.lines import Layout, Line
from harvestman.documents.structure.flow import text_flow
from harvestman.documents.structure.joining import Joiner
from harvestman.documents.structure.lists import FoundList, find_lists
from harvestman.documents.structure.paragraphs import Paragraph, paragraphs_of
from harvestman.documents.structure.parts import ReferenceList, ReferenceString, Structure
from harvestman.model.documents import Section

MOST_TEXT = 5_000_000
"""Letters of the full text."""
MOST_RAW = 2_000
"""Letters of one reference string."""
MOST_SECTIONS = 2_000

_FRONT_LINES = 90  # when no heading ends the front matter
_FRONT_PAGES = 6
_FRONT_WORDS = frozenset(
    "abstract summary resumen аннотация реферат zusammenfassung resume resumo keywords".split()
)
_APART = frozenset(("acknowledgements", "appendix", "closing"))


def read_structure(layout: Layout, *, is_whole: bool = True) -> Structure:
    """Cut a document into front, body, references and other matter, and give its text in reading order.

    If the whole is not asked for, only its references are found.
    """
    flow = text_flow(layout)
    if not flow:
        return Structure()
    lists = find_lists(flow)
    joiner = Joiner([line.text for line in flow])
    if not is_whole:
        return Structure(references=_strings(lists, joiner), lists=_told_lists(flow, lists))
    paragraphs = paragraphs_of(flow, _entry_places(flow, lists), joiner)
    front = _end_of_front(flow, paragraphs, lists)
    body, other = _sections(paragraphs, front, lists)
    return Structure(
        front=tuple(flow[:front]),
        body=body,
        references=_strings(lists, joiner),
        lists=_told_lists(flow, lists),
        other=other,
        text=_text(paragraphs),
    )


def _strings(lists: Sequence[FoundList], joiner: Joiner) -> tuple[ReferenceString, ...]:
    return tuple(
        ReferenceString(
            joiner.join([line.text for line in entry.lines])[:MOST_RAW].strip(),
            entry.lines[0].page,
            round(entry.confidence, 4),
        )
        for found in lists
        for entry in found.entries
    )


def _told_lists(flow: Sequence[Line], lists: Sequence[FoundList]) -> tuple[ReferenceList, ...]:
    """The lists that were found; if none was, the last heading that promises one."""
    if not lists:
        unread = next((line for line in reversed(flow) if is_reference_heading(line.text)), None)
        return (ReferenceList(unread.text, unread.page, 0),) if unread else ()
    return tuple(
        ReferenceList(
            flow[found.begin].text if is_reference_heading(flow[found.begin].text) else "",
            flow[found.begin].page,
            len(found.entries),
            found.split,
        )
        for found in lists
    )


def _entry_places(flow: Sequence[Line], lists: Sequence[FoundList]) -> dict[int, int]:
    """For each entry, where it begins in the flow and where it ends."""
    return {begin: end for found in lists for begin, end in found.places}


def _end_of_front(
    flow: Sequence[Line], paragraphs: Sequence[Paragraph], lists: Sequence[FoundList]
) -> int:
    """The place of the first heading of the body, on the first pages."""
    most = lists[0].begin if lists else len(flow)
    for paragraph in paragraphs:
        if paragraph.begin >= most or paragraph.page > _FRONT_PAGES:
            break
        if paragraph.kind == "body" and not _is_front_heading(paragraph.text):
            return paragraph.begin
        if paragraph.kind == "section" and paragraph.text[:1].isdigit() and paragraph.begin:
            return paragraph.begin
    first = flow[0].page
    page = next((n for n, line in enumerate(flow) if line.page != first), len(flow))
    return min(most, page, _FRONT_LINES)


def _is_front_heading(text: str) -> bool:
    words = text.casefold().strip(" .:—-").split()
    return bool(words) and words[-1].strip(".:") in _FRONT_WORDS


def _sections(
    paragraphs: Sequence[Paragraph], front: int, lists: Sequence[FoundList]
) -> tuple[tuple[Section, ...], tuple[Section, ...]]:
    body: list[Section] = []
    other: list[Section] = []
    notes: list[str] = []
    headings = {found.begin for found in lists}
    behind = lists[-1].end if lists else None
    heading, place = "", body
    texts: list[str] = []

    def close() -> None:
        if (heading or texts) and len(place) < MOST_SECTIONS:
            place.append(Section(heading, "\n\n".join(texts)))

    for paragraph in paragraphs:
        if paragraph.kind == "entry" or paragraph.begin in headings:
            continue
        if paragraph.kind == "note":
            notes.append(paragraph.text)
            continue
        if paragraph.begin < front:
            continue
        if paragraph.kind == "text":
            if behind is not None and paragraph.begin >= behind and place is body:
                close()
                heading, texts, place = "", [], other
            texts.append(paragraph.text)
            continue
        close()
        apart = paragraph.kind in _APART or (behind is not None and paragraph.begin >= behind)
        # An appendix's own sections belong to it.
        apart = apart or (place is other and paragraph.kind == "section" and bool(other))
        heading, texts, place = paragraph.text, [], other if apart else body
    close()
    body = _without_contents(body)
    if notes:
        other.append(Section("", "\n\n".join(notes)))
    return tuple(body), tuple(other)


def _without_contents(body: Sequence[Section]) -> list[Section]:
    """The sections without those that a table of contents made: their headings come once more, with text."""
    last: dict[str, int] = {}
    keys = ["".join(c for c in section.heading.casefold() if c.isalpha()) for section in body]
    for place, key in enumerate(keys):
        last[key] = place
    return [
        section
        for place, (section, key) in enumerate(zip(body, keys, strict=True))
        if not key or last[key] == place or 4 * len(section.text) >= len(body[last[key]].text) > 0
    ]


def _text(paragraphs: Sequence[Paragraph]) -> str:
    parts: list[str] = []
    left = MOST_TEXT
    for paragraph in paragraphs:
        if len(paragraph.text) > left:
            parts.append(paragraph.text[:left])
            break
        parts.append(paragraph.text)
        left -= len(paragraph.text) + 2
    return "\n\n".join(parts)
