"""What printed roles say of the names beside them: "Autor:", "Выполнил:" an author's, "Tutor:", "Руководитель:" none's.

Who teaches a course ("Profesor:") has made its sheet where nobody else is named: so do those who wrote the gold read it.
"""

from __future__ import annotations

from collections.abc import Sequence

from harvestman.documents.header.front import Front, FrontLine
from harvestman.text.lexicon import Hit, find_classes, words_of
from harvestman.text.name_words import name_words
from harvestman.text.naming import clean_name, is_organisation, is_possible
from harvestman.text.personal import TOKEN, is_name, split_names, word_look

LABEL_WORDS = 4
_BY_WORDS = frozenset(("by", "por", "von", "par", "da"))
_FEW_WORDS = 2
_LEAD_WORDS = 6
_NAMES_BELOW = 6
_LINES_ABOVE = 3
_CLOSE = 1.6
"""Of the size: the most that lines of one entry are apart."""


def has_other_role(front: Front, at: int, start: int) -> bool:
    """Whether words before a name say that it is a supervisor's, a reviewer's or an editor's."""
    line = front.lines[at]
    words = words_of(line.line.text[:start])
    roles = [
        hit.kind
        for hit in find_classes(words)
        if hit.kind in ("by", "other") and not _is_family_name(words, hit)
    ]
    if roles:
        return roles[-1] == "other"
    if _names_other_at_end(front, at):
        return True
    for distance in range(1, _LINES_ABOVE + 1):
        above = front.lines[at - distance] if at >= distance else None
        if above is None or above.page != line.page or above.names.named:
            return False
        if above.starts("other"):
            return _is_label_of(above, line) if distance == 1 else True
        # A degree may stand between the role and the name, on a line of its own.
        below = front.lines[at - distance + 1]
        if not above.has("degree") or above.has("by") or not _is_close(above, below):
            return False
    return False


def _is_family_name(words: list[str], hit: Hit) -> bool:
    """Whether a word of a role is somebody's name here: "Jeffrey Dean"."""
    return (
        hit.end - hit.start == 1
        and hit.start > 0
        and words[hit.start] in name_words()
        and words[hit.start - 1] in name_words()
    )


def _names_other_at_end(front: Front, at: int) -> bool:
    """Whether the line above breaks off before the name: "A report supervised by" / "Ann Lee"."""
    line = front.lines[at]
    above = front.lines[at - 1] if at else None
    if above is None or above.page != line.page or above.words[-1] not in _BY_WORDS:
        return False
    ends = any(hit.kind == "other" and hit.end == len(above.words) for hit in above.hits)
    return ends and line.names.pieces == line.names.named == 1


def names_organisation(front: Front, at: int) -> bool:
    """Whether a line goes on with the organisation that the line above begins: "Universidad" / "Rey Juan Carlos"."""
    line = front.lines[at]
    above = front.lines[at - 1] if at else None
    return (
        above is not None
        and above.line.block == line.line.block
        and above.page == line.page
        and (above.line.size, above.line.font) == (line.line.size, line.line.font)
        and len(above.words) <= _FEW_WORDS
        and any(hit.kind == "org" and hit.end == len(above.words) for hit in above.hits)
    )


def _is_label_of(above: FrontLine, line: FrontLine) -> bool:
    if len(above.words) > LABEL_WORDS:
        return above.has("degree") and ":" in above.line.text and _is_close(above, line)
    return above.line.text.rstrip().endswith(":") or above.line.block == line.line.block


def _is_close(above: FrontLine, below: FrontLine) -> bool:
    return below.line.y0 - above.line.y1 <= _CLOSE * (below.line.size or 1.0)


def named_after(front: Front, places: Sequence[int], kind: str) -> list[tuple[str, int, int]]:
    """The names behind a role and a colon, or on the lines below it: each with its line and its place there."""
    found = []
    for at in places:
        line = front.lines[at]
        lead, colon, rest = line.line.text.partition(":")
        if not colon or not _is_lead(lead, kind):
            continue
        start = len(lead) + 1
        here = _names_in(rest, at, start)
        if not here and not any(map(str.isalnum, rest)):
            here = _names_below(front, at)
        found += here
    return found


def _is_lead(text: str, kind: str) -> bool:
    """Whether the words before a colon are such a role and no other: "Nombre del tutor" is none of an author."""
    words = words_of(text)
    hits = [hit for hit in find_classes(words) if hit.kind in ("by", "other", "teacher")]
    if not 0 < len(words) <= _LEAD_WORDS or not any(hit.kind == kind for hit in hits):
        return False
    if kind == "by":
        return hits[0].start == 0 and not any(hit.kind == "other" for hit in hits)
    teachers = [hit for hit in hits if hit.kind == "teacher"]
    return all(
        any(one.start <= hit.start < one.end for one in teachers)
        for hit in hits
        if hit.kind == "other"
    )


def _names_below(front: Front, at: int) -> list[tuple[str, int, int]]:
    found: list[tuple[str, int, int]] = []
    for below in range(at + 1, min(at + 1 + _NAMES_BELOW, len(front.lines))):
        line = front.lines[below]
        if line.page != front.lines[at].page or line.has("other") or line.has("by"):
            break
        here = _names_in(line.line.text, below, 0)
        if not here:
            break
        found += here
    return found


def _names_in(text: str, at: int, start: int) -> list[tuple[str, int, int]]:
    found = []
    for part, place in split_names(text):
        name = clean_name(part)
        looks = [word_look(token) for token in TOKEN.findall(name)]
        if (
            is_name(looks)
            and ("G" in looks or "P" in looks or ("I" in looks and ("S" in looks or "N" in looks)))
            and is_possible(name)
            and not is_organisation(name)
        ):
            found.append((name, at, start + place))
    return found
