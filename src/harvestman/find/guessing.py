"""Which files of a page may be the paper, though the page calls them otherwise? Decks, lecture notes and theses often are so linked.

A page that names an author links files as "download", "Lecture 3" or by their names. What little is said of each (the text of the link, the
name of the file, the line around it) is compared with title, authors and year; a file that its line explains as another paper is
hardly it. The best guesses are tried first, within the budget of the question, and each is verified by what the file itself says.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import datetime
from urllib.parse import unquote, urlsplit

from harvestman.crawl import is_document
from harvestman.find.layout import LaidLink, PageLayout, entry_around, lay_out, share_named
from harvestman.find.lines import reference_chance
from harvestman.find.pairing import PairedLink, pair_laid
from harvestman.find.questions import PaperQuestion
from harvestman.find.verifying import family_words
from harvestman.find.words import FILE_WORDS, WORD
from harvestman.pages import SavedPage, Source
from harvestman.text import decode_html, romanise

MOST_GUESSES = 8
"""Of one page."""
_MOST_BLIND = 2  # of which hardly anything is said
_GOOD = 10
_STEM = 5  # letters of a word that count: endings differ
_SHORTEST = 3
_TELLING = 4  # letters of a word of a title that says something
_LINE = 400  # letters of the line around a link that are looked at
_MOST_FILES = 400
_EXPLAINED = 40  # letters of a line that may be a reference
_PIECE = re.compile(r"[A-ZА-ЯЁ]?[a-zа-яё]+|[A-ZА-ЯЁ]+(?![a-zа-яё])|\d{4}")

# What speaks for a guess, in points; set while looking at how the files of the train sites are linked.
_NAME, _FITS, _AROUND, _OF_AUTHOR, _NEAR_AUTHOR, _YEAR, _OTHER = 50, 30, 25, 35, 15, 5, -30


@dataclass(frozen=True, slots=True)
class GuessedFile:
    """A file that may be the paper, and how much speaks for it: 0 for nothing but the page."""

    url: str
    points: int


@dataclass(frozen=True, slots=True)
class PageSight:
    """What a page has for a question."""

    paired: tuple[PairedLink, ...]
    """Links of the paper's entry, the likeliest first; none when the page does not name the paper."""
    guessed: tuple[GuessedFile, ...]
    """Other files that may be it, the best guesses first."""
    authors: float
    """The share of the authors whom the page names."""


def see_saved_page(task: tuple[SavedPage, datetime, PaperQuestion]) -> PageSight:
    """What a worker process runs: a page looked through for a paper."""
    page, now, question = task
    html, _ = decode_html(page.body, page.content_type)
    return see_page(Source(page, html=html, now=now), question)


def see_page(source: Source, question: PaperQuestion) -> PageSight:
    """A page looked through for a paper."""
    layout = lay_out(source)
    title = source.tree.css_first("title")
    said = f"{title.text() if title else ''} {layout.text}"
    paired = pair_laid(layout, source.url, question)
    return PageSight(paired, guess_files(layout, question), share_named(question, said))


def guess_files(layout: PageLayout, question: PaperQuestion) -> tuple[GuessedFile, ...]:
    """The files of a page that may be the paper, the best guesses first."""
    best: dict[str, int] = {}
    for link in [one for one in layout.links if is_document(one.url)][:_MOST_FILES]:
        points = _points(link, layout, question)
        best[link.url] = max(points, best.get(link.url, points))
    order = sorted(best, key=lambda url: -best[url])
    good = [url for url in order if best[url] >= _GOOD][:MOST_GUESSES]
    rest = [url for url in order if 0 <= best[url] < _GOOD][:_MOST_BLIND]
    return tuple(GuessedFile(url, best[url]) for url in (*good, *rest)[:MOST_GUESSES])


def _points(link: LaidLink, layout: PageLayout, question: PaperQuestion) -> int:
    wanted = {
        _stem(word) for word in WORD.findall(romanise(question.title)) if len(word) >= _TELLING
    }
    names = {words[-1] for name in question.authors if (words := family_words(name))}
    name = unquote(urlsplit(link.url).path).rpartition("/")[2].rpartition(".")[0]
    own = {romanise(piece) for piece in _PIECE.findall(f"{name} {link.anchor}")}
    own = {piece for piece in own if len(piece) >= _SHORTEST} - FILE_WORDS
    line = _line_around(link, layout)
    around = {romanise(word) for word in WORD.findall(line)}
    covered = _share(wanted, own)
    points = _NAME * covered + _FITS * _share(own - names, wanted) * bool(covered)
    points += _AROUND * _share(wanted, around)
    points += _OF_AUTHOR * bool(names & own) or _NEAR_AUTHOR * bool(names & around)
    points += _YEAR * (str(question.year) in f"{name} {line}")
    if len(line) >= _EXPLAINED and not covered and _share(wanted, around) < 0.5:
        points += _OTHER * (reference_chance(line) >= 0.5)
    return round(points)


def _line_around(link: LaidLink, layout: PageLayout) -> str:
    """The entry or line that holds a link."""
    begin, end = entry_around(layout, link.start, link.end)
    begin, end = max(begin, link.start - _LINE), min(end, link.end + _LINE)
    return " ".join(layout.text[begin:end].split())


def _share(wanted: set[str], there: set[str]) -> float:
    """The share of words that begin as one of the others does."""
    stems = {_stem(word) for word in there}
    return sum(_stem(word) in stems for word in wanted) / len(wanted) if wanted else 0.0


def _stem(word: str) -> str:
    return word[:_STEM]
