"""Splits text that arrives in pieces into lines. Only a line feed ends a line: U+2028 and its like may be in a title."""

from __future__ import annotations

from collections.abc import Iterable, Iterator


def lines_of(pieces: Iterable[str]) -> Iterator[str]:
    """The lines, without their line feeds (and carriage returns before them)."""
    unfinished: list[str] = []
    for piece in pieces:
        first, *others = piece.split("\n")
        unfinished.append(first)
        for other in others:
            yield "".join(unfinished).removesuffix("\r")
            unfinished = [other]
    if last := "".join(unfinished):
        yield last
