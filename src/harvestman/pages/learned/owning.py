"""Which names belong to which title.

Whether a page prints authors before or after their titles is decided once for the page; an entry of its own (a list item, a table row, a line) overrules it.
Where names stand as near to one title as to the other, the boxes around them decide, and that a heading introduces what follows it.
"""

from __future__ import annotations

from bisect import bisect
from collections.abc import Sequence
from typing import Final

from harvestman.pages.learned.features import Sketch
from harvestman.pages.learned.looks import HEADING
from harvestman.pages.learned.spans import Span
from harvestman.pages.wording import pattern

_BOXES: Final = frozenset("div section article li tr td dl table ul ol".split())
_FEW_EDGES: Final = 2  # of boxes, between the end of one entry and the beginning of the next


def groups_of(spans: Sequence[Span], sketches: Sequence[Sketch]) -> list[list[int]]:
    """Names and affiliations that stand together: no title lies between them, and nothing else in other lines."""
    groups: list[list[int]] = []
    last: Span | None = None
    for place, span in enumerate(spans):
        if span.kind == "T":
            last = None
            continue
        if last is None or (span.first - last.last > 1 and _is_apart(last, span, sketches)):
            groups.append([])
        groups[-1].append(place)
        last = span
    return groups


def _is_apart(one: Span, two: Span, sketches: Sequence[Sketch]) -> bool:
    a, b = sketches[one.last].region, sketches[two.first].region
    return a.line != b.line and (not a.record or a.record != b.record)


def owners_of(
    spans: Sequence[Span],
    groups: Sequence[list[int]],
    titles: Sequence[int],
    sketches: Sequence[Sketch],
) -> list[int | None]:
    """For each group of names the title it belongs to."""
    sides: list[tuple[int | None, int | None, int, int]] = []
    votes = leaning = 0
    for group in groups:
        at = bisect(titles, group[0])
        previous = titles[at - 1] if at else None
        following = titles[at] if at < len(titles) else None
        back = -1 if previous is None else _nearness(spans[previous], spans[group[0]], sketches)
        ahead = -1 if following is None else _nearness(spans[group[-1]], spans[following], sketches)
        sides.append((previous, following, back, ahead))
        votes += (back > ahead) - (ahead > back)
        if back == ahead and following is not None:
            leaning += _leans_back(spans[group[0]], spans[following], sketches)
    votes = votes or leaning
    owners: list[int | None] = []
    strengths: list[int] = []
    best: dict[int, int] = {}
    for previous, following, back, ahead in sides:
        usual, other = (
            ((previous, back), (following, ahead))
            if votes >= 0
            else ((following, ahead), (previous, back))
        )
        owner, near = usual
        if owner is None or (near <= 1 and other[1] >= 2) or (near == 2 and other[1] >= 4):
            owner, near = other
        if near < 0 or (near == 0 and len(titles) > 1):
            owner = None
        owners.append(owner)
        strengths.append(near)
        if owner is not None:
            best[owner] = max(best.get(owner, 0), near)
    # Names of a paper whose title was lost must not go to its neighbour.
    return [
        owner if owner is not None and (near >= 2 or best[owner] < 2) else None
        for owner, near in zip(owners, strengths, strict=True)
    ]


def _nearness(one: Span, two: Span, sketches: Sequence[Sketch]) -> int:
    """How closely two fields stand together: 4 in one region, 3 in one line, 2 in one entry, 1 nearby, 0 far."""
    a, b = sketches[one.last].region, sketches[two.first].region
    if one.last == two.first:
        return 4
    if a.line == b.line:
        return 3
    distance = two.first - one.last
    is_nested = one.kind == "T" and a.record == b.outer
    if a.record and distance < 6 and (a.record == b.record or is_nested):
        return 2
    if (
        a.container
        and a.container == b.container
        and distance < 3
        and "p" not in b.separator.split()
    ):
        return 2
    return 1 if distance < 6 else 0


def _leans_back(names: Span, following: Span, sketches: Sequence[Sketch]) -> int:
    """To which title names lean that stand between two, equally near: 1 to the one before, -1 to the one behind, 0 to neither.

    `<div><h4>Names</h4><p>Title</p></div>`: fewer boxes end and begin within an entry than between two.
    """
    own, other = sketches[names.first].region, sketches[following.first].region
    before, behind = (_edges(one.separator) >= _FEW_EDGES for one in (own, other))
    if before != behind:
        return behind - before
    return -1 if own.flags & HEADING and not other.flags & HEADING else 0


def _edges(separator: str) -> int:
    """How many boxes end or begin in what parts two texts."""
    return sum(tag.lstrip("/") in _BOXES for tag in separator.split())


def is_chaired(title: Span, first: Span, last: Span, sketches: Sequence[Sketch]) -> bool:
    """Whether the names behind a title are those of a session's chair: it is said in front of them or right behind."""
    if first.first < title.last:
        return False
    start = title.end if first.first == title.last else 0
    before = sketches[first.first].region.text[start : first.start]
    if not before.strip() and first.first - title.last > 1:
        before = sketches[first.first - 1].region.text
    behind = sketches[last.last].region.text[last.end :][:20]
    following = last.last + 1
    if not behind.strip() and following < len(sketches):
        region = sketches[following].region
        if region.record == sketches[last.last].region.record and len(region.text) < 20:
            behind = region.text
    said = pattern("entries", "chair", "organiser")
    return any(said.search(text) for text in (before[-40:], behind))
