"""Blocks of a page joined or split into what may be one entry of a list each.

A list of publications repeats: `<li>` after `<li>`, row after row, card after card. Elements of the same kind in the same kind of
place are looked at together. Where each of them holds several blocks of which hardly any is a reference alone but all are
together, each is one record. Where one block holds several lines that are references by themselves, each line is one. What a
reference looks like is asked of the caller (`Chance`).
"""

from __future__ import annotations

import itertools
import re
from bisect import bisect_left
from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cache
from statistics import median
from typing import Final

from harvestman.pages.listing.cutting import Block, BlockLink, Look

Chance = Callable[[str], float]
"""How likely a text is a bibliographic reference, from 0 to 1."""

_SAMPLE: Final = 60
_LONG_RECORD: Final = 1_000  # letters; what is longer is a section, not an entry
_LONG_ALONE: Final = 30  # letters that a block needs to be a reference by itself
_ALONE: Final = (
    1.35  # references by themselves in one record on average: a remark may look like one
)
_NUMBERED: Final = re.compile(
    r"\s*(?:\[\s?[A-Z]{0,4}\.?\s?\d{1,3}\s?\]|\(\d{1,3}\)|[A-Z]{0,2}\d{1,3}\s?[.)])\s"
)
_BIBTEX: Final = re.compile(r"\s*(?:BibTeX:?\s*)?@[A-Za-z]{2,20}\s*[{(]")


@dataclass(frozen=True, slots=True)
class ListRecord:
    """What may be one entry: its text with looks and links, and where it stands."""

    text: str
    looks: tuple[Look, ...]
    links: tuple[BlockLink, ...]
    cuts: tuple[int, ...]
    """Where a new line, cell or block begins inside the text."""
    place: str
    """The kind of place: the element around it and its own, with their classes."""
    heading: str
    """The nearest heading above."""
    chance: float
    first: int
    """The number of its first block."""
    tag: str = ""
    is_heading: bool = False
    number: int = 0
    """Which of several records of one block it is."""


def records_of(blocks: Sequence[Block], chance: Chance) -> list[ListRecord]:
    """Everything on a page that may be an entry, or stands between entries, in its order."""
    chance = cache(chance)
    shown = [
        (number, block)
        for number, block in enumerate(blocks)
        if not block.is_hidden and not _BIBTEX.match(block.text)
    ]
    chances = {number: _alone(block, chance) for number, block in shown}
    spans = _record_spans(shown, chances, chance)
    parts = _split_alike(
        [(number, block) for number, block in shown if number not in spans], chance
    )
    heading, found = "", []
    at = 0
    while at < len(shown):
        number, block = shown[at]
        span = spans.get(number)
        if span is not None:
            joined = [one for _, one in shown[at : at + span.blocks]]
            found.append(_record(joined, span.place, heading, chance, number))
            at += span.blocks
            continue
        at += 1
        place = place_of(block)
        if block.is_heading and chances[number] < 0.9:
            heading = block.text[:300]
        for part, piece in enumerate(parts.get(number) or (block,)):
            found.append(replace(_record([piece], place, heading, chance, number), number=part))
    return found


def _split_alike(shown: Sequence[tuple[int, Block]], chance: Chance) -> dict[int, list[Block]]:
    """The blocks that are lists of lines, in their parts. A list is printed in one way: a lone one among many is left whole."""
    split: dict[str, dict[int, list[Block]]] = defaultdict(dict)
    broken: dict[str, int] = defaultdict(int)
    for number, block in shown:
        if block.breaks:
            broken[place_of(block)] += 1
            parts = split_lines(block, chance)
            if len(parts) > 1:
                split[place_of(block)][number] = parts
    return {
        number: parts
        for place, many in split.items()
        if broken[place] < 3 or 2 * len(many) > broken[place]
        for number, parts in many.items()
    }


def place_of(block: Block) -> str:
    """The kind of place where a block stands: names of its own element and the one around it."""
    return " > ".join(name for _, name in block.around[-2:])


@dataclass(frozen=True, slots=True)
class _Span:
    """Blocks that are one record."""

    blocks: int
    place: str


def _record_spans(
    shown: Sequence[tuple[int, Block]], chances: dict[int, float], chance: Chance
) -> dict[int, _Span]:
    """The records of several blocks each, by the number of their first block."""
    holders: dict[int, list[int]] = defaultdict(list)  # element -> positions of its blocks
    kinds: dict[str, dict[int, None]] = defaultdict(dict)  # kind of place -> its elements
    depths: dict[str, int] = {}
    for position, (_, block) in enumerate(shown):
        around = block.around
        for level, (element, name) in enumerate(around):
            holders[element].append(position)
            key = f"{around[level - 1][1] if level else ''} > {name}"
            kinds[key].setdefault(element)
            depths[key] = max(depths.get(key, 0), level)
    taken: dict[int, _Span] = {}
    used: set[int] = set()
    for key in sorted(kinds, key=lambda one: -depths[one]):
        elements = list(kinds[key])
        if not _are_records([holders[one] for one in elements], shown, chances, chance):
            continue
        for element in elements:
            own = holders[element]
            if not used.intersection(own) and own[-1] - own[0] + 1 == len(own):
                used.update(own)
                taken[shown[own[0]][0]] = _Span(len(own), key)
    return taken


def _are_records(
    groups: list[list[int]],
    shown: Sequence[tuple[int, Block]],
    chances: dict[int, float],
    chance: Chance,
) -> bool:
    """Whether elements of one kind are records: references as wholes, hardly in parts."""
    if len(groups) < 2 or median(map(len, groups)) < 2:
        return False
    step = max(1, len(groups) // _SAMPLE)
    sample = groups[::step]
    texts = [_joined([shown[at][1] for at in own]) for own in sample]
    if median(map(len, texts)) > _LONG_RECORD:
        return False
    whole = sum(len(text) <= 2 * _LONG_RECORD and chance(text) >= 0.5 for text in texts)
    alone = [sum(chances[shown[at][0]] >= 0.5 for at in own) for own in sample]
    return whole >= 0.5 * len(sample) and sum(alone) <= _ALONE * len(sample)


def _alone(block: Block, chance: Chance) -> float:
    return chance(block.text) if len(block.text) >= _LONG_ALONE else 0.0


def _joined(blocks: Sequence[Block]) -> str:
    """The texts of several blocks as one."""
    text = ""
    for block in blocks:
        text += _mark(text) + block.text
    return text


def _mark(text: str) -> str:
    """What joins a text to the block that follows: lines of a card end without a full stop."""
    if not text:
        return ""
    return ". " if text[-1].isalnum() or text[-1] in ')]”»"' else " "


def _record(
    blocks: Sequence[Block], place: str, heading: str, chance: Chance, first: int
) -> ListRecord:
    text = ""
    looks: list[Look] = []
    links: list[BlockLink] = []
    cuts: list[int] = []
    for block in blocks:
        text += _mark(text)
        shift = len(text)
        text += block.text
        if shift:
            cuts.append(shift)
        cuts += [shift + at for at in block.breaks if 0 < at < len(block.text)]
        looks += [Look(shift + one.start, shift + one.end, one.kind) for one in block.looks]
        links += [replace(one, start=shift + one.start, end=shift + one.end) for one in block.links]
        if len(blocks) > 1 and block.text:
            looks.append(
                Look(
                    shift,
                    shift + len(block.text),
                    f"block {block.around[-1][1] if block.around else ''}",
                )
            )
    ordered = tuple(sorted(set(cuts)))
    only = blocks[0]
    return ListRecord(
        text, tuple(looks), tuple(links), ordered, place, heading,
        chance(text) if len(text) >= 12 else 0.0, first,
        tag=only.tag, is_heading=len(blocks) == 1 and only.is_heading,
    )  # fmt: skip


def split_lines(block: Block, chance: Chance) -> list[Block]:
    """The block in parts, where each of its lines, or of its paragraphs between empty lines, is a reference by itself."""
    breaks = [at for at in block.breaks if 0 < at < len(block.text)]
    if not breaks or len(block.text) < 2 * _LONG_ALONE:
        return [block]
    lines = _between(block, sorted(set(breaks)))
    numbered = [at for at in sorted({0, *breaks}) if _NUMBERED.match(block.text, at)]
    if len(numbered) >= 3 or (len(numbered) == 2 and numbered[0] == 0):
        return [_part(block, start, end) for start, end in _between(block, numbered)]
    texts = [block.text[start:end] for start, end in lines]
    alone = sum(len(text) >= _LONG_ALONE and chance(text) >= 0.5 for text in texts)
    if len(lines) >= 2 and alone >= 2 and alone >= 0.6 * len(lines):
        return [_part(block, start, end) for start, end in lines]
    empty = sorted({at for at in breaks if breaks.count(at) > 1})
    if empty:
        parts = _between(block, empty)
        whole = sum(chance(block.text[start:end]) >= 0.5 for start, end in parts)
        if whole >= 2:
            return [_part(block, start, end) for start, end in parts]
    return [block]


def _between(block: Block, cuts: Iterable[int]) -> list[tuple[int, int]]:
    edges = [0, *(at for at in cuts if at > 0), len(block.text)]
    return [(a, b) for a, b in itertools.pairwise(edges) if block.text[a:b].strip()]


def _part(block: Block, start: int, end: int) -> Block:
    """A stretch of a block as a block of its own."""
    inside = [one for one in block.looks if start <= one.start and one.end <= end + 1]
    links = [one for one in block.links if start <= one.start < end]
    first = bisect_left(block.breaks, start + 1)
    text = block.text[start:end].rstrip()
    return Block(
        text,
        block.tag,
        block.around,
        tuple(Look(one.start - start, min(one.end - start, len(text)), one.kind) for one in inside),
        tuple(replace(one, start=one.start - start, end=one.end - start) for one in links),
        tuple(at - start for at in block.breaks[first:] if at < end),
        block.is_hidden,
    )
