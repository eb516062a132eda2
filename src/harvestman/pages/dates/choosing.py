"""Which of the dates on a page are the event's own: candidates for each field are weighed, then chosen together.

Papers are submitted before they are accepted, accepted before they are final, and final before the event: a choice that
keeps this order beats one that does not. Weights were set by hand and tried on the training pages.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import replace
from datetime import date
from itertools import product
from typing import Final

from harvestman.pages.dates.candidates import Candidate, Context
from harvestman.pages.dates.keywords import Keywords
from harvestman.pages.dates.labels import DatedText
from harvestman.pages.dates.years import Years

FIELDS: Final = ("submission", "notification", "camera_ready")
MOST: Final = 6  # candidates of a field that are weighed against those of the others
_CLEAR: Final = (
    2.6  # the score of a date that is said to be a deadline in more than a word of a sentence
)
_FEW: Final = 3  # words of a label that is no sentence
LEAST: Final = 1.0  # the score below which a date is rather another one's
_WORD: Final = re.compile(r"[^\W\d_]+")
_BRACKETS: Final = re.compile(r"\([^()]{0,200}\)")


def choose_deadlines(
    texts: Sequence[DatedText], context: Context, event: Candidate | None
) -> dict[str, Candidate]:
    """Submission, notification and camera-ready date, as far as the page tells them."""
    texts = _of_last_round(texts, context, event)
    found = {field: field_candidates(field, texts, context, event)[:MOST] for field in FIELDS}
    if not found["submission"] or found["submission"][0].score < _CLEAR:
        found["submission"] += _abstracts(texts, context, event)
        found["submission"] = sorted(found["submission"], key=lambda c: -c.score)[:MOST]
    options = [(*found[field], None) for field in FIELDS]
    best: tuple[Candidate | None, ...] = (None, None, None)
    best_score = float("-inf")
    for choice in product(*options):
        score = _together(choice, event)
        if score > best_score:
            best, best_score = choice, score
    chosen = {field: c for field, c in zip(FIELDS, best, strict=True) if c is not None}
    if "notification" in chosen and "submission" in chosen:
        accepted = chosen["notification"].last
        if chosen["submission"].last > accepted:
            earlier = [c for c in _abstracts(texts, context, event) if c.last < accepted]
            chosen["submission"] = earlier[0] if earlier else chosen["submission"]
    if "camera_ready" not in chosen and "notification" in chosen:
        chosen |= _full_papers(texts, context, event, chosen)
    return chosen


def _of_last_round(
    texts: Sequence[DatedText], context: Context, event: Candidate | None
) -> Sequence[DatedText]:
    """The dates without those under the headings of earlier rounds: "Round 1", "Spring cycle"."""
    has_round = context.words.has
    due = [
        one
        for one in field_candidates("submission", texts, context, event)
        if has_round("round", one.text.heading) and not _is_aside(one.text.heading, context)
    ]
    last = max(due, key=lambda one: one.last, default=None)
    if last is None:
        return texts
    return [
        text
        for text in texts
        if text.heading == last.text.heading or not has_round("round", text.heading)
    ]


def _full_papers(
    texts: Sequence[DatedText],
    context: Context,
    event: Candidate | None,
    chosen: dict[str, Candidate],
) -> dict[str, Candidate]:
    """Where abstracts are chosen, whole papers are due when these are accepted: the version that is printed."""
    words, accepted = context.words, chosen["notification"].last
    due = [
        one
        for one in field_candidates("submission", texts, context, event)
        if one.last > accepted
        and one.last != chosen.get("submission", chosen["notification"]).last
        and _is_whole(one.text.label, words)
        and not _is_aside(one.text.label, context)
    ]
    return {"camera_ready": due[0]} if due else {}


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


def _is_whole(label: str, words: Keywords) -> bool:
    """Whether a label speaks of whole papers: "authors of accepted abstracts send their full papers" does."""
    if words.has("main", label):
        return True
    return words.has("paper", label) and not words.has("abstract", label)


# ---------------------------------------------------------------- deadlines
def field_candidates(
    field: str, texts: Sequence[DatedText], context: Context, event: Candidate | None
) -> list[Candidate]:
    """The dates that may be this field's, best first; none after the event but that of the final version."""
    found: dict[date, Candidate] = {}
    years = Years(texts, context, event)
    for text in texts:
        score = _field_score(field, text, context)
        if score < LEAST:
            continue
        day, note = years.day_of(text)
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
    """When abstracts or proposals of talks are due, which counts where nothing else is submitted."""
    words = context.words
    only = [
        replace(text, label=label)
        for text in texts
        if (label := _as_paper(text.label, words)) != text.label and words.has("submission", label)
    ]
    return field_candidates("submission", only, context, event)


def _as_paper(label: str, words: Keywords) -> str:
    """A label with "paper" for what stands for one: an abstract, a proposal that is not of a workshop."""
    label = words.patterns["abstract"].sub("paper", label)
    bare = words.patterns["proposal"].sub(" ", label)
    return label if words.has("side", bare) else words.patterns["proposal"].sub("paper", label)


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
    is_until = words.ends_in_until(text.before)
    if words.has("opens", label) and not (text.is_continued or is_until):
        score -= 4.0 if field == "submission" else 0.5
    if words.ends_with("since", text.before) and not text.span.is_range:
        score -= 4.0 if field == "submission" else 0.5
    elif field == "submission" and words.has("other", text.heading):
        # Under "Registration" stands "Deadline: 1 May", which is of registration.
        is_only_due = not words.has("submission", words.patterns["due"].sub(" ", label))
        score -= 3.0 if is_only_due and not field_of(text.heading, words) else 0.0
    score -= 1.2 if _is_aside(text.heading, context) and not text.is_struck else 0.0
    score += 0.3 if words.has("main", text.heading) else 0.0
    score -= 2.0 if is_past(text.heading, context) else 0.0
    score -= 3.5 if is_posting(text, words) else 0.0
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
        is_weak = named == "submission" and not _says_what(label, words)
        return 0.0 if named != field else 1.5 if is_weak else 3.0
    if field == "submission" and words.patterns["paper"].fullmatch(label.strip(" :-–.")):
        return 2.0  # "Papers: 5 March. Notification: 14 May."
    # Under "Submission deadlines" stands "Full papers: 1 June", but also what the section is about.
    is_paper = words.has("paper", label)
    if field == "submission" and is_paper and words.ends_in_until(label.rstrip(" :-–")):
        return 2.0  # "Langbeiträge bis: 30. April"
    is_item = not label or is_paper or any(words.has(kind, label) for kind in ("side", "round"))
    if not is_item or words.has("event", label):
        return 0.0
    above = field_of(text.heading, words)
    if not above and is_paper and words.has("heading", text.heading):
        above = "submission"  # "Important dates: regular papers 1 June"
    return 2.0 if above == field else 0.0


def _says_what(label: str, words: Keywords) -> bool:
    """Whether more than "not later than" calls a date a deadline: "tell the secretary not later than" may be about anything."""
    rest = words.patterns["until"].sub(" ", label)
    return words.has("submission", rest) or words.has("paper", label) or len(rest.split()) < _FEW


def _is_aside(text: str, context: Context) -> bool:
    """Whether words name another track than the event's own: "posters", but not "full and short papers"."""
    outside = _BRACKETS.sub(" ", text)
    side = context.words.found("side", outside)
    if any(term.endswith(" track") or f"{term} track" in outside for term in side):
        return True  # "Industry track, full papers"
    if any(context.words.has("notification", found) for found in _BRACKETS.findall(text)):
        text = outside  # "Notification (accept, accept as poster, or reject)"
    # "Full papers (also of industry)", but "Fast track (for rejected papers of the main conference)".
    for part in (outside, text):
        if aside := any(
            context.name.isdisjoint(_WORD.findall(term)[:1])
            for term in context.words.found("side", part)
        ) or context.words.has("main", part):
            return aside and not context.words.has("main", part)
    return False


def is_past(text: str, context: Context) -> bool:
    """Whether words tell of earlier or later editions; "Archives" in the event's own name does not."""
    return any(
        context.name.isdisjoint(_WORD.findall(term)) for term in context.words.found("past", text)
    )


def is_posting(text: DatedText, words: Keywords) -> bool:
    """Whether a date is the day on which something was announced: "News: 3 May: ...", "Updated 3 May"."""
    if words.has("news", text.before):
        return True
    is_bracketed = text.before.endswith("[") and text.behind.startswith("]")
    begins = text.is_leading or text.before.rstrip().endswith((".", ";", "|", "•"))
    return (begins or is_bracketed) and words.has("news", text.heading)


def _moved(text: DatedText, words: Keywords) -> float:
    """What tells of an extension: the moved date counts, the first one does not."""
    score = 0.0
    # "(antes 3 de mayo)" was the old date, "antes del 3 de mayo" is a deadline.
    is_moved = words.ends_with("extended", text.before)  # "the deadline was moved to"
    is_old = words.has("old", text.before) and not is_moved and not words.ends_in_until(text.before)
    # "Revised papers" and "Final version" tell of no extension.
    label = (
        "" if words.is_final(text.label) else words.patterns["camera_ready"].sub(" ", text.label)
    )
    if not is_old and any(words.has("extended", w) for w in (label, text.before, text.behind)):
        score += 2.0 if is_moved and words.has("due", label) else 1.4
    # "15 March (was 1 March)": what stands between two dates tells of the second.
    if is_old or (words.has("old", text.behind) and not text.is_followed):
        score -= 1.2
    if text.is_continued and not is_old:
        score += 0.5
    if text.is_followed:
        score -= 0.8
    return score
