"""Which words belong to which date: the label before it, behind it, or in the line above or below.

Lists are written "Submission: 1 June", "1 June: submission", or with label and date in lines of their own. What a line does
not decide by itself, its neighbours do.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from harvestman.pages.dates.keywords import Keywords
from harvestman.pages.dates.shown import Line
from harvestman.text.calendar import Span, find_spans
from harvestman.text.folding import unaccent

MAX_SPANS = 3_000  # of one page
_LABEL = 160  # characters of a label, counted from the date
_NEIGHBOUR = 140  # a longer line is prose, not a label
_FEW_WORDS = 4
_LEAST_COLUMN = 3  # dates in a column of their own
_BETWEEN_COLUMNS = 4  # lines that may stand between it and the column of the labels
_HEADING = 60  # characters
_HEADING_REACH = 60  # lines below a heading that are still under it
_ASIDE = re.compile(r"\s*\(([^()]{3,80})\)")
_ONE_DATE = 2  # gaps around a single date
_NUMERIC = re.compile(r"\d{1,2}[/-][\d/ –-]+")
_DIGIT = re.compile(r"\d")
_SENTENCE = re.compile(r"(?<=[^\W\d_][^\W\d_])[.;!?](?=\s+[^\W\d_])|[•·|\t]")
_LABELLED = re.compile(r"^\W{0,5}[^\W\d_]{4,20}:")  # "Final: 3 May"
_LETTERS = re.compile(r"[^\W\d_]{2,}")
_DEADLINES = ("camera_ready", "notification", "submission", "abstract")
_DECIDING = (
    "camera_ready",
    "notification",
    "submission",
    "abstract",
    "side",
    "other",
    "event",
    "host",
)


@dataclass(frozen=True, slots=True)
class DatedText:
    """A date on the page with the words that belong to it, folded."""

    span: Span
    line: int
    label: str
    """The words that say what it is."""
    before: str
    """What stands close before it: "extended to", "(was"."""
    behind: str
    """What stands close behind it: "(extended)", "AoE"."""
    heading: str
    """The heading above."""
    above: str
    """The two lines above, where they are short."""
    is_struck: bool
    is_over: bool
    """Whether its whole line is struck out: it is past, not replaced."""
    is_prose: bool
    is_leading: bool
    """Whether no words stand before it in its line."""
    is_continued: bool
    """Whether it stands behind another date under the same label: "July 17 August 7"."""
    is_followed: bool
    """Whether another date follows it under the same label."""
    is_numeric: bool = False
    """Whether it is written in numbers between slashes or hyphens."""


def dated_texts(lines: Sequence[Line], words: Keywords) -> list[DatedText]:
    """All dates of the page with their labels."""
    spans = {}
    count = 0
    for number, line in enumerate(lines):
        if _DIGIT.search(line.text):
            found = find_spans(line.text, in_small_letters=words.language != "en")
            if found:
                spans[number] = found
                count += len(found)
                if count > MAX_SPANS:
                    break
    headings = _headings(lines, spans, words)
    paired = _paired(lines, spans, words)
    texts: list[DatedText] = []
    for number in spans:
        told = _read_line(lines, number, spans, words, headings.get(number, ""))
        label = paired.get(number)
        texts += (replace(text, label=label) for text in told) if label is not None else told
    return texts


def _paired(lines: Sequence[Line], spans: dict[int, list[Span]], words: Keywords) -> dict[int, str]:
    """The labels of dates that stand in a column of their own, before or behind the column of the labels."""
    paired: dict[int, str] = {}
    dates: list[int] = []
    for number in (*spans, -1):
        is_bare = number >= 0 and _is_bare(lines[number].text, spans[number], words)
        if is_bare and (not dates or dates[-1] + 1 == number):
            dates.append(number)
            continue
        if len(dates) >= _LEAST_COLUMN:
            at = _column_beside(lines, dates, spans, words)
            if at is not None:
                labels = (unaccent(lines[at + n].text) for n in range(len(dates)))
                paired.update(zip(dates, labels, strict=True))
        dates = [number] if is_bare else []
    return paired


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
            fields = sum(any(words.has(kind, label) for kind in _DEADLINES) for label in labels)
            found = (fields, sum(map(bool, labels)))
            if fields * 2 >= count and found > most:
                best, most = start, found
    return best


def _is_short(line: Line) -> bool:
    return 0 < len(line.text) <= _HEADING


def _headings(
    lines: Sequence[Line], spans: dict[int, list[Span]], words: Keywords
) -> dict[int, str]:
    above: dict[int, str] = {}
    heading, at = "", -_HEADING_REACH
    for number, line in enumerate(lines):
        if number in spans and number - at < _HEADING_REACH:
            above[number] = heading
        if number not in spans and (
            line.is_heading
            or _looks_like_heading(line.text)
            or (len(line.text) < _HEADING and words.is_heading(line.text))
            or _heads_list(lines, number, spans, words)
        ):
            heading, at = unaccent(line.text[:_LABEL]), number
    return above


def _looks_like_heading(text: str) -> bool:
    """A short line that ends in a colon or is all capitals."""
    return 3 < len(text) < 70 and (text.endswith(":") or text.isupper())


def _heads_list(
    lines: Sequence[Line], number: int, spans: dict[int, list[Span]], words: Keywords
) -> bool:
    """Whether a short line stands over dates that have labels of their own: "Short papers", "Workshops"."""
    return (
        3 < len(lines[number].text) < 60
        and number + 1 in spans
        and not _is_bare(lines[number + 1].text, spans[number + 1], words)
        and not _is_bare(lines[number - 1].text, spans.get(number - 1, []), words)
    )


def _is_bare(text: str, spans: Sequence[Span], words: Keywords) -> bool:
    """Whether a line with dates has no label of its own."""
    if not spans:
        return False
    rest = unaccent(text[: spans[0].begin] + " " + text[spans[-1].end :])
    return len(rest) < 30 and not _LABELLED.search(rest) and not _decides(rest, words)


def _read_line(
    lines: Sequence[Line],
    number: int,
    spans: dict[int, list[Span]],
    words: Keywords,
    heading: str,
) -> Iterator[DatedText]:
    line, found = lines[number], spans[number]
    text = line.text
    borders = [0, *(span.end for span in found)]
    gaps = [
        text[left:right]
        for left, right in zip(borders, [*(span.begin for span in found), len(text)], strict=True)
    ]
    gaps = [unaccent(gap) for gap in gaps]
    asides = [_take_aside(gaps, index, words) for index in range(1, len(gaps))]
    before = [_tail(gap) for gap in gaps[:-1]]
    behind = [_head(gap) for gap in gaps[1:]]
    is_prose = len(text) > 200
    near = [lines[at].text for at in range(max(0, number - 2), number) if at not in spans]
    above = unaccent(" ".join(text for text in near if len(text) <= _NEIGHBOUR))
    labels = _labels(before, behind, words)
    if not any(labels):
        label = _neighbour(lines, number, spans, words)
        labels = [f"{label} {own}".strip() for own in (before[0] or behind[-1] for _ in found)]
        if label and len(found) > 1:
            labels = [label] * len(found)
    labels = [aside or label for aside, label in zip(asides, labels, strict=True)]
    for index, span in enumerate(found):
        same_before = index > 0 and _goes_on(gaps[index], words)
        same_behind = index + 1 < len(found) and _goes_on(gaps[index + 1], words)
        yield DatedText(
            span=span,
            line=number,
            label=labels[index],
            before=gaps[index][-25:],
            behind=behind[index][:40],
            heading=heading,
            above=above,
            is_struck=line.is_struck(span.begin, span.end),
            is_over=line.is_struck(0, len(text.rstrip(" .;"))),
            is_prose=is_prose,
            is_leading=index == 0 and _LETTERS.search(gaps[0]) is None,
            is_continued=same_before and not asides[index],
            is_followed=same_behind and not asides[index],
            is_numeric=_NUMERIC.fullmatch(text, span.begin, span.end) is not None,
        )


def _take_aside(gaps: list[str], index: int, words: Keywords) -> str:
    """A label in brackets behind a date of several, taken out of the gap: "3 April (abstracts), 7 April (papers)"."""
    if len(gaps) <= _ONE_DATE:
        return ""
    match = _ASIDE.match(gaps[index])
    if match is None or not any(words.has(kind, match.group(1)) for kind in _DEADLINES):
        return ""
    if words.has("extended", match.group(1)) and not words.has("paper", match.group(1)):
        return ""  # "(firm deadline)", "(extended deadline)": what was due stands before the dates
    gaps[index] = gaps[index][match.end() :]
    return match.group(1)


def _labels(before: list[str], behind: list[str], words: Keywords) -> list[str]:
    """The label of each date of a line from within it, or empty ones."""
    count = len(before)
    labels: list[str] = []
    if _decides(before[0], words):
        for index in range(count):
            own = before[index]
            if index and _goes_on(own, words):
                own = labels[-1]
            labels.append(own)
        # "The conference, June 3-5, will be held ...": what follows the last date completes a weak label.
        if count == 1 and behind[0] and _only_event(before[0], words):
            labels[0] = f"{before[0]} {behind[0]}"
        return labels
    if count > 1 and not _decides(behind[-1], words) and _decides(before[-1], words):
        # "[Oct 16] The deadline has been extended to 22 October": the first date is only the day of the news.
        return ["", *(own if _decides(own, words) else before[-1] for own in before[1:])]
    if any(_decides(part, words) for part in behind):
        labels = [""] * count
        following = ""
        for index in range(count - 1, -1, -1):
            if _decides(behind[index], words):
                following = behind[index]
            labels[index] = f"{before[index]} {following}".strip() if index == 0 else following
        return labels
    return [""] * count


def _goes_on(gap: str, words: Keywords) -> bool:
    """Whether what stands between two dates is too little to begin another matter."""
    return len(_LETTERS.findall(gap)) <= _FEW_WORDS and not _decides(gap, words)


def _only_event(label: str, words: Keywords) -> bool:
    return not any(
        words.has(kind, label) for kind in ("camera_ready", "notification", "submission")
    )


def _neighbour(
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
    if not text or len(text) > _NEIGHBOUR:
        return ""
    folded = unaccent(text)
    return folded if _decides(folded, words) else ""


def _starts_with_label(
    lines: Sequence[Line], number: int, spans: dict[int, list[Span]], words: Keywords
) -> bool:
    """Whether a list that alternates labels and dates begins with a label."""
    at = number
    while (
        at >= 2
        and number - at < 40
        and at - 2 in spans
        and _is_bare(lines[at - 2].text, spans[at - 2], words)
        and _label_line(lines, at - 1, spans, words)
    ):
        at -= 2
    first = _label_line(lines, at - 1, spans, words)
    if not first or lines[at - 1].text.endswith(":"):
        return bool(first)
    return any(words.has(kind, first) for kind in _DEADLINES) or not (
        words.has("heading", first) or lines[at - 1].is_heading
    )


def _decides(folded: str, words: Keywords) -> bool:
    if _LETTERS.search(folded) is None:
        return False
    return any(words.has(kind, folded) for kind in _DECIDING) or words.is_final(folded)


def _tail(gap: str) -> str:
    """The end of the words before a date: its own sentence, or the last characters."""
    cut = gap[-_LABEL * 2 :]
    end = 0
    for match in _SENTENCE.finditer(cut):
        if _LETTERS.search(cut, match.end()):
            end = match.end()
    return cut[end:][-_LABEL:].strip()


def _head(gap: str) -> str:
    """The beginning of the words behind a date, to the end of the sentence."""
    cut = gap[:_LABEL]
    match = _SENTENCE.search(cut)
    while match and not _LETTERS.search(cut, 0, match.start()):
        match = _SENTENCE.search(cut, match.end())
    return (cut[: match.start()] if match else cut).strip()
