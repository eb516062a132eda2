"""What the line model sees of each front line: its looks beside the page's, its words by class, its neighbours' alike.

All numbers are cut into few steps. Looks can be left out (`looks=False`): a text file has none, and teaching some documents
without them keeps the model from leaning on fonts alone.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Sequence

from harvestman.documents.header.front import Front, FrontLine, is_plain
from harvestman.documents.layout.lines import Role

_YEAR = re.compile(r"\b(?:1[89]|20)\d\d\b")
_DATE = re.compile(r"\b\d{1,2}[./-]\d{1,2}[./-]\d{2,4}\b")
_MONTH = re.compile(
    r"\b(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec|ene|abr|ago|dic|янв|фев|мар|апр|мая|июн|июл|авг|сен|окт|ноя|дек)"
)  # in small letters: ignoring the case takes three times as long
_NUMBERED = re.compile(r"^\s*(?:\d{1,2}(?:\.\d{1,2})*\.?|[IVX]{1,4}\.)\s+\S")
_MARK_START = re.compile(r"^\s*(?:\d{1,2}|[a-h]|[∗*†‡§¶#⋆]+)\s?[A-ZА-ЯÁÉÍÓÚÑ]")
_MARK = re.compile(r"[∗*†‡§¶⋆]")
_URL = re.compile(r"https?:|www\.|\.(?:com|org|edu|net|ru|es)\b", re.IGNORECASE)

_ROMAN = re.compile(r"\s(?:I{1,3}|IV|VI{0,3})$")
"""Courses are numbered so."""
TITLE_LABEL = re.compile(
    r"(?i)^\W*(?:t[ií]tulo(?: del?(?: la)? \w+)?|(?:project |thesis )?title|(?:на )?тем[ау](?: [^\W\d]+)?|название(?: [^\W\d]+)?)"
    r"\s*:\s*(?=\S)"
)
"""What a form says before a title."""
_CLASSES = (
    "org", "part", "firm", "by", "other", "abstract", "keywords", "heading", "kind", "course", "venue", "place", "degree",
    "contact", "group", "given", "teacher",
)  # fmt: skip
_RATIOS = (0.8, 0.93, 1.07, 1.2, 1.4, 1.75, 2.3)
_GAPS = (-0.5, 0.25, 0.6, 1.2, 2.2, 4.5)
_WORDS = (1, 2, 3, 4, 6, 9, 13, 20)
_PLACES = (0, 1, 2, 3, 5, 8, 12, 20, 35)
_LONG = 25
_COUNTS = (1, 2, 4, 9, 20, 60)
_DISTANCES = (-2, -1, 1, 2)
_NOBODY = [f"{distance}:none" for distance in _DISTANCES]


def line_features(front: Front, *, looks: bool = True) -> list[list[str]]:
    """The features of each line."""
    looks = looks and front.has_looks
    own = [_words_told(line, front) for line in front.lines]
    shown = [_looks_told(front, at) for at in range(len(own))] if looks else [[] for _ in own]
    beside = [_told_beside(line) for line in front.lines]
    shared = _document_told(front, looks=looks)
    states = _states(front.lines)
    told = []
    for at, line in enumerate(front.lines):
        features = own[at] + shown[at] + shared + states[at]
        features.append(f"page={line.page}")
        for place, distance in enumerate(_DISTANCES):
            other = at + distance
            if 0 <= other < len(own) and front.lines[other].page == line.page:
                features += beside[other][place]
            else:
                features.append(_NOBODY[place])
        told.append(features)
    return told


def step(value: float, steps: Sequence[float]) -> int:
    """Which of these steps a number has reached."""
    return bisect_right(steps, value)


def _document_told(front: Front, *, looks: bool) -> list[str]:
    script = "cyr" if front.is_cyrillic else "lat"
    if not looks:
        return [script, "nolooks"]
    first = front.pages[0]
    told = [script, f"pages={step(front.page_count, _COUNTS)}"]
    told.append("landscape" if front.is_landscape else "portrait")
    told.append(f"full={step(first.letters, (150, 400, 900, 2000))}")
    told.append(f"bigsteps={step(len(first.sizes), (1, 2, 3, 5, 8))}")
    return told


def _words_told(line: FrontLine, front: Front) -> list[str]:
    text = line.line.text.strip()
    words = line.words
    count = len(words)
    told = ["bias", f"n={step(count, _WORDS)}", f"at={step(line.place, _PLACES)}"]
    letters = len(line.folded)
    parts = text.split()
    capital = sum(map(str.isupper, text)) if count <= _LONG else 1
    told.append(
        "caps=all" if capital > 0.9 * letters > 2 else f"caps={capital * 8 // max(1, letters)}"
    )
    starts = sum(w[0].isupper() for w in parts)
    told.append(f"title={starts * 4 // max(1, len(parts))}")
    if letters:
        told.append(
            "start="
            + (
                "U"
                if text[0].isupper()
                else "l"
                if text[0].islower()
                else "d"
                if text[0].isdigit()
                else text[0]
            )
        )
    told.append(
        "end=" + (text[-1] if not text[-1].isalnum() else "d" if text[-1].isdigit() else "a")
    )
    told.append(f"commas={min(4, text.count(','))}")
    digits = sum(map(str.isdigit, text))
    told.append(f"digits={digits * 6 // len(text)}")
    for name, found in (
        ("year", digits and _YEAR.search(text)),
        ("date", digits and _DATE.search(text)),
        ("month", _MONTH.search(text.lower())),
        ("numbered", _NUMBERED.match(text)),
        ("markstart", _MARK_START.match(text)),
        ("url", ("." in text or ":" in text) and _URL.search(text)),
        ("email", line.has_email),
        ("repeated", line.is_repeated),
        ("onlyterm", line.is_term),
        ("startsname", line.starts_with_name),
        ("titlelabel", TITLE_LABEL.match(text)),
        ("endsroman", count <= _LONG and _ROMAN.search(text)),
        ("titleprop", line.in_title_property),
        ("authorprop", line.in_author_property),
        ("colon", ":" in text),
        ("quotes", "«" in text or "“" in text or '"' in text),
        ("dots", "...." in text or ". . ." in text),
        ("marks", _MARK.search(text)),
    ):
        if found:
            told.append(name)
    seen = {hit.kind for hit in line.hits}
    for kind in _CLASSES:
        if kind in seen:
            told.append(f"has={kind}")
            if line.starts(kind):
                told.append(f"starts={kind}")
                if count <= 3:
                    told.append(f"only={kind}")
    if not seen:
        told.append("noclass")
    names = line.names
    if names.named:
        told.append(
            f"names={min(3, names.named)}/{'all' if names.named == names.pieces else 'some'}"
        )
        told.append(
            f"known={'all' if names.known == names.named else 'some' if names.known else 'none'}"
        )
        told.append(f"namesonly={names.named == names.pieces}:{min(2, names.known)}")
    else:
        told.append("nonames")
    told.append(f"w0={words[0]}")
    told.append(f"w-1={words[-1]}")
    if count > 1:
        told.append(f"w01={words[0]}_{words[1]}")
    if count <= 14:
        told.extend(f"w={w}" for w in words[:14] if not w.isdigit())
    return told


def _looks_told(front: Front, at: int) -> list[str]:
    line = front.lines[at]
    here = line.line
    page = front.pages[line.page]
    size = round(here.size, 1)
    ratio = step(here.size / front.body_size, _RATIOS) if front.body_size else 2
    rank = page.sizes.index(size) if size in page.sizes else 9
    middle = (here.x0 + here.x1) / 2 / page.width
    width = (here.x1 - here.x0) / page.width
    rank_word = f"rank={min(rank, 4)}"
    told = [
        f"ratio={ratio}",
        rank_word,
        f"{rank_word}/{min(4, len(page.sizes))}",
        f"{rank_word}:page={line.page}",
        f"y={int(here.y0 / page.height * 10)}",
        f"width={int(width * 6)}",
        f"x={int(here.x0 / page.width * 8)}",
        f"role={here.role.value}",
        f"column={min(3, here.column)}",
    ]
    if is_plain(line):
        plain = page.plain_sizes.index(size) if size in page.plain_sizes else 9
        told.append(f"plain={min(plain, 3)}")
        told.append(f"plain={min(plain, 3)}:page={line.page}")
        told.append(f"plain={min(plain, 3)}:full={step(page.letters, (400, 900, 2000))}")
    is_middle = abs(middle - 0.5) < 0.04 and width < 0.8
    if is_middle:
        told.append("centred")
    if here.x0 > 0.5 * page.width:
        told.append("righthalf")
    if here.bold:
        told.append("bold")
        told.append(f"bold:{ratio}")
    if here.italic:
        told.append("italic")
    told.append("bodyfont" if here.font == front.body_font else "otherfont")
    if any(span.raised for span in here.spans):
        told.append("raised")
    if here.role is not Role.TEXT:
        told.append("notext")
    for side, other in (("up", at - 1), ("down", at + 1)):
        neighbour = front.lines[other] if 0 <= other < len(front.lines) else None
        if neighbour is None or neighbour.page != line.page:
            told.append(f"{side}=edge")
            continue
        there = neighbour.line
        gap = (here.y0 - there.y1 if side == "up" else there.y0 - here.y1) / (here.size or 1.0)
        told.append(f"{side}gap={step(gap, _GAPS)}")
        if here.size and there.size:
            change = there.size / here.size
            told.append(f"{side}size={'=' if 0.97 < change < 1.03 else '<' if change < 1 else '>'}")
        if there.font != here.font or there.bold != here.bold:
            told.append(f"{side}font")
        if there.block == here.block:
            told.append(f"{side}block")
    told.append(
        f"{rank_word}:{'c' if is_middle else ''}{'b' if here.bold else ''}:{int(here.y0 / page.height * 4)}"
    )
    return told


def _told_beside(line: FrontLine) -> list[list[str]]:
    """What the neighbours at each distance see of a line."""
    brief = _brief(line)
    return [[f"{distance}:{told}" for told in brief] for distance in _DISTANCES]


def _brief(line: FrontLine) -> list[str]:
    """What its neighbours see of a line."""
    told = [f"n={step(len(line.words), (1, 3, 6, 10))}"]
    told.extend({f"has={hit.kind}" for hit in line.hits if hit.kind in _CLASSES})
    if line.has_email:
        told.append("email")
    if line.names.named and line.names.named == line.names.pieces:
        told.append("names" if line.names.known else "maynames")
    if line.line.text[:1].islower():
        told.append("lower")
    return told


def _states(lines: Sequence[FrontLine]) -> list[list[str]]:
    """What stands above: a heading of the abstract, of the first section; a role that the names below it have."""
    told = []
    after = "start"
    role, since = "", 9
    page = -1
    for line in lines:
        if line.page != page:
            page, role, since = line.page, "", 9
            after = "start" if after != "body" else "body"
        is_short = len(line.words) <= 6
        if line.starts("abstract"):
            after = "abstract"
        elif line.starts("keywords"):
            after = "keywords"
        elif line.starts("heading") and is_short:
            after = "body"
        since += 1
        if line.has("other"):
            role, since = "other", 0
        elif line.has("by") and (line.starts("by") or ":" in line.line.text):
            role, since = "by", 0
        here = [f"after={after}"]
        if since <= 4:
            here.append(f"role={role}")
            here.append(f"role={role}:{since}")
            if line.names.named:
                here.append(f"role={role}:names")
        told.append(here)
    return told
