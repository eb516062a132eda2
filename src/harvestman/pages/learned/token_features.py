"""What the token models are told: the words of the regions that may hold a paper, each with its surroundings.

A first model cuts these regions into titles, single names and affiliations. A second one reads them again, knowing in
which order and with which separators the first one found the fields in most entries of this page.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import islice, pairwise

from harvestman.pages.learned.features import Sketch, bucket, link_kind, share
from harvestman.pages.learned.lexica import TOKEN, Word, look_up
from harvestman.pages.learned.regions import BOLD, ITALIC, LINK

_MAX_REGION_TOKENS = 400
_AROUND = 16  # how many features `_around` gives, of which the first few are the plainest
_PLAIN = 6


@dataclass(slots=True)
class Token:
    """A token of a region, and where it stands in the region's text."""

    region: int
    start: int
    end: int
    word: Word
    is_super: bool = False


def tokens_in(sketches: Sequence[Sketch], places: Sequence[int]) -> list[Token]:
    """The tokens of some regions; superscripts are tokens of their own."""
    tokens: list[Token] = []
    for place in places:
        region = sketches[place].region
        edges = [0, len(region.text)]
        if region.supers:
            edges = sorted({edge for pair in region.supers for edge in pair} | set(edges))
        supers = {start for start, _ in region.supers}
        left = _MAX_REGION_TOKENS
        for start, end in pairwise(edges):
            for match in islice(TOKEN.finditer(region.text, start, end), left):
                word = look_up(match.group())
                tokens.append(Token(place, match.start(), match.end(), word, start in supers))
                left -= 1
    return tokens


def token_items(
    sketches: Sequence[Sketch], tokens: Sequence[Token], labels: Sequence[str]
) -> list[list[str]]:
    """The features of the first token model; `labels` are those of all regions."""
    codes = [_code(token) for token in tokens]
    lowers = [
        token.word.lower if token.word.known or token.word.kind == "p" else code
        for token, code in zip(tokens, codes, strict=True)
    ]
    sizes = Counter(token.region for token in tokens)
    about = {place: _about_region(sketches, place, labels) for place in sizes}
    around = _around(codes, lowers)
    items: list[list[str]] = []
    depth = names_before = inside = 0
    last: Token | None = None
    for i, token in enumerate(tokens):
        region = token.region
        if last is None or region != last.region:
            depth = names_before = inside = 0
        code = codes[i]
        features = [
            *around[i],
            *about[region],
            f"in={min(inside, 3)}",
            f"le={min(sizes[region] - inside - 1, 3)}",
            f"d={depth > 0}",
            f"nb={bucket(names_before)}",
        ]
        if inside == 0:
            separator = sketches[region].region.separator
            label = about[region][0]
            features += [
                f"sep={separator}" if separator else "sep=_",
                f"first{label}",
                f"firstc{code}{label}",
            ]
        elif last is not None and last.end == token.start:
            features.append("glued")
        if token.is_super:
            features.append("sup")
        items.append(features)
        depth += (token.word.lower in "([") - (depth if token.word.lower in ")]" else 0)
        names_before += code[0] == "n"
        inside += 1
        last = token
    return items


def _around(codes: Sequence[str], lowers: Sequence[str]) -> list[list[str]]:
    """Each token with the three before and the three behind it, and how many names and small words are near."""
    c = ["^", "^", "^", *codes, "$", "$", "$"]
    w = ["^", "^", *lowers, "$", "$"]
    first = "".join(code[0] for code in codes)
    items = []
    for i, code in enumerate(codes):
        j = i + 3
        k = i + 2
        ahead, behind = first[i + 1 : i + 7], first[max(0, i - 6) : i]
        items.append(
            [
                f"c={code}",
                f"w={lowers[i]}",
                f"c-1={c[j - 1]}",
                f"c+1={c[j + 1]}",
                f"w-1={w[k - 1]}",
                f"w+1={w[k + 1]}",
                f"w-2={w[k - 2]}",
                f"w+2={w[k + 2]}",
                f"c-2={c[j - 2]}{c[j - 1]}",
                f"c+2={c[j + 1]}{c[j + 2]}",
                f"c3={c[j - 1]}{code}{c[j + 1]}",
                f"c-3={c[j - 3]}",
                f"c+3={c[j + 3]}",
                f"c+23={c[j + 1]}{c[j + 2]}{c[j + 3]}",
                f"na={ahead.count('n')}{ahead.count('l')}",
                f"np={behind.count('n')}{behind.count('l')}",
            ]
        )
    return items


def _code(token: Token) -> str:
    """One short word for a token: n for a likely name, p with the mark itself, else its kind and lists."""
    word = token.word
    if token.is_super:
        return "^"
    if word.kind == "p":
        return "p" + word.lower
    if word.kind in "CUM" and "n" in word.lexicon:
        return "n" + word.lexicon[1:]
    return word.kind + word.lexicon.replace("n", "")


def _about_region(sketches: Sequence[Sketch], place: int, labels: Sequence[str]) -> list[str]:
    one = sketches[place]
    region = one.region
    size = len(sketches)
    style = (
        f"{bool(region.flags & BOLD):d}{bool(region.flags & ITALIC):d}{bool(region.flags & LINK):d}"
    )
    before = sketches[place - 1] if place else None
    behind = sketches[place + 1] if place + 1 < size else None
    return [
        f"y={labels[place]}",
        f"y-1={labels[place - 1] if place else '^'}",
        f"y+1={labels[place + 1] if behind else '$'}",
        f"ys={labels[place]}{style}",
        f"il={'s' if before and before.region.line == region.line else '-'}{'s' if behind and behind.region.line == region.line else '-'}{labels[place]}",
        f"rn={share(int(one.names * 10), 10)}",
        f"cm={min(region.text.count(','), 4)}{min(region.text.count('. '), 3)}{min(region.text.count('('), 2)}",
        f"href={link_kind(region.anchor.href)}" if region.anchor else "href=",
    ]


def second_items(
    sketches: Sequence[Sketch],
    tokens: Sequence[Token],
    items: Sequence[list[str]],
    labels: Sequence[str],
    first: Sequence[str],
) -> list[list[str]]:
    """The features of the second token model: the plainest of the first, what it said, and what it said on most of the page."""
    habits = _habits(sketches, tokens, labels, first)
    z = ["^", "^", *first, "$", "$"]
    found = []
    last = -1
    for i, token in enumerate(tokens):
        j = i + 2
        y = z[j]
        features = [
            *items[i][:_PLAIN],
            *items[i][_AROUND:],
            f"z={y}",
            f"z-1={z[j - 1]}",
            f"z+1={z[j + 1]}",
            f"z3={z[j - 1]}{y}{z[j + 1]}",
            f"z-2={z[j - 2]}{z[j - 1]}",
            f"z+2={z[j + 1]}{z[j + 2]}",
        ]
        known = habits.get(labels[token.region])
        if known:
            features += [f"{habit}{y}" for habit in known]
            features += [f"{habit}{items[i][0]}{z[j - 1]}" for habit in known[:2]]
            if token.region != last:
                features.append(f"{known[0]}first{y}")
        last = token.region
        found.append(features)
    return found


def _habits(
    sketches: Sequence[Sketch], tokens: Sequence[Token], labels: Sequence[str], first: Sequence[str]
) -> dict[str, list[str]]:
    """For each kind of region on the page: the usual order of its fields, and the marks between them."""
    shapes: dict[int, list[str]] = {}
    marks: dict[str, Counter[str]] = {}
    for i, token in enumerate(tokens):
        field = first[i][-1]
        shape = shapes.setdefault(token.region, [])
        if field != "O" and (not shape or shape[-1] != field):
            if shape:
                mark = tokens[i - 1].word.lower if first[i - 1] == "O" else ""
                marks.setdefault(labels[token.region], Counter())[f"{shape[-1]}{mark}{field}"] += 1
            shape.append(field)
    orders: dict[str, Counter[str]] = {}
    for place, shape in shapes.items():
        orders.setdefault(labels[place], Counter())["".join(dict.fromkeys(shape))] += 1
    found: dict[str, list[str]] = {}
    for label, counts in orders.items():
        order, times = counts.most_common(1)[0]
        total = counts.total()
        strength = share(times, total)
        habits = [f"ho={order}{strength}", f"hn={label}{min(bucket(total), 9)}{order}"]
        switch = [
            (mark, n)
            for mark, n in marks.get(label, Counter()).most_common(3)
            if "T" in (mark[0], mark[-1])
        ]
        if switch:
            habits.append(f"hm={switch[0][0]}")
        found[label] = habits
    return found
