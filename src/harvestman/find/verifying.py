"""Is this file the paper that is looked for? A score from what the document prints, and from the page that links to it.

Three things are compared, as the paper finder does: the title as a whole, without punctuation, in either script, with tolerance for a typing
error; the authors one by one, without initials; and whether the document looks like a paper. Titles are compared word by word
(`dedup`), because a title that differs in one word ("Towards a …", "Part II") is another paper by the same people. A title counts only
where it stands alone, as a heading does: a paper that cites it, or a list that names it, has it in the middle of a line.
"""

from __future__ import annotations

import json
import math
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from urllib.parse import unquote, urlsplit

from harvestman.dedup import TitleTie, compare_titles
from harvestman.find.questions import PaperQuestion
from harvestman.find.words import CORRECTION_WORDS
from harvestman.model import Category, Extraction
from harvestman.text import fold, parse_name, romanise
from harvestman.text.persons import agreement, person_name, spread_initials

_OPENING_PARAGRAPHS = 14
_OPENING_LETTERS = 6_000
_ENDING_LETTERS = 2_500
_JOINED = 4  # so many paragraphs may be one title: a long one is set in several
_LEAST_LETTERS = 5
_FRONT_LETTERS = 600  # the front of a document: heading, second heading, people
_WORD = re.compile(r"[^\W_]+")
_LONG_MARK = 40
_LONE_NUMBER = re.compile(r"(?<!\S)\d{1,3}(?!\S)")
_PARTS = re.compile(r"[:(]|[.?!](?=\s)|\s[-–—]\s")

# Points of the score, set by hand while reading what was missed on the train and dev questions.
_BIAS = -4.0
_TITLE_POINTS = {
    TitleTie.EQUAL: 6.0,
    TitleTie.NEAR: 5.5,
    TitleTie.SUBTITLE: 3.0,
    TitleTie.DOTTED: 4.0,
    TitleTie.CUT: 1.0,
    TitleTie.CLOSE: 0.0,
    TitleTie.LANGUAGES: -2.0,
    TitleTie.NUMBERED: -4.0,
    TitleTie.ABOUT: -6.0,
    TitleTie.FAR: -2.0,
}
_SHORT_TITLE = 3  # words that say something: fewer, and many documents have it
_LONG_TITLE = 7
_SHORT_POINTS = -2.5
_NO_PAPER_POINTS = -5.0
_UNLIKE_POINTS = -0.5


@dataclass(frozen=True, slots=True)
class PageEvidence:
    """What the page that links to a file says: which entry the link belongs to."""

    page: str
    title: TitleTie
    """How the title in the entry is tied to the one that is looked for."""
    authors: float
    """The share of the authors who are named in the entry, or else on the page."""
    in_block: bool
    """Whether the link stands inside the entry, rather than next to it."""
    rivals: int = 0
    """How many other files the entry links to."""
    anchor: str = ""


@dataclass(frozen=True, slots=True)
class DocumentVerdict:
    """Whether a document is the paper, and why."""

    score: float
    title: str
    """The title that was compared, as the document prints it."""
    tie: TitleTie
    authors: float
    """The share of the authors who were found in the document; 0 when none are asked for."""
    reasons: tuple[str, ...]

    @property
    def is_paper(self) -> bool:
        """Whether it is the paper that is looked for."""
        return self.score >= found_from()

    @property
    def why(self) -> str:
        """The reasons on one line."""
        return "; ".join(self.reasons)


@cache
def found_from() -> float:
    """The score from which on a document is the paper: set on train questions by `harvestman learn find threshold`."""
    text = files(__package__).joinpath("models", "paper-threshold.json").read_text("utf-8")
    return float(json.loads(text)["threshold"])


def verify(
    question: PaperQuestion,
    read: Extraction,
    *,
    url: str = "",
    page: PageEvidence | None = None,
) -> DocumentVerdict:
    """Compare a document with the paper that is looked for."""
    tie, printed = title_tie(question.title, read, name=_file_name(url))
    named, where = authors_in(question.authors, read)
    points, reasons = _BIAS, [f"title: {tie.value}"]
    points += _TITLE_POINTS[tie]
    agrees = tie in _AGREEING
    if agrees and _weight(question.title) < _SHORT_TITLE:
        points += _SHORT_POINTS
        reasons.append("the title is short")
    points += _author_points(question, read, (named, where), tie, reasons)
    points += _page_points(tie, named, page, read, reasons)
    points += _kind_points(question, read, reasons)
    if agrees and question.doi and read.header.doi.lower() == question.doi.lower():
        points += 3.0
        reasons.append("the DOI is the same")
    if _is_named_so(question.title, url):
        points += 1.0
        reasons.append("the file's name is the title")
    score = 1 / (1 + math.exp(-points))
    return DocumentVerdict(score, printed, tie, named, tuple(reasons))


_SAME = (TitleTie.EQUAL, TitleTie.NEAR)
_AGREEING = frozenset(
    {TitleTie.EQUAL, TitleTie.NEAR, TitleTie.SUBTITLE, TitleTie.DOTTED, TitleTie.CUT}
)


def title_tie(title: str, read: Extraction, *, name: str = "") -> tuple[TitleTie, str]:
    """The closest tie between a title and any line of the opening that may be the document's, and that line.

    `name` is what the file is called, where it may say what the title does not.
    """
    header = read.header.title
    order = list(TitleTie)
    best = (TitleTie.FAR, header)
    mark = _correction_mark(read)
    if mark and _tie(title, f"{mark}: {header}") is TitleTie.ABOUT:
        return TitleTie.ABOUT, f"{mark}: {header}"
    for candidate in _title_lines(read, len(title)):
        tie = _tie(title, f"{mark}: {candidate}" if mark else candidate)
        if candidate == header:
            tie = _with_rest(title, candidate, tie, f"{read.text[:_FRONT_LETTERS]} {name}")
        # Only what was read as the title may be longer or shorter than the one that is looked for: other lines may be anything.
        elif tie not in (TitleTie.EQUAL, TitleTie.NEAR):
            continue
        if order.index(tie) < order.index(best[0]):
            best = (tie, candidate)
    return best


def _correction_mark(read: Extraction) -> str:
    """The line that says that a document only corrects the paper whose title it bears ("Erratum"); "" for none."""
    for line in read.text[:_FRONT_LETTERS].splitlines():
        plain = " ".join(line.split())
        if len(plain) < _LONG_MARK and any(
            w in CORRECTION_WORDS for w in _WORD.findall(romanise(plain))
        ):
            return plain
    return ""


def _tie(title: str, candidate: str) -> TitleTie:
    compared = compare_titles((title,), (candidate,))
    tie = compared.tie if compared else TitleTie.FAR
    if tie in (TitleTie.CLOSE, TitleTie.FAR) and _has_same_letters(title, candidate):
        return TitleTie.NEAR
    if tie is TitleTie.NUMBERED and _without_line_numbers(candidate) != candidate:
        return _tie(title, _without_line_numbers(candidate))
    return tie


def _without_line_numbers(line: str) -> str:
    """A title without the numbers of its lines, as manuscripts under review print them: "1 On the functions of 2 paralogs"."""
    numbers = [(match.start(), match.end()) for match in _LONE_NUMBER.finditer(line)]
    counted = [int(line[start:end]) for start, end in numbers]
    if not counted or counted != list(range(counted[0], counted[0] + len(counted))):
        return line
    if numbers[0][0] != 0:  # the first line has its number in front of the title
        return line
    for start, end in reversed(numbers):
        line = line[:start] + line[end:]
    return " ".join(line.split())


def _with_rest(title: str, printed: str, tie: TitleTie, front: str) -> TitleTie:
    """A title that has more than the document's own: the rest must stand in the document too, or be what its file is called.

    Courses and series give each of their parts the same heading and a line of its own below it.
    """
    parts = _PARTS.split(title)
    main = next(
        (n for n in range(1, len(parts)) if _tie(" ".join(parts[:n]), printed) in _SAME), None
    )
    if main is None or tie in _SAME:
        return tie
    present = fold(romanise(front))
    rest = [w for part in parts[main:] for w in _WORD.findall(romanise(part)) if len(w) > 2]
    there = sum(word in present for word in rest)
    if rest and there == len(rest):
        return TitleTie.NEAR
    return TitleTie.CLOSE if there < len(rest) / 2 else TitleTie.CUT


def _has_same_letters(one: str, other: str) -> bool:
    """Whether two titles differ in the order of letters only: transposed ones, or a logo whose letters were set apart ("BibT X E")."""
    left, right = (Counter(_WORD.findall(romanise(title))) for title in (one, other))
    x, y = "".join((left - right).elements()), "".join((right - left).elements())
    return len(x) >= _LEAST_LETTERS and not any(map(str.isdigit, x)) and sorted(x) == sorted(y)


def _title_lines(read: Extraction, length: int) -> Iterator[str]:
    """What may be the title: what was read as such, and the first paragraphs, alone and several together."""
    if read.header.title:
        yield read.header.title
    opening = read.text[:_OPENING_LETTERS]
    paragraphs = [" ".join(part.split()) for part in re.split(r"\n+", opening) if part.strip()]
    paragraphs = paragraphs[:_OPENING_PARAGRAPHS]
    longest = 2 * length + 40
    for start in range(len(paragraphs)):
        joined = ""
        for paragraph in paragraphs[start : start + _JOINED]:
            joined = f"{joined} {paragraph}".strip()
            if len(joined) > longest:
                break
            yield joined


def authors_in(authors: Sequence[str], read: Extraction) -> tuple[float, str]:
    """The share of authors who are found in a document, and where: `header`, `opening`, `ending`, or "" for nowhere."""
    if not authors:
        return 0.0, ""
    asked = [person_name(name) for name in authors]
    header = [person_name(one.name, one.family) for one in read.header.authors]
    share = sum(any(agreement(x, y) for y in header) for x in asked) / len(asked)
    if share:
        opening = _share_in(authors, read.text[:_OPENING_LETTERS])
        return max(share, opening), "header"
    for where, text in (
        ("opening", read.text[:_OPENING_LETTERS]),
        ("ending", read.text[-_ENDING_LETTERS:]),
    ):
        if share := _share_in(authors, text):
            return share, where
    return 0.0, ""


def _share_in(authors: Sequence[str], text: str) -> float:
    """The share of authors whose family names stand in a text."""
    present = {romanise(word) for word in _WORD.findall(text)}
    return sum(_is_family_in(name, present) for name in authors) / len(authors)


def family_words(name: str) -> tuple[str, ...]:
    """The words of a name that are no initials, those of the family name, in Latin letters."""
    family = parse_name(spread_initials(name)).family
    return tuple(word for word in _WORD.findall(romanise(family)) if len(word) > 1)


def _is_family_in(name: str, present: set[str]) -> bool:
    words = family_words(name)
    return bool(words) and words[-1] in present


def _author_points(
    question: PaperQuestion,
    read: Extraction,
    named: tuple[float, str],
    tie: TitleTie,
    reasons: list[str],
) -> float:
    if not question.authors:
        return 0.5
    share, where = named
    found = round(share * len(question.authors))
    if found:
        reasons.append(f"{found} of {len(question.authors)} authors in the {where}")
        place = {"header": 1.0, "opening": 0.9, "ending": 0.6}[where]
        return place * (1.0 + 2.0 * share)
    if not read.header.authors:
        reasons.append("the document names no author")
        return -0.5
    reasons.append("the document names other authors")
    # A long title is nobody else's: then it is the names that were misread (an epigraph, an editor).
    return -1.0 if tie is TitleTie.EQUAL and _weight(question.title) >= _LONG_TITLE else -3.0


def _page_points(
    tie: TitleTie,
    share: float,
    page: PageEvidence | None,
    read: Extraction,
    reasons: list[str],
) -> float:
    if page is None:
        return 0.0
    strong = page.title in (TitleTie.EQUAL, TitleTie.NEAR)
    if not page.in_block or not strong:
        return 0.3
    points = 1.0 + page.authors
    reasons.append("the page links it under this title")
    if tie in _AGREEING:
        # The same title by others: neither the entry nor the document names anybody who is asked for.
        return points if share or page.authors or not read.header.authors else 0.0
    if not read.is_read or not (read.header.title or read.text.strip()):
        reasons.append("its text cannot be read")
        return points + 5.5 - page.rivals
    if share and tie is not TitleTie.ABOUT:
        # The list calls it otherwise than the document does: what both agree on is who wrote it, and what the entry links to.
        points += 3.5 * share + (0.5 if tie is TitleTie.CLOSE else 0.0) - 0.7 * page.rivals
    return points


def _kind_points(question: PaperQuestion, read: Extraction, reasons: list[str]) -> float:
    category = str(read.category or "")
    if question.kinds and category and category not in question.kinds:
        reasons.append(f"it is of kind {category}, which is not asked for")
        return -20.0
    if read.category is Category.CV:
        reasons.append("it looks like a CV")
        return _NO_PAPER_POINTS
    if read.category is Category.PAPER or read.citations:
        reasons.append("it looks like a paper")
        return 0.5
    return _UNLIKE_POINTS


def _weight(title: str) -> int:
    """How many words of a title say something."""
    return sum(len(word) > 3 for word in _WORD.findall(title))


def _file_name(url: str) -> str:
    return unquote(urlsplit(url).path).rpartition("/")[2].rpartition(".")[0]


def _is_named_so(title: str, url: str) -> bool:
    """Whether the file is named by its title."""
    name = _file_name(url)
    return len(fold(name)) > 15 and fold(romanise(name)) == fold(romanise(title))
