"""Small repairs of what the token models said, by what must be so: a title does not end in mid-phrase, a region that holds a
title has one, names beside names are names.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from harvestman.pages.learned.lexica import is_particle
from harvestman.pages.learned.token_features import Token

_JOINING = frozenset("and und et y & by with".split())
_MAX_NAME = 5  # tokens


def mend(tokens: Sequence[Token], labels: Sequence[str], regions: Sequence[str]) -> list[str]:
    """The labels of a run, repaired region by region; `regions` are the labels of all regions of the page."""
    mended = list(labels)
    for start, end in _regions(tokens):
        kind = regions[tokens[start].region]
        if kind == "F":
            mended[start:end] = ["F" if label[-1] == "A" else label for label in mended[start:end]]
            continue
        if kind in "TtM":
            _stretch_titles(tokens, mended, start, end)
            if not any(label[-1] == "T" for label in mended[start:end]):
                _name_a_title(tokens, mended, start, end, is_whole=kind != "M")
        if kind in "ABM":
            _find_names(tokens, mended, start, end)
    return mended


def _regions(tokens: Sequence[Token]) -> Iterator[tuple[int, int]]:
    start = 0
    for place in range(1, len(tokens) + 1):
        if place == len(tokens) or tokens[place].region != tokens[start].region:
            yield start, place
            start = place


def _is_word(token: Token) -> bool:
    return token.word.kind not in "pdD" and not token.is_super


def _stretch_titles(tokens: Sequence[Token], labels: list[str], start: int, end: int) -> None:
    """A title goes on over words that nothing parts from it, to both sides."""
    for place in range(start, end):
        if labels[place][-1] != "T":
            continue
        after = place + 1
        while (
            after < end
            and labels[after] == "O"
            and _is_word(tokens[after])
            and tokens[after].word.lower != "by"
        ):
            labels[after] = "I-T"
            after += 1
        before = place - 1
        if (
            labels[place] == "B-T"
            and before >= start
            and labels[before] == "O"
            and _is_word(tokens[before])
        ):
            while before >= start and labels[before] == "O" and _is_word(tokens[before]):
                before -= 1
            if before < start or not _is_word(tokens[before]):
                labels[place] = "I-T"
                labels[before + 1 : place] = ["I-T"] * (place - before - 1)
                labels[before + 1] = "B-T"


def _name_a_title(
    tokens: Sequence[Token], labels: list[str], start: int, end: int, *, is_whole: bool
) -> None:
    """The longest stretch that is nothing else is the title of a region that has one."""
    best = (0, start, start)
    at = start
    while at < end:
        if labels[at] != "O":
            at += 1
            continue
        stop = at
        while stop < end and labels[stop] == "O":
            stop += 1
        first, last = at, stop
        while first < last and not _is_word(tokens[first]):
            first += 1
        while last > first and not _is_word(tokens[last - 1]):
            last -= 1
        words = sum(_is_word(tokens[i]) for i in range(first, last))
        best = max(best, (words, first, last), key=lambda one: one[0])
        at = stop
    words, first, last = best
    if words >= (1 if is_whole else 3):
        labels[first:last] = ["B-T", *["I-T"] * (last - first - 1)]


def _find_names(tokens: Sequence[Token], labels: list[str], start: int, end: int) -> None:
    """Short stretches of capitalised words between separators, beside names, are names too."""
    if not any(label[-1] == "A" for label in labels[start:end]):
        return
    at = start
    while at < end:
        if labels[at] != "O" or not _is_name_word(tokens[at]):
            at += 1
            continue
        stop = at
        while (
            stop < end
            and labels[stop] == "O"
            and (_is_name_word(tokens[stop]) or is_particle(tokens[stop].word.lower))
        ):
            stop += 1
        alone_before = at == start or _parts(tokens[at - 1])
        alone_after = stop == end or _parts(tokens[stop])
        beside = (at - 2 >= start and labels[at - 2][-1] == "A") or (
            stop + 1 < end and labels[stop + 1][-1] == "A"
        )
        if alone_before and alone_after and beside and 2 <= stop - at <= _MAX_NAME:
            labels[at:stop] = ["B-A", *["I-A"] * (stop - at - 1)]
        at = max(stop, at + 1)


def _is_name_word(token: Token) -> bool:
    word = token.word
    return word.kind in "iCUM" and not token.is_super and (word.kind == "i" or "n" in word.lexicon)


def _parts(token: Token) -> bool:
    return token.word.lower in _JOINING or token.word.lower in ",;"
