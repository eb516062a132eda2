"""What a line of a list of references shows: how it begins and ends, where it stands in its column, what is before it.

Everything is relative to the list itself: a column's own edges, the usual distance of lines, the usual size of letters. In
a list with indented lines, the place at which lines more often begin like an entry is called `open`, the other `shut`;
the list's `shape` says the same from the edges alone, without a look at words.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise
from statistics import median

from harvestman.documents.headings import heading_kind
from harvestman.documents.layout.lines import Line
from harvestman.documents.structure.alphabet import fits_alphabet
from harvestman.documents.structure.labels import Label, key_end, label_of

_UPPER = "A-ZÀ-ÖØ-ÞĀĂĄĆČĎĐĒĖĘĚĞĢĪĮİĶĹĻĽŁŃŅŇŌŐŒŔŘŚŞŠŢŤŪŮŰŲŹŻŽА-ЯЁІЇЄ"
_LOWER = "a-zß-öø-ÿāăąćčďđēėęěğģīįıķĺļľłńņňōőœŕřśşšţťūůűųźżžа-яёіїє"
_NAME = rf"(?:[{_UPPER}][{_LOWER}'’{_UPPER}-]+|[{_UPPER}]['’][{_UPPER}][{_LOWER}-]+)"
_PARTICLE = r"(?:(?:[Dd]e|[Dd]el|[Dd]e la|[Dd]e los|[Vv]an|[Vv]an de[rn]?|[Vv]on|[Vv]on der|[Dd]i|[Dd]a|[Dd]os|[Ll]a|[Ll]e|[Dd]er|[Tt]en|[Ee]l|[Aa]l|[Bb]in|[Mm]c|[Ss]t\.?|[Dd]['’])[\s-]?)?"
_INITIAL = rf"[{_UPPER}][{_LOWER}]?\."
_BEGINNINGS = (
    (
        "surname-initial",  # Smith, J. / Smith J. / Смит Дж.
        re.compile(
            rf"{_PARTICLE}{_NAME}(?:[ -]{_NAME})?(?:,\s?|\s)(?:{_INITIAL}|[{_UPPER}]{{1,3}}(?=[,.:;)\s]|$))"
        ),
    ),
    (
        "surname-given",  # Smith, John
        re.compile(rf"{_PARTICLE}{_NAME}(?:[ -]{_NAME})?,\s[{_UPPER}][{_LOWER}]+"),
    ),
    (
        "initial-surname",  # J. Smith / J.-P. Smith
        re.compile(rf"(?:[{_UPPER}][{_LOWER}]?\.[\s-]?){{1,4}}{_PARTICLE}{_NAME}"),
    ),
    (
        "capitals",  # SMITH, J. / SMITH John
        re.compile(
            rf"[{_UPPER}][{_UPPER}'’-]{{2,}},?\s(?:[{_UPPER}][{_LOWER}.]|and |y |und |et |и )"
        ),
    ),
    ("dash", re.compile(r"[—–_‒-]{1,4}[\s,.:(]|_{2,}|—+")),
    (
        "name-name",
        re.compile(
            rf"{_NAME}\s(?:{_INITIAL}\s)?{_PARTICLE}{_NAME}(?:,|\sand\s|\sy\s|\.|:|\sund\s)"
        ),
    ),
    ("url", re.compile(r"(?:https?:|www\.|doi:|DOI)")),
    ("quote", re.compile(r"[\"“«„‘']")),
    ("bullet", re.compile(r"[•●▪◦∙·■*-]\s")),
    (
        "figure",
        re.compile(
            r"(?:Fig(?:ure|\.)|Table|Tab\.|Рис(?:унок|\.)|Таблица|Figura|Tabla|Abb(?:ildung|\.)|Tabelle)\s?\d"
        ),
    ),
    ("word-year", re.compile(rf"[{_UPPER}][^()]{{2,60}}\((?:19|20)\d\d[a-z]?\)")),
    ("number", re.compile(r"\d")),
    ("upper", re.compile(rf"[{_UPPER}]")),
    ("lower", re.compile(rf"[{_LOWER}]")),
)
_OPENING = frozenset(
    ("surname-initial", "surname-given", "initial-surname", "capitals", "dash", "word-year")
)
_ENDINGS = (
    ("hyphen", re.compile(r"[-‐­]$")),
    ("year", re.compile(r"(?:19|20)\d\d[a-z]?\)?[.;]?$")),
    ("pages", re.compile(r"\d[-–—]\s?\d+\)?[.;]?$|\b(?:pp?|S|с|pág|págs|С)\.$")),
    ("initial", re.compile(rf"(?:^|[\s.,]){_INITIAL}$|,\s?[{_UPPER}]$")),
    (
        "abbreviation",
        re.compile(
            r"\b(?:et al|vol|no|ed|eds|pp|In|Proc|J|Trans|Int|Conf|Univ|Vol|Ed|Eds|Hrsg|Т|Вып|М|СПб)\.$"
        ),
    ),
    ("stop", re.compile(r"[.!?][\"”»’')\]]?$")),
    ("comma", re.compile(r"[,;:(/&–—]$")),
    (
        "joining",
        re.compile(r"\b(?:and|of|the|in|for|on|to|a|und|der|die|das|y|de|la|el|en|и|в|на|du|des)$"),
    ),
    ("url", re.compile(r"(?:https?://|www\.|doi\.org/)\S+$")),
    ("digit", re.compile(r"\d$")),
)
# Authors with their given names: "Jamie Hall, Noah Fiedel, Romal Thoppilan,", and where such a row ends.
_FULL_NAME = re.compile(
    rf"(?<![\w'’-]){_NAME}\s(?:{_INITIAL}\s)?{_PARTICLE}{_NAME}(?=,|;|\sand\s|\.|$)"
)
_NAMES_END = re.compile(
    rf"(?<![\w'’-]){_NAME}\.\s(?:19|20)\d\d[a-z]?\.|^(?:19|20)\d\d[a-z]?\.\s[{_UPPER}]"
)
_YEAR = re.compile(r"(?<!\d)(?:1[6-9]\d\d|20[0-4]\d)(?!\d)")
_YEAR_EARLY = re.compile(r"[(\[,.]\s?(?:1[6-9]\d\d|20[0-4]\d)[a-z]?\s?[)\].,:]")
# What citations have, by what finds it fastest: plain signs, words, numbers.
_CITING_SIGNS = (
    "//", "www.", "doi", "et al", "University", "Journal", "№", "Verlag", "Springer", "Wiley", "arXiv", "Hrsg",
)  # fmt: skip
_CITING_WORD = re.compile(
    r"\b(?:pp?\.\s?\d|vol\b|In:|Proc|ISBN|Vol\.|no\.\s?\d|С\.\s?\d|págs?\b|Eds?\.)"
)
_CITING_PRESS = re.compile(r"Press\b")
_CITING_NUMBER = re.compile(r"\d(?:\s?с\.|\s?\(\d{1,9}\)|\s?[:,]\s?\d{1,9}\s?[-–]\s?\d)")
_FIRST = 10  # lines that surely belong to the list, if it is one
_MANY_LINES = 8  # of a column that surely has lines at its left edge
_CLOSING = frozenset(("stop", "year", "pages", "url", "digit"))
_FULL = 0.88  # of the column's width: the last line of a paragraph rarely comes so far


def beginning_of(text: str) -> str:
    """The first kind of beginning that fits a text without its label."""
    for name, pattern in _BEGINNINGS:
        if pattern.match(text):
            return name
    return "other"


def ending_of(text: str) -> str:
    """The first kind of ending that fits."""
    tail = text[-24:]
    for name, pattern in _ENDINGS:
        if pattern.search(tail):
            return name
    return "other"


def reference_marks(text: str) -> int:
    """How many kinds of marks of a reference a text shows, from 0 to 3: a year, an author, something cited."""
    return bool(_YEAR.search(text)) + _is_citing(text) + (beginning_of(text) in _OPENING)


def _is_citing(text: str) -> bool:
    return (
        any(sign in text for sign in _CITING_SIGNS)
        or _CITING_WORD.search(text) is not None
        or _CITING_NUMBER.search(text) is not None
        or _CITING_PRESS.search(text) is not None
    )


class _Column:
    """The edges of the lines of one column of one page."""

    def __init__(self, lines: Sequence[Line]) -> None:
        lefts = sorted(line.x0 for line in lines)
        rights = sorted(line.x1 for line in lines)
        # A single line may stick out; an edge is where at least two lines are, if there are two.
        self.left = lefts[1] if len(lefts) > 3 and lefts[1] - lefts[0] > 3 else lefts[0]
        self.right = rights[-2] if len(rights) > 3 and rights[-1] - rights[-2] > 3 else rights[-1]

    def indent(self, line: Line) -> float:
        return line.x0 - self.left

    def fullness(self, line: Line) -> float:
        width = self.right - self.left
        return (line.x1 - self.left) / width if width > 0 else 1.0


class _Measures:
    """What is usual in the list as a whole."""

    def __init__(
        self,
        lines: Sequence[Line],
        beginnings: Sequence[str],
        endings: Sequence[str],
        size: float,
    ) -> None:
        columns: dict[tuple[int, int], list[Line]] = {}
        for line in lines:
            columns.setdefault((line.page, line.column), []).append(line)
        self.columns = {key: _Column(of_column) for key, of_column in columns.items()}
        self._borrow_edges(columns)
        # A list is in one size; what stands behind it may be in another, and be more.
        self.size = size or list_size(lines)
        self.has_places = any(line.x1 > 0 for line in lines)
        gaps = [
            now.y0 - before.y1
            for before, now in pairwise(lines)
            if now.page == before.page and now.column == before.column and now.y0 > before.y0
        ]
        self.gap = median(gaps) if gaps else 0.0
        self.wide_share = sum(gap > self.gap + 2 for gap in gaps) / len(gaps) if gaps else 0.0
        self.indented, self.spread = self._open_side(lines, beginnings)
        self.hangs = self._hanging(lines, endings)

    def _borrow_edges(self, columns: dict[tuple[int, int], list[Line]]) -> None:
        """Give short columns the left edge of their like on other pages: they may hold nothing but indented lines."""
        for (page, column), lines in columns.items():
            if len(lines) >= _MANY_LINES:
                continue
            unit = lines[0].size or 10.0
            own = self.columns[page, column]
            likes = [
                other.left
                for key, other in self.columns.items()
                if key[1] == column and len(columns[key]) >= _MANY_LINES
            ]
            nearest = min(likes, key=lambda left: abs(left - own.left), default=own.left)
            if 0 < own.left - nearest < 3 * unit:
                own.left = nearest

    def _hanging(self, lines: Sequence[Line], endings: Sequence[str]) -> str:
        """Whether entries hang or are indented by the shape alone: the line above the first line of an entry stops short
        or ends a sentence, the line above any other runs to the edge.

        It needs no names, so it holds for lists that begin with given names, institutions or titles.
        """
        if not self.has_places:
            return "no"
        seen, broken = [0, 0], [0, 0]
        for place in range(1, len(lines)):
            line, before = lines[place], lines[place - 1]
            if line.page != before.page or line.column != before.column:
                continue
            side = self.is_indented(line)
            seen[side] += 1
            fullness = self.columns[before.page, before.column].fullness(before)
            is_far = line.y0 - before.y1 > self.gap + 2
            broken[side] += (fullness < _FULL or is_far) and endings[place - 1] in _CLOSING
        if min(seen) < 3 or min(seen) * 12 < sum(seen):
            return "flat"
        flush, inner = broken[0] / seen[0], broken[1] / seen[1]
        if abs(flush - inner) < 0.25:
            return "unclear"
        clear = "surely" if abs(flush - inner) > 0.5 else "likely"
        return f"hanging:{clear}" if flush > inner else f"indented:{clear}"

    def height(self, before: Line, line: Line) -> str:
        """How far a line stands below the one before it, against what is usual in the list."""
        if line.page != before.page or line.column != before.column:
            return "turned"
        if line.y0 < before.y0 - 2:
            return "up"
        extra = (line.y0 - before.y1 - self.gap) / (line.size or 10.0)
        return "far" if extra > 2 else "wide" if extra > 0.2 else "near"

    def is_indented(self, line: Line) -> bool:
        unit = line.size or 10.0
        return self.columns[line.page, line.column].indent(line) > 0.45 * unit

    def _open_side(self, lines: Sequence[Line], beginnings: Sequence[str]) -> tuple[str, float]:
        """Which of the two places entries begin at, and how clearly."""
        if not self.has_places:
            return "no", 0.0
        counts = {True: [0, 0], False: [0, 0]}
        for line, beginning in zip(lines, beginnings, strict=True):
            side = counts[self.is_indented(line)]
            side[0] += 1
            side[1] += beginning in _OPENING
        share = {side: (opened + 0.5) / (seen + 2) for side, (seen, opened) in counts.items()}
        least = min(counts[True][0], counts[False][0]) / max(1, len(lines))
        if least < 0.08:
            return "flat", 0.0
        spread = share[False] - share[True]
        return ("hanging" if spread > 0 else "indented"), abs(spread)


def list_size(lines: Sequence[Line]) -> float:
    """The size of the letters of the list that begins with these lines."""
    return median([line.size for line in lines[:_FIRST]] or [0.0])


def list_features(lines: Sequence[Line], *, size: float = 0.0) -> list[list[str]]:
    """The features of each line of a stretch that may be a list of references; the size is the list's, where known."""
    labels = [label_of(line.text) for line in lines]
    bare: list[str] = []
    label_names: list[str] = []
    for line, label in zip(lines, labels, strict=True):
        key = key_end(line.text) if label is None else None
        end = label.end if label else key or 0
        bare.append(line.text[end : end + 160])
        label_names.append(label.kind if label else "key" if key else "none")
    beginnings = [beginning_of(text) for text in bare]
    endings = [ending_of(line.text) for line in lines]
    measures = _Measures(lines, beginnings, endings, size)
    usual = _usual_label(label_names)
    fitting = fits_alphabet(bare, [beginning in _OPENING for beginning in beginnings])
    features: list[list[str]] = []
    for i, line in enumerate(lines):
        own = [
            f"b={beginnings[i]}",
            f"l={label_names[i]}",
            f"ll={label_names[i] == usual}:{usual}",
            f"e={endings[i]}",
            f"abc={fitting[i]}",
            f"abc|b={fitting[i]}|{beginnings[i]}",
            *_said(line, bare[i]),
        ]
        label = labels[i]
        if label is not None:
            own.append(f"step={_step(labels, i, label)}")
        if measures.size and line.size:
            ratio = line.size / measures.size
            own.append("large" if ratio > 1.08 else "small" if ratio < 0.92 else "usual")
        if i:
            own += [
                f"pe={endings[i - 1]}",
                f"pe|b={endings[i - 1]}|{beginnings[i]}",
                f"pb={beginnings[i - 1]}",
                f"pl={label_names[i - 1]}",
                *_placed(lines, i, measures, beginnings[i]),
            ]
            if lines[i - 1].page != line.page or lines[i - 1].column != line.column:
                own += ["turned", f"turned|b={beginnings[i]}", f"turned|pe={endings[i - 1]}"]
        else:
            own.append("first")
        if i + 1 < len(lines):
            own += [
                f"nb={beginnings[i + 1]}",
                f"nl={label_names[i + 1]}",
                f"ngap={measures.height(line, lines[i + 1])}",
            ]
        features.append(own)
    return features


def _said(line: Line, text: str) -> list[str]:
    """What the words of a line tell, whatever stands around it; `text` is the line without its label."""
    found = [f"n={min(len(line.text) // 12, 8)}"]
    names = len(_FULL_NAME.findall(text))
    if names > 1:
        found.append(f"names={min(names, 3)}")
    if _NAMES_END.search(text):
        found.append("names-end")
    if _YEAR.search(text):
        found.append("year")
    if _YEAR_EARLY.search(text[:90]):
        found.append("year-early")
    if _is_citing(text):
        found.append("citing")
    words = text.split(None, 1)
    if words:
        found.append(f"w={words[0][:12].casefold()}")
    kind = heading_kind(line.text)
    if kind:
        found.append(f"h={kind}")
    if line.text.isupper():
        found.append("upper")
    if line.bold:
        found.append("bold")
    return found


def _placed(lines: Sequence[Line], i: int, measures: _Measures, beginning: str) -> list[str]:
    line, before = lines[i], lines[i - 1]
    if not measures.has_places:
        return [f"nowhere|b={beginning}"]
    column = measures.columns[line.page, line.column]
    before_column = measures.columns[before.page, before.column]
    fullness = before_column.fullness(before)
    is_short = "short" if fullness < _FULL else "full"
    indented = measures.is_indented(line)
    style, spread = measures.indented, measures.spread
    clear = "clear" if spread > 0.3 else "weak" if spread > 0.12 else "no"
    side = "flat"
    if style in ("hanging", "indented"):
        side = "open" if indented == (style == "indented") else "shut"
    shape = f"{measures.hangs}|{'in' if indented else 'out'}"
    found = [
        f"shape={shape}",
        f"shape|pf={shape}|{is_short}",
        f"shape|b={shape}|{beginning}",
        f"side={side}:{clear}",
        f"side|b={side}:{clear}|{beginning}",
        f"pf={min(int(fullness * 5), 5)}",
        f"side|pf={side}:{clear}|{is_short}",
        f"pf|b={is_short}|{beginning}",
        f"in={max(-3, min(6, round(column.indent(line) / (line.size or 10.0))))}",
    ]
    height = measures.height(before, line)
    if height != "turned":
        gapped = "gapped" if measures.wide_share > 0.12 else "even"
        found += [f"shape|gap={shape}|{height}"]
        found += [f"gap={height}:{gapped}", f"gap|side={height}:{gapped}|{side}:{clear}"]
    return found


def _usual_label(names: Sequence[str]) -> str:
    counts: dict[str, int] = {}
    for name in names:
        counts[name] = counts.get(name, 0) + 1
    counts.pop("alone", None)
    labelled = {name: n for name, n in counts.items() if name != "none"}
    best = max(labelled, key=lambda name: labelled[name], default="none")
    return best if labelled.get(best, 0) * 8 >= len(names) else "none"


def _step(labels: Sequence[Label | None], i: int, own: Label) -> str:
    """How the number goes on from the label before it of its kind, within the last lines."""
    for j in range(i - 1, max(-1, i - 16), -1):
        other = labels[j]
        if other is not None and other.kind == own.kind and 0 < own.number - other.number <= 2:
            return "next" if own.number - other.number == 1 else "skip"
    return "one" if own.number == 1 else "loose"
