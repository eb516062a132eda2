"""Candidates for deposit: a document of a university's sites with what all readers say of it, and what the manager decided."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, fields
from datetime import datetime
from enum import StrEnum
from typing import Any

from harvestman.model.assembly import winning_claims
from harvestman.model.claims import Author, Authority, Claim, Field
from harvestman.text import fold, words
from harvestman.text.persons import agreement, person_name

INFERRED = "course-or-owner"
"""The reader that takes the teacher of a course or the owner of a site for the author of a document that prints none."""


ADDRESS_READERS = frozenset({"first-page", "addresses-nearby"})
"""Readers that tell the addresses of authors whom others name: they make nobody an author."""


class CandidateState(StrEnum):
    """How far the manager is with a candidate."""

    NEW = "new"
    ACCEPTED = "accepted"
    REJECTED = "rejected"
    NEEDS_PERMISSION = "needs-permission"
    ASKED = "asked"
    """The authors have been written to."""
    DEPOSITED = "deposited"


class RejectReason(StrEnum):
    """Why a manager rejects a candidate: a closed list, so that rejections can be counted."""

    NOT_SCHOLARLY = "not-scholarly"
    CV = "cv"
    OTHER_INSTITUTION = "other-institution"
    ALREADY_HELD = "already-held"
    DUPLICATE = "duplicate"
    NO_RIGHTS = "no-rights"
    UNREADABLE = "unreadable"
    OTHER = "other"


@dataclass(frozen=True, slots=True)
class ReviewStep:
    """What a person decided of a candidate, and when; it may have been taken back."""

    state: CandidateState
    by: str
    at: datetime
    undone_by: str = ""
    undone: datetime | None = None
    reason: str = ""
    """Why it was rejected, one of `RejectReason`; "" where nobody said."""


@dataclass(frozen=True, slots=True)
class CandidateAuthor:
    """An author of a candidate, and how to reach them."""

    name: str
    email: str = ""
    affiliations: tuple[str, ...] = ()
    inferred: bool = False
    """Whether the document prints no author and this is the teacher of its course or the owner of its site."""


@dataclass(frozen=True, slots=True)
class Candidate:
    """A document that a repository may want, assembled from its claims."""

    url: str
    title: str = ""
    authors: tuple[CandidateAuthor, ...] = ()
    affiliations: tuple[str, ...] = ()
    emails: tuple[str, ...] = ()
    """The addresses that the manager would write to."""
    language: str = ""
    category: str = ""
    keywords: tuple[str, ...] = ()
    abstract: str = ""
    date: str = ""
    doi: str = ""
    state: CandidateState = CandidateState.NEW
    decided_by: str = ""
    decided: datetime | None = None
    reasons: tuple[str, ...] = ()
    """Why it is no candidate; none for one that is."""
    linked_from: tuple[str, ...] = ()
    """The pages that link to it."""
    id: str = ""
    document: str = ""
    """The id of the document that is held."""
    digest: str = ""
    gone: datetime | None = None
    """Since when the site does not have it any more."""

    @property
    def is_hidden(self) -> bool:
        """Whether lists leave it out unless all are asked for: it is set aside, or gone from its site before anybody decided."""
        return self.is_set_aside or (self.gone is not None and self.state is CandidateState.NEW)

    @property
    def is_set_aside(self) -> bool:
        """Whether it is nothing for the repository: there is a reason, which nobody has overruled, or somebody said so."""
        if self.state is CandidateState.REJECTED:
            return True
        return bool(self.reasons) and self.state is CandidateState.NEW


def assemble_candidate(claims: Iterable[Claim], *, url: str) -> Candidate:
    """The candidate that these claims speak of.

    A reviewer's word on a field is all that counts for it. Otherwise title, language, category and the like are those of the best
    claim, as with papers; authors, affiliations and addresses are the union of all claims, each person and organisation once.
    """
    told = list(claims)
    best = winning_claims(told)
    plain = {
        str(field): best[field].value
        for field in (
            Field.TITLE, Field.LANGUAGE, Field.CATEGORY, Field.KEYWORDS, Field.ABSTRACT, Field.DATE, Field.DOI,
        )
        if field in best and best[field].value
    }  # fmt: skip
    authors = _authors(_counting(told, Field.AUTHORS))
    work = [value for claim in _counting(told, Field.AFFILIATIONS) for value in _texts(claim)]
    mails = [value for claim in _counting(told, Field.EMAILS) for value in _texts(claim)]
    return Candidate(
        url=url,
        authors=authors,
        affiliations=_without_parts(_once(work)),
        emails=tuple({mail.casefold(): mail for mail in reversed(mails)}.values())[::-1],
        **plain,  # type: ignore[arg-type]
    )


def _counting(claims: Sequence[Claim], field: Field) -> list[Claim]:
    """The claims of a field that count, the most believed first: the reviewers' last word alone, where there is one."""
    of_field = [claim for claim in claims if claim.field is field]
    said = [claim for claim in of_field if claim.authority is Authority.REVIEWER]
    if said:
        return [max(said, key=lambda claim: (claim.time, claim.evidence.source))]
    return sorted(of_field, key=lambda claim: (-claim.authority, -claim.confidence, claim.reader))


def _authors(claims: Sequence[Claim]) -> tuple[CandidateAuthor, ...]:
    """Each person once, in the order of the best claim; what several claims know of a person is put together.

    One whom a later claim names before somebody known stands before them: the later claim has them in the order of the document too.
    """
    known: list[CandidateAuthor] = []
    for claim in claims:
        values = claim.value if isinstance(claim.value, tuple) else ()
        named = [value for value in values if isinstance(value, Author)]
        for at_claim, value in enumerate(named):
            new = CandidateAuthor(
                value.name,
                value.emails[0] if value.emails else "",
                value.affiliations,
                claim.reader == INFERRED or claim.reader in ADDRESS_READERS,
            )
            at = _place_of(new.name, known)
            if at is not None:
                known[at] = _joined(known[at], new)
            elif claim.reader not in ADDRESS_READERS:
                following = (_place_of(one.name, known) for one in named[at_claim + 1 :])
                known.insert(next((n for n in following if n is not None), len(known)), new)
    return tuple(known)


def _place_of(name: str, known: Sequence[CandidateAuthor]) -> int | None:
    return next((n for n, one in enumerate(known) if is_same_person(one.name, name)), None)


def _joined(one: CandidateAuthor, other: CandidateAuthor) -> CandidateAuthor:
    return CandidateAuthor(
        one.name,
        one.email or other.email,
        one.affiliations or other.affiliations,
        one.inferred and other.inferred,
    )


def is_same_person(one: str, other: str) -> bool:
    """Whether two printed names may be one person's."""
    return bool(agreement(person_name(one), person_name(other))) or is_shorter_name(one, other)


def is_shorter_name(one: str, other: str) -> bool:
    """Whether one of two names is the other without its second family name, or without one word of it."""
    # "José F. Fernando" is "José F. Fernando Galván": of two family names the second may be left out.
    few, many = sorted((words(one), words(other)), key=len)
    long = [word for word in few if len(word) > 2]
    if len(long) < 2 or few[:1] != many[:1]:
        return False
    return few == many[: len(few)] or (set(long) <= set(many) and len(many) - len(few) == 1)


def _texts(claim: Claim) -> tuple[str, ...]:
    return tuple(map(str, claim.value)) if isinstance(claim.value, tuple) else ()


def _once(values: Iterable[str]) -> tuple[str, ...]:
    found: dict[str, str] = {}
    for value in values:
        found.setdefault(fold(value) or value, value)
    return tuple(found.values())


def _without_parts(values: Sequence[str]) -> tuple[str, ...]:
    """Without what another value says more fully: "University of Rome" beside "Computer Engineering, University of Rome"."""
    folded = [fold(value) for value in values]
    return tuple(
        value
        for at, value in enumerate(values)
        if not any(folded[at] in other for n, other in enumerate(folded) if n != at)
    )


def candidate_to_plain(candidate: Candidate) -> dict[str, Any]:
    """A candidate as `gather --json` prints it."""
    return {
        "id": candidate.id,
        "url": candidate.url,
        "title": candidate.title,
        "authors": [
            {
                "name": one.name,
                "email": one.email or None,
                "affiliations": list(one.affiliations),
                "inferred": one.inferred,
            }
            for one in candidate.authors
        ],
        "affiliations": list(candidate.affiliations),
        "emails": list(candidate.emails),
        "language": candidate.language or None,
        "category": candidate.category or None,
        "keywords": list(candidate.keywords),
        "abstract": candidate.abstract or None,
        "date": candidate.date or None,
        "doi": candidate.doi or None,
        "state": str(candidate.state),
        "decided_by": candidate.decided_by or None,
        "decided": candidate.decided.isoformat() if candidate.decided else None,
        "reasons": list(candidate.reasons),
        "linked_from": list(candidate.linked_from),
        "document": candidate.document or None,
        "gone": candidate.gone.isoformat() if candidate.gone else None,
    }


def candidate_from_plain(plain: dict[str, Any]) -> Candidate:
    """What `candidate_to_plain` wrote."""
    known: dict[str, Any] = {}
    for field in fields(Candidate):
        value = plain.get(field.name)
        if value is None:
            continue
        if field.name == "authors":
            known["authors"] = tuple(
                CandidateAuthor(
                    one["name"], one["email"] or "", tuple(one["affiliations"]), one["inferred"]
                )
                for one in value
            )
        elif field.name in ("decided", "gone"):
            known[field.name] = datetime.fromisoformat(value)
        elif field.name == "state":
            known["state"] = CandidateState(value)
        else:
            known[field.name] = tuple(value) if isinstance(value, list) else value
    return Candidate(**known)
