"""From a value as it stands on the page to the value that is claimed, or to nothing when it is rubbish.

One function a field, the same for all readers. Publishers' templates leave "null", "{{title}}" and site names in their
meta tags; names come inverted and glued, dates in all spellings, abstracts with tags inside.
"""

from __future__ import annotations

import html
import re
import tomllib
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from functools import cache
from importlib.resources import files
from typing import Final

from harvestman.model import Author, Field, Kind, Value
from harvestman.pages.bracketing import name_and_place, parts_outside
from harvestman.pages.findings import Raw
from harvestman.pages.source import Source
from harvestman.text import (
    find_arxiv,
    find_date,
    find_doi,
    find_isbn,
    find_issn,
    find_orcid,
    find_year,
    fold,
    parse_name,
    squeeze,
)

MAX_AUTHORS: Final = 5_000  # large physics collaborations have about 3,000
MAX_KEYWORDS: Final = 100
_AND: Final = re.compile(
    r"(?:(?<!\s)\s++)?,\s*+and\s++|(?<!\s)\s++(?:and|&|und|y|и)\s++"
)  # between the last two names
_NO_SINGLE_NAME: Final = re.compile(
    r"[;)&<\0]"
)  # several names, a place in brackets, or markup may be in it
_COMMA: Final = re.compile(",")
_SEMICOLON: Final = re.compile(";")
_MAX_LIST: Final = 100_000  # characters in which many names or keywords are glued
_EARLIEST_YEAR: Final = 1600
# Members of an enumeration are looked up anew at each use; these are used for each value of each paper.
_AUTHORS: Final = Field.AUTHORS
_KEYWORDS: Final = Field.KEYWORDS
_YEAR: Final = Field.YEAR
_DATE: Final = Field.DATE
_LENGTHS: Final = {Field.TITLE: 1_000, Field.ABSTRACT: 20_000}
_LENGTH: Final = 500
_ADDRESSES: Final = frozenset({Field.PDF, Field.URL, Field.SLIDES, Field.VIDEO, Field.CODE})

# Tags of HTML and of publishers' XML; other words in angle brackets ("the <T> parameter") are words.
_MARKUP: Final = re.compile(
    r"</?(?:a|abbr|acronym|address|article|audio|b|bdi|bdo|big|blockquote|body|br|button|center|cite|code|col|dd|del|details|dfn|dir|div|dl|dt|em|"
    r"embed|figure|font|footer|form|frame|h[1-6]|head|header|hr|html|i|iframe|img|input|ins|kbd|label|li|link|main|map|mark|math|meta|nav|nobr|"
    r"noscript|object|ol|option|p|param|pre|q|s|samp|script|section|select|small|source|span|strike|strong|style|sub|summary|sup|svg|table|"
    r"tbody|td|textarea|tfoot|th|thead|title|tr|tt|u|ul|var|video|wbr|x|italic|bold|sc|inline-formula|tex-math|alternatives|"
    r"m(?:i|o|n|row|sub|sup|text|frac|sqrt|over|under|style|space|subsup|fenced)|[a-z]{1,8}:[a-z][a-z0-9-]{0,30})(?:\s[^<>]{0,300})?/?>"
    r"|<!--.{0,300}?-->",
    re.IGNORECASE,
)
_MAX_PEELS: Final = 8  # layers of markup around markup
_RUBBISH: Final = frozenset(
    "null undefined none nan na unknown untitled notitle notitleavailable untitleddocument objectobject title author "
    "authors nodata missing empty tba tbd test true false sintitulo безназвания".split()
)
_PLACEHOLDER: Final = re.compile(
    r"\{\{[^{}]*\}\}|\$\{[^{}]*\}|<%.*%>|%%?[A-Z_a-z.]+%%?|\[\[[^\[\]]*\]\]|\[[a-z]+[_:][a-z_:]+\]|__\w+__"
)
_TEMPLATE_BEGINS: Final = "{$<%[_"  # every placeholder does
_FILLED_IN: Final = re.compile(r"\{\{(?=\s)[\w.|$\s]++(?<=\s)\}\}|\$\{\w[\w.]*\}|<%=")
_MARKS: Final = re.compile(r"(?<![\s\d¹²³⁴-⁹*†‡§¶,;])[\s\d¹²³⁴-⁹*†‡§¶,;]+$|^[\s*†‡§¶,;]+")
_NOBODY: Final = frozenset(
    "admin administrator anonymous etal editor editors theeditors webmaster author authors авторов автор".split()
)
_TELLING: Final = 3  # letters
_BEGINNINGS: Final = frozenset(word[:_TELLING] for word in _RUBBISH | _NOBODY)
_CONFERENCE: Final = re.compile(
    r"\b(?:conference|workshop|symposium|colloquium|congreso|conferencia|jornadas|конференци\w*|семинар\w*|"
    r"proceedings of (?:the )?\d)",
    re.IGNORECASE,
)
_PAGE_WORDS: Final = re.compile(r"^(?:pages?|pp?|págs?|стр|с|s)\b[.:\s]*", re.IGNORECASE)
_REFERENCE: Final = re.compile(r"(?:urn|info|https?|doi|issn|hdl):|#|_:|10\.\d{4}", re.IGNORECASE)
_DASHES: Final = re.compile(r"(?:(?<!\s)\s+)?[-‐‑‒–—−]+\s*")


def clean(field: Field, raw: Raw, source: Source) -> Value | None:
    """The value to be claimed, or None when there is none in what stands there."""
    if field is _AUTHORS:
        return clean_authors(raw)
    if field is _KEYWORDS:
        return clean_keywords(raw)
    if not isinstance(raw, (str, int)):
        raw = str(raw[0]) if raw else ""
    limit = _LENGTHS.get(field, _LENGTH)
    text = plain_text(str(raw)[: 10 * limit])[:limit]
    if not text or is_rubbish(text):
        return None
    if field in _ADDRESSES:
        return source.resolve(html.unescape(str(raw)))
    if field is _YEAR or field is _DATE:
        year = _year(text, source)
        return year if field is _YEAR or year is None else find_date(text)
    return _CLEANERS.get(field, _as_it_is)(text)


def plain_text(text: str) -> str:
    """Text without markup and entities: templates escape twice, abstracts keep their tags."""
    if "\x00" in text:
        text = text.replace("\x00", "")
    if "&" in text:
        text = html.unescape(html.unescape(text))
    if "<" in text:
        text = _without_markup(text)
    return squeeze(text)


def _without_markup(text: str) -> str:
    """Stripped until nothing changes: "<scr<b>ipt>" must not become a tag."""
    between = " " if "<p" in text or "<br" in text else ""
    for _ in range(_MAX_PEELS):
        peeled = _MARKUP.sub(between, text)
        if peeled == text:
            return text
        text = peeled
        between = ""
    return text.replace("<", "")


def is_rubbish(text: str) -> bool:
    """Whether a template left this instead of a value."""
    if not _begins_as_value(text):
        folded = fold(text)
        if not folded or folded in _RUBBISH:
            return True
    return _is_template(text)


def _begins_as_value(text: str) -> bool:
    """Whether a text begins with three plain letters with which nothing begins that stands for no value: nearly all do, and need no folding."""
    start = text[:_TELLING]
    return (
        start.isascii()
        and start.isalpha()
        and len(start) == _TELLING
        and start.lower() not in _BEGINNINGS
    )


def _is_template(text: str) -> bool:
    """Whether a text is a placeholder, or has one in it that was to be filled in."""
    if text[0] in _TEMPLATE_BEGINS and _PLACEHOLDER.fullmatch(text) is not None:
        return True
    return ("{" in text or "<%=" in text) and _FILLED_IN.search(text) is not None


def clean_authors(raw: Raw) -> tuple[Author, ...] | None:
    """The people, names in natural order; two of one name are two, unless the list says everybody twice."""
    if isinstance(raw, (str, int)):
        raw = [str(raw)]
    alone = len(raw) == 1
    people: list[Author] = []
    for item in raw[:MAX_AUTHORS]:
        given = item if isinstance(item, Author) else Author(item)
        if not alone and len(given.name) < _LENGTH and not _NO_SINGLE_NAME.search(given.name):
            person = clean_author(given)  # nearly all
            if person is not None and len(people) < MAX_AUTHORS:
                people.append(person)
            continue
        names = split_names(given.name, is_only=alone)
        for printed in names:
            name, place = name_and_place(printed)
            places: tuple[str, ...] = (place,) if place else ()
            if len(names) > 1:
                person = clean_author(Author(name, places))
            else:
                places = given.affiliations or places
                if name != given.name or places != given.affiliations:
                    given = replace(given, name=name, affiliations=places)
                person = clean_author(given)
            if person is not None and len(people) < MAX_AUTHORS:
                people.append(person)
    return tuple(_each_once(people)) or None


def _each_once(people: Sequence[Author]) -> Iterable[Author]:
    """Without the people that a list only repeats: everybody again, or somebody right behind themselves."""
    keys = [person.name or person.orcid for person in people]
    if len(set(keys)) == len(people):
        return people
    counts = Counter(keys)
    once: dict[str, Author] = {}
    if min(counts.values()) > 1:
        for person in people:
            key = person.name or person.orcid
            once[key] = _fuller(once[key], person) if key in once else person
        return once.values()
    kept: list[Author] = []
    for person in people:
        if kept and kept[-1].name == person.name and kept[-1].orcid == person.orcid:
            kept[-1] = _fuller(kept[-1], person)
        else:
            kept.append(person)
    return kept


def clean_author(author: Author) -> Author | None:
    """One person with what is told of them, or None when the name is no name; an ORCID iD may stand without one."""
    orcid = (find_orcid(author.orcid) or "") if author.orcid else ""
    name = plain_text(author.name)[:_LENGTH]
    if not name:
        return Author("", orcid=orcid) if orcid else None
    if "@" in name or "://" in name or is_rubbish(name):
        return None
    if not (name[0].isalpha() and (name[-1].isalpha() or name[-1] == ".")):
        name = _MARKS.sub("", name)
    family = plain_text(author.family)[:_LENGTH] if author.family else ""
    if "," in name:
        parsed = parse_name(name)
        name, family = str(parsed), parsed.family
    if not _has_letters(name) or (not _begins_as_value(name) and fold(name) in _NOBODY):
        return None
    places, emails = author.affiliations, author.emails
    if places:
        places = _each([plain_text(place) for place in places])
    if emails:
        written = [email for email in emails if "@" in email]
        emails = _each([plain_text(email).removeprefix("mailto:") for email in written])
    if family not in name:
        family = ""
    cleaned = (name, places, emails, orcid, family)
    if cleaned == (author.name, author.affiliations, author.emails, author.orcid, author.family):
        return author  # most are clean
    return Author(name, tuple(places), tuple(emails), orcid, family)


def _has_letters(text: str) -> bool:
    """Whether a text has two letters: most begin with them."""
    return (len(text) > 1 and text[:2].isalpha()) or sum(map(str.isalpha, text)) > 1


def split_names(text: str, *, is_only: bool = False) -> list[str]:
    """The single names in a string: "Ruiz, A.; Pérez, L." is two; so is "A. Ruiz and L. Pérez" where it stands alone."""
    text = plain_text(text[:_MAX_LIST])
    if ";" in text:
        names = [part for part in parts_outside(_SEMICOLON, text) if part.strip()]
        if len(names) > 1:
            return names
    if not is_only or not text:
        return [text]
    parts = [part for part in parts_outside(_AND, text) if part]
    if len(parts) > 1 and all(" " in part.strip() for part in parts):
        return [name for part in parts for name in _at_commas(part, known_list=True)]
    return _at_commas(text)


def _at_commas(text: str, *, known_list: bool = False) -> list[str]:
    """ "Ana Ruiz, Luis Pérez, Eva Gil" is three names, "García Márquez, Gabriel José" one."""
    parts = [part.strip() for part in parts_outside(_COMMA, text) if part.strip()]
    if len(parts) >= (2 if known_list else 3) and all(len(part.split()) > 1 for part in parts):
        return parts
    return [text]


def clean_keywords(raw: Raw) -> tuple[str, ...] | None:
    """Each keyword once, however they are glued."""
    items = [str(raw)] if isinstance(raw, (str, int)) else [str(item) for item in raw]
    if len(items) == 1:
        text = plain_text(items[0][:_MAX_LIST])
        items = (
            text.split(";")
            if ";" in text
            else text.split(",")
            if text.count(",") <= MAX_KEYWORDS
            else []
        )
    else:
        items = [part for item in items[:1_000] for part in plain_text(item[:_LENGTH]).split(";")]
    words = {
        fold(word): squeeze(word)[:200]
        for word in items[: 10 * MAX_KEYWORDS]
        if not is_rubbish(word)
    }
    return tuple(words.values())[:MAX_KEYWORDS] or None


def kind_of(text: str) -> Kind | None:
    """Our kind for what a vocabulary calls it: "info:eu-repo/semantics/article", "Text.Article", "Статья"."""
    kinds = _kinds()
    known = kinds.get(fold(text))
    return known or kinds.get(fold(re.split(r"[/:#.]", text[:_LENGTH])[-1]))


def names_conference(venue: str) -> bool:
    """Whether a venue is a conference by its name; "Proceedings" alone may be an academy's journal."""
    return _CONFERENCE.search(venue) is not None


def _title(text: str) -> str | None:
    return text if _has_letters(text) and "://" not in text[:10] else None


def _year(text: str, source: Source) -> int | None:
    year = find_year(text)
    return year if year is not None and _EARLIEST_YEAR <= year <= source.now.year + 2 else None


def _pages(text: str) -> str | None:
    pages = _DASHES.sub("-", _PAGE_WORDS.sub("", text)).strip("- ")
    first, dash, last = pages.partition("-")
    if dash and first == last:
        pages = first
    return pages if re.search(r"[\dIVXLCivxlc]", pages) and len(pages) <= 40 else None


def _abstract(text: str) -> str | None:
    return text if len(text) >= 40 else None


def _language(text: str) -> str | None:
    code = re.match(r"[A-Za-z]{2}(?![^\W_])", text)
    return _languages().get(fold(text)) or (code.group().lower() if code else None)


def _kind(text: str) -> str | None:
    kind = kind_of(text)
    return str(kind) if kind else None


def _venue(text: str) -> str | None:
    """The name of a venue; a reference to one ("urn:ISSN:…", "#issue", an address) is none."""
    return None if _REFERENCE.match(text) else text


def _as_it_is(text: str) -> str:
    return text


_CLEANERS: Final[dict[Field, Callable[[str], str | None]]] = {
    Field.TITLE: _title,
    Field.DOI: find_doi,
    Field.ARXIV: find_arxiv,
    Field.ISBN: find_isbn,
    Field.ISSN: find_issn,
    Field.PAGES: _pages,
    Field.ABSTRACT: _abstract,
    Field.LANGUAGE: _language,
    Field.KIND: _kind,
    Field.VENUE: _venue,
}


def _fuller(one: Author, other: Author) -> Author:
    return Author(
        one.name,
        _each([*one.affiliations, *other.affiliations]),
        _each([*one.emails, *other.emails]),
        one.orcid or other.orcid,
        one.family or other.family,
    )


def _each(texts: list[str]) -> tuple[str, ...]:
    """Each text once, cut to a bound, without rubbish."""
    once = {text[:_LENGTH]: None for text in texts if not is_rubbish(text)}
    return tuple(once)


@cache
def _kinds() -> dict[str, Kind]:
    return {fold(word): Kind(kind) for kind, words in _table("kinds").items() for word in words}


@cache
def _languages() -> dict[str, str]:
    return {fold(word): code for code, words in _table("languages").items() for word in words}


def _table(name: str) -> dict[str, list[str]]:
    return tomllib.loads(files("harvestman.pages").joinpath(f"data/{name}.toml").read_text("utf-8"))
