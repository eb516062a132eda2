"""Which of the dates on a page are the event's own: candidates for each field are weighed, then chosen together.

Papers are submitted before they are accepted, accepted before they are final, and final before the event: a choice that
keeps this order beats one that does not. Weights were set by hand and tried on the training pages.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import date, timedelta
from itertools import product

from harvestman.pages.dates.keywords import Keywords
from harvestman.pages.dates.labels import DatedText
from harvestman.text.vocabulary import vocabulary

FIELDS = ("submission", "notification", "camera_ready")
MOST = 6  # candidates of a field that are weighed against those of the others
LEAST = 1.0  # the score below which a date is rather another one's
LONGEST_EVENT = timedelta(days=24)
_WORD = re.compile(r"[^\W\d_]+")
_BRACKETS = re.compile(r"\([^()]{0,200}\)")
_ONE_DAY = timedelta(days=1)
_AROUND = 4.0  # by which the score of a whole event may be less than that of its main part
_LEAD = timedelta(days=420)  # no deadline is longer before its event


@dataclass(frozen=True, slots=True)
class Candidate:
    """A date that may be the answer to a field."""

    text: DatedText
    first: date
    last: date
    score: float
    note: str = ""


@dataclass(frozen=True, slots=True)
class Context:
    """What the page as a whole tells: the words of its language, the year of its event, its own name, how it writes numbers."""

    words: Keywords
    year: int | None
    name: frozenset[str]
    """The words of title and first lines, folded: the posters of a poster workshop are its papers."""
    opening: int
    """The number of the line where the page's opening ends."""
    year_from: str = ""
    """Where the year was read."""
    hosts: frozenset[str] = frozenset()
    """The short names of larger events that this one is said to be part of, folded: "sc" of "part of SC10"."""


def choose_event(
    texts: Sequence[DatedText], context: Context, placed: frozenset[int]
) -> Candidate | None:
    """The date of the event itself; `placed` are the lines beside which a place stands."""
    found = [
        candidate
        for text in texts
        if (candidate := _event_candidate(text, texts, context, placed)) is not None
        and candidate.score >= 0
    ]
    if not found:
        return None
    found += _joined(found, context.words)
    votes = Counter((c.first, c.last) for c in found)
    deadlines = [
        c.last for field in FIELDS for c in _field_candidates(field, texts, context, None)[:2]
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
    return _whole_programme(_with_its_workshops(best, found, context.words), texts, context)


def _own_days(best: Candidate, found: Sequence[Candidate], context: Context) -> Candidate:
    """The workshop's own day where the best date is of the event that it is part of: "part of SC10, 13-19 November"."""
    words = context.words
    if not (words.has("host", best.text.label) or _is_of_host(best.text.label, context)):
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


def _whole_programme(event: Candidate, texts: Sequence[DatedText], context: Context) -> Candidate:
    """The days around a day that stands over its part of a programme: Monday, Tuesday, Wednesday."""
    if event.first != event.last or not _is_day_heading(event.text, context.words):
        return event
    days = {
        day
        for text in texts
        if _is_day_heading(text, context.words)
        and (day := dated(text, texts, context, None)[0]) is not None
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
    return is_alone and not field_of(text.label, words) and not _is_posting(text, words)


def choose_deadlines(
    texts: Sequence[DatedText], context: Context, event: Candidate | None
) -> dict[str, Candidate]:
    """Submission, notification and camera-ready date, as far as the page tells them."""
    found = {field: _field_candidates(field, texts, context, event)[:MOST] for field in FIELDS}
    if not found["submission"]:
        found["submission"] = _abstracts(texts, context, event)[:MOST]
    options = [(*found[field], None) for field in FIELDS]
    best: tuple[Candidate | None, ...] = (None, None, None)
    best_score = float("-inf")
    for choice in product(*options):
        score = _together(choice, event)
        if score > best_score:
            best, best_score = choice, score
    return {field: c for field, c in zip(FIELDS, best, strict=True) if c is not None}


def _together(choice: Iterable[Candidate | None], event: Candidate | None) -> float:
    """How well three dates go together: in their order, before the event, in one list."""
    score = 0.0
    before: Candidate | None = None
    for candidate in choice:
        if candidate is None:
            continue
        score += candidate.score
        if event is not None and candidate.last > event.last:
            score -= 2.5
        if before is not None:
            if candidate.last < before.last:
                score -= 3.0
            elif candidate.last == before.last:
                score -= 0.7
            if abs(candidate.text.line - before.text.line) <= 12:
                score += 0.6
            if candidate.text.heading == before.text.heading:
                score += 0.3
        before = candidate
    return score


# ---------------------------------------------------------------- deadlines
def _field_candidates(
    field: str, texts: Sequence[DatedText], context: Context, event: Candidate | None
) -> list[Candidate]:
    found: dict[date, Candidate] = {}
    for text in texts:
        score = _field_score(field, text, context)
        if score < LEAST:
            continue
        day, note = dated(text, texts, context, event)
        if day is None or (event is not None and field != "camera_ready" and day > event.last):
            continue
        candidate = Candidate(text, day, day, score, note)
        if day not in found or found[day].score < score:
            found[day] = candidate
    # Of equals the later one: extensions, and the last of several rounds.
    return sorted(found.values(), key=lambda c: (-c.score, -c.last.toordinal()))


def _abstracts(
    texts: Sequence[DatedText], context: Context, event: Candidate | None
) -> list[Candidate]:
    """When abstracts are due, which counts where nothing else is submitted."""
    words = context.words
    only = [
        replace(text, label=words.patterns["abstract"].sub("paper", text.label))
        for text in texts
        if words.has("abstract", text.label) and words.has("submission", text.label)
    ]
    return _field_candidates("submission", only, context, event)


def field_of(label: str, words: Keywords) -> str:
    """The field that a label names, or an empty string."""
    for field in ("camera_ready", "notification", "submission"):
        if words.has(field, label):
            return field
    return "camera_ready" if words.is_final(label) else ""


def _field_score(field: str, text: DatedText, context: Context) -> float:
    words, label = context.words, text.label
    score = _named_score(field, text, words)
    if not score:
        return 0.0
    score += 0.5 if len(label) < 80 else 0.0
    score -= 0.6 if text.is_prose else 0.0
    score += 0.4 if words.has("heading", text.heading) else 0.0
    has_paper = words.has("paper", label)
    score += 0.7 if has_paper else 0.0
    score += 0.3 if words.has("main", label) else 0.0
    if _is_aside(label, context):
        score -= 1.2 if has_paper else 2.6
    if field == "submission" and words.has("abstract", label):
        score -= 1.0 if has_paper else 2.0
    if words.has("other", label):
        # "Paper submission and registration", but "Deadline of registration for authors of papers".
        is_submitted = has_paper and words.has("submission", words.patterns["due"].sub(" ", label))
        score -= 0.6 if field != "submission" else 1.2 if is_submitted else 4.0
    # "Submission opens 1 May", but "open until 1 May".
    is_until = words.ends_with("until", text.before)
    if words.has("opens", label) and not (text.is_continued or is_until):
        score -= 4.0 if field == "submission" else 0.5
    if words.ends_with("since", text.before) and not text.span.is_range:
        score -= 4.0 if field == "submission" else 0.5
    elif field == "submission" and words.has("other", text.heading):
        # Under "Registration" stands "Deadline: 1 May", which is of registration.
        is_only_due = not words.has("submission", words.patterns["due"].sub(" ", label))
        score -= 3.0 if is_only_due and not field_of(text.heading, words) else 0.0
    score -= 1.2 if _is_aside(text.heading, context) and not text.is_struck else 0.0
    score -= 2.0 if words.has("past", text.heading) else 0.0
    score -= 3.5 if _is_posting(text, words) else 0.0
    score += _moved(text, words)
    if text.is_struck:
        score -= 0.8 if text.is_over else 2.5
    if text.span.is_range:
        score -= 0.8 if field == "submission" else 2.0  # "submission: 6 July - 31 August"
    return score


def _named_score(field: str, text: DatedText, words: Keywords) -> float:
    """What its label says of a date being this field's: 3 by its words, 2 by the heading above; 0 for another's."""
    # "After acceptance, authors pay by 1 May" is no day of acceptance.
    label = words.patterns["after"].sub(" ", text.label)
    if named := field_of(label, words):
        return 3.0 if named == field else 0.0
    # Under "Submission deadlines" stands "Full papers: 1 June", but also what the section is about.
    is_paper = words.has("paper", label)
    is_item = not label or is_paper or words.has("side", label)
    if not is_item or words.has("event", label):
        return 0.0
    above = field_of(text.heading, words)
    if not above and is_paper and words.has("heading", text.heading):
        above = "submission"  # "Important dates: regular papers 1 June"
    return 2.0 if above == field else 0.0


def _is_aside(text: str, context: Context) -> bool:
    """Whether words name another track than the event's own: "posters", but not "full and short papers"."""
    outside = _BRACKETS.sub(" ", text)
    # "Full papers (also of industry)", but "Fast track (for rejected papers of the main conference)".
    for part in (outside, text):
        if aside := any(
            context.name.isdisjoint(_WORD.findall(term)[:1])
            for term in context.words.found("side", part)
        ) or context.words.has("main", part):
            return aside and not context.words.has("main", part)
    return False


def _is_posting(text: DatedText, words: Keywords) -> bool:
    """Whether a date is the day on which something was announced: "News: 3 May: ...", "Updated 3 May"."""
    if words.has("news", text.before):
        return True
    is_bracketed = text.before.endswith("[") and text.behind.startswith("]")
    return (text.is_leading or is_bracketed) and words.has("news", text.heading)


def _moved(text: DatedText, words: Keywords) -> float:
    """What tells of an extension: the moved date counts, the first one does not."""
    score = 0.0
    is_old = words.has("old", text.before)
    if not is_old and any(words.has("extended", w) for w in (text.label, text.before, text.behind)):
        score += 1.4
    # "15 March (was 1 March)": what stands between two dates tells of the second.
    if is_old or (words.has("old", text.behind) and not text.is_followed):
        score -= 1.2
    if text.is_continued and not is_old:
        score += 0.5
    if text.is_followed:
        score -= 0.8
    return score


# ---------------------------------------------------------------- the event
def _event_candidate(
    text: DatedText, texts: Sequence[DatedText], context: Context, placed: frozenset[int]
) -> Candidate | None:
    words, label = context.words, text.label
    span = text.span
    last, note = dated(text, texts, context, None)
    if last is None:
        return None
    first = _first_day(text, last)
    if first is None or not timedelta(0) <= last - first <= LONGEST_EVENT:
        return None
    score = _label_score(text, words)
    score -= 2.5 if _is_of_host(label, context) else 0.0
    score += 2.5 if span.is_range else 0.0
    score += 1.5 if text.line in placed else 0.0
    if text.line < context.opening:
        score += 2.3 if text.is_leading and not text.behind else 1.5
    if text.is_struck:
        score -= 0.5 if text.is_over else 2.0
    score -= 0.0 if span.has_year else 0.5
    if words.has("past", label) or words.has("past", text.heading):
        score -= 1.0 if last.year == context.year else 2.5
    if context.year is not None:
        score += 1.0 if last.year == context.year else -1.5
    return Candidate(text, first, last, score, note)


def _is_of_host(label: str, context: Context) -> bool:
    """Whether a label names the larger event and not the page's own: "SC10 conference", but not "PMBS at SC10"."""
    named = set(_WORD.findall(label))
    own = {word for word in named & context.name if not context.words.has("event", word)}
    return not named.isdisjoint(context.hosts) and own <= context.hosts


def _label_score(text: DatedText, words: Keywords) -> float:
    """What its words tell about a date being the event's own."""
    label, score = text.label, 0.0
    if field_of(label, words):
        score -= 4.5
    elif words.has("other", label):
        score -= 2.4 if text.span.is_range else 3.6
    elif words.has("side", label):
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
    if _is_posting(text, words):
        score -= 3.0
    if words.has("host", label):
        score -= 4.0 if text.before.rstrip().endswith("(") else 3.0
    elif text.is_leading and words.has("host", text.above):
        score -= 2.0
    return score


def _joined(found: Sequence[Candidate], words: Keywords) -> list[Candidate]:
    """Ranges whose two days are listed apart: "Conference begins: ...", "Conference ends: ..."."""
    ends = [c for c in found if not c.text.span.is_range and words.has("last", c.text.label)]
    joined = []
    for begin in found:
        if begin.text.span.is_range or not words.has("first", begin.text.label):
            continue
        for end in ends:
            is_near = 0 < end.text.line - begin.text.line <= 8 or end.text.line == begin.text.line
            if is_near and timedelta(0) < end.last - begin.first <= LONGEST_EVENT:
                score = max(begin.score, end.score) + 2.5
                joined.append(replace(begin, last=end.last, score=score))
                break
    return joined


def _first_day(text: DatedText, last: date) -> date | None:
    first = text.span.first
    year = first.year
    if year is None:
        year = last.year - (first.month > last.month)
    return first.on(year)


# ---------------------------------------------------------------- years
def dated(
    text: DatedText, texts: Sequence[DatedText], context: Context, event: Candidate | None
) -> tuple[date | None, str]:
    """The (last) day of a date, and how its year was concluded where the text leaves it out."""
    day = text.span.last
    if day.year is not None:
        return day.on(day.year), ""
    if event is not None and event.text is not text:
        nearest = _latest_before(text, event)
        return (
            nearest,
            f"the year is concluded from the event's date, {event.first}" if nearest else "",
        )
    if context.year is not None:
        return day.on(context.year), f"the year is concluded from {context.year_from}"
    return None, ""


def _latest_before(text: DatedText, event: Candidate) -> date | None:
    for year in (event.last.year, event.last.year - 1):
        day = text.span.last.on(year)
        if day is not None and day <= event.last:
            return day
    return None
