"""What makes a text a title, and a title without what pages print around it: numbers, times, remarks, quotation marks."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache
from typing import Final

from harvestman.pages.learned.features import Sketch
from harvestman.pages.learned.links import is_label
from harvestman.pages.learned.people import without_start
from harvestman.pages.learned.spans import Span
from harvestman.pages.wording import alternatives, words_for

MAX_TITLE: Final = 400
MIN_TITLE_LETTERS: Final = 4

_BEFORE_TITLE: Final = re.compile(
    r"^\s*+(?:(?:[\[(]?\d{1,2}[:.h]\d\d\s*(?:[ap]\.?m\.?)?(?:\s*[-–—]\s*\d{1,2}[:.h]\d\d\s*(?:[ap]\.?m\.?)?)?[\])]?[:,.]?"
    r"|(?:(?:paper|talk|poster|demo|no\.?)\s*+)?(?:id\s*+)?[#(\[]?[A-Z]{0,3}-?\d{1,4}(?:[-.]\d{1,3})?[)\].:]+(?=\s|$)|[-–—•·*:,.;|]++)\s*+)+"
)
_AROUND: Final = " \t,;:-–—|•·*/"
_OPEN: Final = "\"“„«‘'`”"
_CLOSE: Final = "\"”“»’'´"
_IN_REMARK: Final = (
    r"[\[(]\s*+(?:(?:full|short|long|regular|invited|research|position|demo|poster|industry|tool|vision|late|extended|work)\b[^()\[\]]{0,30}"
    r"|wip|pdf|ps|slides?|abstract|paper|presentation|\d+\s*(?:min|pages?)[^()\[\]]{0,10})\s*[\])]"
)
_REMARK: Final = re.compile(rf"(?:(?<!\s)\s+)?{_IN_REMARK}\s*$", re.IGNORECASE)
_FIRST_REMARK: Final = re.compile(rf"^{_IN_REMARK}[:\s]+(?=\w)", re.IGNORECASE)
# What follows an entry without a break: "... for leanCoP short break", "... and MATLAB Session: Special Functions".
_NEXT_ITEM: Final = re.compile(
    r"(?<=\w)\s(?:(?:short|coffee|lunch|tea)\s(?:break|pause)|(?:Session|Track)(?:\s[\dA-Z]{1,3})?:\s.{3,120})\W*$"
)
_NEXT_WORDS: Final = ("break", "pause", "Session", "Track")  # without one of these there is none
_PLACE_BEFORE: Final = re.compile(
    r"^\([^()]{2,60}\)[.:,]\s+(?=\S)"
)  # "A. Ruiz (León). Counting Bees"
_LEAST_LEFT: Final = 5  # words
_PAGES: Final = re.compile(
    r"(?:(?<!\w)(с|стр|pp?|s|págs?)\.\s?)?(?<!\d)\d{1,4}(?:\s?[-–—]\s?\d{1,4})?$", re.IGNORECASE
)
_LEADERS: Final = ("...", "…", ". . .", "· · ·", "___")
_FEW_WORDS: Final = 2
_MAX_LABEL: Final = 40  # characters in which a label before a title ends
_SESSION: Final = re.compile(
    r"\b(?:sessions?|track|sesi[oó]n(?:es)?|sess(?:[aã]o|ões)|sitzung(?:en)?|papers?|posters?|demos?|секци[ия])\b",
    re.IGNORECASE,
)
_OTHER_TALK: Final = re.compile(
    r"(?:^|[\s(\[])(?:(?:industry |opening |closing |invited )?keynote(?: (?:talk|address|speech|speaker|lecture))?|"
    r"(?:discussion )?panel(?: discussion)?)\s*+(?:\d{1,2}\s*+)?(?:[\])]\s*+)?(?:[:|–—-]|by\b)",
    re.IGNORECASE,
)

_CALL: Final = re.compile(
    r"^\W*+(?:(?:industry|opening|closing|invited) )?(?:keynote|tutorial|(?:invited|plenary) (?:talk|lecture|address))(?: (?:talk|address|speech|lecture))?"
    r"\s*+(?:[\dIVX]{1,3}\s*+)?[:|–—-]\s*+",
    re.IGNORECASE,
)


def is_title(text: str) -> bool:
    """Whether a text may be a title at all: some letters, not too long, not what a link is called."""
    return len(text) <= 2 * MAX_TITLE and _has_letters(text[:100]) and not is_label(text)


def _has_letters(text: str) -> bool:
    """Whether a text has letters enough for a title: most begin with them."""
    if text[:MIN_TITLE_LETTERS].isalpha() and len(text) >= MIN_TITLE_LETTERS:
        return True
    return sum(letter.isalpha() for letter in text) >= MIN_TITLE_LETTERS


def is_other_talk(span: Span, sketches: Sequence[Sketch]) -> bool:
    """Whether the line says of itself that it is a keynote or a panel."""
    line = sketches[span.first].region.line
    before = sketches[span.first].region.text[: span.start]
    place = span.first - 1
    while place >= 0 and sketches[place].region.line == line and len(before) < 200:
        before = f"{sketches[place].region.text} {before}"
        place -= 1
    if before and _OTHER_TALK.search(before[-80:] + "|") is not None:
        return True
    return _OTHER_TALK.match(span.text) is not None


def without_call(title: str) -> str:
    """A talk's title without what calls it one: "Keynote 2: Bees" is "Bees"."""
    return _CALL.sub("", title, count=1)


def is_session(text: str) -> bool:
    """Whether a heading is that of a session: "Session 3", "Long papers"."""
    return _SESSION.search(text) is not None


def says_other_talk(text: str) -> bool:
    """Whether a text calls what it names a keynote or a panel."""
    return _OTHER_TALK.search(text[-200:]) is not None


def _without_next_item(text: str) -> str:
    """A title without the item of the programme that follows it, where enough is left of it."""
    if not any(word in text for word in _NEXT_WORDS):
        return text
    found = _NEXT_ITEM.search(text)
    left = text[: found.start()] if found is not None else text
    return left if len(left.split()) >= _LEAST_LEFT else text


def _without_pages(text: str) -> str:
    """A title without its pages, as tables of contents print them: "Title .... 12", "Title. – С. 3–7"."""
    found = _PAGES.search(text) if text[-1:].isdigit() else None
    if found is None:
        return text
    title = text[: found.start()].rstrip()
    if found.group(1) is None and not title.endswith(_LEADERS):
        return text
    title = title.rstrip(" .…·_–—-")
    return title if len(title.split()) >= _FEW_WORDS else text


@cache
def _titled() -> re.Pattern[str]:
    """What may call a title one: "Title:", "Тема доклада:"."""
    return re.compile(
        rf"^(?:{alternatives(words_for('entries', 'titled'))})\s*:\s*(?=\S)", re.IGNORECASE
    )


def clean_title(text: str) -> str:
    """A title without numbers, times, remarks and the quotation marks around it."""
    text = text.strip(_AROUND)
    begins_with_word = text[:1].isupper() and text[1:2].islower()  # nearly all: no number, no time
    if not begins_with_word and (before := _BEFORE_TITLE.match(text)) is not None:
        shorter = text[before.end() :]
        if _has_letters(shorter):
            text = shorter
    if ":" in text[:_MAX_LABEL]:
        text = without_start(_titled(), text)
    if text[:1] in ("(", "["):
        text = _PLACE_BEFORE.sub("", _FIRST_REMARK.sub("", text))
    text = _without_pages(_without_next_item(text))
    for _ in range(3):
        text = text.strip(_AROUND)
        if text[-1:] not in (")", "]"):
            break
        text = _REMARK.sub("", text)
    text = text.strip(_AROUND)
    if text and text[0] in _OPEN:
        inner = text[1:].rstrip(".,")
        if inner and inner[-1] in _CLOSE:
            text = inner[:-1].strip(_AROUND)
        elif not any(mark in inner for mark in _CLOSE):
            text = inner
    elif text and text[-1] in '”»"' and not any(mark in text[:-1] for mark in '“«"'):
        text = text[:-1]
    return text[:MAX_TITLE].strip()
