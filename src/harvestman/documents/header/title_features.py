"""What the title model sees of a group of lines: how sure the line model is of them and of those around, their words and looks."""

from __future__ import annotations

import math
import re
from collections.abc import Sequence

from rapidfuzz import fuzz

from harvestman.documents.header.front import Front, FrontLine
from harvestman.documents.header.joining import OPEN_WORDS
from harvestman.documents.header.line_features import TITLE_LABEL, step
from harvestman.documents.header.tagging import LineSaid
from harvestman.documents.layout.lines import Role

_NUMBERED = re.compile(r"^\s*(?:\w+ )?\d{1,2}(?:\.\d{1,2})*(?:[.):]|\.-)?\s")
_ROMAN = re.compile(r"\s(?:I{1,3}|IV|VI{0,3})$")
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
    told.extend(_word_features(front, lines, after))
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


def _word_features(front: Front, lines: Sequence[FrontLine], after: FrontLine | None) -> list[str]:
    """What the words of its first and last line and of the line below say: numbers, terms, names, another script."""
    first, last = lines[0], lines[-1]
    text = "".join(line.folded for line in lines)
    is_latin = sum(c.isascii() for c in text) > 0.8 * len(text)
    found = (
        ("labelled", TITLE_LABEL.match(first.line.text)),
        ("numbered", _NUMBERED.match(first.line.text)),
        ("belownumbered", after and _NUMBERED.match(after.line.text)),
        ("endsroman", _ROMAN.search(last.line.text)),
        ("f:term", first.is_term),
        ("l:term", last.is_term),
        ("f:startsname", first.starts_with_name),
        ("l:startsname", last.starts_with_name),
        ("otherscript", front.is_cyrillic and is_latin),
    )
    return [name for name, is_so in found if is_so]


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
