"""The lines of the first pages, each with what is known of it by itself: its words, its looks beside the rest, its neighbours.

Only the first pages count (three that have text). Sizes are told relative to the body's, places relative to the page, so that
a slide, a thesis and a two-column paper speak one language.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

from harvestman.documents.header.parting import parted
from harvestman.documents.header.wrapping import unwrapped
from harvestman.documents.layout.lines import Layout, Line, PageLayout, Role
from harvestman.text import fold, squeeze, unaccent
from harvestman.text.lexicon import Hit, find_classes, words_of
from harvestman.text.personal import NameLook, leading_name, name_look

MAX_PAGES = 3
_MAX_LINES = (150, 70, 60)
"""Lines of each of these pages behind a cover: the first one may have authors in its foot."""
_MAX_LINES_FULL = (130, 15, 0)
"""The same where the first page is full of text: nothing of the header is far behind it."""
_FULL = 1800
_OPENING_LINES = 12
"""Lines behind the first heading of the text that are kept whatever they are; what the models learned of a body."""
_PARAGRAPH_LINES = 4
_MAX_LINE = 3000
"""Characters; a whole abstract is one line where a format has paragraphs only."""
_FEW = 4
_TELLING = frozenset(
    (
        "org",
        "part",
        "firm",
        "kind",
        "course",
        "venue",
        "heading",
        "abstract",
        "by",
        "other",
        "degree",
    )
)
_TERM_WORDS = 9
_SHORT = 5
"""Folded letters; a line of so few is in every title."""

_NO_LETTERS = re.compile(r"[\W_]+")
_CAPITALS = 12
"""A line with fewer capitals than one in so many characters has no list of names."""
_HEADING_WITHIN = 60
_HEADING_WORDS = 4
_RUN_IN = re.compile(r"\s*[^\W\d_]+\s?[—–.:-]")
# What IEEE's templates print behind names.
_MEMBER = re.compile(
    r",?[ ]?\b(?:(?:Graduate|Student|Senior|Life)[ ]){0,2}(?:Member|Fellow),[ ]?(?:IEEE\b|$)|(?<=[a-z] )Senior$|^IEEE(?=,)"
)
_CYRILLIC = re.compile("[а-я]")
_DIGITS = re.compile(r"\d")
_HALVES = re.compile("[\ud800-\udfff]")
_RUBBISH = re.compile(
    r"(?i)^(?:microsoft (?:word|powerpoint)|untitled|без имени|sin t[ií]tulo|document\d*$|presentaci[oó]n|(?:slide|diapositiva|слайд) \d|"
    r"powerpoint presentation|презентация powerpoint|\S+\.(?:docx?|pptx?|tex|dvi|pdf|ps|odt|indd|qxd)$)|\.(?:docx?|dvi|tex|pptx?|pdf)\b"
)


@dataclass(frozen=True, slots=True)
class FrontLine:
    """One line of the first pages."""

    line: Line
    page: int
    """Among the pages with text, counted from 0."""
    place: int
    """Its number on the page."""
    words: list[str]
    hits: list[Hit]
    folded: str
    names: NameLook
    has_email: bool
    is_repeated: bool
    """Whether it, or most of it, is a running head elsewhere."""
    in_title_property: bool
    in_author_property: bool
    is_term: bool
    """Whether it is nothing but a year or a term: "Curso académico 2017-18"."""
    starts_with_name: bool
    """Whether it begins with what is surely a name, and goes on with something else."""

    def has(self, kind: str) -> bool:
        """Whether it has a word of this class."""
        return any(hit.kind == kind for hit in self.hits)

    def starts(self, kind: str) -> bool:
        """Whether it begins with a word of this class, or with one after a number."""
        return any(
            hit.kind == kind and hit.start <= (1 if self.words[0].isdigit() else 0)
            for hit in self.hits
        )


@dataclass(frozen=True, slots=True)
class FrontPage:
    """What holds for all lines of a page."""

    width: float
    height: float
    sizes: tuple[float, ...]
    """The sizes of its lines of some length, largest first."""
    plain_sizes: tuple[float, ...]
    """The same of those lines only that name no organisation, person, role, kind or course."""
    letters: int


@dataclass(frozen=True, slots=True)
class Front:
    """The first pages."""

    lines: tuple[FrontLine, ...]
    pages: tuple[FrontPage, ...]
    body_size: float
    body_font: str
    has_looks: bool
    page_count: int
    is_landscape: bool
    is_cyrillic: bool
    title_property: str
    """Folded; "" where it is none or rubbish."""
    heads: frozenset[str]
    """The running heads, folded and without digits."""


def read_front(layout: Layout) -> Front:
    """The first pages of a layout."""
    opened = _opened(layout.pages[:8])
    pages = [page for page in opened if any(line.text.strip() for line in page.lines)]
    pages = pages[:MAX_PAGES]
    sizes: Counter[float] = Counter()
    fonts: Counter[str] = Counter()
    for page in opened[:5]:
        for line in page.lines:
            if line.size:
                sizes[round(line.size, 1)] += len(line.text)
                fonts[line.font] += len(line.text)
    heads = _running_heads(layout)
    title = layout.properties.title
    title_property = "" if is_rubbish_title(title) else fold(title)
    author_property = fold(layout.properties.author)
    lines = []
    front_pages = []
    is_full = bool(pages) and sum(len(line.text) for line in pages[0].lines) > _FULL
    limits = _MAX_LINES_FULL if is_full else _MAX_LINES
    for number, page in enumerate(pages[: 2 if is_full else MAX_PAGES]):
        sound = [
            piece
            for line in page.lines
            if any(map(str.isalnum, line.text))
            for piece in (parted(_sound(line)) if line.gaps and not number else (_sound(line),))
        ]
        kept = unwrapped(_head_first(sound)) if page.has_looks else sound
        kept = kept[: limits[number]]
        body_size = sizes.most_common(1)[0][0] if sizes else 0.0
        letters = sum(len(line.text) for line in kept)
        passed = _running_text(kept, body_size) if is_full and not number else frozenset()
        for place, line in enumerate(kept):
            if place in passed:
                continue
            words, hits = _classed(line.text)
            folded = _NO_LETTERS.sub("", unaccent(line.text))
            lines.append(
                FrontLine(
                    line,
                    number,
                    place,
                    words or [""],
                    hits,
                    folded,
                    _names_in(line.text),
                    "@" in line.text or "[at]" in line.text.lower() or "(at)" in line.text.lower(),
                    _is_repeated(folded, heads),
                    len(folded) > _SHORT
                    and len(title_property) > _SHORT
                    and (folded in title_property or title_property in folded),
                    len(folded) > _SHORT and _shares_names(line.text, author_property),
                    _is_term(words, hits),
                    0 < len(leading_name(line.text)) < len(line.text.strip(" ,;")),
                )
            )
        here = [line for line in lines if line.page == number]
        front_pages.append(_describe_page(here, page.width, page.height, letters))
    text = "".join(line.line.text for line in lines[:60])
    cyrillic = 0 if text.isascii() else len(_CYRILLIC.findall(text.lower()))
    return Front(
        tuple(lines),
        tuple(front_pages),
        sizes.most_common(1)[0][0] if sizes else 0.0,
        fonts.most_common(1)[0][0] if fonts else "",
        bool(sizes) and bool(pages) and pages[0].has_looks,
        layout.page_count,
        bool(pages) and pages[0].width > 1.1 * pages[0].height,
        cyrillic > 0.3 * max(1, len(text)),
        title_property,
        frozenset(heads),
    )


def _opened(pages: Sequence[PageLayout]) -> Sequence[PageLayout]:
    """The pages up to the first one that was passed over: behind it comes the list of references."""
    end = next((at for at, page in enumerate(pages) if at and not page.is_read), len(pages))
    return pages[:end]


def is_rubbish_title(text: str) -> bool:
    """Whether a title in a file's properties is none: a file name, a program's default."""
    text = squeeze(text)
    return len(fold(text)) < 4 or _RUBBISH.search(text) is not None


def is_plain(line: FrontLine) -> bool:
    """Whether a line names no organisation, person, role, kind or course."""
    is_telling = any(hit.kind in _TELLING for hit in line.hits)
    return not is_telling and not 0 < line.names.known == line.names.pieces


def _describe_page(
    lines: Sequence[FrontLine], width: float, height: float, letters: int
) -> FrontPage:
    shown = [
        line for line in lines if line.line.role is not Role.MARGIN and line.line.x1 > line.line.x0
    ]
    long = [line for line in shown if len(line.folded) >= _FEW]
    plain = [line for line in long if is_plain(line)]
    return FrontPage(
        width or 1.0,
        height or 1.0,
        _sizes(long),
        _sizes(plain),
        letters,
    )


def _sizes(lines: Sequence[FrontLine]) -> tuple[float, ...]:
    return tuple(sorted({round(line.line.size, 1) for line in lines}, reverse=True))


def _head_first(lines: list[Line]) -> list[Line]:
    """What stands above the first heading of the text goes before it.

    In two columns, the authors on the right are read after all of the left column.
    """
    for at, line in enumerate(lines[:_HEADING_WITHIN]):
        words, hits = _classed(line.text)
        is_heading = 0 < len(words) <= _HEADING_WORDS and any(
            hit.kind in ("abstract", "heading") and hit.start <= 1 for hit in hits
        )
        # "Abstract—We show": the text begins in the line of its heading.
        is_run_in = _RUN_IN.match(line.text) is not None and any(
            hit.kind == "abstract" and hit.start == 0 for hit in hits
        )
        if is_heading or is_run_in:
            above = [
                other for other in lines[at:] if other.y1 <= line.y0 + 2 and other.role is Role.TEXT
            ]
            if not above:
                return lines
            kept = set(map(id, above))
            return [*lines[:at], *above, *(other for other in lines[at:] if id(other) not in kept)]
    return lines


def _running_text(lines: Sequence[Line], body_size: float) -> frozenset[int]:
    """The places of lines in paragraphs of the text behind its first heading: they say nothing of the header.

    They are half of a first page, and looking at each is most of what a header costs.
    """
    opening = next(
        (at for at, line in enumerate(lines) if line.size and _opens_text(line)), len(lines)
    )
    behind = range(opening + _OPENING_LINES, len(lines))
    plain = [at for at in behind if _is_plain_text(lines[at], body_size)]
    blocks = Counter(lines[at].block for at in plain)
    return frozenset(at for at in plain if blocks[lines[at].block] >= _PARAGRAPH_LINES)


def _opens_text(line: Line) -> bool:
    words, hits = _classed(line.text)
    return 0 < len(words) <= _HEADING_WORDS and any(
        hit.kind == "heading" and hit.start <= 1 for hit in hits
    )


def _is_plain_text(line: Line, body_size: float) -> bool:
    return (
        round(line.size, 1) == body_size
        and not line.bold
        and "@" not in line.text
        and line.role is Role.TEXT
    )


@lru_cache(maxsize=256)
def _classed(text: str) -> tuple[list[str], list[Hit]]:
    """The words of a line and their classes; asked twice for each of the first lines."""
    words = words_of(text)
    return words, find_classes(words)


def _sound(line: Line) -> Line:
    """The line as models can read it: halves of characters put together or replaced, endless lines cut."""
    if len(line.text) > _MAX_LINE:
        line = replace(line, text=line.text[:_MAX_LINE], spans=())
    if "IEEE" in line.text or line.text.endswith(("Senior", "Member,", "Fellow,")):
        line = _without_membership(line)
    if _HALVES.search(line.text):
        halves = line.text.encode("utf-16-le", "surrogatepass")
        line = replace(line, text=halves.decode("utf-16-le", "replace"))
    return line


def _without_membership(line: Line) -> Line:
    """The line without what members of a society print behind their names."""
    gone = [match.span() for match in _MEMBER.finditer(line.text)]
    if not gone:
        return line

    def moved(place: int) -> int:
        return place - sum(min(place, end) - start for start, end in gone if start < place)

    text, end = "", 0
    for start, after in [*gone, (len(line.text), len(line.text))]:
        text += line.text[end:start]
        end = after
    if not any(map(str.isalpha, text)):
        return line
    spans = tuple(
        replace(span, start=moved(span.start), end=moved(span.end))
        for span in line.spans
        if moved(span.start) < moved(span.end)
    )
    return replace(
        line, text=text, spans=spans, gaps=tuple(sorted({moved(gap) for gap in line.gaps}))
    )


def _names_in(text: str) -> NameLook:
    if sum(map(str.isupper, text)) * _CAPITALS < len(text):
        return NameLook(1, 0, 0)
    return name_look(text)


def _is_term(words: list[str], hits: Sequence[Hit]) -> bool:
    if not 0 < len(words) <= _TERM_WORDS:
        return False
    if any("." in word for word in words):  # "1er.Cuatrimestre"
        words = [part for word in words for part in word.split(".") if part]
        hits = find_classes(words)
    digits = {at for at, word in enumerate(words) if any(map(str.isdigit, word))}
    told = {hit.start for hit in hits if hit.kind == "term"}
    return bool(digits) and len(digits | told) == len(words)


def _running_heads(layout: Layout) -> set[str]:
    heads: defaultdict[str, float] = defaultdict(float)
    for page in layout.pages[1:30]:
        edges = [line for line in page.lines if line.role in (Role.HEAD, Role.FOOT)]
        for line in edges or page.lines[:2]:
            heads[_without_digits(fold(line.text))] += 1 if edges else 0.5
    return {head for head, count in heads.items() if count >= 1.5 and len(head) >= 8}


def _without_digits(folded: str) -> str:
    return _DIGITS.sub("", folded)


def _is_repeated(folded: str, heads: set[str]) -> bool:
    if not heads:
        return False
    plain = _without_digits(folded)
    return len(plain) >= 8 and any(
        (plain in head or (head in plain and len(head) > 0.5 * len(plain))) for head in heads
    )


def _shares_names(text: str, author_property: str) -> bool:
    if len(author_property) < 5:
        return False
    words = [_fold_word(word) for word in text.split()]
    return sum(len(word) > 3 and word in author_property for word in words) >= 2


@lru_cache(maxsize=16_384)
def _fold_word(word: str) -> str:
    return fold(word)
