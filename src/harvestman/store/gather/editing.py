"""A person's correction of a candidate: which field is meant, and the value in the form in which it is claimed."""

from __future__ import annotations

import re

from harvestman.model import (
    CANDIDATE_FIELDS,
    Author,
    Candidate,
    Category,
    Field,
    UsageError,
    Value,
    field_named,
    said_value,
)
from harvestman.store.library import Library
from harvestman.text import squeeze

_LISTS = frozenset({Field.EMAILS, Field.AFFILIATIONS})
_MAIL = re.compile(r"[^@\s]+@[^@\s]+\.[^@\s]+")


def edit_candidate(library: Library, name: str, field: str, value: str, *, by: str) -> Candidate:
    """Put a value of a candidate right; it wins over all that is or will be read. UsageError for what does not fit."""
    found = library.candidates.get(name)
    if found is None:
        raise UsageError(f"there is no candidate {name!r}: `harvestman gather list` shows the ids")
    meant = field_named(field, CANDIDATE_FIELDS)
    library.say(found.id, meant, _value(meant, value, found), by=by)
    after = library.candidates.get(found.id)
    assert after is not None
    return after


def _value(field: Field, text: str, candidate: Candidate) -> Value:
    if field in _LISTS:
        values = tuple(part for part in map(squeeze, text.split(";")) if part)
        wrong = [one for one in values if field is Field.EMAILS and not _MAIL.fullmatch(one)]
        if wrong:
            raise UsageError(f"{wrong[0]!r} is no e-mail address: check how it is written")
        return values
    if field is Field.CATEGORY:
        if text.strip() not in map(str, Category):
            kinds = ", ".join(map(str, Category))
            raise UsageError(f"{text!r} is no kind of document: choose of {kinds}")
        return text.strip()
    if field is Field.AUTHORS:
        known = [
            Author(one.name, one.affiliations, (one.email,) if one.email else ())
            for one in candidate.authors
        ]
        return said_value(field, text, authors=known)
    return said_value(field, text)
