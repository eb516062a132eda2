"""Labelled tokens in, fields out: which regions and characters a title, a name or an affiliation covers."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from harvestman.pages.learned.features import Sketch
from harvestman.pages.learned.looks import HEADING
from harvestman.pages.learned.token_features import Token
from harvestman.text.native import mypyc_attr

_MAX_PARTS: Final = 12  # regions into which a title's own link may be cut by italics
_RAISED: Final = re.compile(r"\s?[^\s()\[\]]{1,3}(?=\))")
_MAX_GAP: Final = (
    25  # characters between two parts of a title that a mark or a missed word has parted
)


@mypyc_attr(acyclic=True)
class Span:
    """A field as it was found: which regions and characters it covers."""

    __slots__ = ("end", "first", "kind", "last", "marks", "start", "text")

    def __init__(
        self,
        kind: str,
        first: int,
        start: int,
        last: int,
        end: int,
        text: str = "",
        marks: list[str] | None = None,
    ) -> None:
        self.kind, self.text = kind, text
        self.first, self.start = first, start
        self.last, self.end = last, end
        self.marks: list[str] = [] if marks is None else marks
        """Superscripts beside it."""


def spans_of(
    sketches: Sequence[Sketch], runs: Sequence[tuple[list[Token], list[str]]]
) -> list[Span]:
    """The fields in the order of the page."""
    spans: list[Span] = []
    for tokens, labels in runs:
        current: Span | None = None
        marks: list[str] = []
        fresh = True
        for token, label in zip(tokens, labels, strict=True):
            kind = label[-1]
            if kind == "O":
                if token.is_super:
                    if current is not None and current.kind == "A":
                        current.marks.append(token.word.lower)
                    else:
                        marks.append(token.word.lower)
                fresh = True
                continue
            starts = (
                current is None
                or kind != current.kind
                or (label[0] == "B" and not (kind == "T" and _goes_on(current, token, sketches)))
                or (kind == "F" and (fresh and (marks or token.region != current.last)))
                or (kind == "A" and _is_next_line(current, token, sketches))
                or (kind == "T" and fresh and _is_far(current, token, sketches))
            )
            if starts:
                current = Span(
                    kind, token.region, token.start, token.region, token.end, marks=marks
                )
                marks = []
                spans.append(current)
            elif current is not None:
                current.last, current.end = token.region, token.end
            fresh = False
    spans = _joined(spans)
    for span in spans:
        span.text = _text(span, sketches)
        if span.kind == "T":
            span.text += _missing_end(span.text, sketches[span.last].region.text[span.end :])
    return spans


def _joined(spans: Sequence[Span]) -> list[Span]:
    """Two titles in one region with no name between are one: "Beyond Data Mining; Towards Idea Engineering"."""
    joined: list[Span] = []
    for span in spans:
        last = joined[-1] if joined else None
        if (
            last is not None
            and span.kind == last.kind == "T"
            and span.first == last.last
            and span.start - last.end <= _MAX_GAP
        ):
            last.last, last.end = span.last, span.end
        else:
            joined.append(span)
    return joined


def whole_links(
    spans: Sequence[Span], sketches: Sequence[Sketch], labels: Sequence[str]
) -> list[Span]:
    """Titles with all of the link or heading that they begin, whose words in italics were cut off as other regions."""
    kept: list[Span] = []
    reached = -1
    for span in spans:
        if span.kind in "TF" and span.first <= reached:
            continue
        if span.kind == "T":
            last = _end_of_link(span, sketches, labels)
            if last != span.last:
                span.last, span.end = last, len(sketches[last].region.text)
                span.text = _text(span, sketches)
                reached = last
        kept.append(span)
    return kept


def _end_of_link(span: Span, sketches: Sequence[Sketch], labels: Sequence[str]) -> int:
    """The last region of the link or heading that a title begins, unless there are names in it."""
    region = sketches[span.last].region
    if span.end < len(region.text.rstrip(" ,;:.-–—")):
        return span.last
    last = span.last
    while last + 1 < len(sketches) and last - span.last < _MAX_PARTS:
        other = sketches[last + 1].region
        is_one = other.line == region.line and (
            (other.anchor is region.anchor and region.anchor is not None)
            or (region.flags & HEADING and other.container == region.container)
        )
        if not is_one or labels[last + 1] in "ABFM":
            break
        last += 1
    return last


def _missing_end(text: str, rest: str) -> str:
    """The bracket, quotation or question mark that closes a title and was left behind it, with the raised sign before it: "(MAxRS³)"."""
    raised = _RAISED.match(rest) if text.count("(") > text.count(")") else None
    end = raised.group() if raised else ""
    for character in rest[len(end) : len(end) + 3]:
        opening = {")": "(", "]": "[", "”": "“", "»": "«"}.get(character)
        if character in "?!" or (
            opening and (text + end).count(opening) > (text + end).count(character)
        ):
            end += character
        else:
            break
    return end


def _goes_on(span: Span, token: Token, sketches: Sequence[Sketch]) -> bool:
    """Whether a title that seems to begin goes on with the one before: the same region, nothing in between."""
    return span.last == token.region and token.start - span.end <= 1


def _is_next_line(span: Span, token: Token, sketches: Sequence[Sketch]) -> bool:
    return sketches[span.last].region.line != sketches[token.region].region.line


def _is_far(span: Span, token: Token, sketches: Sequence[Sketch]) -> bool:
    return token.region != span.last or token.start - span.end > 12


def _text(span: Span, sketches: Sequence[Sketch]) -> str:
    if span.first == span.last:
        return sketches[span.first].region.text[span.start : span.end]
    parts = [sketches[span.first].region.text[span.start :]]
    for place in range(span.first + 1, span.last + 1):
        region = sketches[place].region
        text = region.text[: span.end] if place == span.last else region.text
        parts.append(text if region.glued and not region.separator else " " + text)
    return "".join(parts)
