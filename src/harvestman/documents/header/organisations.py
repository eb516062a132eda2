"""From labelled tokens to organisations: department and institution as one string, without street, town and country."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from harvestman.documents.header.front import Front
from harvestman.documents.header.people import spans_of
from harvestman.documents.header.persons import Person
from harvestman.documents.header.roles import names_organisation
from harvestman.documents.header.tagging import LineSaid, TokenSaid
from harvestman.text import fold, squeeze
from harvestman.text.gazetteer import cities_named
from harvestman.text.lexicon import find_classes, words_of
from harvestman.text.naming import has_organisation_word, is_organisation
from harvestman.text.vocabulary import vocabulary

_MAX_LENGTH = 300
_SURE = 0.7
_ACRONYM = 6
"""Letters at most."""
_ANYWAY = 0.4
_MOST_WORDS = 16
_FEW_WORDS = 6
_BETWEEN = re.compile(r"((?:(?<!\s)\s+)?[,;|]\s+|\s[-–—]\s|\.\s+)")


@dataclass(slots=True)
class Organisation:
    """One organisation, where it stands, and the mark before it."""

    name: str
    line: int
    start: int
    mark: str
    confidence: float
    last_line: int = 0


def find_organisations(front: Front, tokens: Sequence[TokenSaid]) -> list[Organisation]:
    """The organisations that are labelled, in printed order; several strings may be alike."""
    found: list[Organisation] = []
    for row in tokens:
        line = front.lines[row.line]
        for first, last, is_new in _spans(row):
            start, end = row.pieces[first].start, row.pieces[last].end
            name = _clean(line.line.text[start:end])
            if not name:
                continue
            mark = _mark_before(row, first, front)
            sure = sum(row.chances[first : last + 1]) / (last + 1 - first)
            above = found[-1] if found else None
            if not is_new and above and not mark and _goes_on(front, above, row.line):
                above.name = _joined(above.name, name)
                above.last_line = row.line
                continue
            found.append(Organisation(name, row.line, start, mark, sure, row.line))
    for one in found:
        below = one.last_line + 1
        if below < len(front.lines) and _is_generic(one.name) and names_organisation(front, below):
            one.name, one.last_line = f"{one.name} {_clean(front.lines[below].line.text)}", below
    return [
        one
        for one in found
        if _is_possible(one.name) and (one.confidence > _SURE or has_organisation_word(one.name))
    ]


def without_people(
    front: Front, organisations: Sequence[Organisation], people: Sequence[Person]
) -> list[Organisation]:
    """The organisations without names before them in the same line: "ANN LEE, University of Vigo"."""
    kept = []
    for one in organisations:
        for person in people:
            printed = front.lines[person.line].line.text[person.start : person.end]
            if person.line == one.line and printed and one.name.startswith(printed):
                one.name = one.name[len(printed) :].lstrip(" ,;:∗*†‡")
                one.start += len(printed)
        if _is_possible(one.name):
            kept.append(one)
    return kept


def named_anyway(front: Front, places: Iterable[int]) -> list[Organisation]:
    """Where the model sees no organisation: the first part of a line that has a word of organisations."""
    for at in places:
        line = front.lines[at].line
        if len(front.lines[at].words) > _MOST_WORDS or not front.lines[at].has("org"):
            continue
        start = 0
        for part in _BETWEEN.split(line.text):
            name = _clean(part)
            if any(hit.kind == "org" for hit in find_classes(words_of(name))) and _is_possible(
                name
            ):
                return [Organisation(name, at, start, "", _ANYWAY, at)]
            start += len(part)
    return []


def with_missed(
    front: Front,
    said: Sequence[LineSaid],
    tokens: Sequence[TokenSaid],
    found: Sequence[Organisation],
) -> list[Organisation]:
    """The organisations that were found, and parts of the same kind of lines that have a word of organisations."""
    everything = list(found)
    for row in tokens:
        if said[row.line].label not in "AF":
            continue
        text = front.lines[row.line].line.text
        taken = [row.pieces[at] for at, label in enumerate(row.labels) if label.endswith("-F")]
        if _is_bare(front, said, row):
            parts = [_clean(part) for part in _BETWEEN.split(text)]
            name = max(parts, key=len)
            if _is_possible(name) and not cities_named(name):
                everything.append(Organisation(name, row.line, 0, "", _ANYWAY, row.line))
            continue
        start = 0
        last_taken = False
        for part in _BETWEEN.split(text):
            end = start + len(part)
            is_taken = any(start <= piece.start < end for piece in taken)
            name = _clean(part)
            if not is_taken and _is_missed(name):
                above = next(
                    (one for one in reversed(everything) if one.last_line == row.line), None
                )
                if above and last_taken and text[:start].rstrip().endswith(","):
                    above.name = _joined(above.name, name)
                else:
                    everything.append(Organisation(name, row.line, start, "", _ANYWAY, row.line))
                is_taken = True
            if part.strip(" ,"):
                last_taken = is_taken
            start = end
    return sorted(everything, key=lambda one: (one.line, one.start))


def _is_bare(front: Front, said: Sequence[LineSaid], row: TokenSaid) -> bool:
    """Whether a short line is surely an organisation although none of its words say so: a company."""
    line = front.lines[row.line]
    return (
        said[row.line].label == "F"
        and said[row.line].chances["F"] > _SURE
        and not any(label != "O" for label in row.labels)
        and len(line.words) <= _FEW_WORDS
        and not line.has("org")
        and not line.has_email
        and not any(map(str.isdigit, line.line.text))
    )


def _is_missed(name: str) -> bool:
    words = words_of(name)
    kinds = {hit.kind for hit in find_classes(words)}
    return (
        "org" in kinds
        and len(words) <= _MOST_WORDS
        and _is_possible(name)
        and not kinds & {"other", "contact"}
    )


def _spans(row: TokenSaid) -> list[tuple[int, int, bool]]:
    """The runs of organisation words, and whether each begins a new one.

    A semicolon, bar or number between words ends one; so do names that are none.
    """
    spans = list[tuple[int, int, bool]]()
    for first, last in spans_of(row, "F"):
        start, is_new = first, row.labels[first] == "B-F"
        for at in range(first, last + 1):
            text = row.pieces[at].text
            is_mark = (
                text.isdigit()
                and len(text) < 3
                and first < at < last
                and row.pieces[at + 1].text[0].isupper()
            )
            if text in ";|•" or is_mark:
                if at > start:
                    spans.append((start, at - 1, is_new))
                start, is_new = at + 1, True
        if start <= last:
            spans.append((start, last, is_new))
    for first, last in spans_of(row, "N"):
        name = " ".join(piece.text for piece in row.pieces[first : last + 1])
        if is_organisation(name) and has_organisation_word(name):
            spans.append((first, last, True))
    return sorted(spans)


def _goes_on(front: Front, above: Organisation, at: int) -> bool:
    """Whether a string that the model calls a continuation can continue the one above."""
    if above.last_line == at:
        return True
    here, there = front.lines[at], front.lines[above.last_line]
    if here.page != there.page or at - above.last_line > 3:
        return False
    return here.line.column == there.line.column and len(above.name) < _MAX_LENGTH


def _joined(above: str, name: str) -> str:
    if (
        re.search(r"(?:\b(?:of|for|and|de|of the|y|и|для|для|für|the|del|la|in|&)|[-,])$", above)
        or name[:1].islower()
    ):
        return squeeze(f"{above} {name}")
    return f"{above.rstrip(' ,;')}, {name}"


def _clean(text: str) -> str:
    text = squeeze(text).strip(" ,;:.·•|-–—*∗†‡§")
    if text.count("(") > text.count(")"):
        text += ")"
    return text.strip('«»“”"') if text[:1] in '«“"' and text.count("«") <= 1 else text


def _is_possible(name: str) -> bool:
    letters = fold(name)
    return (
        2 < len(letters) <= _MAX_LENGTH
        and letters not in vocabulary().countries
        and "@" not in name
        and not _is_generic(name)
    )


def _is_generic(name: str) -> bool:
    """Whether a name is one word that any organisation may have: "Universidad", not "CSIC" or "Polytechnique"."""
    words = words_of(name)
    return len(words) == 1 and len(words[0]) > _ACRONYM and has_organisation_word(name)


def _mark_before(row: TokenSaid, first: int, front: Front) -> str:
    if first == 0:
        return ""
    piece = row.pieces[first - 1]
    raised = any(
        span.raised and span.start <= piece.start < span.end
        for span in front.lines[row.line].line.spans
    )
    if re.fullmatch(r"[∗*†‡§¶#⋆]|\d{1,2}", piece.text) or (raised and piece.text.isalnum()):
        return piece.text
    return ""
