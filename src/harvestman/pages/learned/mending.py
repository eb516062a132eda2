"""Small repairs of what the token models said, by what must be so: a title does not end in mid-phrase, a region that holds a
title has one, names beside names are names.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from harvestman.pages.learned.lexica import is_particle
from harvestman.pages.learned.token_features import Token

_JOINING: Final = frozenset("and und et y & by with".split())
_MAX_NAME: Final = 5  # tokens
# What stands before a colon and says what kind of entry follows, rather than being a part of its title.
_LABELS: Final = frozenset(
    "paper papers talk talks poster posters demo demos keynote invited session short full long regular best tutorial panel award "
    "award: track title presentation speaker abstract position industry tool work wip new research vision chair".split()
)
_INITIALS: Final = re.compile(r"[^\W\d_](?:\.?-?[^\W\d_])?(?:\.?-?[^\W\d_])?")


def mend(tokens: list[Token], labels: Sequence[str], regions: Sequence[str]) -> list[str]:
    """The labels of a run, repaired region by region; `regions` are the labels of all regions of the page."""
    mended = list(labels)
    for start, end in _regions(tokens):
        kind = regions[tokens[start].region]
        if kind == "F":
            mended[start:end] = ["F" if label[-1] == "A" else label for label in mended[start:end]]
            continue
        if kind in "TtM":
            if not _has(mended, start, end, "T"):
                _name_a_title(tokens, mended, start, end, is_whole=kind != "M")
            else:
                _stretch_titles(tokens, mended, start, end)
                if kind == "T":
                    _before_the_colon(tokens, mended, start, end)
                    _over_formulae(tokens, mended, start, end)
                    _over_brackets(tokens, mended, start, end)
        if kind in "ABM" and _has(mended, start, end, "A"):
            _find_names(tokens, mended, start, end)
            _add_initials(tokens, mended, start, end)
            _place_in_brackets(tokens, mended, start, end)
    return mended


def _regions(tokens: list[Token]) -> list[tuple[int, int]]:
    """Where the tokens of each region begin and end."""
    found: list[tuple[int, int]] = []
    start = 0
    for place in range(1, len(tokens) + 1):
        if place == len(tokens) or tokens[place].region != tokens[start].region:
            found.append((start, place))
            start = place
    return found


def _has(labels: list[str], start: int, end: int, kind: str) -> bool:
    """Whether any of the labels from one place to another is of a kind."""
    return any(labels[place][-1] == kind for place in range(start, end))


def _is_word(token: Token) -> bool:
    return token.word.kind not in "pdD" and not token.is_super


def _stretch_titles(tokens: list[Token], labels: list[str], start: int, end: int) -> None:
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


def _before_the_colon(tokens: list[Token], labels: list[str], start: int, end: int) -> None:
    """ "GEDMWA: an agent" is one title, where nothing but a title stands in the region."""
    first = start
    while first < end and labels[first] != "B-T":
        first += 1
    if first == end or not 2 <= first - start <= _MAX_NAME:
        return
    before = tokens[start:first]
    if (
        before[-1].word.lower == ":"
        and all(label == "O" for label in labels[start:first])
        and all(_is_word(token) and token.word.lower not in _LABELS for token in before[:-1])
    ):
        labels[start : first + 1] = ["B-T", *["I-T"] * (first - start)]


def _over_formulae(tokens: list[Token], labels: list[str], start: int, end: int) -> None:
    """A title goes on where no blank parts it from what follows ("R(4,5)=25", "AI/TP"), and over a quotation or a question to the words
    behind it, where nothing but a title stands in the region.
    """
    if _has(labels, start, end, "A") or _has(labels, start, end, "F"):
        return
    last = end - 1
    while labels[last][-1] != "T":
        last -= 1
    while last < end - 1:
        following = tokens[last + 1]
        is_glued = following.start == tokens[last].end and not following.is_super
        if not is_glued or following.word.lower in ".,;:":
            break
        if following.word.lower == "[":
            break
        stop = last + 2
        while stop < end and (
            tokens[stop].start == tokens[stop - 1].end or _in_brackets(tokens, last + 1, stop)
        ):
            stop += 1
        labels[last + 1 : stop] = ["I-T"] * (stop - last - 1)
        last = stop - 1
    first = start
    while labels[first][-1] != "T":
        first += 1
    while (
        first > start and tokens[first - 1].end == tokens[first].start and labels[first - 1] == "O"
    ):
        if tokens[first - 1].word.lower in ":.,;]":
            break
        labels[first], labels[first - 1] = "I-T", "B-T"
        first -= 1


def _over_brackets(tokens: list[Token], labels: list[str], start: int, end: int) -> None:
    """A title that begins inside a bracket begins before it: "Counting (k,r)-Cores" lost its head at the comma."""
    depth = 0
    for place in range(start, end):
        if labels[place][-1] != "T":
            continue
        sign = tokens[place].word.lower
        if sign == "(":
            depth += 1
        elif sign == ")":
            depth -= 1
            if depth < 0:
                labels[start : place + 1] = ["B-T", *["I-T"] * (place - start)]
                return


def _place_in_brackets(tokens: list[Token], labels: list[str], start: int, end: int) -> None:
    """Where brackets behind names hold places of work, all of them do: "Ana Ruiz (León), Eva Gil (Sony AI)" is two people."""
    if not _has(labels, start, end, "F"):
        return
    behind_names = [
        (opened, closed)
        for opened, closed in _brackets(tokens, start, end)
        if opened > start
        and labels[opened - 1][-1] == "A"
        and not (closed + 1 < end and labels[closed + 1][-1] == "A")  # "William (Bill) Quill"
    ]
    kinds = [
        "F" if _has(labels, opened + 1, closed, "F") else "A" for opened, closed in behind_names
    ]
    if "F" not in kinds:
        return
    for (opened, closed), kind in zip(behind_names, kinds, strict=True):
        if kind == "A" and _has(labels, opened + 1, closed, "A"):
            for place in range(opened + 1, closed):
                labels[place] = "B-F" if place == opened + 1 else "I-F"


def _brackets(tokens: list[Token], start: int, end: int) -> list[tuple[int, int]]:
    """Round brackets that hold no others, by the places of their signs."""
    found: list[tuple[int, int]] = []
    opened = -1
    for place in range(start, end):
        sign = tokens[place].word.lower
        if sign == "(":
            opened = place
        elif sign == ")" and opened >= 0:
            found.append((opened, place))
            opened = -1
    return found


def _in_brackets(tokens: list[Token], start: int, place: int) -> bool:
    """Whether a bracket that opens in a stretch of tokens is still open at a place of it."""
    depth = 0
    for token in tokens[start:place]:
        depth += (token.word.lower in "([") - (token.word.lower in ")]")
    return depth > 0


def _name_a_title(
    tokens: list[Token], labels: list[str], start: int, end: int, *, is_whole: bool
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


def _find_names(tokens: list[Token], labels: list[str], start: int, end: int) -> None:
    """Short stretches of capitalised words between separators, beside names, are names too."""
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
        alone = (at == start or _parts(tokens[at - 1])) and (stop == end or _parts(tokens[stop]))
        before = at - 2 >= start and labels[at - 2][-1] == "A"
        behind = stop + 1 < end and labels[stop + 1][-1] == "A"
        if alone and (before or behind) and 2 <= stop - at <= _MAX_NAME:
            labels[at:stop] = ["B-A", *["I-A"] * (stop - at - 1)]
        at = max(stop, at + 1)
    _find_strange_names(tokens, labels, start, end)


def _find_strange_names(tokens: list[Token], labels: list[str], start: int, end: int) -> None:
    """Two or three capitalised words between two names and their commas are a name, whether or not a list knows it."""
    at = start + 2
    while at < end - 2:
        stop = at
        while stop < end and labels[stop] == "O" and _may_be_name(tokens[stop]):
            stop += 1
        if (
            2 <= stop - at <= 3
            and stop + 1 < end
            and _parts(tokens[at - 1])
            and _parts(tokens[stop])
            and labels[at - 2][-1] == labels[stop + 1][-1] == "A"
        ):
            labels[at:stop] = ["B-A", *["I-A"] * (stop - at - 1)]
        at = max(stop, at + 1)


def _add_initials(tokens: list[Token], labels: list[str], start: int, end: int) -> None:
    """ "Mottaz Jiang, C-L." is one name: initials behind a comma that nothing but another separator follows."""
    for comma in range(start + 1, end - 1):
        if labels[comma] != "O" or labels[comma - 1][-1] != "A" or tokens[comma].word.lower != ",":
            continue
        stop = comma + 1
        while stop < end and stop - comma <= 3 and _is_initial(tokens[stop]):
            stop += 1
            if stop < end and tokens[stop].word.lower == ".":
                stop += 1
        family = comma - 1
        while family > start and labels[family] == "I-A":
            family -= 1
        if (
            stop > comma + 1
            and (stop == end or _parts(tokens[stop]) or tokens[stop].word.kind == "p")
            and not any(tokens[place].word.kind == "i" for place in range(family, comma))
            and "B-A" not in labels[comma + 2 : stop]
        ):
            labels[comma:stop] = ["I-A"] * (stop - comma)


def _is_initial(token: Token) -> bool:
    word = token.word
    return not token.is_super and (
        word.kind == "i" or (word.kind == "U" and _INITIALS.fullmatch(word.lower) is not None)
    )


def _may_be_name(token: Token) -> bool:
    word = token.word
    return word.kind in "CMi" and not token.is_super and "f" not in word.lexicon


def _is_name_word(token: Token) -> bool:
    return token.word.is_name and not token.is_super


def _parts(token: Token) -> bool:
    return token.word.lower in _JOINING or token.word.lower in ",;"
