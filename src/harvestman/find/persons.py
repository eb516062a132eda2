"""Find a person: from a name to the homepage, from the homepage to the publications pages, from these to the entries.

After section 5 of the paper finder. The search providers are asked with words for homepages in the languages of the name; of their hits and of
the front pages above them the likeliest by address are looked at; those that look like the person's homepage are checked
against affiliation, field and co-authors, with the publications pages that they lead to. Only these separate namesakes: where neither agrees,
the answer is "not sure". A page of a directory is never given as a homepage; where there is none it serves under its own name, if it speaks of
what is known of the person.
"""

from __future__ import annotations

import asyncio
import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from urllib.parse import urlsplit

from harvestman.find.agreeing import AGREES, Agreement, agreement
from harvestman.find.attached import attached_publications
from harvestman.find.entries import Publication
from harvestman.find.homepages import (
    PageLook,
    address_score,
    homepage_chance,
    is_same_site,
    own_place,
    page_signs,
    people_listed,
    roots_of,
    sure_from,
)
from harvestman.find.naming import Naming, Sought, names_in, other_script, sought
from harvestman.find.person_answers import PersonAnswer
from harvestman.find.providers import Query
from harvestman.find.publication_pages import (
    attached_lists,
    is_publications_page,
    leads_by_year,
    leads_to_publications,
    pages_of_years,
)
from harvestman.find.questions import PersonQuestion
from harvestman.find.reach import Reach, SeenPage
from harvestman.find.studying import Studied, study, with_frames
from harvestman.find.word_lists import phrases_in
from harvestman.model import Status
from harvestman.pages import SavedPage
from harvestman.text import canonical_url, fold
from harvestman.text.romanising import is_cyrillic

_LOOKED_AT = 5
"""Pages that are fetched by their first score."""
_OF_ONE_SITE = 3
_LISTS = 4
"""Pages behind a homepage that are looked at for publications."""
_YEARS = 10
"""Pages of single years that are looked at."""
_LEAST = 0.12
"""How likely a homepage must look before its publications are looked at."""
_WITH_TWO = 0.5
"""How likely it must be where two things agree; else the model's own threshold counts."""
_DOUBTFUL = 0.5
"""From here on a page that is not given is told as one that may be it."""
_AGREEING = 1.0
"""What an affiliation or a field that agrees adds to the logarithm of the odds."""
_SITES = 2
"""Sites that may be the person's and are followed."""
_NO_PAGE = (".pdf", ".ps", ".gz", ".zip", ".doc", ".docx", ".ppt", ".pptx", ".rtf", ".jpg", ".png")
_CARD = frozenset(
    {"title names full", "tells a role", "speaks of publications", "other people none"}
)
_NO_CARD = frozenset({"a part of a site", "a portal", "somebody else's"})
_OF_CARD = 0.5
"""How likely a page of one person on an organisation's site is at least the homepage, whatever its address: enough where two things agree."""
_DIRECTORY = 5
"""Other people whose names begin a line; from here on a page is a directory's."""


@dataclass(frozen=True, slots=True)
class _Home:
    """A page that may be the homepage, with what stands behind it."""

    studied: Studied
    chance: float
    agreed: Agreement
    lists: tuple[Studied, ...] = ()
    front: str = ""
    """The text of the site's front page, where that is another: it says whose site it is."""
    years: tuple[Studied, ...] = ()
    """Those of the lists that are of single years."""

    @property
    def look(self) -> PageLook:
        return self.studied.look


async def find_person(question: PersonQuestion, reach: Reach) -> PersonAnswer:
    """Look for a person's homepage and publications, within the budget of the question."""
    who = sought(question.name)
    if not who.families:
        return PersonAnswer(question, Status.NOTHING_FOUND, trail=tuple(reach.trail.steps))
    seen = await _look_at_hits(question, who, reach)
    homes = _homes(question, who, seen)
    followed = [await _with_lists(question, who, home, reach) for home in homes[:_SITES]]
    chosen, status = _choose(followed, reach)
    answer = PersonAnswer(question, status, question.name)
    if chosen is None:
        if status is Status.NOTHING_FOUND and (page := _directory(question, who, seen)):
            reach.trail.add(
                "directory", page, "names the person among others; no homepage was found"
            )
            answer = replace(answer, status=Status.DIRECTORY_ONLY, directory=page)
    else:
        answer = await _with_publications(answer, who, chosen, reach)
    return replace(answer, trail=tuple(reach.trail.steps), requests=reach.budget.spent)


# ---------------------------------------------------------------- the homepage
def queries(question: PersonQuestion) -> list[Query]:
    """What the providers are asked: name and words for homepages in both languages, and name with what is known of the person."""
    name = question.name
    latin = other_script(name)
    own = "ru" if latin else "en"
    known = " ".join(filter(None, (name, question.affiliation, question.field)))
    found = [Query(f"{name} {phrases_in(own, 'homepage query')[0]}", language=own, name=name)]
    if known != name:
        found.append(Query(known, language=own if latin else "", name=name))
    if latin:
        found.append(
            Query(f"{latin} {phrases_in('en', 'homepage query')[0]}", language="en", name=latin)
        )
    elif is_cyrillic(question.affiliation + question.field):
        found.append(
            Query(f"{name} {phrases_in('ru', 'homepage query')[0]}", language="ru", name=name)
        )
    else:
        found.append(
            Query(f"{name} {phrases_in('es', 'homepage query')[0]}", language="es", name=name)
        )
    return found


async def _look_at_hits(question: PersonQuestion, who: Sought, reach: Reach) -> dict[str, Studied]:
    """The likeliest hits by their addresses, fetched and studied."""
    titles: dict[str, str] = {}
    for query in queries(question):
        for hit in (await reach.search(query)).hits[:10]:
            is_file = hit.file_type not in ("", "html") or hit.url.lower().endswith(_NO_PAGE)
            if not is_file:
                titles.setdefault(hit.url, hit.title)
            for root in roots_of(hit.url):
                if canonical := canonical_url(root):
                    titles.setdefault(canonical, "")
    scores = {url: address_score(url, title, who) for url, title in titles.items()}
    order = sorted(titles, key=lambda url: -scores[url])
    chosen: list[str] = []
    for url in order:
        of_site = sum(is_same_site(url, other) for other in chosen)
        if len(chosen) < _LOOKED_AT and of_site < _OF_ONE_SITE and not _is_repeated(url, chosen):
            chosen.append(url)
    seen = await _study(chosen, reach)
    for url, page in list(seen.items()):
        own = [frame for frame in page.frames if is_same_site(frame, url)]
        if own:
            seen[url] = with_frames(page, (await _study(own, reach)).values())
    return seen


def _is_repeated(url: str, chosen: Iterable[str]) -> bool:
    """Whether an address is that of a folder's index which is looked at already."""
    plain = _plain(url)
    return any(_plain(other) == plain for other in chosen)


def _plain(url: str) -> str:
    for index in ("index.html", "index.htm", "index.php"):
        url = url.removesuffix(index)
    return url.rstrip("/")


async def _study(urls: Sequence[str], reach: Reach) -> dict[str, Studied]:
    pages = await reach.pages(urls)
    found: dict[str, Studied] = {}
    for url, page in pages.items():
        outcome = await asyncio.wrap_future(reach.session.guard.submit(study, _saved(page)))
        if outcome.value is None:
            reach.trail.add("page", url, f"{outcome.status}: {outcome.detail}")
        else:
            found[url] = outcome.value
    return found


def _saved(seen: SeenPage) -> SavedPage:
    page = seen.page
    return SavedPage(page.final_url, seen.body, page.content_type, page.links_header)


def _homes(question: PersonQuestion, who: Sought, seen: dict[str, Studied]) -> list[_Home]:
    """The pages that may be the homepage, one a site, the likeliest first."""
    found: list[_Home] = []
    for studied in seen.values():
        if _is_somebody_elses(studied.look, who):
            continue
        front = next(
            (
                one.look.text
                for one in seen.values()
                if _is_front_of(one.look.url, studied.look.url)
            ),
            "",
        )
        home = _judged(question, who, _Home(studied, 0.0, Agreement(None, None), front=front))
        if home.chance >= _LEAST:
            found.append(home)
    cyrillic = is_cyrillic(f"{question.name} {question.affiliation} {question.field}")
    # Of the languages of a site the one in which was asked.
    found.sort(key=lambda home: -home.chance - 0.05 * (is_cyrillic(home.look.title) == cyrillic))
    sites: dict[str, _Home] = {}
    for home in found:
        site = own_place(home.look.url)
        known = sites.get(site)
        if known is None:
            sites[site] = home
        elif (
            home.chance >= known.chance / 2
            and _is_above(home.look.url, known.look.url)
            and _heads(home.look, who) >= _heads(known.look, who)
        ):
            sites[site] = home  # of pages that look alike the one that is nearer to the front
        elif (
            home.chance >= _OF_CARD
            and _heads(known.look, who) < Naming.INITIAL
            and _heads(home.look, who) is Naming.FULL
        ):
            sites[site] = home  # a group's front page only links the person's
    return sorted(sites.values(), key=lambda home: -home.chance)


def _is_above(one: str, other: str) -> bool:
    path, below = _plain(urlsplit(one).path), _plain(urlsplit(other).path)
    return len(path) < len(below) and below.startswith(path)


def _is_front_of(front: str, url: str) -> bool:
    is_front = not _plain(urlsplit(front).path)
    return is_front and is_same_site(front, url) and _plain(front) != _plain(url)


def _heads(look: PageLook, who: Sought) -> Naming:
    """How the title or the headings name the person: the front page of a group does not."""
    return max(names_in(text, who) for text in (look.title, " \n ".join(look.headings[:4])))


def _is_somebody_elses(look: PageLook, who: Sought) -> bool:
    """Whether title, headings and top of a page name nobody with this family name and initial, or somebody else with it."""
    top = "\n".join(look.lines[:15])[:2000]
    named = max(names_in(text, who) for text in (look.title, " \n ".join(look.headings[:4]), top))
    if who.is_written_out and named is Naming.FULL:
        return False
    return named < Naming.INITIAL


def _judged(question: PersonQuestion, who: Sought, home: _Home) -> _Home:
    """The homepage weighed with all that is known of its site by now."""
    pages = [home.studied, *home.lists]
    text = "\n".join(page.look.text for page in pages)
    addresses = " ".join(page.look.addresses for page in pages)
    agreed = agreement(text, addresses, affiliation=question.affiliation, field=question.field)
    if home.front and agreed.affiliation is not None:
        of_site = agreement(home.front, "", affiliation=question.affiliation, field="").affiliation
        agreed = replace(agreed, affiliation=max(agreed.affiliation, of_site or 0.0))
    if question.coauthors:
        beside = "\n".join(one.reference for page in pages for one in page.publications) or text
        named = [names_in(beside, sought(name)) >= Naming.INITIAL for name in question.coauthors]
        agreed = replace(agreed, coauthors=sum(named) / len(named))
    signs = page_signs(home.look, who)
    chance = homepage_chance(signs)
    if set(signs) >= _CARD and not _NO_CARD & set(signs):
        chance = max(chance, _OF_CARD)
    return replace(home, agreed=agreed, chance=chance)


# ---------------------------------------------------------------- whose it is
async def _with_lists(question: PersonQuestion, who: Sought, home: _Home, reach: Reach) -> _Home:
    """The homepage with the pages behind it that may list publications, weighed again."""
    leads = leads_to_publications(home.look, who)[:_LISTS]
    studied = await _study(leads, reach) if leads else {}
    known = {_plain(one.look.url) for one in (home.studied, *studied.values())}
    years = [url for one in studied.values() for url in leads_by_year(one.look)]
    years = [url for url in dict.fromkeys(years) if _plain(url) not in known][:_YEARS]
    if years:
        studied |= await _study(years, reach)
    own = {_plain(home.look.url)}
    lists = []
    for one in studied.values():
        if _plain(one.look.url) not in own:
            own.add(_plain(one.look.url))
            lists.append(one)
    by_year = {_plain(url) for url in years}
    of_years = tuple(one for one in lists if _plain(one.look.url) in by_year)
    return _judged(question, who, replace(home, lists=tuple(lists), years=of_years))


def _choose(homes: Sequence[_Home], reach: Reach) -> tuple[_Home | None, Status]:
    """The homepage, if one is sure enough; else why not."""
    sure = [home for home in homes if _is_likely(home) and _agrees(home)]
    if len(sure) > 1 and not sure[0].agreed.is_known:
        for home in sure:
            reach.trail.add(
                "homepage",
                home.look.url,
                "may be the person's, like others: give an affiliation or a field",
            )
        return None, Status.NOT_SURE
    best = max(sure, key=_with_agreement, default=None)
    if best is not None and _is_one_of_namesakes(best, sure):
        for home in sure:
            reach.trail.add("homepage", home.look.url, f"a namesake's, perhaps: {_told(home)}")
        return None, Status.NOT_SURE
    if best is not None:
        reach.trail.add("homepage", best.look.url, f"{_told(best)}, chance {best.chance:.2f}")
        return best, Status.SUCCESS
    for home in homes:
        reach.trail.add(
            "homepage", home.look.url, f"not sure: {_told(home)}, chance {home.chance:.2f}"
        )
    is_doubtful = any(home.chance >= _DOUBTFUL for home in homes)
    return None, Status.NOT_SURE if is_doubtful else Status.NOTHING_FOUND


def _is_one_of_namesakes(best: _Home, sure: Sequence[_Home]) -> bool:
    """Whether another page is as sure, and the field, which would tell them apart, agrees with none of them."""
    others = [home for home in sure if home is not best]
    is_told = best.agreed.field is None or best.agreed.field >= AGREES or best.agreed.coauthors
    return not is_told and any(_agreeing(home) >= _agreeing(best) for home in others)


def _is_likely(home: _Home) -> bool:
    """Whether a page is likely enough the homepage: two things that agree weigh more than any look of a page."""
    return _with_agreement(home) >= (_WITH_TWO if _agreeing(home) > 1 else sure_from())


def _agreeing(home: _Home) -> int:
    """How many of the things that are known of the person agree."""
    known = (home.agreed.affiliation, home.agreed.field)
    agreeing = sum(value is not None and value >= AGREES for value in known)
    return agreeing + bool(home.agreed.coauthors)


def _with_agreement(home: _Home) -> float:
    """How likely a page is this person's homepage, given what agrees."""
    odds = home.chance / max(1e-6, 1 - home.chance) * math.exp(_AGREEING * _agreeing(home))
    return odds / (1 + odds)


def _agrees(home: _Home) -> bool:
    """Whether what is known of the person agrees with the site.

    Where its publications are known, the field must not be wholly absent: a namesake may have studied at the affiliation.
    """
    agreed = home.agreed
    if not agreed.is_known:
        return True
    if not agreed.is_any:
        return False
    has_publications = sum(len(one.publications) for one in (home.studied, *home.lists)) >= 10
    if agreed.coauthors == 0.0 and has_publications:
        return (
            False  # a namesake, even in the same field: nobody whom the person wrote with is there
        )
    if agreed.field is None or agreed.field >= AGREES or agreed.coauthors:
        return True
    return agreed.field > 0.5 or not has_publications


def _told(home: _Home) -> str:
    parts = [
        f"{name} agrees by {value:.2f}"
        for name, value in (
            ("affiliation", home.agreed.affiliation),
            ("field", home.agreed.field),
            ("co-authors", home.agreed.coauthors),
        )
        if value is not None
    ]
    return ", ".join(parts) or "nothing to compare"


def _directory(question: PersonQuestion, who: Sought, seen: dict[str, Studied]) -> str:
    """The page that names the person among others and speaks most of what is known of the person; "" for none."""
    found: list[tuple[float, str]] = []
    for studied in seen.values():
        look = studied.look
        if names_in(look.text, who) < Naming.INITIAL or people_listed(look, who) < _DIRECTORY:
            continue
        agreed = agreement(
            look.text, look.addresses, affiliation=question.affiliation, field=question.field
        )
        if agreed.is_any or not agreed.is_known:
            found.append(((agreed.affiliation or 0.0) + (agreed.field or 0.0), look.url))
    return max(found, key=lambda one: one[0])[1] if found else ""


# ---------------------------------------------------------------- publications
async def _with_publications(
    answer: PersonAnswer, who: Sought, home: _Home, reach: Reach
) -> PersonAnswer:
    """The answer with the publications pages of the homepage and their entries."""
    at_home = [home.studied] if is_publications_page(home.studied, who, is_home=True) else []
    pages = at_home + [one for one in home.lists if is_publications_page(one, who)]
    pages += [one for one in pages_of_years(home.years, who) if one not in pages]
    pages = [one for one in pages if not _is_part_of(one, pages)]
    publications: list[Publication] = []
    for one in pages:
        publications += one.publications
        reach.trail.add("publications", one.look.url, f"{len(one.publications)} entries")
    places = [one.look.url for one in pages]
    if not pages:
        for url in attached_lists(home.look, who, home.lists):
            file = await reach.file(url)
            own = attached_publications(file, url) if file.read is not None else ()
            reach.trail.add("publications", url, f"{len(own)} entries in the file")
            if own:
                publications += own
                places.append(url)
                break
    return replace(
        answer,
        homepage=home.look.url,
        publications_pages=tuple(places),
        publications=tuple(publications),
    )


def _is_part_of(page: Studied, others: Sequence[Studied]) -> bool:
    """Whether a page shows only some of what a longer one lists: news, selected papers, a summary of the research."""
    own = {fold(one.title) for one in page.publications}
    return any(
        len(other.publications) > len(page.publications)
        and 2 * len(own & {fold(one.title) for one in other.publications}) >= len(own)
        for other in others
    )
