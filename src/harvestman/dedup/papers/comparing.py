"""Are these two papers one? Every sign that speaks for it or against it has a weight; their sum gives a probability.

The weights are logarithms of odds (Fellegi and Sunter, 1969: how much likelier is this sign between two prints of one paper than
between two papers that merely share a block), set by hand and checked by `harvestman eval linkage`. A wrong merge is worse than
a doubtful pair, so some signs do more than weigh: whatever else agrees, they leave the decision to a person, or rule it out.
"""

from __future__ import annotations

import math
import re
from dataclasses import dataclass, field
from functools import lru_cache

from rapidfuzz import fuzz

from harvestman.dedup.papers.keys import is_front_matter
from harvestman.dedup.papers.people import AuthorsCompared, compare_authors
from harvestman.dedup.papers.records import Record
from harvestman.dedup.papers.titles import TitlesCompared, TitleTie, compare_titles
from harvestman.model import Likeness, Verdict
from harvestman.text import fold, is_preprint, words

SURE = 0.98
"""From this probability on two papers are merged."""
WORTH_A_LOOK = 0.6
"""From this probability on a person is asked."""

_PRIOR = -4.0  # papers that share a block are mostly two papers
_PER_WORD = 0.9
_MOST_OF_A_TITLE = 7.0
_TIES = {
    TitleTie.EQUAL: 0.0,
    TitleTie.NEAR: -0.7,
    TitleTie.SUBTITLE: -1.5,
    TitleTie.DOTTED: -1.0,
    TitleTie.CUT: -4.0,  # "… of A" and "… of A and B" are often two papers
}
_UNLIKE = {
    TitleTie.CLOSE: 1.0,
    TitleTie.LANGUAGES: 0.0,
    TitleTie.NUMBERED: -3.0,
    TitleTie.FAR: -6.0,
}
_FRONT_MATTER_WORDS = 5
_STRICTNESS = list(Verdict)
# The sum of weights that a probability of `WORTH_A_LOOK` takes, less a little for what is rounded.
_LEAST_TOTAL = math.log((WORTH_A_LOOK - 0.001) / (1.001 - WORTH_A_LOOK))
_FIRST_PAGE = re.compile(r"[A-Za-z]?\d+")


@dataclass(slots=True)
class _Weighing:
    """The signs so far."""

    signs: list[tuple[float, str]] = field(default_factory=list)
    limit: Verdict = Verdict.SAME
    """The most that can be said."""

    def add(self, weight: float, reason: str) -> None:
        self.signs.append((weight, reason))

    def at_most(self, verdict: Verdict) -> None:
        self.limit = max(self.limit, verdict, key=_STRICTNESS.index)

    def total(self) -> float:
        return _PRIOR + sum([weight for weight, _ in self.signs])

    def likeness(self) -> Likeness:
        probability = 1 / (1 + math.exp(-max(-30.0, min(30.0, self.total()))))
        if self.limit is Verdict.DIFFERENT or probability < WORTH_A_LOOK:
            verdict = Verdict.DIFFERENT
        elif self.limit is Verdict.DOUBTFUL or probability < SURE:
            verdict = Verdict.DOUBTFUL
        else:
            verdict = Verdict.SAME
        reasons = [reason for _, reason in sorted(self.signs, key=lambda s: -abs(s[0]))]
        return Likeness(verdict, round(probability, 4), tuple(reasons))


def may_be_one(one: Record, other: Record) -> bool:
    """Whether a comparison can come to more than "different": not where even equal titles could not outweigh all else.

    Nine of ten pairs that meet in a block end here, without their titles, which cost most, being compared.
    """
    weighing = _Weighing()
    _weigh_identifiers(weighing, one, other)
    _weigh_authors(weighing, compare_authors(one.authors, other.authors))
    _weigh_years(weighing, one, other)
    _weigh_place(weighing, one, other)
    _weigh_contents(weighing, one, other)
    weighing.add(_MOST_OF_A_TITLE, "as if the titles were equal")
    return weighing.total() >= _LEAST_TOTAL


def compare(one: Record, other: Record) -> Likeness:
    """How alike two papers are, and why."""
    weighing = _Weighing()
    titles = compare_titles(one.titles, other.titles)
    authors = compare_authors(one.authors, other.authors)
    same_identifier = _weigh_identifiers(weighing, one, other)
    if not same_identifier:
        _weigh_editions(weighing, one, other, titles)
    _weigh_titles(weighing, titles)
    _weigh_authors(weighing, authors)
    _weigh_years(weighing, one, other)
    _weigh_place(weighing, one, other)
    _weigh_contents(weighing, one, other)
    if titles is None or not (titles.agrees or same_identifier):
        weighing.at_most(Verdict.DOUBTFUL)
    if titles and titles.lesser:
        weighing.add(-1.0, f"only one is called “{titles.lesser}”")
        weighing.at_most(Verdict.DOUBTFUL)
    if any(map(is_front_matter, (*one.titles, *other.titles))) and not one.years & other.years:
        weighing.add(-4.0, "it is front matter, of which every year has its own")
        # "Message Progression in Parallel Computing" only begins like front matter.
        is_short = titles is not None and titles.weight <= _FRONT_MATTER_WORDS
        weighing.at_most(Verdict.DIFFERENT if is_short else Verdict.DOUBTFUL)
    return weighing.likeness()


def _weigh_identifiers(weighing: _Weighing, one: Record, other: Record) -> bool:
    """Whether an identifier says that they are one."""
    for name, here, there in (
        ("DOI", one.dois, other.dois),
        ("arXiv id", one.arxivs, other.arxivs),
    ):
        if here & there:
            weighing.add(6.0, f"both have the {name} {min(here & there)}")
            return True
        published = [{d for d in ids if not is_preprint(d)} for ids in (here, there)]
        if all(published):
            weighing.add(-7.0, f"each has a {name} of its own")
            weighing.at_most(Verdict.DOUBTFUL)
    return False


def _weigh_titles(weighing: _Weighing, titles: TitlesCompared | None) -> None:
    if titles is None:
        weighing.add(-2.0, "one of them has no title")
        return
    if titles.tie is TitleTie.ABOUT:
        weighing.add(-8.0, titles.tie.value)
        weighing.at_most(Verdict.DIFFERENT)
    elif titles.tie in _TIES:
        weight = min(_MOST_OF_A_TITLE, 2.0 + _PER_WORD * titles.weight) + _TIES[titles.tie]
        weighing.add(weight, titles.tie.value)
    else:
        weighing.add(_UNLIKE[titles.tie], titles.tie.value)
        # Another paper's DOI under a title of one's own is a slip or a lie.
        if titles.tie in (TitleTie.NUMBERED, TitleTie.FAR):
            weighing.at_most(Verdict.DOUBTFUL)


def _weigh_authors(weighing: _Weighing, authors: AuthorsCompared | None) -> None:
    if authors is None:
        weighing.add(-1.0, "one of them names no authors")
        return
    told = f"{authors.matched} of {authors.shorter} authors agree"
    if authors.share == 1:
        weight = {1: 3.0, 2: 4.5}.get(authors.shorter, 5.5)
        weight += 0.5 if authors.is_exact else 0.0
        # One name of six: perhaps a colleague's other paper.
        weight -= 1.0 if authors.longer >= 3 * authors.shorter and not authors.first_agrees else 0.0
        weighing.add(weight, "the authors agree" if authors.longer == authors.shorter else told)
    elif authors.share >= 0.6:
        weighing.add(2.5, told)
    elif authors.share >= 0.3:
        weighing.add(0.0, told)
        weighing.at_most(Verdict.DOUBTFUL)
    else:
        weighing.add(-7.0 if not authors.matched else -3.0, "the authors differ")
        weighing.at_most(Verdict.DOUBTFUL)


def _weigh_years(weighing: _Weighing, one: Record, other: Record) -> None:
    if not one.years or not other.years:
        return
    distance = min(abs(x - y) for x in one.years for y in other.years)
    if distance == 0:
        weighing.add(1.0, "the years are equal")
    elif distance == 1:
        weighing.add(0.5, "they are a year apart")
    elif distance > 2:
        weighing.add(-1.0 if distance <= 4 else -3.0, f"they are {distance} years apart")


def _weigh_editions(
    weighing: _Weighing, one: Record, other: Record, titles: TitlesCompared | None
) -> None:
    """Papers of two editions are two, whatever else agrees, unless they link one file: series have their regular speakers."""
    if not one.editions or not other.editions or one.editions & other.editions:
        return
    if one.files & other.files or (one.files & other.sources) | (other.files & one.sources):
        return
    years = f"{min(one.editions)} and {min(other.editions)}"
    weighing.add(-5.0, f"they are papers of two editions, {years}")
    is_equal = titles is not None and titles.tie in (TitleTie.EQUAL, TitleTie.NEAR)
    weighing.at_most(Verdict.DOUBTFUL if is_equal else Verdict.DIFFERENT)


def _weigh_place(weighing: _Weighing, one: Record, other: Record) -> None:
    """Venue and pages: a preprint has others than the published paper, so these say little against it."""
    is_one_venue = any(_is_one_venue(x, y) for x in one.venues for y in other.venues)
    if is_one_venue:
        weighing.add(1.0, "the venues agree")
    elif one.venues and other.venues:
        weighing.add(-0.3, "the venues differ")
    starts = [
        {match[0] for text in r.pages if (match := _FIRST_PAGE.search(text))} for r in (one, other)
    ]
    if starts[0] & starts[1] - {"1"}:
        weighing.add(2.0, "they begin on the same page")
    elif all(starts) and is_one_venue and one.volumes & other.volumes:
        weighing.add(-4.0, "they have other pages of one volume")


@lru_cache(maxsize=5_000)  # the papers of a site have few venues
def _is_one_venue(one: str, other: str) -> bool:
    if fold(one) == fold(other):
        return True
    x, y = " ".join(words(one)), " ".join(words(other))
    return min(len(x), len(y)) >= 4 and fuzz.token_set_ratio(x, y) >= 85


def _weigh_contents(weighing: _Weighing, one: Record, other: Record) -> None:
    if (one.files & other.sources) | (other.files & one.sources):
        weighing.add(3.0, "one is the file that the other links")
    elif one.files & other.files:
        weighing.add(1.5, "both link the same file")
    if one.abstracts and other.abstracts:
        alike = max(_overlap(x, y) for x in one.abstracts for y in other.abstracts)
        if alike >= 0.7:
            weighing.add(4.0, "the abstracts agree")
        elif alike < 0.3:
            weighing.add(-2.0, "the abstracts differ")


def _overlap(one: str, other: str) -> float:
    """The share of the shorter text's words that the longer has too."""
    x, y = set(words(one)), set(words(other))
    return len(x & y) / max(1, min(len(x), len(y)))
