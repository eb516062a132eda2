"""What a person types to put a value right: which field is meant, and the value in the form in which it is claimed."""

from __future__ import annotations

import difflib
import re
from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import date

from harvestman.model.claims import DATE_FIELDS, Author, Field, Value
from harvestman.model.errors import UsageError
from harvestman.model.papers import Kind
from harvestman.text import (
    canonical_url,
    find_arxiv,
    find_doi,
    find_isbn,
    find_issn,
    name_key,
    parse_name,
    squeeze,
)

_MAX_LENGTH = 20_000
_MAX_NAME = 100
_YEARS = range(1500, 2200)
_ADDRESSES = (Field.PDF, Field.URL, Field.SITE, Field.PORTAL, Field.PROCEEDINGS)
_IDENTIFIERS: dict[Field, Callable[[str], str | None]] = {
    Field.DOI: find_doi,
    Field.ARXIV: find_arxiv,
    Field.ISBN: find_isbn,
    Field.ISSN: find_issn,
}


def person_named(name: str) -> str:
    """A person's name as it is kept; UsageError when there is none."""
    plain = squeeze(name)[:_MAX_NAME]
    if not plain:
        raise UsageError("who says so? Give a name with --by")
    return plain


def field_named(name: str, among: Sequence[Field]) -> Field:
    """The field with this name; UsageError that names the nearest when there is none."""
    known = {str(field): field for field in among}
    plain = name.strip().lower().replace("-", "_")
    if plain in known:
        return known[plain]
    near = difflib.get_close_matches(plain, known, n=1, cutoff=0.5)
    hint = f"did you mean {near[0]}?" if near else f"there are {', '.join(known)}"
    raise UsageError(f"there is no field {name!r}: {hint}")


def said_value(field: Field, text: str, *, authors: Sequence[Author] = ()) -> Value:
    """The value that a person means, checked; "" says that there is none.

    Authors and keywords stand between semicolons; a name may be "Family, Given", with affiliations in brackets behind it. Those of
    the known `authors` who are named again keep their affiliations, unless others are given, addresses and ORCID.
    """
    text = squeeze(text)[:_MAX_LENGTH]
    if field is Field.AUTHORS:
        return tuple(_author(name, authors) for name in _listed(text))
    if field is Field.KEYWORDS:
        return tuple(_listed(text))
    if not text:
        if field is Field.TITLE:
            raise UsageError("a paper needs a title: give its words")
        return ""
    return _year(text) if field is Field.YEAR else _checked(field, text)


def _checked(field: Field, text: str) -> str:
    if field in DATE_FIELDS:
        return _day(text, field)
    if field in _IDENTIFIERS:
        return _found(_IDENTIFIERS[field](text), text, str(field))
    if field in _ADDRESSES:
        return _found(canonical_url(text), text, "address of a page or file")
    if field is Field.KIND and text not in map(str, Kind):
        raise UsageError(f"{text!r} is no kind of paper: choose of {', '.join(map(str, Kind))}")
    return text


def _listed(text: str) -> list[str]:
    return [part for part in map(squeeze, text.split(";")) if part]


def _author(text: str, known: Sequence[Author]) -> Author:
    text, places = _without_brackets(text)
    name = parse_name(text)
    family = name.family if "," in text else ""
    same = [one for one in known if name_key(one.name) == name_key(text)]
    author = Author(str(name), family=family)
    if len(same) == 1:
        author = replace(same[0], name=str(name), family=family or same[0].family)
    return author if places is None else replace(author, affiliations=places)


def _without_brackets(text: str) -> tuple[str, tuple[str, ...] | None]:
    """A name, and the affiliations in brackets behind it: "Ana Ruiz (Univ. A) (Inst. B)"; "Ana Ruiz ()" has none."""
    name, bracket, rest = text.partition("(")
    if not bracket or not rest.endswith(")") or not name.strip():
        return text, None
    return name.strip(), tuple(part for p in rest.split("(") if (part := p.strip(" )")))


def _year(text: str) -> int:
    if not re.fullmatch(r"[0-9]{4}", text) or int(text) not in _YEARS:
        raise UsageError(f"{text!r} is no year: write four digits, such as 2024")
    return int(text)


def _day(text: str, field: Field) -> str:
    try:
        return date.fromisoformat(text).isoformat()
    except ValueError:
        raise UsageError(f"{text!r} is no day for {field}: write it as 2026-11-16") from None


def _found(value: str | None, text: str, what: str) -> str:
    if value is None:
        raise UsageError(f"{text!r} is no {what}: check how it is written")
    return value
