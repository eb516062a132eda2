"""The lists of references of a document, cut into entries.

A list begins below a heading of its kind. Where its entries are numbered, the chain of numbers cuts it, and the taught
chain of lines only says where the last entry ends. Where they hang clearly, the indents cut it; elsewhere the taught chain does. What stands below the heading but does not look
like a list of references (a line in a table of contents, prose, a form) is none.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Literal

from harvestman.documents.headings import (
    heading_kind,
    is_reference_heading,
)
from harvestman.documents.layout.lines import Line
from harvestman.documents.structure.hanging import cut_hanging
from harvestman.documents.structure.labels import Label, chain_of, key_end, label_of
from harvestman.documents.structure.list_features import list_features, list_size, reference_marks
from harvestman.text.tagging import Tagger, shipped_tagger

MOST_LINES = 12_000
"""Of one list: a thousand entries of a dozen lines."""

Split = Literal["numbers", "indents", "lines", "paragraphs"]
"""How a list was cut: by the chain of its numbers, by its hanging indents, by the taught chain of lines, or a paragraph each."""

_CHUNK = 160  # lines that are looked at together
_OVERLAP = 30
_TAIL = 45  # lines behind the last number among which its entry ends
_MOST_BETWEEN = 60  # lines between two numbers: figures and tables may stand there
_MUCH = 12  # lines behind a list that may have blurred what is usual in it
_MANY = 9  # lines between two numbers from which on they are looked at
_MOST_OTHER = 14  # lines in a row that are no part of an entry, within one list
_MOST_SHORT, _SHORT = 30, 80  # lines, and letters of one, of a list that only its heading tells
_MOST_LISTS = 60
_MOST_TRIES = 12  # beginnings of a list without heading


@dataclass(frozen=True, slots=True)
class Entry:
    """One entry: its lines, the first without its label."""

    lines: tuple[Line, ...]
    confidence: float
    begin: int
    """The place of its first line in what was read: the region below the heading, then the flow."""
    end: int


@dataclass(frozen=True, slots=True)
class FoundList:
    """A list of references: the lines from `begin` (its heading) up to `end` of the flow, and what is in it."""

    begin: int
    end: int
    entries: tuple[Entry, ...]
    split: Split
    """How it was cut into entries."""

    @property
    def places(self) -> list[tuple[int, int]]:
        """Where each entry begins and ends in the flow."""
        return [(entry.begin, entry.end) for entry in self.entries]


def tagger() -> Tagger:
    """The taught chain of lines."""
    return shipped_tagger("harvestman.documents.structure", "lists")


def find_lists(flow: Sequence[Line]) -> list[FoundList]:
    """All lists of references among the text lines of a document."""
    headings = [n for n, line in enumerate(flow) if is_reference_heading(line.text)]
    if len(headings) > 2 * _MOST_LISTS:
        headings = headings[:_MOST_LISTS] + headings[-_MOST_LISTS:]
    found: list[FoundList] = []
    end = 0
    for place, heading in enumerate(headings):
        if heading < end or len(found) >= _MOST_LISTS:
            continue
        until = _next_list(flow, headings[place + 1 :], len(flow))
        read = _read_list(flow, heading, min(until, heading + 1 + MOST_LINES))
        if read is not None:
            found.append(read)
            end = read.end
    if not found:
        unheaded = _without_heading(flow)
        found = [unheaded] if unheaded else []
    return found


def _next_list(flow: Sequence[Line], headings: Sequence[int], end: int) -> int:
    """Where the next list begins: a heading, but no running head that repeats it on the next pages."""
    for heading in headings:
        before = flow[heading - 1]
        at_top = before.page != flow[heading].page
        first = label_of(flow[heading + 1].text) if heading + 1 < end else None
        if not at_top or (first is not None and first.number == 1):
            return heading
    return end


def _read_list(flow: Sequence[Line], heading: int, until: int) -> FoundList | None:
    begin = heading + 1
    region = flow[begin:until]
    if not region:
        return None
    chain = _numbered(region)
    if chain:
        split: Split = "numbers"
        entries, length = _cut_by_numbers(region, chain)
    else:
        split = "indents"
        entries, length = _cut_by_indents(region)
        if not _is_convincing(entries):
            split = "lines"
            entries, length = _cut_by_lines(region)
    if not _is_convincing(entries):
        if not chain:
            split = "paragraphs"
            entries, length = _cut_by_blocks(region)
        if not (_opens_list(chain) or _closes_document(flow, begin, length, entries)):
            return None
    return _found(heading, begin, length, entries, split)


def _opens_list(chain: Sequence[Label]) -> bool:
    """Whether "[1]" stands right below the heading: whatever the entry says, nothing but a list of references begins so."""
    return bool(chain) and (chain[0].line, chain[0].kind, chain[0].number) == (0, "square", 1)


def _found(
    heading: int, begin: int, length: int, entries: Sequence[Entry], split: Split
) -> FoundList:
    placed = (replace(entry, begin=begin + entry.begin, end=begin + entry.end) for entry in entries)
    return FoundList(heading, begin + length, tuple(placed), split)


def _numbered(region: Sequence[Line]) -> list[Label]:
    """The chain of numbers that cuts the list; [] when it has none worth the name."""
    near = _until_gap(region)
    chain = chain_of(near)
    if not chain or chain[0].line > 8 or chain[0].number > 2:
        return []
    kept = [chain[0]]
    if chain[0].number == 2 and chain[0].line > 0:  # the first number was lost
        kept.insert(0, Label(0, chain[0].kind, 1, 0))
    for label in chain[1:]:
        if label.line - kept[-1].line > _MOST_BETWEEN:
            break
        kept.append(label)
    lines = kept[-1].line + 1
    # Numbers of two or three lines may be accidents; in a numbered list every few lines have one.
    if len(kept) < 3 and chain[0].kind not in ("square", "dot", "bracket", "round"):
        return []
    return kept if len(kept) * 12 >= lines else []


def _until_gap(region: Sequence[Line]) -> Sequence[Line]:
    """The beginning of the region in which lines with numbers follow each other closely."""
    last = 0
    for place, line in enumerate(region):
        if line.text[:1] in "[(0123456789" and label_of(line.text) is not None:
            last = place
        elif place - last > _MOST_BETWEEN:
            break
    return region[: last + 1]


def _cut_by_numbers(region: Sequence[Line], chain: Sequence[Label]) -> tuple[list[Entry], int]:
    last = chain[-1].line
    end = _end_of_last(region, chain)
    entries: list[Entry] = []
    for place, label in enumerate(chain):
        stop = chain[place + 1].line if place + 1 < len(chain) else end
        first = region[label.line]
        lines = [replace(first, text=first.text[label.end :], spans=())]
        lines += _own_lines(region, label.line, stop)
        sure = 0.98 if label.line != last else 0.95
        entries.append(Entry(tuple(lines), sure, label.line, label.line + len(lines)))
    return entries, end


def _own_lines(region: Sequence[Line], first: int, stop: int) -> list[Line]:
    """The further lines of an entry; where many stand before the next number, only those that belong to it."""
    between = region[first + 1 : stop]
    if len(between) > _MANY:
        labels = tagger().tag(list_features(region[first:stop], size=list_size(region)))[1:]
        end = next((n for n, label in enumerate(labels) if label == "O"), len(labels))
        between = between[:end]
    return [line for line in between if not is_reference_heading(line.text)]


def _end_of_last(region: Sequence[Line], chain: Sequence[Label]) -> int:
    last = chain[-1].line
    begin = chain[max(0, len(chain) - 12)].line
    stretch = region[begin : last + _TAIL]
    labels = tagger().tag(list_features(stretch, size=list_size(region)))
    for place in range(last - begin + 1, len(stretch)):
        line = stretch[place]
        if heading_kind(line.text) is not None:
            return begin + place
        if labels[place] != "I" and not _goes_on(stretch[place - 1], line):
            return begin + place
    return begin + len(stretch)


def _goes_on(before: Line, line: Line) -> bool:
    """Whether a line surely goes on with the one above it, whatever it says: that one ended in a hyphen or comma."""
    return (
        before.text[-1] in "-–,"
        and (line.page, line.column) == (before.page, before.column)
        and line.size == before.size
        and line.bold == before.bold
        and line.y0 - before.y1 <= 0.5 * line.size
    )


def _cut_by_indents(region: Sequence[Line]) -> tuple[list[Entry], int]:
    """The entries of a list that hangs clearly."""
    found = cut_hanging(region)
    if found is None:
        return [], 0
    entries = []
    for places in found.entries:
        first = region[places[0]]
        bare = replace(first, text=first.text[key_end(first.text) or 0 :], spans=())
        lines = (bare, *(region[place] for place in places[1:]))
        entries.append(Entry(lines, 0.95, places[0], places[-1] + 1))
    return entries, found.end


def _cut_by_lines(region: Sequence[Line]) -> tuple[list[Entry], int]:
    """The entries that the taught chain sees, looked at once more without what stands behind the list."""
    entries, end = _cut_once(region)
    if entries and end + _MUCH <= min(len(region), _CHUNK):
        return _cut_once(region[:end])
    return entries, end


def _cut_once(region: Sequence[Line]) -> tuple[list[Entry], int]:
    entries: list[Entry] = []
    lines: list[Line] = []
    sure: list[float] = []
    end = others = first = 0

    def close() -> None:
        if lines:
            entries.append(Entry(tuple(lines), min(sure), first, max(first + 1, end)))
            lines.clear()
            sure.clear()

    labelled = _labelled(region)
    size = list_size(region)
    for place, (label, probability) in enumerate(labelled):
        line = region[place]
        if label == "O":
            others += 1
            turned = place > 0 and region[place - 1].page != line.page
            following = labelled[place + 1 : place + 9]
            if others > _MOST_OTHER or _closes(line, size, following, turned=turned):
                break
            continue
        others = 0
        if label == "B" or not lines:
            close()
            first = place
            cut = key_end(line.text)
            number = label_of(line.text) if cut is None else None
            if number is not None and number.kind != "bare":
                cut = number.end
            lines.append(replace(line, text=line.text[cut or 0 :], spans=()))
            sure.append(probability)
        else:
            lines.append(line)
        end = place + 1
    close()
    return [entry for entry in entries if any(line.text for line in entry.lines)], end


def _closes(
    line: Line, size: float, following: Sequence[tuple[str, float]], *, turned: bool
) -> bool:
    """Whether a line ends the list: it opens another part, by its words, or by its look and what follows."""
    if heading_kind(line.text) in ("acknowledgements", "appendix", "closing", "body", "others"):
        return True
    is_large = size > 0 and line.size > 1.12 * size
    if is_large and turned:
        return True
    return (is_large or line.bold) and 2 * sum(one == "O" for one, _ in following) > len(following)


def _labelled(region: Sequence[Line]) -> list[tuple[str, float]]:
    """The labels of the region's lines as far as the list goes on, stretch by stretch."""
    said: list[tuple[str, float]] = []
    begin = 0
    size = list_size(region)
    while begin < len(region):
        stretch = region[begin : begin + _CHUNK]
        labels = tagger().tag_surely(list_features(stretch, size=size))
        said = (
            said[:begin] + labels
            if begin == 0
            else said[: begin + _OVERLAP // 2] + labels[_OVERLAP // 2 :]
        )
        goes_on = any(label != "O" for label, _ in labels[-_MOST_OTHER:])
        if len(stretch) < _CHUNK or not goes_on:
            break
        begin += _CHUNK - _OVERLAP
    return said


def _is_convincing(entries: Sequence[Entry]) -> bool:
    """Whether these are references: most have an author, a year or something else that citations have."""
    if not entries:
        return False
    marks = [
        reference_marks(" ".join(line.text for line in entry.lines)[:400]) for entry in entries
    ]
    if len(entries) <= 2:
        return min(marks) >= 1 and max(marks) >= 2
    return sum(mark >= 1 for mark in marks) >= 0.6 * len(marks) and sum(marks) >= 0.9 * len(marks)


def _closes_document(
    flow: Sequence[Line], begin: int, length: int, entries: Sequence[Entry]
) -> bool:
    """Whether a numbered list right below its heading ends the document: then it needs no further marks."""
    behind = len(flow) - begin - length
    is_short = sum(len(entry.lines) for entry in entries) <= 4 * len(entries)
    return len(entries) >= 2 and is_short and behind <= max(12, length) and begin > 0.3 * len(flow)


def _cut_by_blocks(region: Sequence[Line]) -> tuple[list[Entry], int]:
    """A few short lines, each a paragraph of its own, to the document's end: links and names of works, barely said."""
    if len(region) > _MOST_SHORT:
        return [], 0
    blocks = {(line.page, line.block) for line in region}
    if len(blocks) < len(region) or any(
        len(line.text) > _SHORT or "@" in line.text or heading_kind(line.text) for line in region
    ):
        return [], 0
    return [Entry((line,), 0.5, n, n + 1) for n, line in enumerate(region)], len(region)


def _without_heading(flow: Sequence[Line]) -> FoundList | None:
    """A numbered list near the document's end whose heading was lost or never printed; the entries must look the part."""
    least = len(flow) // 3
    tries = 0
    for start in range(len(flow) - 1, least, -1):
        text = flow[start].text
        if text[:1] not in "[(1":
            continue
        label = label_of(text)
        if label is None or label.number != 1 or label.kind == "alone":
            continue
        tries += 1
        if tries > _MOST_TRIES or any(
            heading_kind(line.text) == "others" for line in flow[max(0, start - 6) : start]
        ):
            return None
        chain = _numbered(flow[start : start + MOST_LINES])
        if len(chain) < 4 or chain[0].line:
            continue
        entries, length = _cut_by_numbers(flow[start : start + MOST_LINES], chain)
        if _is_surely_cited(entries):
            return _found(start, start, length, entries, "numbers")
    return None


def _is_surely_cited(entries: Sequence[Entry]) -> bool:
    marks = [
        reference_marks(" ".join(line.text for line in entry.lines)[:400]) for entry in entries
    ]
    return sum(marks) >= 1.8 * len(marks) and sum(mark >= 2 for mark in marks) >= 0.7 * len(marks)
