"""Which of the dates on a page is the event's own.

Every date is weighed by its words, its form and where it stands; dates that the page calls by the event's name or a place win.
A single day that nothing calls the event's is believed only when the deadlines come before it.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from datetime import date, timedelta
from itertools import pairwise
from typing import Final

from harvestman.pages.dates.candidates import Candidate, Context
from harvestman.pages.dates.choosing import (
    FIELDS,
    field_candidates,
    field_of,
    is_past,
    is_posting,
)
from harvestman.pages.dates.keywords import Keywords
from harvestman.pages.dates.labels import DatedText
from harvestman.pages.dates.years import Years
from harvestman.text.vocabulary import vocabulary

LONGEST_EVENT: Final = timedelta(days=24)
_WORD: Final = re.compile(r"[^\W\d_]+")
_REMARK: Final = re.compile(r"\([^()]{1,80}\)")
_ONE_DAY: Final = timedelta(days=1)
_BETWEEN_DAYS: Final = 5  # characters: " and "
_AROUND: Final = 4.0  # by which the score of a whole event may be less than that of its main part
_LEAD: Final = timedelta(days=420)  # no deadline is longer before its event


def choose_event(
    texts: Sequence[DatedText], context: Context, placed: frozenset[int]
) -> Candidate | None:
    """The date of the event itself; `placed` are the lines beside which a place stands."""
    years = Years(texts, context)
    found = [
        candidate
        for text in texts
        if (candidate := _event_candidate(text, years, context, placed)) is not None
        and candidate.score >= 0
    ]
    if not found:
        return None
    found += [*_joined(found, context), *_side_by_side(found)]
    votes = Counter((c.first, c.last) for c in found)
    deadlines = [
        c.last for field in FIELDS for c in field_candidates(field, texts, context, None)[:2]
    ]
    late = sorted(deadlines)[len(deadlines) // 2] if deadlines else None
    best: Candidate | None = None
    for candidate in found:
        score = candidate.score + 0.7 * min(3, votes[candidate.first, candidate.last] - 1)
        if late is not None:
            score += 1.5 if late < candidate.first <= late + _LEAD else -2.0
        if best is None or score > best.score:
            best = replace(candidate, score=score)
    if best is None or best.score < 1.0:
        return None
    best = _own_days(best, found, context)
    return _whole_programme(_with_its_workshops(best, found, context.words), texts, context, years)


def _own_days(best: Candidate, found: Sequence[Candidate], context: Context) -> Candidate:
    """The workshop's own day where the best date is of the event that it is part of: "part of SC10, 13-19 November"."""
    words = context.words
    label = best.text.label
    is_of_other = _is_of_host(label, context) or _is_of_other_kind(label, context)
    if not (words.has("host", label) or is_of_other):
        return best
    inside = [
        c
        for c in found
        if best.first <= c.first
        and c.last <= best.last
        and c.last - c.first < best.last - best.first
        and c.score >= best.score - _AROUND
        and words.has("event", c.text.label)
        and not words.has("host", c.text.label)
        and not _is_of_host(c.text.label, context)
    ]
    return max(inside, key=lambda c: c.score, default=best)


def _with_its_workshops(best: Candidate, found: Sequence[Candidate], words: Keywords) -> Candidate:
    """The whole event where the page also tells the days of its main part: "15-19 June", "main conference: 17-19 June"."""
    if not (best.text.span.is_range and words.has("paper", best.text.label)):
        return best
    around = [
        c
        for c in found
        if c.first <= best.first
        and best.last <= c.last
        and best.last - best.first < c.last - c.first
        and c.score >= best.score - _AROUND
        and not words.has("host", c.text.label)
    ]
    return max(around, key=lambda c: c.score, default=best)


def _whole_programme(
    event: Candidate, texts: Sequence[DatedText], context: Context, years: Years
) -> Candidate:
    """The days around a day that stands over its part of a programme: Monday, Tuesday, Wednesday."""
    if event.first != event.last or not _is_day_heading(event.text, context.words):
        return event
    days = {
        day
        for text in texts
        if _is_day_heading(text, context.words) and (day := years.day_of(text)[0]) is not None
    }
    first = last = event.first
    while first - _ONE_DAY in days and last - first < LONGEST_EVENT:
        first -= _ONE_DAY
    while last + _ONE_DAY in days and last - first < LONGEST_EVENT:
        last += _ONE_DAY
    return replace(event, first=first, last=last)


def _is_day_heading(text: DatedText, words: Keywords) -> bool:
    """Whether a single day stands alone in its line and is no deadline."""
    rest = set(_WORD.findall(text.behind)) - vocabulary().weekdays
    is_alone = text.is_leading and not rest and not text.span.is_range
    return is_alone and not field_of(text.label, words) and not is_posting(text, words)


def _event_candidate(
    text: DatedText, years: Years, context: Context, placed: frozenset[int]
) -> Candidate | None:
    words, label = context.words, text.label
    span = text.span
    last, note = years.day_of(text)
    if last is None:
        return None
    first = _first_day(text, last)
    if first is None or not timedelta(0) <= last - first <= LONGEST_EVENT:
        return None
    score = _label_score(text, words)
    score -= 2.5 if _is_of_host(label, context) else 0.0
    score -= 1.5 if _is_of_other_kind(label, context) else 0.0
    score -= 2.0 if _is_of_list(text, context) else 0.0
    score += 2.5 if span.is_range else 0.0
    score += 1.5 if text.line in placed else 0.0
    is_aside = _is_day_of_other(text, words) or _is_dateline(text)
    if text.line < context.opening and not is_aside:
        score += 2.3 if text.is_leading and not text.behind else 1.5
    if text.is_struck:
        score -= 0.5 if text.is_over else 2.0
    score -= 0.0 if span.has_year else 0.5
    if is_past(label, context) or is_past(text.heading, context):
        score -= 1.0 if last.year == context.year else 2.5
    if context.year is not None:
        score += 1.0 if last.year == context.year else -1.5
    return Candidate(text, first, last, score, note)


def _is_day_of_other(text: DatedText, words: Keywords) -> bool:
    """Whether a label in a list says what else a single day is: the programme's, a tutorial's."""
    if text.span.is_range or not words.has("heading", text.heading):
        return False
    return any(words.has(kind, text.label) for kind in ("other", "side"))


def _is_dateline(text: DatedText) -> bool:
    """Whether a single day stands alone above everything else: the day on which the page was written."""
    is_alone = text.is_leading and not text.behind and not text.span.is_range
    return is_alone and not text.above and not text.heading and not text.label


def _is_of_host(label: str, context: Context) -> bool:
    """Whether a label names the larger event and not the page's own: "SC10 conference", but not "PMBS at SC10"."""
    named = set(_WORD.findall(label))
    own = {word for word in named & context.name if not context.words.has("event", word)}
    return not named.isdisjoint(context.hosts) and own <= context.hosts


def _is_of_other_kind(label: str, context: Context) -> bool:
    """Whether a label names another kind of event than the page's own: "conference" on a workshop's page."""
    words = context.words
    named = set(words.found("kind", label))
    return bool(named and context.kinds) and named.isdisjoint(context.kinds)


def _is_told_in_prose(text: DatedText, words: Keywords) -> bool:
    """Whether a sentence calls a day the event's right before it: "presented on the day of the event, 3 May"."""
    return text.is_prose and not text.span.is_range and words.has("event", text.before)


def _without_virtual(label: str) -> str:
    """A label without a remark on how one may take part: "(hybrid)", "(online participation possible)"."""
    virtual = vocabulary().virtuals
    return _REMARK.sub(
        lambda found: found.group() if virtual.isdisjoint(_WORD.findall(found.group())) else " ",
        label,
    )


def _label_score(text: DatedText, words: Keywords) -> float:
    """What its words tell about a date being the event's own."""
    label, score = _without_virtual(text.label), 0.0
    if field_of(label, words):
        score -= 4.5
    elif words.has("other", label):
        score -= 2.4 if text.span.is_range else 3.6
    elif words.has("side", label) and not _is_told_in_prose(text, words):
        score -= 2.0 if text.span.is_range else 3.2
    # "Registration for the conference": a single day of it is not the conference's.
    is_about = not text.span.is_range and words.has("other", label)
    if words.has("event", label) and not field_of(label, words) and not is_about:
        score += 1.5 if len(label) < 60 else 1.0
        if len(label) < 30:
            score += 1.5 if words.has("heading", text.heading) else 0.7
    else:
        score -= 1.5 if text.is_prose else 0.0
        # What stands under "Registration" or "Submission deadlines" is no event unless it is called one.
        is_due = words.has("other", text.heading) or field_of(text.heading, words)
        score -= 3.0 if is_due and not text.span.is_range else 0.0
        # "To be paid until 25 November" is the last day of something, "as of 19 September" its first.
        is_border = words.ends_in_until(text.before) or words.ends_with("since", text.before)
        score -= 3.0 if is_border and not text.span.is_range else 0.0
    if is_posting(text, words):
        score -= 3.0
    if words.has("host", label):
        score -= 4.0 if text.before.rstrip().endswith("(") else 3.0
    elif text.is_leading and words.has("host", text.above):
        score -= 2.0
    return score


def _is_of_list(text: DatedText, context: Context) -> bool:
    """Whether a single day stands in a list of dates under words of its own that name no event: "Evaluation start: 10 January"."""
    is_entry = not text.span.is_range and context.words.has("heading", text.heading)
    named = _WORD.findall(text.label)
    is_own = context.words.has("event", text.label) or not context.name.isdisjoint(named)
    return is_entry and bool(named) and not is_own


def _is_of_event(text: DatedText, context: Context) -> bool:
    """Whether a label that says "start" speaks of the event, by its kind or its name, or of nothing else."""
    words = context.words
    rest = set(_WORD.findall(words.patterns["first"].sub(" ", text.label))) - vocabulary().fillers
    return not rest or words.has("event", text.label) or not rest.isdisjoint(context.name)


def _joined(found: Sequence[Candidate], context: Context) -> list[Candidate]:
    """Ranges whose two days are listed apart: "Conference begins: ...", "Conference ends: ..."."""
    words = context.words
    ends = [c for c in found if not c.text.span.is_range and words.has("last", c.text.label)]
    joined = []
    for begin in found:
        if begin.text.span.is_range or not words.has("first", begin.text.label):
            continue
        if not _is_of_event(begin.text, context):
            continue  # "Evaluation starts: ...", "Evaluation ends: ..."
        for end in ends:
            is_near = 0 < end.text.line - begin.text.line <= 8 or end.text.line == begin.text.line
            if is_near and timedelta(0) < end.last - begin.first <= LONGEST_EVENT:
                score = max(begin.score, end.score) + 2.5
                joined.append(replace(begin, last=end.last, score=score))
                break
    return joined


def _side_by_side(found: Sequence[Candidate]) -> list[Candidate]:
    """Days that follow each other in the calendar and in their line: "09.10.2026 & 10.10.2026"."""
    return [
        replace(one, last=other.last, score=max(one.score, other.score) + 1.0)
        for one, other in pairwise(found)
        if one.text.line == other.text.line
        and 0 < other.text.span.begin - one.text.span.end <= _BETWEEN_DAYS
        and other.first - one.last == _ONE_DAY
        and not one.text.span.is_range
    ]


def _first_day(text: DatedText, last: date) -> date | None:
    first = text.span.first
    year = first.year
    if year is None:
        year = last.year - (first.month > last.month)
    return first.on(year)
