"""The title: of all groups of neighbouring lines on the first pages, the one that most looks like a whole title.

The line model alone cuts titles short or takes the line of a series with them. So groups are made of lines that may be a
title, and a second small model weighs each group as a whole: how sure the line model is of its lines and of those around it,
whether it ends where the look changes, and whether the file's properties or the running heads repeat it.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from rapidfuzz import fuzz

from harvestman.documents.header.front import Front, FrontLine
from harvestman.documents.header.joining import join_lines
from harvestman.documents.header.line_features import step
from harvestman.documents.header.sheets import (
    below_letterhead,
    curriculum_lines,
    is_letterhead,
    sheet_lines,
)
from harvestman.documents.header.tagging import LineSaid
from harvestman.documents.header.title_edges import (
    MOST_LINES,
    OPEN_WORDS,
    is_wordy,
    to_its_end,
    with_subtitle,
    without_letterhead,
)
from harvestman.documents.layout.lines import Role
from harvestman.text import fold, squeeze
from harvestman.text.tagging import Tagger

_POSSIBLE = 0.03
_UNSURE = 0.1
_SURELY_OTHER = 0.7
_HALF_SURE = 0.5
_BEYOND_DOUBT = 0.95
_LARGER = 1.15
_MOST_RUN = 14
_LAST_PLACE = (70, 25, 20)
_MARKS_AT_END = re.compile(r"[\s∗*†‡§¶⋆⁎✩☆]+$|(?<=[a-zа-яё?!)])\s?[¹²³]$")
_BULLET = re.compile("\\s*[•▪▫■□●○◦➢➤✓✔❖\uf0a7\uf0b7\uf0d8]")
_LOGITS = (-6, -4, -3, -2, -1, 0, 1, 2, 3, 4, 6)
_CLASSES = (
    "course",
    "kind",
    "venue",
    "org",
    "part",
    "by",
    "other",
    "heading",
    "abstract",
    "degree",
    "group",
    "contact",
    "place",
)


@dataclass(frozen=True, slots=True)
class TitleFound:
    """A title and the lines it was made of."""

    text: str
    confidence: float
    lines: tuple[int, ...]


def find_title(front: Front, said: Sequence[LineSaid], tagger: Tagger) -> TitleFound | None:
    """The likeliest title of the first pages."""
    groups = title_groups(front, said)
    if not groups:
        return None
    chances = tagger.chances([group_features(front, said, group) for group in groups], "Y")
    best = max(range(len(groups)), key=lambda at: (chances[at], -groups[at].start, len(groups[at])))
    group = groups[best]
    if chances[best] < _UNSURE:
        group = below_letterhead(front) or with_subtitle(front, _largest_plain(front)) or group
    elif chances[best] < _HALF_SURE:
        sure_lines = _surely_said(front, said)
        group = sure_lines if sure_lines and sure_lines.start not in group else group
    group = without_letterhead(front, said, to_its_end(front, group))
    sure = round(chances[best], 3)
    for pair in (sheet_lines(front, said, group), curriculum_lines(front, group)):
        if pair:
            parts = [title_text([front.lines[at]]) for at in pair]
            return TitleFound(". ".join(part.rstrip(".:") for part in parts), sure, pair)
    text = title_text([front.lines[at] for at in group])
    return TitleFound(text, sure, tuple(group)) if fold(text) else None


def _surely_said(front: Front, said: Sequence[LineSaid]) -> range | None:
    """Where the groups leave doubt: the first line of which the line model has none, with its like below."""
    start = next(
        (
            at
            for at, one in enumerate(said)
            if front.lines[at].page == 0
            and one.chances["T"] > _BEYOND_DOUBT
            and not is_letterhead(front.lines[at])
        ),
        None,
    )
    if start is None:
        return None
    stop = start + 1
    while stop < len(said) and said[stop].label == "T" and front.lines[stop].page == 0:
        stop += 1
    return range(start, min(stop, start + MOST_LINES))


def _largest_plain(front: Front) -> range | None:
    """Where the models are at a loss: the largest lines of the first page that name nothing else."""
    page = front.pages[0]
    if not page.plain_sizes or page.plain_sizes[0] < _LARGER * front.body_size:
        return None
    large = [
        at
        for at, line in enumerate(front.lines)
        if line.page == 0
        and line.line.role is Role.TEXT
        and is_wordy(line)
        and round(line.line.size, 1) == page.plain_sizes[0]
    ]
    stop = (
        next((at for at in range(large[0], large[-1] + 2) if at not in large), large[0] + 1)
        if large
        else 0
    )
    return range(large[0], stop) if large and stop - large[0] <= MOST_LINES else None


def title_groups(front: Front, said: Sequence[LineSaid]) -> list[range]:
    """All groups of neighbouring lines that may be a title."""
    found = []
    for run in _possible_runs(front, said):
        for start in range(run.start, run.stop):
            for stop in range(start + 1, min(run.stop, start + MOST_LINES) + 1):
                found.append(range(start, stop))
    return found


def _possible_runs(front: Front, said: Sequence[LineSaid]) -> Iterator[range]:
    start = None
    for at, line in enumerate(front.lines):
        is_possible = _is_possible(front, line, said[at])
        is_new_page = at > 0 and front.lines[at - 1].page != line.page
        if start is not None and (not is_possible or is_new_page or at - start >= _MOST_RUN):
            yield range(start, at)
            start = None
        if is_possible and start is None:
            start = at
    if start is not None:
        yield range(start, len(front.lines))


def _is_possible(front: Front, line: FrontLine, said: LineSaid) -> bool:
    if line.line.role is Role.MARGIN or not line.folded or line.place > _LAST_PLACE[line.page]:
        return False
    if max(said.chances["A"], said.chances["F"]) > _SURELY_OTHER:
        return False
    if not is_wordy(line) or _BULLET.match(line.line.text):
        return False
    if said.chances["T"] > _POSSIBLE or line.in_title_property:
        return True
    sizes = front.pages[line.page].sizes
    return (
        bool(sizes)
        and line.line.size >= sizes[0] * 0.97
        and line.line.size > front.body_size * 1.05
    )


def group_features(front: Front, said: Sequence[LineSaid], group: range) -> list[str]:
    """What the title model sees of a group of lines."""
    lines = [front.lines[at] for at in group]
    chances = [_logit(said[at].chances["T"]) for at in group]
    first, last = lines[0], lines[-1]
    before, after = _neighbour(front, group.start, -1), _neighbour(front, group.stop - 1, 1)
    whole = (
        sum(math.log(max(1e-4, said[at].chances["T"])) for at in group)
        + (math.log(max(1e-4, 1 - said[group.start - 1].chances["T"])) if before else 0.0)
        + (math.log(max(1e-4, 1 - said[group.stop].chances["T"])) if after else 0.0)
    )
    words = sum(len(line.words) for line in lines)
    told = [
        "bias",
        f"mean={step(sum(chances) / len(chances), _LOGITS)}",
        f"least={step(min(chances), _LOGITS)}",
        f"most={step(max(chances), _LOGITS)}",
        f"first={step(chances[0], _LOGITS)}",
        f"last={step(chances[-1], _LOGITS)}",
        f"whole={step(whole, (-20, -14, -10, -7, -5, -3, -2, -1, -0.5, -0.2))}",
        f"before={step(_logit(said[group.start - 1].chances['T']), _LOGITS) if before else 'none'}",
        f"after={step(_logit(said[group.stop].chances['T']), _LOGITS) if after else 'none'}",
        f"words={step(words, (1, 2, 3, 5, 8, 12, 18, 25, 40))}",
        f"lines={len(lines)}",
        f"page={first.page}",
        f"place={step(first.place, (0, 1, 2, 4, 8, 15, 30))}",
        "cyr" if front.is_cyrillic else "lat",
    ]
    told.extend(_class_features(lines))
    told.extend(_evidence_features(front, lines))
    if after:
        told.append(f"below={said[group.stop].label}")
    if before:
        told.append(f"above={said[group.start - 1].label}")
    if any(said[at].chances["A"] > 0.4 for at in range(group.stop, min(group.stop + 4, len(said)))):
        told.append("authorsnear")
    text = last.line.text.rstrip()
    told.append("end=" + (text[-1] if not text[-1].isalnum() else "a"))
    if last.words[-1] in OPEN_WORDS:
        told.append("endsopen")
    if first.line.text.lstrip()[:1].islower():
        told.append("startslower")
    if after and after.line.text.lstrip()[:1].islower():
        told.append("belowlower")
    told.extend(_look_features(front, lines, before, after) if front.has_looks else ["nolooks"])
    return told


def _class_features(lines: Sequence[FrontLine]) -> list[str]:
    told: list[str] = []
    for name, some in (("f", lines[:1]), ("l", lines[-1:]), ("m", lines[1:-1])):
        for line in some:
            told.extend(
                f"{name}:{kind}" for kind in {hit.kind for hit in line.hits} & set(_CLASSES)
            )
            told.extend(
                f"{name}^{kind}"
                for kind in {hit.kind for hit in line.hits if hit.start == 0} & set(_CLASSES)
            )
            if line.names.named and line.names.named == line.names.pieces and line.names.known:
                told.append(f"{name}:names")
            if line.has_email:
                told.append(f"{name}:email")
            if any(c.isdigit() for c in line.line.text):
                told.append(f"{name}:digits")
            if line.line.role is not Role.TEXT:
                told.append(f"{name}:role={line.line.role.value}")
    return told


def _evidence_features(front: Front, lines: Sequence[FrontLine]) -> list[str]:
    told = []
    folded = "".join(line.folded for line in lines)
    if front.title_property:
        likeness = fuzz.ratio(folded, front.title_property)
        told.append(f"prop={step(likeness, (30, 50, 70, 85, 95))}")
        if folded in front.title_property:
            told.append("inprop")
        elif front.title_property in folded:
            told.append(f"hasprop={step(len(front.title_property) / len(folded), (0.4, 0.7))}")
    else:
        told.append("noprop")
    best = max((fuzz.ratio(folded, head) for head in front.heads), default=0)
    told.append(f"head={step(best, (40, 60, 80, 95))}")
    if any(head.startswith(folded) or folded.startswith(head) for head in front.heads):
        told.append("headstart")
    return told


def _look_features(
    front: Front, lines: Sequence[FrontLine], before: FrontLine | None, after: FrontLine | None
) -> list[str]:
    page = front.pages[lines[0].page]
    sizes = [line.line.size for line in lines]
    top = max(sizes)
    rank = next((at for at, size in enumerate(page.sizes) if top >= size - 0.3), 9)
    plain = next((at for at, size in enumerate(page.plain_sizes) if top >= size - 0.3), 9)
    middle = [(line.line.x0 + line.line.x1) / 2 / page.width for line in lines]
    told = [
        f"ratio={step(top / (front.body_size or 1), (0.93, 1.07, 1.2, 1.4, 1.75, 2.3))}",
        f"rank={min(rank, 4)}",
        f"rank={min(rank, 4)}:page={lines[0].page}",
        f"plain={min(plain, 4)}",
        f"plain={min(plain, 4)}:page={lines[0].page}",
        f"spread={step(top / (min(sizes) or 1), (1.04, 1.15, 1.4, 1.8))}",
        f"y={int(lines[0].line.y0 / page.height * 6)}",
        "landscape" if front.is_landscape else "portrait",
        f"pages={step(front.page_count, (1, 3, 9, 30))}",
        f"full={step(page.letters, (150, 400, 900, 2000))}",
    ]
    if all(abs(m - 0.5) < 0.04 for m in middle):
        told.append("centred")
    if all(line.line.bold for line in lines):
        told.append("bold")
    elif any(line.line.bold for line in lines):
        told.append("somebold")
    if len({line.line.block for line in lines}) == 1:
        told.append("oneblock")
    for side, other, own in (("before", before, lines[0]), ("after", after, lines[-1])):
        if other is None:
            told.append(f"{side}=edge")
            continue
        same = abs(other.line.size - own.line.size) < 0.3 and other.line.bold == own.line.bold
        told.append(f"{side}{'=' if same else '≠'}")
        if other.line.block == own.line.block:
            told.append(f"{side}block{'=' if same else '≠'}")
        gap = (own.line.y0 - other.line.y1 if side == "before" else other.line.y0 - own.line.y1) / (
            own.line.size or 1
        )
        told.append(f"{side}gap={step(gap, (-0.5, 0.25, 0.6, 1.2, 2.5))}")
        if same:
            told.append(f"{side}=gap={step(gap, (-0.5, 0.25, 0.6, 1.2, 2.5))}")
        told.append(
            f"{side}{'>' if other.line.size > own.line.size * 1.05 else '<' if other.line.size < own.line.size * 0.95 else '='}"
        )
    return told


def _neighbour(front: Front, at: int, way: int) -> FrontLine | None:
    other = at + way
    if 0 <= other < len(front.lines) and front.lines[other].page == front.lines[at].page:
        return front.lines[other]
    return None


def _logit(chance: float) -> float:
    chance = min(max(chance, 1e-4), 1 - 1e-4)
    return math.log(chance / (1 - chance))


def title_text(lines: Sequence[FrontLine]) -> str:
    """The title that these lines print."""
    parts: list[list[str]] = []
    for at, line in enumerate(lines):
        above = lines[at - 1] if at else None
        if above is None or _is_subtitle(above, line):
            parts.append([])
        parts[-1].append(_without_raised(line))
    title = ""
    for text in (_MARKS_AT_END.sub("", join_lines(part)) for part in parts):
        if not title:
            title = text
        elif title[-1] in ".:?!-–—,":
            title = f"{title} {text}"
        else:
            title = f"{title}: {text}"
    return squeeze(title).strip(" *∗†‡")


def _is_subtitle(above: FrontLine, line: FrontLine) -> bool:
    sizes = above.line.size, line.line.size
    return bool(all(sizes)) and not 0.93 < sizes[1] / sizes[0] < 1.07


def _without_raised(line: FrontLine) -> str:
    """The text without raised marks at its end."""
    text = line.line.text
    for span in reversed(line.line.spans):
        if span.raised and span.end >= len(text.rstrip()) and span.end - span.start <= 3:
            text = text[: span.start]
    return text
