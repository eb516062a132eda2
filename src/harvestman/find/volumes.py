"""A paper inside a collected volume: on which pages of the file it stands.

Proceedings and collections are often one huge file, whose own title is another; the paper finder names them among what it could not find. A
paper begins on a page that has the title alone on its lines near the top, its authors near it, and what papers begin with (an abstract, key
words, an introduction). A table of contents, a list of works or a paper that cites it have none of that. It ends before the page on which
the next one begins.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

from harvestman.dedup import TitleTie, compare_titles
from harvestman.documents import read_page_texts
from harvestman.find.questions import PaperQuestion
from harvestman.find.verifying import family_words
from harvestman.find.words import WORD, words_of
from harvestman.model import Category, Extraction
from harvestman.text import fold, romanise

_LEAST_PAGES = 12  # a file with fewer is hardly a volume
_LONGEST = 60  # pages of one paper
_TOP = 900  # letters of a page in which a paper may begin; running heads come before it
_OPENING = 3_000  # letters in which what papers begin with must stand
_LEAST_TEXT = 1_500  # letters of a paper
_JOINED = 4  # lines of a title
_LEAST_WORDS = 3
_SAME = (TitleTie.EQUAL, TitleTie.NEAR)
_NOTE = re.compile(r"[*†‡§¹²³\d]+$")


@dataclass(frozen=True, slots=True)
class VolumePlace:
    """Where a paper stands in a file."""

    first: int
    """The first of its pages, counted from 1."""
    last: int
    title: str
    """As the volume prints it."""
    authors: float
    """The share of the authors who are named at its beginning."""

    @property
    def score(self) -> float:
        """How sure it is that this is the paper, from 0 to 1."""
        return 0.7 + 0.25 * self.authors


def may_contain(question: PaperQuestion, read: Extraction) -> bool:
    """Whether it is worth the while to look into a document page by page: it has the title somewhere, and is no CV."""
    wanted = fold(romanise(question.title))
    enough = len(WORD.findall(question.title)) >= _LEAST_WORDS
    return enough and read.category is not Category.CV and wanted in fold(romanise(read.text))


def find_in_volume(task: tuple[bytes, PaperQuestion]) -> VolumePlace | None:
    """What a worker process runs: the pages of a PDF on which a paper stands; None where it has none of it."""
    data, question = task
    return place_in(read_page_texts(data), question)


def place_in(pages: Sequence[str], question: PaperQuestion) -> VolumePlace | None:
    """The same for the texts of the pages."""
    if len(pages) < _LEAST_PAGES:
        return None
    for number, text in enumerate(pages):
        title = _title_at_top(text, question.title)
        if not title:
            continue
        share = _share_of_authors(question, text[:_OPENING])
        if (question.authors and not share) or not _begins_paper(text):
            continue
        last = _last_page(pages, number)
        if sum(map(len, pages[number : last + 1])) >= _LEAST_TEXT:
            return VolumePlace(number + 1, last + 1, title, share)
    return None


def _title_at_top(text: str, title: str) -> str:
    """The title as it stands alone on one line or several near the top of a page; "" where it does not."""
    wanted = fold(romanise(title))
    if wanted not in fold(romanise(text[: _TOP + 2 * len(title)])):
        return ""
    lines = [" ".join(line.split()) for line in text[:_TOP].splitlines() if line.strip()]
    for start in range(len(lines)):
        joined = ""
        for line in lines[start : start + _JOINED]:
            joined = f"{joined} {line}".strip()
            if len(joined) > 2 * len(title) + 10:
                break
            compared = compare_titles((title,), (_NOTE.sub("", joined),))
            if compared is not None and compared.tie in _SAME:
                return joined
    return ""


def _share_of_authors(question: PaperQuestion, text: str) -> float:
    if not question.authors:
        return 0.0
    present = {romanise(word) for word in WORD.findall(text)}
    named = [words[-1] in present for name in question.authors if (words := family_words(name))]
    return sum(named) / len(question.authors)


def _begins_paper(text: str) -> bool:
    """Whether a page has what papers begin with, as a word at the beginning of a line."""
    starts = {
        romanise(words[0])
        for line in text[:_OPENING].splitlines()
        if (words := WORD.findall(line.lstrip("0123456789. ")))
    }
    return bool(starts & _opening_words())


def _last_page(pages: Sequence[str], first: int) -> int:
    """The last page of the paper that begins on a page: the one before the next beginning."""
    end = min(len(pages), first + _LONGEST)
    for number in range(first + 1, end):
        if _abstract_near_top(pages[number]):
            return number - 1
    return end - 1


def _abstract_near_top(text: str) -> bool:
    starts = {
        romanise(words[0]) for line in text[:_TOP].splitlines() if (words := WORD.findall(line))
    }
    return bool(starts & words_of("abstract"))


@cache
def _opening_words() -> frozenset[str]:
    return words_of("abstract") | words_of("opening")
