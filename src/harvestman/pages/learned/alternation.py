"""Names and places of work that take turns in one text: "A. Ruiz, León University, B. Gil, AWE PLC, and C. Li, Georgia Tech".

The token models see one comma like the other, so a place may swallow the next name, a firm may pass for a person, and the last
place of a line for another title. What the words are tells them apart. Also left out here: who sent an entry in, which is no author of it.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache
from typing import Final

from harvestman.pages.learned.features import Sketch
from harvestman.pages.learned.lexica import look_up, tokens_of
from harvestman.pages.learned.name_lists import is_firm, is_institution, takes_turn
from harvestman.pages.learned.spans import Span
from harvestman.pages.wording import pattern, words_for
from harvestman.text import fold

_PIECE: Final = re.compile(r"[^,;\s](?:[^,;]{0,200}[^,;\s])?")
_AND: Final = re.compile(r"^(?:and|und|et|y|e|и|&)\s+(?=\S)", re.IGNORECASE)
_INITIAL: Final = re.compile(r"(?:[^\W\d_]\.[\s-]?){1,3}[^\W\d_]{2}")
_MAX_FIRM: Final = 6  # words of a place that may pass for a title
_MAX_TEXT: Final = 2_000
_MAX_COMMAS: Final = 60
_REACH: Final = 4  # regions of one line, to both sides of a field, in which its sender may be named


def put_right(spans: Sequence[Span], sketches: Sequence[Sketch]) -> list[Span]:
    """The spans of a page, with names and places told apart by their words."""
    places = {fold(span.text) for span in spans if span.kind == "F"}
    kept: list[Span] = []
    senders = _senders(spans, sketches)
    for span in spans:
        if senders and _is_sent_in(span, sketches, senders):
            continue
        before = kept[-1] if kept else None
        if before is not None and _ends_title(span, before):
            before.text = f"{before.text} {span.text}"
            before.last, before.end = span.last, span.end
            continue
        if before is not None and (_is_last_place(span, before) or _is_firm(span, before, places)):
            span.kind = "F"
        kept += _apart(span)
    return kept


def _senders(spans: Sequence[Span], sketches: Sequence[Sketch]) -> dict[int, re.Match[str]]:
    """Where regions around fields say that something was sent in: on nearly all pages nowhere."""
    if not spans:
        return {}
    places = [span.first for span in spans]
    senders: dict[int, re.Match[str]] = {}
    for place in range(max(0, min(places) - _REACH), min(len(sketches), max(places) + _REACH + 1)):
        if (found := _sender_in(sketches[place].region.text)) is not None:
            senders[place] = found
    return senders


def _is_sent_in(span: Span, sketches: Sequence[Sketch], senders: dict[int, re.Match[str]]) -> bool:
    """Whether a field stands in a line that says who sent the entry in: "[IEEE TKDE] Submitted by Ana Ruiz"."""
    line = sketches[span.first].region.line
    low = high = span.first
    while low > 0 and sketches[low - 1].region.line == line and span.first - low < _REACH:
        low -= 1
    while (
        high + 1 < len(sketches)
        and sketches[high + 1].region.line == line
        and high - span.first < _REACH
    ):
        high += 1
    for place in range(low, high + 1):
        if (found := senders.get(place)) is not None:
            is_behind = place < span.first or (place == span.first and found.end() <= span.start)
            is_label = place > span.first and _is_bracketed(sketches[span.first].region.text)
            return is_behind or is_label
    return False


def _sender_in(text: str) -> re.Match[str] | None:
    """Where a text says that what stands there was sent in by somebody."""
    if len(text) > _MAX_TEXT:
        return None
    if text.isascii():
        lowered = text.lower()
        for word in _plain_ends():
            if word in lowered:
                break
        else:
            return None  # most texts, at a third of the time
    return pattern("entries", "sender").search(text)


@cache
def _plain_ends() -> tuple[str, ...]:
    """The last words of what is said of senders, "by" and "von", as far as they have plain letters alone."""
    words = {
        phrase.rpartition(" ")[2].partition("*")[0] for phrase in words_for("entries", "sender")
    }
    return tuple(sorted(word for word in words if word.isascii()))


def _is_bracketed(text: str) -> bool:
    return text.startswith(("[", "(")) and text.endswith(("]", ")"))


def _is_last_place(span: Span, before: Span) -> bool:
    """Whether what seems a title ends a line whose names and places stand before it in the same text."""
    if span.kind != "T" or span.first != before.last or before.kind == "T":
        return False
    if len(span.text.split()) > _MAX_FIRM:
        return False
    return span.text.count("(") != span.text.count(")") or _is_place(span.text)


def _ends_title(span: Span, before: Span) -> bool:
    """Whether what seems a name is the end of a title that cannot end before it: "Bees in | Northern Orchards"."""
    if span.kind != "A" or before.kind != "T" or before.last != span.first or "," in span.text:
        return False
    last = look_up(tokens_of(before.text)[-1]) if tokens_of(before.text) else None
    if last is None or last.lower in words_for("entries", "authors"):
        return False
    # A word in small letters may end a title, but then a single word behind it is nobody's name.
    is_open = last.kind == "s" or (last.kind == "l" and " " not in span.text)
    return is_open and span.start - before.end == 1


def _is_place(text: str) -> bool:
    """Whether a short text is a place of work: an institution, or anything with a country or town in brackets behind it."""
    name, opening, rest = text.partition("(")
    return is_institution(name) or bool(opening and len(rest.split()) <= 2)


def _is_firm(span: Span, before: Span, places: set[str]) -> bool:
    """Whether what seems a person is a place of work: a firm by its word, or a place that the page names elsewhere."""
    text = span.text.strip(" ,;.")
    if span.kind != "A" or before.kind == "T" or before.first != span.first:
        return False
    if "," in text or _INITIAL.match(text):
        return False
    if is_firm(text):
        return True
    is_named = bool(places) and fold(text) in places
    return is_named and not any(look_up(word).is_name for word in tokens_of(text)[:1])


def _apart(span: Span) -> list[Span]:
    """A field as it is, or its parts: a place that swallowed names between two institutions, a name that swallowed a firm."""
    if span.kind == "T" or span.first != span.last or not 0 < span.text.count(",") < _MAX_COMMAS:
        return [span]
    pieces = [
        (found.start() + skipped, found.end(), text)
        for found in _PIECE.finditer(span.text[:_MAX_TEXT])
        for skipped, text in [_without_and(found.group())]
    ]
    is_behind = span.text.lstrip().startswith(",")
    kinds = _kinds(span.kind, [text for _, _, text in pieces], first=0 if is_behind else 1)
    if all(kind == span.kind for kind in kinds):
        return [span]
    parts: list[Span] = []
    for (start, end, _), kind in zip(pieces, kinds, strict=True):
        first, last = span.start + start, span.start + end
        if parts and kind == parts[-1].kind:
            parts[-1].end = last
        else:
            marks = span.marks if not parts else []
            parts.append(Span(kind, span.first, first, span.last, last, marks=marks))
    for part in parts:
        part.text = span.text[part.start - span.start : part.end - span.start]
    return parts


def _kinds(kind: str, pieces: Sequence[str], *, first: int) -> list[str]:
    """What each piece between commas is, where a field holds more than its own kind."""
    kinds = [kind] * len(pieces)
    for place in range(first, len(pieces)):
        following = pieces[place + 1] if place + 1 < len(pieces) else ""
        if kind == "A" and is_firm(pieces[place]):
            kinds[place] = "F"
        if kind == "F" and takes_turn(pieces[place], following):
            kinds[place] = "A"
    return kinds


def _without_and(piece: str) -> tuple[int, str]:
    shorter = _AND.sub("", piece)
    return len(piece) - len(shorter), shorter
