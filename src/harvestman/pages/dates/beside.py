"""Labels in lines of their own: above or below each date, or in a column beside the column of the dates.

A list that takes turns, date and label, is read as a whole: whether labels stand above their dates or below is decided once for
all of it, by what fits, for what stands between two dates looks the same either way.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Final

from harvestman.pages.dates.keywords import Keywords
from harvestman.pages.dates.shown import Line, joined
from harvestman.text.calendar import Span
from harvestman.text.folding import unaccent
from harvestman.text.vocabulary import vocabulary

NEIGHBOUR: Final = 140
"""Characters: a longer line is prose, not a label."""
DEADLINES: Final = ("camera_ready", "notification", "submission", "abstract")
_DECIDING: Final = (
    "camera_ready",
    "notification",
    "submission",
    "abstract",
    "side",
    "other",
    "event",
    "host",
)
_LEAST_COLUMN: Final = 3  # dates in a column of their own
_CLEAR: Final = 0.75  # by how much the labels of one side must fit better than those of the other
_BEGINS: Final = 1.0  # what a heading loses as the label of the date above it
_BETWEEN_COLUMNS: Final = 4  # lines that may stand between it and the column of the labels
_SHORT: Final = 60  # characters
_LABELLED: Final = re.compile(r"^\W{0,5}[^\W\d_]{4,20}:")  # "Final: 3 May"
_MONTH_OF_YEAR: Final = re.compile(r"([^\W\d_]{3,12})\.?,? (?:de |of |do )?(?:19|20)\d\d\b")
_LETTERS: Final = re.compile(r"[^\W\d_]{2,}")


def join_remarks(lines: Sequence[Line], words: Keywords) -> list[Line]:
    """The lines, with one that only says that a date is new joined to the label above it: "Submission", "[Extended]"."""
    kept: list[Line] = []
    for line in lines:
        folded = unaccent(line.text[:_SHORT]).strip(" []()*!:")
        is_remark = bool(folded) and words.patterns["extended"].fullmatch(folded) is not None
        if is_remark and kept and 0 < len(kept[-1].text) <= _SHORT:
            kept[-1] = replace(joined(kept[-1], line), is_heading=kept[-1].is_heading)
        else:
            kept.append(line)
    return kept


def labels_beside(
    lines: Sequence[Line], spans: dict[int, list[Span]], words: Keywords
) -> dict[int, str]:
    """The labels of dates that stand in lists with a line for each date and a line for each label."""
    bare = [n for n in spans if is_bare(lines[n].text, spans[n], words)]
    found: dict[int, str] = {}
    for turns in _stretches(bare, (2, 3)):
        found.update(_taking_turns(lines, turns, spans, words))
    alone = [n for n in bare if _stands_first(lines[n].text, spans[n][0])]
    for dates in _stretches(alone, (1,)):
        at = _column_beside(lines, dates, spans, words)
        if at is not None:
            labels = (unaccent(lines[at + n].text) for n in range(len(dates)))
            found.update(zip(dates, labels, strict=True))
    return found


def _stretches(bare: Sequence[int], steps: tuple[int, ...]) -> Iterator[list[int]]:
    """Lines that follow each other at one and the same of these distances, three or more."""
    dates: list[int] = []
    for number in (*bare, -1):
        step = number - dates[-1] if dates else 0
        if step in steps and (len(dates) == 1 or step == dates[1] - dates[0]):
            dates.append(number)
            continue
        if len(dates) >= _LEAST_COLUMN:
            yield dates
        dates = [dates[-1], number] if step in steps else [number]


def _stands_first(text: str, span: Span) -> bool:
    """Whether nothing but a weekday or "by" stands before a date: "Early 1 May" has a label of its own."""
    words = vocabulary()
    before = _LETTERS.findall(unaccent(text[: span.begin]))
    return all(word in words.weekdays | words.fillers | words.ranges for word in before)


def _taking_turns(
    lines: Sequence[Line], dates: list[int], spans: dict[int, list[Span]], words: Keywords
) -> dict[int, str]:
    """The labels of a list in which dates and labels take turns; empty where neither way fits better."""
    fits = [
        sum(_fit(lines, number + step, spans[number], words, step) for number in dates)
        for step in (-1, 1)
    ]
    if all(_near(lines, number + 1).is_heading for number in dates):
        fits[1] += len(dates) * _BEGINS  # where every label is a heading, being one tells nothing
    if abs(fits[0] - fits[1]) < _CLEAR:
        return {}
    step = -1 if fits[0] > fits[1] else 1
    labels = {number: unaccent(_near(lines, number + step).text) for number in dates}
    return {number: label for number, label in labels.items() if number + step not in spans}


def _near(lines: Sequence[Line], at: int) -> Line:
    line = lines[at] if 0 <= at < len(lines) else Line("")
    return line if len(line.text) <= NEIGHBOUR else Line("")


def _fit(lines: Sequence[Line], at: int, found: list[Span], words: Keywords, step: int) -> float:
    """How well a line would do as the label of the date below it (step -1) or above it (step 1)."""
    line = _near(lines, at)
    label = unaccent(line.text)
    if not label or words.is_heading(line.text):
        return -1.0
    if not decides(label, words):
        return 0.0
    fit = -0.5 if len(label) > _SHORT and label.endswith(".") else 0.0
    if label.endswith(":"):
        fit -= step
    if line.is_heading and step > 0:
        fit -= _BEGINS  # it begins another matter
    is_deadline = any(words.has(kind, label) for kind in (*DEADLINES, "other"))
    if found[-1].is_range:
        return fit + (-1.0 if is_deadline else 1.5)
    return fit + (1.0 if is_deadline else 0.5)


def _column_beside(
    lines: Sequence[Line], dates: list[int], spans: dict[int, list[Span]], words: Keywords
) -> int | None:
    """Where as many labels stand one below the other as there are dates, close before or behind them."""
    count = len(dates)
    behind = range(dates[-1] + 1, dates[-1] + 1 + _BETWEEN_COLUMNS)
    before = range(dates[0] - count, dates[0] - count - _BETWEEN_COLUMNS, -1)
    best, most = None, (0, 0)
    for start in (*behind, *before):
        if not (start >= 0 and start + count <= len(lines)):
            continue
        labels = [_label_line(lines, start + n, spans, words) for n in range(count)]
        if labels[0] and labels[-1] and all(map(_is_short, lines[start : start + count])):
            fields = sum(any(words.has(kind, label) for kind in DEADLINES) for label in labels)
            found = (fields, sum(map(bool, labels)))
            if fields * 2 >= count and found > most:
                best, most = start, found
    return best


def _is_short(line: Line) -> bool:
    return 0 < len(line.text) <= _SHORT


def is_bare(text: str, spans: Sequence[Span], words: Keywords) -> bool:
    """Whether a line with dates has no label of its own."""
    if not spans:
        return False
    rest = unaccent(text[: spans[0].begin] + " " + text[spans[-1].end :])
    is_called = decides(rest, words) or words.has("round", rest)
    return len(rest) < 30 and not _LABELLED.search(rest) and not is_called


def neighbour(
    lines: Sequence[Line], number: int, spans: dict[int, list[Span]], words: Keywords
) -> str:
    """The label in the line above or below a date that stands alone."""
    above = _label_line(lines, number - 1, spans, words)
    below = _label_line(lines, number + 1, spans, words)
    if below and (lines[number + 1].is_heading or spans[number][0].is_range):
        below = ""  # what a range is, stands above it: the next line begins another matter
    if number and lines[number - 1].text.endswith(":"):
        return above  # "Notification:", and its date in the next line
    if below and not above and lines[number + 1].text.endswith(":"):
        below = ""
    if above and below:
        return above if _starts_with_label(lines, number, spans, words) else below
    return above or below


def _label_line(
    lines: Sequence[Line], at: int, spans: dict[int, list[Span]], words: Keywords
) -> str:
    if not 0 <= at < len(lines) or at in spans:
        return ""
    text = lines[at].text
    if not text or len(text) > NEIGHBOUR:
        return ""
    folded = unaccent(text)
    if _names_month(folded):
        return ""  # "Paper submission: February 2023" has a date of its own
    return folded if decides(folded, words) else ""


def _names_month(folded: str) -> bool:
    """Whether a text tells a month of a year without its day."""
    months = vocabulary().months
    return any(found.group(1) in months for found in _MONTH_OF_YEAR.finditer(folded))


def _starts_with_label(
    lines: Sequence[Line], number: int, spans: dict[int, list[Span]], words: Keywords
) -> bool:
    """Whether a list that alternates labels and dates begins with a label."""
    at = number
    while (
        at >= 2
        and number - at < 40
        and at - 2 in spans
        and is_bare(lines[at - 2].text, spans[at - 2], words)
        and _label_line(lines, at - 1, spans, words)
    ):
        at -= 2
    first = _label_line(lines, at - 1, spans, words)
    if not first or lines[at - 1].text.endswith(":"):
        return bool(first)
    return any(words.has(kind, first) for kind in DEADLINES) or not (
        words.has("heading", first) or lines[at - 1].is_heading
    )


def decides(folded: str, words: Keywords) -> bool:
    """Whether a text tells what a date is."""
    if _LETTERS.search(folded) is None:
        return False
    return any(words.has(kind, folded) for kind in _DECIDING) or words.is_final(folded)
