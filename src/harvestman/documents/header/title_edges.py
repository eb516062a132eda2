"""Where a title begins and ends once it was found, and where none can be: the lines around it may belong to it.

In Russian journals the classification (УДК) stands above the title, so what is above it is a section of the issue; and where the
text is Cyrillic, a title in Latin letters is the translation of another one.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from harvestman.documents.header.front import Front, FrontLine, is_plain
from harvestman.documents.header.tagging import LineSaid
from harvestman.text.language import read_language
from harvestman.text.personal import looks_of

MOST_LINES = 8
_SAME_SIZE = 0.3
_LETTERS = 0.6
"""The least share of letters and digits: formulas have fewer."""
_SURE = 0.7
WORTH = 0.02
"""What the best group that is not misplaced must at least be worth."""
_LARGER, _LEAST_WORDS = 1.15, 5
_OTHER_SIZE, _RUNNING = 0.03, 60
"""By what share of a title the size of its subtitle or of the heading below it differs; letters of a line of running text."""
_FIRST_LINES = 14
_CLASSIFIED_WITHIN = 40
"""Lines among which it stands: some journals print everything in English above it."""
_SECTION_WORDS, _LEAST_TITLE = 5, 3
_CLASSIFIED = re.compile(r"\s*(?:УДК|ББК|UDC|UDK)\b")
# Endings of Russian nouns are also those of family names: only these make a line of capitals a name.
_INITIAL = re.compile(r"\b[^\W\d_]\.")
_NAMES_OTHERS = frozenset(("org", "part", "firm", "by", "other", "degree"))
_CYRILLIC = re.compile("[А-Яа-яЁё]")


def without_misplaced(
    front: Front, groups: Sequence[range], chances: Sequence[float]
) -> list[float]:
    """The chances of groups, none for those above the classification, below an abstract, in a translation's letters, or that head a section."""
    chances = [
        0.0 if _heads_section(front, group) else chance
        for group, chance in zip(groups, chances, strict=True)
    ]
    floor = below_classification(front)
    ceiling = _first_abstract(front, floor)
    kept = [
        chance
        if floor <= group.start < ceiling and (not front.is_cyrillic or _is_cyrillic(front, group))
        else 0.0
        for group, chance in zip(groups, chances, strict=True)
    ]
    if max(kept) >= WORTH or largest_below_classification(front):
        return kept
    return chances


def _first_abstract(front: Front, floor: int) -> int:
    """The line that heads the first abstract of the first page: a title below it is a translation. Else behind all lines."""
    return next(
        (
            at
            for at, line in list(enumerate(front.lines))[floor:]
            if not line.page and line.starts("abstract")
        ),
        len(front.lines),
    )


def is_classification(text: str) -> bool:
    """Whether a line is the number of a decimal classification: «УДК 519.6»."""
    return _CLASSIFIED.match(text) is not None


def below_classification(front: Front) -> int:
    """The line below «УДК 519.6» and the like; 0 where there is none."""
    return next(
        (
            at + 1
            for at, line in enumerate(front.lines[:_CLASSIFIED_WITHIN])
            if is_classification(line.line.text) and line.page == 0
        ),
        0,
    )


def largest_below_classification(front: Front) -> range | None:
    """The largest lines between the classification and the abstract, names and organisations left out: there titles stand."""
    floor = below_classification(front)
    places = []
    for at in range(floor, min(floor + _FIRST_LINES, len(front.lines)) if floor else 0):
        line = front.lines[at]
        if line.page or line.starts("abstract"):
            break
        # Genitives in capitals look like family names: «ТЕОРИЯ РЕАКТОРОВ».
        is_sure = not line.line.text.isupper() or "." in line.line.text
        is_named = is_sure and line.names.known > 0 and line.names.named == line.names.pieces
        is_other = is_named or line.has_email or line.has("org") or line.has("degree")
        if is_wordy(line) and not is_other and len(line.words) > 1:
            places.append(at)
    if not places:
        return None

    def weight(at: int) -> tuple[float, bool, bool]:
        line = front.lines[at].line
        return round(line.size, 1), line.bold, line.text.isupper()

    best = max(weight(at) for at in places)
    first = next(at for at in places if weight(at) == best)
    if best[0] <= front.body_size + _SAME_SIZE and not (best[1] or best[2]):
        return None
    last = first
    while last + 1 in places and weight(last + 1) == best and last + 1 - first < MOST_LINES:
        last += 1
    return range(first, last + 1)


def _heads_section(front: Front, group: range) -> bool:
    """Whether this is nothing but the heading of a paper's section: "1 Introduction"."""
    line = front.lines[group.start]
    words = [word for word in line.words if not word.isdigit()]
    return len(group) == 1 and len(words) == 1 and len(line.words) == 2 and line.starts("heading")


def _is_cyrillic(front: Front, group: range) -> bool:
    return any(_CYRILLIC.search(front.lines[at].line.text) for at in group)


def with_rest_of_title(front: Front, said: Sequence[LineSaid], group: range) -> range:
    """With the lines close above and below that the line model takes for the title as surely, as a subtitle is, or that go on
    with it in the same block and look."""
    start, stop = group.start, group.stop
    while start > 0 and stop - start < MOST_LINES and _belongs(front, said, start - 1, start):
        start -= 1
    while (
        stop < len(front.lines)
        and stop - start < MOST_LINES
        and (_belongs(front, said, stop, stop - 1) or _goes_on(front, said, stop))
    ):
        stop += 1
    return range(start, stop)


def not_its_section(front: Front, group: range) -> range:
    """The title without the section of the issue, a few words in a block of their own between the classification and the title."""
    floor = below_classification(front)
    if not floor or group.start < floor or front.lines[group.start].page:
        return group
    first = front.lines[group.start]
    head = _block_from(front, group.start)
    if not first.line.size or len(head) > 1 or len(_words(front, head)) > _SECTION_WORDS:
        return group
    stop = head.stop
    while stop < _block_from(front, head.stop).stop and _is_like_head(
        first, front.lines[stop], is_first=stop == head.stop
    ):
        stop += 1
    title = range(head.stop, stop)
    return (
        title if len(_words(front, title)) >= _LEAST_TITLE and len(title) <= MOST_LINES else group
    )


def _is_like_head(head: FrontLine, line: FrontLine, *, is_first: bool) -> bool:
    """Whether a line is Russian, set as a section's head is, and names nobody; below the first one no organisation either."""
    return (
        line.line.bold == head.line.bold
        and abs(line.line.size - head.line.size) <= _SAME_SIZE
        and _CYRILLIC.search(line.line.text) is not None
        and is_wordy(line)
        and not line.has_email
        and not line.starts("abstract")
        and (is_first or not any(hit.kind in _NAMES_OTHERS for hit in line.hits))
        and not 0 < line.names.pieces == line.names.known
        and not _INITIAL.search(line.line.text)
    )


def _look_and_block(front: Front, at: int) -> tuple[int, int, float, bool]:
    line = front.lines[at]
    return line.page, line.line.block, round(line.line.size, 1), line.line.bold


def _block_start(front: Front, at: int) -> int:
    """The first line of the block in which this one stands, all set alike."""
    start = at
    while (
        start
        and at - start < MOST_LINES
        and _look_and_block(front, start - 1) == _look_and_block(front, at)
    ):
        start -= 1
    return start


def _block_from(front: Front, start: int) -> range:
    """The lines from here that are one block and look the same."""
    stop = start + 1
    while stop < len(front.lines) and _look_and_block(front, stop) == _look_and_block(front, start):
        stop += 1
    return range(start, min(stop, len(front.lines)))


def not_its_translation(front: Front, group: range) -> range:
    """The title without its translation, which is set smaller below it: the group may hold both, or the translation alone."""
    smaller = next(
        (
            at
            for at in group[1:]
            if front.lines[at - 1].line.size >= _LARGER * front.lines[at].line.size
        ),
        None,
    )
    if smaller is not None:
        parts = range(_block_start(front, group.start), smaller), range(smaller, group.stop)
        return parts[0] if _are_translations(front, *parts) else group
    start = group.start
    while start > 0 and group.start - start < MOST_LINES and _is_above(front, start - 1, group):
        start -= 1
    above = range(start, group.start)
    return above if _are_translations(front, above, group) else group


def _are_translations(front: Front, upper: range, lower: range) -> bool:
    """Whether both are whole titles, each in a language of its own."""
    if min(len(_words(front, lines)) for lines in (upper, lower)) < _LEAST_WORDS:
        return False
    languages = {
        read_language(" ".join(front.lines[at].line.text for at in lines))
        for lines in (upper, lower)
    }
    return len(languages) == 2 and all(languages)


def _words(front: Front, lines: range) -> list[str]:
    return [word for at in lines for word in front.lines[at].words]


def _is_above(front: Front, at: int, group: range) -> bool:
    line, below = front.lines[at], front.lines[at + 1]
    largest = max(front.lines[one].line.size for one in group)
    return (
        line.page == below.page
        and line.line.size >= _LARGER * largest
        and 0 <= below.line.y0 - line.line.y1 <= line.line.size
        and is_wordy(line)
        and is_plain(line)
    )


def _belongs(front: Front, said: Sequence[LineSaid], at: int, beside: int) -> bool:
    line, other = front.lines[at].line, front.lines[beside].line
    upper, lower = (line, other) if at < beside else (other, line)
    return (
        said[at].chances["T"] > _SURE
        and said[beside].chances["T"] > _SURE
        and front.lines[at].page == front.lines[beside].page
        and bool(line.size)
        and lower.y0 - upper.y1 <= max(line.size, other.size)
        and is_wordy(front.lines[at])
    )


def _goes_on(front: Front, said: Sequence[LineSaid], at: int) -> bool:
    """Whether a line in capitals, or a large one that begins small, goes on with the title above it: the same block and look, and
    nobody's name."""
    line, above = front.lines[at], front.lines[at - 1]
    return (
        line.page == above.page
        and bool(line.line.size)
        and line.line.block == above.line.block
        and (line.line.size, line.line.font, line.line.bold)
        == (above.line.size, above.line.font, above.line.bold)
        and (
            (line.line.text.isupper() and above.line.text.isupper())
            or (line.line.text[:1].islower() and line.line.size > front.body_size + _SAME_SIZE)
        )
        and not any(hit.kind in _NAMES_OTHERS for hit in line.hits)
        and not _INITIAL.search(line.line.text)
        and not any(look in "GP" for look in looks_of(line.line.text))
        and max(said[at].chances["A"], said[at].chances["F"]) < _SURE
    )


def from_its_start(front: Front, group: range) -> range:
    """With the line above: in the same look before a colon, "Dense Graphs:" / "A Survey", or the page's largest in one block."""
    start = group.start
    while start > 0 and group.stop - start < MOST_LINES:
        line, below = front.lines[start - 1], front.lines[start]
        is_alike = (
            line.page == below.page
            and abs(line.line.size - below.line.size) < _SAME_SIZE
            and (line.line.bold, line.line.font) == (below.line.bold, below.line.font)
        )
        is_label = len(line.words) < 2 or line.starts("by") or line.starts("other")
        is_before_colon = is_alike and line.line.text.rstrip().endswith(":")
        if is_label or not (is_before_colon or _is_main_line(front, start - 1)):
            break
        start -= 1
    return range(start, group.stop)


def _is_main_line(front: Front, at: int) -> bool:
    """Whether the line below, in the same block, is the subtitle of this one, the largest of its page that names nothing else."""
    line, below = front.lines[at].line, front.lines[at + 1].line
    sizes = front.pages[front.lines[at].page].plain_sizes
    return (
        line.page == below.page
        and line.block == below.block
        and line.size > below.size
        and is_plain(front.lines[at])
        and sizes[:1] == (round(line.size, 1),)
    )


def is_wordy(line: FrontLine) -> bool:
    """Whether a line has words rather than signs."""
    return len(line.folded) >= _LETTERS * len("".join(line.line.text.split()))


def without_first_heading(front: Front, group: range) -> range:
    """Without the heading of the first section, right below a title that no names part from it.

    It is set in another size, running text follows it, and a later heading looks the same; a subtitle's look does not come back.
    """
    size = front.lines[group.start].line.size
    cut = next(
        (at for at in group if abs(front.lines[at].line.size - size) > _OTHER_SIZE * size), None
    )
    if cut is None or group.stop >= len(front.lines):
        return group
    head, below = front.lines[cut].line, front.lines[group.stop].line
    is_text_below = len(below.text) > _RUNNING and below.size < head.size
    comes_back = any(
        (line.line.size, line.line.bold, line.line.font) == (head.size, head.bold, head.font)
        for line in front.lines[group.stop :]
    )
    return range(group.start, cut) if is_text_below and comes_back else group
