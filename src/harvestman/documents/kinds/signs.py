"""The signs of a document's kind: how many pages of which shape and how full, what its lines begin with, which words its top,
front and headings have.

Numbers become steps ("at least 0.05 of the lines are bullets"), so that a linear model can weigh a little and a lot
differently. Words are those of `data/words.txt`, never free words: 200 documents teach no vocabulary.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from functools import cache
from pathlib import Path
from statistics import median

from harvestman.documents.kinds.wordlists import WordLists
from harvestman.documents.layout.lines import Layout, Line, PageLayout, Role
from harvestman.text.folding import words

_DATA = Path(__file__).parent / "data" / "words.txt"
_MOST_PAGES = 8
"""Pages that are looked at: the first five and the last three."""
_MOST_LINES = 90
"""Lines of one page that are looked at."""
_MOST_LETTERS = 80
"""A longer line is running text: only its beginning tells something."""
_LONGEST = 400
"""Letters of a line that patterns are run on: no printed line is longer, a hostile one may be."""
_HEADINGS = frozenset(
    "abstract keywords introduction conclusion references contents chapter acknowledgements section cv-part slide".split()
)
_STARTERS = frozenset(("imperative", "item", "result", "solution"))
_TOLD_BY_WORDS = frozenset(
    "thesis supervisor ministry school report exercise lecture cv contact book call programme rules form review paper".split()
)
_CREATORS = {
    "beamer": "beamer",
    "powerpoint": "powerpoint",
    "impress": "impress",
    "word": "word",
    "writer": "writer",
    "google": "google",
    "latex": "tex",
    "pandoc": "tex",
    "tex": "tex",
    "distiller": "distiller",
    "ghostscript": "ghostscript",
    "keynote": "powerpoint",
}
_BULLET = re.compile(r"\s*[•▪■◦●▶►‣∙⁃➢✓❖\uf0a7\uf0b7–—*-]\s+\S")
_NUMBERED = re.compile(r"\s*(?:\(?[A-Z]?\d{1,3}(?:\.\d{1,2})?[.)][-–]?|\(?[a-hа-е]\)|№\s?\d+)\s")
_LABEL = re.compile(
    r"^\s*(?:\(?[A-Z]?\d{1,3}(?:\.\d{1,2})*[.)]?[-–]?|\(?[a-hа-е]\)|[IVX]{1,4}\.|[•▪■●▶►–—-])\s+"
)
_YEARS = re.compile(
    r"\b(?:19|20)\d\d\s*(?:[-–—]|to|al?|по|до)\s*(?:(?:\d\d?[./])?(?:19|20)?\d\d\b|present|actual|presente|date|now|н\.?\s?в|наст)",
    re.IGNORECASE,
)
_YEAR_START = re.compile(r"\s*(?:\d\d?[./])?(?:19|20)\d\d\b")
_EMAIL = re.compile(r"[\w.+}-]{1,64}\s?(?:@|\[at\]|\(at\))\s?[\w-]+\.[\w.-]+")
_BRACKET_CITATION = re.compile(r"\[\d{1,3}(?:\s?[,–-]\s?\d{1,3})*\]")
_NAMED_CITATION = re.compile(
    r"\((?:[^()]{0,60}\s)?(?:et al\.?,? |[A-ZА-Я]\w+,? )(?:19|20)\d\d[a-z]?\)|\[[A-Z]\w{0,6}\+?\d\d\]"
)
_TIME = re.compile(r"\b\d?\d[:.h]\d\d\b")
_DIGIT = re.compile(r"\d")
_MATH = re.compile(r"[=<>≤≥∈∀∃∑∫∂√∞→⇒±×·∪∩⊂∅α-ωΑ-Ω]")
_CODE = re.compile(r"[{};]\s*$|^\s*(?:def|import|int|public|return|#include|let|var)\b|\w\(\)")
_LEADERS = re.compile(r"(?<!\.)(?<!\.\s)(?:\.\s?){5,}+\s*\d+\s*$")
_POINTS = re.compile(
    r"[(\[]\s?\d+(?:[.,]\d+)?\s?(?:puntos?|points?|pts?|p|marks?|балл\w*|%)\.?\s?[)\]]",
    re.IGNORECASE,
)
_BLANKS = re.compile(r"_{4,}|(?<!\.)\.{12,}\s*$")


@cache
def _lists() -> WordLists:
    return WordLists(_DATA)


def kind_signs(layout: Layout) -> dict[str, float]:
    """The named signs of a document; a sign that is not there is not named."""
    pages = _looked_at(layout.pages)
    lines = [_text_lines(page) for page in pages]
    signs: dict[str, float] = {"always": 1.0}
    _add_properties(signs, layout)
    _add_shape(signs, layout, pages, lines)
    _add_looks(signs, pages, lines)
    _add_running_heads(signs, layout.pages)
    _add_line_starts(signs, [line for page in lines for line in page])
    _add_words(signs, lines)
    return signs


def _looked_at(pages: Sequence[PageLayout]) -> list[PageLayout]:
    if len(pages) <= _MOST_PAGES:
        return list(pages)
    return [*pages[: _MOST_PAGES - 3], *pages[-3:]]


def _text_lines(page: PageLayout) -> list[Line]:
    found = [line for line in page.lines if line.role is Role.TEXT and line.text.strip()]
    return found[:_MOST_LINES]


def _steps(signs: dict[str, float], name: str, value: float, steps: Iterable[float]) -> None:
    for step in steps:
        if value >= step:
            signs[f"{name}>={step:g}"] = 1.0


def _add_properties(signs: dict[str, float], layout: Layout) -> None:
    made = f"{layout.properties.creator} {layout.properties.producer}".lower()
    for word, name in _CREATORS.items():
        if word in made:
            signs[f"made-with:{name}"] = 1.0
    title = layout.properties.title.lower()
    if "powerpoint" in title:
        signs["made-with:powerpoint"] = 1.0


def _add_shape(
    signs: dict[str, float],
    layout: Layout,
    pages: Sequence[PageLayout],
    lines: Sequence[Sequence[Line]],
) -> None:
    _steps(signs, "pages", layout.page_count, (2, 3, 5, 9, 13, 21, 41, 101))
    wide = [page for page in pages if page.width > page.height * 1.05 > 0]
    if len(wide) * 2 >= max(1, len(pages)):
        made = any(f"made-with:{name}" in signs for name in ("beamer", "powerpoint", "impress"))
        signs["landscape"] = 3.0  # surer than any word, so it is let to weigh more
        if made:
            signs["landscape-and-made-for-slides"] = 4.0
    if pages and max(pages[0].width, pages[0].height) > 1300:
        signs["huge-page"] = 3.0  # a poster
    if wide and wide[0].width < 520:
        signs["small-landscape"] = 1.0
    if not wide and sum(sum(len(line.text) for line in page) for page in lines) < 500 * len(lines):
        signs["portrait-and-empty"] = 1.0
    letters = [sum(len(line.text) for line in page) for page in lines] or [0]
    full = [number for number in letters if number] or [0]
    _steps(signs, "letters-a-page", median(full), (150, 300, 500, 800, 1200, 1800, 2500, 3500, 5000))  # fmt: skip
    _steps(signs, "letters-on-first", letters[0], (150, 300, 600, 1000, 1500, 2200, 3200))
    if len(full) > 1:
        _steps(signs, "first-to-rest", letters[0] / max(1, median(full[1:])), (0.2, 0.4, 0.7))
    _steps(signs, "lines-a-page", median([len(page) for page in lines if page] or [0]), (6, 10, 16, 25, 40, 60))  # fmt: skip
    every = [line for page in lines for line in page]
    if every:
        mean = sum(len(line.text.split()) for line in every) / len(every)
        _steps(signs, "words-a-line", mean, (3, 4.5, 6, 7.5, 9, 11, 13))
        short = sum(len(line.text) < 25 for line in every) / len(every)
        _steps(signs, "short-lines", short, (0.15, 0.3, 0.45, 0.6, 0.8))


def _add_looks(
    signs: dict[str, float], pages: Sequence[PageLayout], lines: Sequence[Sequence[Line]]
) -> None:
    looked = [line for page, found in zip(pages, lines, strict=True) if page.has_looks for line in found if line.size > 0]  # fmt: skip
    if not looked:
        signs["no-looks"] = 1.0
        return
    first = [line for line in lines[0] if line.size > 0]
    weights: Counter[float] = Counter()
    for line in looked:
        weights[round(line.size, 1)] += len(line.text)
    usual = max(0.1, weights.most_common(1)[0][0])
    _steps(signs, "size-to-page", usual / max(1.0, pages[0].height), (0.012, 0.0145, 0.017, 0.022, 0.03, 0.04))  # fmt: skip
    if first:
        _steps(signs, "largest-to-usual", max(line.size for line in first) / usual, (1.15, 1.4, 1.7, 2.1, 2.8))  # fmt: skip
        middle = pages[0].width / 2
        centred = [
            line
            for line in first
            if abs((line.x0 + line.x1) / 2 - middle) < 12 and line.x0 > pages[0].width * 0.2
        ]
        _steps(signs, "centred-on-first", len(centred) / len(first), (0.1, 0.25, 0.5, 0.75))
        if any(span.raised for line in first for span in line.spans):
            signs["raised-on-first"] = 1.0
    _steps(signs, "columns", sum(line.column > 0 for line in looked) / len(looked), (0.1, 0.3))
    _steps(signs, "fonts", len({line.font for line in looked}), (2, 4, 7, 12))
    _steps(signs, "bold", sum(line.bold for line in looked) / len(looked), (0.03, 0.1, 0.25))


def _add_running_heads(signs: dict[str, float], pages: Sequence[PageLayout]) -> None:
    shown = {line.text for page in pages[1:5] for line in page.lines if line.role is not Role.TEXT}
    for text in sorted(shown):
        for sign, _, _ in _lists().found(words(text[:200])):
            if sign in _TOLD_BY_WORDS:
                signs[f"head:{sign}"] = 1.0


def _add_line_starts(signs: dict[str, float], lines: Sequence[Line]) -> None:
    if not lines:
        signs["no-text"] = 1.0
        return
    number = len(lines)
    text = [line.text[:_LONGEST] for line in lines]
    counts: Counter[str] = Counter()
    for shown in text:
        counts["bullets"] += _BULLET.match(shown) is not None
        counts["numbered"] += _NUMBERED.match(shown) is not None
        counts["questions"] += "?" in shown
        counts["year-spans"] += _YEARS.search(shown) is not None
        counts["year-starts"] += _YEAR_START.match(shown) is not None
        counts["times"] += _TIME.match(shown) is not None
        counts["code"] += _CODE.search(shown) is not None
        counts["points"] += _POINTS.search(shown) is not None
        counts["leaders"] += _LEADERS.search(shown) is not None
        counts["blanks"] += _BLANKS.search(shown) is not None
    for name in ("bullets", "numbered", "questions", "code"):
        _steps(signs, name, counts[name] / number, (0.01, 0.03, 0.07, 0.15, 0.3))
    for name in ("year-spans", "year-starts", "times", "leaders", "blanks", "points"):
        _steps(signs, name, counts[name] / number, (0.01, 0.04, 0.1, 0.2))
    front = [shown for shown in text[:80] if len(shown) >= 20]
    numbered = sum(_NUMBERED.match(shown) is not None for shown in front) / max(1, len(front))
    _steps(signs, "numbered-in-front", numbered, (0.03, 0.08, 0.15, 0.3, 0.5))
    whole = "\n".join(text)
    size = max(1, len(whole))
    _steps(signs, "digits", len(_DIGIT.findall(whole)) / size, (0.02, 0.05, 0.1, 0.2, 0.4))
    _steps(signs, "mathematics", len(_MATH.findall(whole)) / size, (0.002, 0.008, 0.02, 0.04))
    _steps(signs, "bracket-citations", 1000 * len(_BRACKET_CITATION.findall(whole)) / size, (0.1, 0.5, 1.5))  # fmt: skip
    _steps(signs, "named-citations", 1000 * len(_NAMED_CITATION.findall(whole)) / size, (0.1, 0.5, 1.5))  # fmt: skip


def _add_words(signs: dict[str, float], pages: Sequence[Sequence[Line]]) -> None:
    headings: Counter[str] = Counter()
    starters: Counter[str] = Counter()
    for place, page in enumerate(pages):
        largest = max((line.size for line in page), default=0.0)
        for index, line in enumerate(page):
            told = _told(line.text, headings, starters)
            if place > 1:
                continue
            zones = ["second" if place else "first"]
            if place == 0 and index < 12:
                zones.append("top")
            if place == 0 and line.size > 0 and line.size >= 0.93 * largest:
                zones.append("title")
            for sign in told:
                for zone in zones:
                    signs[f"{zone}:{sign}"] = 1.0
        if place == 0:
            mails = len(_EMAIL.findall("\n".join(line.text[:_LONGEST] for line in page)))
            _steps(signs, "emails-on-first", mails, (1, 2, 4))
    apparatus = headings.keys() & {"abstract", "keywords", "references"}
    if not apparatus and not any(sign.startswith(("bracket-", "named-")) for sign in signs):
        signs["no-apparatus"] = 1.0
    for sign, count in headings.items():
        _steps(signs, f"heading:{sign}", count, (1, 2, 4))
    # Formulae fall into many short lines that nobody begins a sentence with.
    number = sum(len(line.text) >= 20 for page in pages for line in page)
    for sign, count in starters.items():
        _steps(signs, f"starts:{sign}", count / max(10, number), (0.005, 0.02, 0.05, 0.1, 0.2))


def _told(text: str, headings: Counter[str], starters: Counter[str]) -> set[str]:
    """The signs that a short line has words of; counts lines that are headings or begin like a task or a result."""
    bare = _LABEL.sub("", text[:_MOST_LETTERS])
    tokens = words(bare)
    is_short = len(tokens) <= 9 and len(text) <= _MOST_LETTERS
    told: set[str] = set()
    for sign, place, length in _lists().found(tokens if is_short else tokens[:4]):
        if sign in _TOLD_BY_WORDS:
            if is_short:
                told.add(f"{sign}+" if length > 1 else sign)
                if place == 0:
                    told.add(f"{sign}^")
        elif place == 0:
            # "Abstract" opens a line that goes on; other headings stand alone.
            is_heading = len(tokens) <= length + 2 or sign in ("abstract", "keywords")
            if sign in _HEADINGS and is_heading and bare[:1].isupper():
                headings[sign] += 1
            elif sign in _STARTERS:
                starters[sign] += 1
                if sign == "imperative" and len(bare) < len(text):
                    starters["numbered-imperative"] += 1
    return told
