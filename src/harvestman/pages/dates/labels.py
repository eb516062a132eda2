"""Which words belong to which date: the label before it, behind it, or in the line above or below.

Lists are written "Submission: 1 June", "1 June: submission", or with label and date in lines of their own. What a line does
not decide by itself, its neighbours do.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final

from harvestman.pages.dates.beside import (
    DEADLINES,
    NEIGHBOUR,
    decides,
    is_bare,
    labels_beside,
    neighbour,
)
from harvestman.pages.dates.keywords import Keywords
from harvestman.pages.dates.shown import Line
from harvestman.text.calendar import Span, find_bare_days, find_spans
from harvestman.text.folding import unaccent

MAX_SPANS: Final = 3_000  # of one page
_LABEL: Final = 160  # characters of a label, counted from the date
_FEW_WORDS: Final = 4
_FEW_TO_MOVE: Final = 6
_HEADING: Final = 60  # characters
_HEADING_REACH: Final = 60  # lines below a heading that are still under it
_TRACK_REACH: Final = 2  # lines between the name of a track and the heading of its dates
_ASIDE: Final = re.compile(r"\s*\(([^()]{3,80})\)")
_ONE_DATE: Final = 2  # gaps around a single date
_TWO: Final = 2
_NUMERIC: Final = re.compile(r"\d{1,2}[/-][\d/ –-]+")
_DIGIT: Final = re.compile(r"\d")
_SENTENCE: Final = re.compile(r"(?<=[^\W\d_][^\W\d_])[.;!?](?=\s+[^\W\d_])|[•·|\t]")
_LETTERS: Final = re.compile(r"[^\W\d_]{2,}")


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
            found = found or _bare_days(line.text, words)
            if found:
                spans[number] = found
                count += len(found)
                if count > MAX_SPANS:
                    break
    headings = _headings(lines, spans, words)
    paired = labels_beside(lines, spans, words)
    texts: list[DatedText] = []
    for number in spans:
        told = list(_read_line(lines, number, spans, words, headings.get(number, "")))
        label = paired.get(number)
        if label is not None:
            told = [replace(text, label=label) for text in told]
        elif texts and _replaces(texts[-1], told, lines[number].text, words):
            told = [replace(told[0], label=texts[-1].label, is_continued=True)]
        texts += told
    return texts


def _bare_days(text: str, words: Keywords) -> list[Span]:
    """Days without a year in a short line that says what is due: "Submission: 20/09"."""
    if len(text) > NEIGHBOUR:
        return []
    found = find_bare_days(text)
    return found if found and decides(unaccent(text), words) else []


def _replaces(before: DatedText, told: list[DatedText], text: str, words: Keywords) -> bool:
    """Whether a date that stands alone follows a struck-out one in the line above: the second line of its cell."""
    is_below = before.is_struck and told[0].line == before.line + 1 and not told[0].is_struck
    return is_below and len(told) == 1 and is_bare(text, [told[0].span], words)


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
            or (_looks_like_heading(line.text) and not _labels_next(lines, number, spans, words))
            or (len(line.text) < _HEADING and words.is_heading(line.text))
            or _heads_list(lines, number, spans, words)
        ):
            # "Posters", "Important dates", and the list: the track is still the posters'.
            is_general = words.is_heading(line.text) and number - at <= _TRACK_REACH
            before = f"{heading} " if is_general and not words.is_heading(heading) else ""
            heading, at = f"{before}{unaccent(line.text)}"[:_LABEL], number
    return above


def _looks_like_heading(text: str) -> bool:
    """A short line that ends in a colon or is all capitals."""
    return 3 < len(text) < 70 and (text.endswith(":") or text.isupper())


def _labels_next(
    lines: Sequence[Line], number: int, spans: dict[int, list[Span]], words: Keywords
) -> bool:
    """Whether a line is the label of the bare date below it, which ends no section: "Notification:", "22 May"."""
    below = spans.get(number + 1, [])
    is_bared = bool(below) and is_bare(lines[number + 1].text, below, words)
    return is_bared and decides(unaccent(lines[number].text), words)


def _heads_list(
    lines: Sequence[Line], number: int, spans: dict[int, list[Span]], words: Keywords
) -> bool:
    """Whether a short line stands over dates that have labels of their own: "Short papers", "Workshops"."""
    return (
        3 < len(lines[number].text) < 60
        and number + 1 in spans
        and not is_bare(lines[number + 1].text, spans[number + 1], words)
        and not is_bare(lines[number - 1].text, spans.get(number - 1, []), words)
    )


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
    above = unaccent(" ".join(text for text in near if len(text) <= NEIGHBOUR))
    labels = _labels(before, _own_heads(behind), words)
    for index, own in enumerate(before):
        # "Authors have until 10 August to upload the final version": the words behind tell more.
        if words.ends_in_until(own) and words.begins_with_goal(behind[index]):
            # "sent until 3 May to the congress" goes on with where, not with what.
            is_told = any(words.has(kind, behind[index]) for kind in DEADLINES)
            labels[index] = behind[index] if is_told else labels[index]
    if not any(labels):
        label = neighbour(lines, number, spans, words)
        labels = [f"{label} {own}".strip() for own in (before[0] or behind[-1] for _ in found)]
        if label and len(found) > 1:
            labels = [label] * len(found)
    labels = [
        aside if aside and not _contradicts(aside, label, words) else label
        for aside, label in zip(asides, labels, strict=True)
    ]
    if len(found) > 1:
        labels = [
            _with_track(label, head, words) for label, head in zip(labels, behind, strict=True)
        ]
    track = _track(gaps[0], words) if len(found) > 1 else ""
    for index, span in enumerate(found):
        same_before = index > 0 and _goes_on(gaps[index], words)
        same_behind = index + 1 < len(found) and _goes_on(gaps[index + 1], words)
        yield DatedText(
            span=span,
            line=number,
            label=labels[index],
            before=gaps[index][-25:],
            behind=behind[index][:40],
            heading=track if track and index else heading,
            above=above,
            is_struck=line.is_struck(span.begin, span.end),
            is_over=line.is_struck(0, len(text.rstrip(" .;"))),
            is_prose=is_prose,
            is_leading=index == 0 and _LETTERS.search(gaps[0]) is None,
            is_continued=same_before and not asides[index],
            is_followed=same_behind and not asides[index],
            is_numeric=_NUMERIC.fullmatch(text, span.begin, span.end) is not None,
        )


def _own_heads(behind: list[str]) -> list[str]:
    """The words behind each date but those of the next one's label: "5 March. Notification: 14 May", "5 March (notification 14 May)"."""
    return ["" if _is_next_label(head) else head for head in behind[:-1]] + behind[-1:]


def _is_next_label(head: str) -> bool:
    return head.endswith(":") or (head.startswith("(") and ")" not in head)


def _track(gap: str, words: Keywords) -> str:
    """The track that a line of several dates is about: "Short papers: submission 1 May, notification 2 June"."""
    lead, colon, _ = gap.partition(":")
    is_named = any(words.has(kind, lead) for kind in ("side", "main", "news"))
    # "Submission of full papers: 3 May, extended to 10 May" names what is due, not a track.
    return lead if colon and is_named and _only_event(lead, words) else ""


def _take_aside(gaps: list[str], index: int, words: Keywords) -> str:
    """A label in brackets behind a date of several, taken out of the gap: "3 April (abstracts), 7 April (papers)"."""
    if len(gaps) <= _ONE_DATE:
        return ""
    match = _ASIDE.match(gaps[index])
    if match is None or not any(words.has(kind, match.group(1)) for kind in DEADLINES):
        return ""
    if words.has("extended", match.group(1)) and not words.has("paper", match.group(1)):
        return ""  # "(firm deadline)", "(extended deadline)": what was due stands before the dates
    gaps[index] = gaps[index][match.end() :]
    return match.group(1)


def _with_track(label: str, behind: str, words: Keywords) -> str:
    """A label with the track that stands in brackets behind its date: "notification: 27 August (regular), 3 September (short)"."""
    match = _ASIDE.match(behind)
    if match is None or not decides(label, words):
        return label
    track = match.group(1)
    is_track = any(words.has(kind, f"{track} paper") for kind in ("side", "main"))
    return f"{label} {track} paper" if is_track and len(track.split()) <= _FEW_WORDS else label


def _contradicts(aside: str, label: str, words: Keywords) -> bool:
    """Whether a remark in brackets is of another matter: "notified on 30 May (late submitters in June)"."""
    fields = ("camera_ready", "notification", "submission")
    of_aside, of_label = (
        next((field for field in fields if words.has(field, text)), "") for text in (aside, label)
    )
    return bool(of_aside and of_label) and of_aside != of_label


def _labels(before: list[str], behind: list[str], words: Keywords) -> list[str]:
    """The label of each date of a line from within it, or empty ones."""
    count = len(before)
    labels: list[str] = []
    if decides(before[0], words):
        for index in range(count):
            own = before[index]
            if index and _goes_on(own, words):
                # "Submission: abstracts 1 May, papers 8 May": what is due changes, the matter does not.
                is_other = words.has("paper", own) and words.has("abstract", labels[-1])
                matter = words.patterns["abstract"].sub(" ", labels[-1])
                own = f"{matter} {own}" if is_other else labels[-1]
            elif index and not decides(own, words) and decides(behind[index], words):
                own = f"{own} {behind[index]}"  # "können sich bis zum 31. Mai bewerben"
            labels.append(own)
        # "The conference, June 3-5, will be held ...": what follows the last date completes a weak label.
        if count == 1 and behind[0] and _only_event(before[0], words):
            labels[0] = f"{before[0]} {behind[0]}"
        return labels
    is_last_told = decides(before[-1], words) and not decides(behind[-1], words)
    if count == _TWO and is_last_told and words.ends_with("old", before[-1].rstrip(" :(")):
        return [before[-1], before[-1]]  # "24 April: paper submission (was: 10 April)"
    if count > 1 and _LETTERS.search(before[0]) and is_last_told:
        # Sentences, of which the first has its verb behind the date: "Autoren werden bis zum 1. August benachrichtigt".
        return [
            f"{own} {head}" if decides(head, words) and not decides(own, words) else own
            for own, head in zip(before, behind, strict=True)
        ]
    if count > 1 and is_last_told:
        # "[Oct 16] The deadline has been extended to 22 October": the first date is only the day of the news.
        return ["", *(own if decides(own, words) else before[-1] for own in before[1:])]
    if any(decides(part, words) for part in behind):
        labels = [""] * count
        following = ""
        for index in range(count - 1, -1, -1):
            if decides(behind[index], words):
                following = behind[index]
            elif index + 1 < count and not _goes_on(f"{behind[index]} {before[index + 1]}", words):
                following = ""  # another sentence stands between them
            labels[index] = f"{before[index]} {following}".strip() if index == 0 else following
        return labels
    return [""] * count


def _goes_on(gap: str, words: Keywords) -> bool:
    """Whether what stands between two dates is too little to begin another matter."""
    if words.is_final(gap):
        return False
    size = len(_LETTERS.findall(gap))
    if size <= _FEW_WORDS and not decides(gap, words):
        return True
    # "30 March (the deadline was extended to 13 April)": the same matter, on another day.
    is_moved = size <= _FEW_TO_MOVE and words.has("extended", gap) and not _SENTENCE.search(gap)
    return is_moved and not any(words.has(kind, gap) for kind in ("camera_ready", "notification"))


def _only_event(label: str, words: Keywords) -> bool:
    return not any(
        words.has(kind, label) for kind in ("camera_ready", "notification", "submission")
    )


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
