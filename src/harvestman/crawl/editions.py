"""Which events a site shows, and which of its pages belong to which: judged from what all its pages say together.

No page is believed by itself. A splash page says nothing, a page that was copied from last year says the wrong year, and most
lists of papers name no event at all. So each page votes by what stands in its title, headings, logo, footer and address; its
folders inherit the votes, and a page that says nothing of its own follows the nearest folder that is sure. Editions on one host are told
apart by folder, heading or title. Where nothing is sure, nothing is said. Pure: the same pages give the same editions.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TypeVar
from urllib.parse import urlsplit

from harvestman.model import EventSign, SignedPage, SignPlace
from harvestman.pages.events import telling_words, title_parts, without_year
from harvestman.pages.events.words import event_words
from harvestman.pages.wording import pattern
from harvestman.text import fold, host_of, unaccent

# What a place is worth, with an acronym or a name beside the year, and with a year alone.
_ATTACHED = {
    SignPlace.TITLE: 3.0,
    SignPlace.SITE_NAME: 3.0,
    SignPlace.SCHEMA: 3.0,
    SignPlace.HEADING: 3.0,
    SignPlace.SUBHEADING: 1.0,
    SignPlace.LOGO: 2.0,
    SignPlace.OPENING: 1.5,
    SignPlace.FOOTER: 1.0,
    SignPlace.DAY: 0.8,
    SignPlace.SECTION: 0.0,  # it speaks for the papers under it, not for the page
    SignPlace.HOST: 3.0,
    SignPlace.FOLDER: 5.0,
}
_BARE = {
    **_ATTACHED,
    SignPlace.TITLE: 2.0,
    SignPlace.HEADING: 1.0,
    SignPlace.SUBHEADING: 0.2,
    SignPlace.FOOTER: 0.4,
}
_SHORT_SHARE = 0.2  # of a year in two digits whose letters are not known to be an acronym
_SURE = 2.5  # the weight from which on a folder's year is believed
_MAJORITY = 0.6
_ONE_ACRONYM = 0.5  # the share of all votes for an acronym by which a whole folder is its event's
_YEARLESS = 0.6

K = TypeVar("K")
_Votes = defaultdict[K, float]
_FEW_BANNERS, _MOST_BANNERS = 3, 0.9
_PROMINENT = (SignPlace.TITLE, SignPlace.SITE_NAME, SignPlace.HEADING, SignPlace.SCHEMA)
_LINES = (SignPlace.HEADING, SignPlace.SUBHEADING, SignPlace.OPENING)
_ADDRESS = (SignPlace.HOST, SignPlace.FOLDER)

_Folder = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Told:
    """The sign that tells a value, and the page on which it stands."""

    url: str
    sign: EventSign


@dataclass(frozen=True, slots=True)
class Edition:
    """One event that a site shows, with the pages that belong to it."""

    acronym: str
    year: int
    """0 where the site does not say."""
    name: str
    site: str
    """The address of its front page."""
    pages: tuple[str, ...]
    sections: tuple[str, ...] = ()
    """Pages of other editions, or of none, that list papers of this one under a heading with its year."""
    evidence: Mapping[str, Told] = field(default_factory=dict, compare=False)
    """By "acronym", "year" and "name"."""


def judge_editions(
    pages: Sequence[SignedPage], *, fronts: Iterable[str] = (), now: int
) -> list[Edition]:
    """The events of one site; `fronts` are the pages that were given, `now` is the year."""
    site = _Site(pages, frozenset(fronts), now)
    years = {page.url: site.year_of(page) for page in pages}
    acronyms = site.acronyms()
    groups: dict[tuple[str, int], list[SignedPage]] = defaultdict(list)
    for page in pages:
        groups[acronyms.get(page.url, ""), years[page.url]].append(page)
    found = []
    sections = _sections(pages, acronyms)
    for acronym, year in sorted(groups.keys() | sections.keys()):
        own = groups.get((acronym, year), [])
        beside = sections.get((acronym, year), [])
        edition = site.edition(acronym, year, own or beside)
        if edition is not None:
            urls = tuple(page.url for page in beside)
            found.append(replace(edition, pages=edition.pages if own else (), sections=urls))
    return found


def _sections(
    pages: Sequence[SignedPage], acronyms: Mapping[str, str]
) -> dict[tuple[str, int], list[SignedPage]]:
    """The pages that list papers of several editions, by acronym and year of each."""
    found: dict[tuple[str, int], list[SignedPage]] = defaultdict(list)
    for page in pages:
        years = {sign.year for sign in page.signs if sign.place is SignPlace.SECTION}
        for year in sorted(years):
            found[acronyms.get(page.url, ""), year].append(page)
    return found


@dataclass(slots=True)
class _Name:
    """A name that pages give: how strongly, on how many of them, and where."""

    weight: float = 0.0
    pages: int = 0
    told: list[Told] = field(default_factory=list)


class _Site:
    """The pages of a site with their votes."""

    def __init__(self, pages: Sequence[SignedPage], fronts: frozenset[str], now: int) -> None:
        self.pages = pages
        self.fronts = fronts
        self.now = now
        self.known = _known_acronyms(pages)
        self.folders: dict[_Folder, list[SignedPage]] = defaultdict(list)
        for page in pages:
            folder = _folder(page.url)
            for length in range(1, len(folder) + 1):
                self.folders[folder[:length]].append(page)
        self.votes = {page.url: self._votes(page) for page in pages}
        self._decided: dict[_Folder, tuple[int, float]] = {}

    # years

    def _votes(self, page: SignedPage) -> _Votes[int]:
        """How strongly a page speaks for each year; a place that says it twice counts once."""
        best: dict[tuple[SignPlace, int], float] = {}
        headed = self._headed(page)
        if len(headed) == 1:
            headed = (
                set()
            )  # else it lists several editions, and none of its headings speaks for the page
        for sign in page.signs:
            if sign.year and not (sign.place in _LINES and sign.year in headed):
                key = (sign.place, sign.year)
                best[key] = max(best.get(key, 0.0), self._weight(sign))
        votes: _Votes[int] = defaultdict(float)
        for (_, year), weight in sorted(best.items()):
            votes[year] += weight
        return votes

    def _headed(self, page: SignedPage) -> set[int]:
        """The years that the headings of a page name; several where it lists several editions."""
        places = (SignPlace.HEADING, SignPlace.SUBHEADING)
        return {
            sign.year
            for sign in page.signs
            if sign.year and sign.place in places and self._speaks_for_papers(sign)
        }

    def _weight(self, sign: EventSign) -> float:
        is_attached = bool(sign.acronym or sign.name)
        weight = (_ATTACHED if is_attached else _BARE)[sign.place]
        if sign.is_short and fold(sign.acronym) not in self.known:
            return weight * _SHORT_SHARE
        return weight

    def year_of(self, page: SignedPage) -> int:
        """The year of a page's edition: what it says against its site, else what its nearest sure folder says."""
        folder = _folder(page.url)
        year = 0
        for length in range(len(folder), 0, -1):
            year, weight = self._year_of_folder(folder[:length])
            if year and weight >= _SURE:
                break
        else:
            year = self._year_of_folder(folder[:1])[0]
        return self._own_year(page, year) or year

    def _year_of_folder(self, folder: _Folder) -> tuple[int, float]:
        """The year that most of a folder's pages speak for, and how strongly; 0 when they disagree."""
        if folder not in self._decided:
            votes: _Votes[int] = defaultdict(float)
            for page in self.folders[folder]:
                _add(votes, self.votes[page.url])
            self._decided[folder] = _majority(votes)
        return self._decided[folder]

    def _own_year(self, page: SignedPage, year: int) -> int:
        """The other year that a page's own heading or title names: the page of an older edition."""
        attached = [sign for sign in page.signs if sign.year and self._speaks_for_papers(sign)]
        headings = {sign.year for sign in attached if sign.place is SignPlace.HEADING}
        if len(self._headed(page)) > 1:
            headings = set()
        titles = {sign.year for sign in attached if sign.place is SignPlace.TITLE}
        if len(headings) == 1 and year not in headings:
            return headings.pop()
        if len(titles) == 1 and year not in titles and year not in headings:
            folder = {sign.year for sign in page.signs if sign.place is SignPlace.FOLDER}
            return titles.pop() if year not in folder else 0
        return 0

    def _speaks_for_papers(self, sign: EventSign) -> bool:
        """Whether a heading's year is that of the site's own series, or of a list of papers."""
        if sign.acronym and fold(sign.acronym) in self.known:
            return True
        return not sign.acronym and event_words().listing.search(unaccent(sign.text)) is not None

    # acronyms

    def acronyms(self) -> dict[str, str]:
        """The acronym, folded, of each page's event: that of the highest folder whose pages agree on one."""
        found: dict[str, str] = {}
        tops = sorted({folder[:1] for folder in self.folders})
        for top in tops:
            self._divide(top, found)
        found.update(self._workshops(found))
        return found

    def _workshops(self, general: Mapping[str, str]) -> dict[str, str]:
        """The pages of workshops at an event, with their acronyms: those with papers whose own heading names one, and what lies in their folders."""
        own = {
            page.url: acronym
            for page in self.pages
            if (acronym := self._workshop_of(page, general.get(page.url, "")))
        }
        heads = {
            _folder(page.url): own[page.url]
            for page in sorted(self.pages, key=lambda page: (-len(page.url), page.url))
            if page.url in own and _is_index(page.url)
        }
        found = {page.url: own[page.url] for page in self.pages if page.url in own and page.papers}
        for folder, acronym in sorted(heads.items()):
            below = self.folders[folder]
            is_part = len(folder) > 1 and 2 * len(below) < len(self.pages)
            if is_part and not any(page.url in self.fronts for page in below):
                has_papers = any(page.papers for page in below)
                found |= {page.url: own.get(page.url, acronym) for page in below if has_papers}
        return found

    def _workshop_of(self, page: SignedPage, general: str) -> str:
        """The acronym, folded, of the workshop that a page's heading or title names; "" where it is that of the whole site."""
        if not general or page.url in self.fronts:
            return ""
        gathering = pattern("entries", "gathering")
        for sign in page.signs:
            key = fold(sign.acronym)
            if sign.place not in _PROMINENT or not key or general in key or key in general:
                continue
            if gathering.search(sign.name or sign.text):
                return key
        return ""

    def _divide(self, folder: _Folder, found: dict[str, str]) -> None:
        votes: _Votes[str] = defaultdict(float)
        for page in self.folders[folder]:
            _add(votes, self._acronym_votes(page))
        if not votes:
            return
        acronym, weight = min(votes.items(), key=lambda item: (-item[1], item[0]))
        if weight >= _ONE_ACRONYM * sum(votes.values()):
            found.update((page.url, acronym) for page in self.folders[folder])
            return
        below = sorted(
            other
            for other in self.folders
            if len(other) == len(folder) + 1 and other[:-1] == folder
        )
        for page in self.folders[folder]:
            if _folder(page.url) == folder:
                own = self._acronym_votes(page)
                if own:
                    found[page.url] = min(own.items(), key=lambda item: (-item[1], item[0]))[0]
        for other in below:
            self._divide(other, found)

    def _acronym_votes(self, page: SignedPage) -> _Votes[str]:
        best: dict[tuple[SignPlace, str], float] = {}
        for sign in page.signs:
            key = fold(sign.acronym)
            if not key or (
                sign.place in (SignPlace.HOST, SignPlace.FOLDER) and key not in self.known
            ):
                continue
            weight = _ATTACHED[sign.place] * (1.0 if sign.year else _YEARLESS)
            best[sign.place, key] = max(best.get((sign.place, key), 0.0), weight)
        votes: _Votes[str] = defaultdict(float)
        for (_, key), weight in sorted(best.items()):
            votes[key] += weight
        return votes

    # editions

    def edition(self, acronym: str, year: int, pages: Sequence[SignedPage]) -> Edition | None:
        """The event of these pages; None when nothing names it."""
        evidence: dict[str, Told] = {}
        if acronym:
            # Where none of these pages prints it, another page of the site does.
            told = _with_acronym(acronym, pages) or _with_acronym(acronym, self.pages)
            printed = [t for t in told if t.sign.place not in _ADDRESS]
            evidence["acronym"] = self._best(printed or told)
        name = self._name(acronym, pages)
        if name is not None:
            # "Interspeech 2019": a name of one word serves as an acronym.
            is_short = not acronym and len(name.sign.name.split()) == 1
            evidence["acronym" if is_short else "name"] = name
        if year:
            told = [Told(page.url, s) for page in pages for s in page.signs if s.year == year]
            if told:
                evidence["year"] = self._best(told)
        if not evidence or (not year and not self._is_named(evidence)):
            return None  # the name of a journal or a society
        shown = evidence["acronym"].sign if "acronym" in evidence else None
        acronym = (shown.acronym or shown.name) if shown else ""
        return Edition(
            acronym=acronym.upper() if shown and shown.place in _ADDRESS else acronym,
            year=year if "year" in evidence else 0,
            name=evidence["name"].sign.name if "name" in evidence else "",
            site=self._front(pages),
            pages=tuple(page.url for page in pages),
            evidence=evidence,
        )

    def _is_named(self, evidence: Mapping[str, Told]) -> bool:
        """Whether something is printed that only events have: an acronym, or a name with an event's noun in it."""
        name = evidence["name"].sign.name if "name" in evidence else ""
        return "acronym" in evidence or event_words().noun.search(unaccent(name)) is not None

    def _best(self, told: Iterable[Told]) -> Told:
        """The sign that is worth most, on a given page before others."""

        def merit(one: Told) -> tuple[float, bool, int, str, str]:
            # Of two ways to write an acronym, the one with more capitals: PMBS, not pmbs.
            capitals = sum(map(str.isupper, one.sign.acronym))
            return (
                -self._weight(one.sign) - 0.1 * capitals,
                one.url not in self.fronts,
                len(one.url),
                one.url,
                one.sign.text,
            )

        return min(told, key=merit)

    def _name(self, acronym: str, pages: Sequence[SignedPage]) -> Told | None:
        """What the event is called in full: the name that most speaks for, if it is surely this event's."""
        names = self._names(acronym, pages)
        sure = {key: one for key, one in names.items() if self._is_its_name(acronym, one, pages)}
        if not sure:
            return self._shared_part(acronym, pages)
        chosen = sure[min(sure, key=lambda key: (-sure[key].weight, key))].told
        counted = Counter(told.sign.name for told in chosen)
        shown = min(counted, key=lambda n: (-counted[n], -sum(map(str.isupper, n)), -len(n), n))
        return self._best(told for told in chosen if told.sign.name == shown)

    def _names(self, acronym: str, pages: Sequence[SignedPage]) -> dict[tuple[str, ...], _Name]:
        """The names on these pages by their telling words: how strongly each is spoken for, and where."""
        front = self._front(pages)
        names: dict[tuple[str, ...], _Name] = defaultdict(_Name)
        for page in pages:
            of_page: dict[tuple[str, ...], float] = {}
            for sign in page.signs:
                key = tuple(sorted(set(telling_words(sign.name)))) if sign.name else ()
                if not key:
                    continue
                weight = 1.0 + _ATTACHED[sign.place]
                weight *= 3.0 if _abbreviates(acronym, sign.name) else 1.0
                weight *= 2.0 if acronym and fold(sign.acronym) == acronym else 1.0
                weight *= 2.0 if page.url == front or page.url in self.fronts else 1.0
                of_page[key] = max(of_page.get(key, 0.0), weight)
                names[key].told.append(Told(page.url, sign))
            for key, weight in of_page.items():
                names[key].weight += weight
                names[key].pages += 1
        return names

    def _is_its_name(self, acronym: str, name: _Name, pages: Sequence[SignedPage]) -> bool:
        """Whether a name is surely that of these pages' event, not a workshop's at it or somebody else's."""
        prominent = {told.url for told in name.told if told.sign.place in _PROMINENT}
        if 2 * len(prominent) >= len(pages):
            return True
        opening = {told.url for told in name.told if told.sign.place is SignPlace.OPENING}
        if len(opening) >= max(_FEW_BANNERS, _MOST_BANNERS * len(pages)):
            return True  # in the banner of every page
        signs = [told.sign for told in name.told]
        if acronym:
            written = {
                s.acronym for page in pages for s in page.signs if fold(s.acronym) == acronym
            }
            if any(not written.isdisjoint(sign.name.split()) for sign in signs):
                return False  # "8th LEGS Workshop on Knees": held at LEGS
            return any(
                _abbreviates(acronym, sign.name) or f"{sign.name} ({sign.acronym}" in sign.text
                for sign in signs
                if sign.acronym in ("", *written)
            )
        front = self._front(pages)
        return any(told.url == front and told.sign.place in _PROMINENT for told in name.told)

    def _shared_part(self, acronym: str, pages: Sequence[SignedPage]) -> Told | None:
        """The part that most titles of a site share, such as "Legs in Motion 2014"."""
        parts: dict[str, list[Told]] = defaultdict(list)
        titled = 0
        for page in pages:
            titles = [s for s in page.signs if s.place in (SignPlace.TITLE, SignPlace.SITE_NAME)]
            titled += bool(titles)
            own = {}
            for sign in titles:
                for part in title_parts(sign.text):
                    bare, _ = without_year(part, now=self.now)
                    if telling_words(bare) and not (acronym and acronym in fold(bare)):
                        sharing = EventSign(sign.place, sign.text, "", sign.year, bare)
                        own[fold(bare)] = Told(page.url, sharing)
            for key, told in own.items():
                parts[key].append(told)
        shared = {key: told for key, told in parts.items() if len(told) >= max(2, titled / 2)}
        if titled == 1 and not acronym:
            shared = {key: told for key, told in parts.items() if told[0].sign.year}
        if not shared:
            return None
        key = min(shared, key=lambda k: (-len(shared[k]), -len(k), k))
        return shared[key][0]

    def _front(self, pages: Sequence[SignedPage]) -> str:
        """The given page if it is among them, or else the one with the shortest address."""
        given = [page.url for page in pages if page.url in self.fronts]
        return min(given or [page.url for page in pages], key=lambda url: (len(url), url))


def _with_acronym(acronym: str, pages: Iterable[SignedPage]) -> list[Told]:
    """The signs of pages that give an acronym, which is folded."""
    return [Told(p.url, sign) for p in pages for sign in p.signs if fold(sign.acronym) == acronym]


def _is_index(url: str) -> bool:
    """Whether a page is the first of its folder, so that what it names may be the folder's."""
    last = urlsplit(url).path.rpartition("/")[2]
    return not last or last.partition(".")[0] in ("index", "home", "default")


def _known_acronyms(pages: Iterable[SignedPage]) -> frozenset[str]:
    """The acronyms that stand on pages, not only in addresses."""
    return frozenset(
        fold(sign.acronym)
        for page in pages
        for sign in page.signs
        if sign.acronym and sign.place not in (SignPlace.HOST, SignPlace.FOLDER)
    )


def _add(votes: _Votes[K], more: Mapping[K, float]) -> None:
    for key, weight in more.items():
        votes[key] += weight


def _majority(votes: _Votes[int]) -> tuple[int, float]:
    if not votes:
        return 0, 0.0
    year, weight = min(votes.items(), key=lambda item: (-item[1], -item[0]))
    return (year, weight) if weight >= _MAJORITY * sum(votes.values()) else (0, 0.0)


def _folder(url: str) -> _Folder:
    parts = urlsplit(url)
    return (host_of(url), *(folder for folder in parts.path.split("/")[1:-1] if folder))


def _abbreviates(acronym: str, name: str) -> bool:
    """Whether an acronym is made of beginnings of a name's words, in their order: RE-search in COM-putational M. B-iology."""
    words = unaccent(name).replace("-", " ").split()
    reached = {0}
    for word in words:
        for start in sorted(reached):
            length = 0
            while (
                length < len(word)
                and start + length < len(acronym)
                and word[length] == acronym[start + length]
            ):
                length += 1
                reached.add(start + length)
    return len(acronym) > 1 and len(acronym) in reached
