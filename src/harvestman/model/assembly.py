"""Assembly: many claims in, one paper or one event out. This is the only place where it is decided which value is shown.

The rule of papers, for each field by itself: the claim of the highest authority wins (reviewer over identifier lookup over
embedded metadata over wrapper over learned reader); then the most confident; then the value that most claims agree on; then the
most detailed; then the smallest in writing (an event by what it is called, never by its id). Where the publisher's own site of
the paper's DOI tells a field, what other sites embed in their pages does not compete: whoever wants to may embed any DOI. Time plays no part among readers: no order of arrival may change what is shown. Of
two reviewers the later has the last word.

The rule of events: the highest authority wins (reviewer over the event's own site over a portal over a list); then the newest,
because dates move. Start and end are taken from the same source, so that two sources never make up a third range; only a
reviewer's end goes with any start.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from datetime import date

from harvestman.model.claims import (
    EVENT_FIELDS,
    PAPER_FIELDS,
    Author,
    Authority,
    Claim,
    Field,
    Value,
)
from harvestman.model.papers import Paper, PaperEvent
from harvestman.model.venues import Event
from harvestman.text import find_year, fold, is_own_site, name_key, site_of

_YEAR = re.compile(r"(?<!\d)(?:19|20)\d\d(?!\d)|['’]\d\d(?!\d)")


def assemble(claims: Iterable[Claim]) -> Paper:
    """The paper that these claims speak of; ValueError when none of them gives a title."""
    winners = {field: claim.value for field, claim in winning_claims(claims).items()}
    if Field.TITLE not in winners:
        raise ValueError("no claim gives a title")
    # A reviewer who says that there is none says so with an empty value.
    told: dict[str, Value | PaperEvent | None]
    told = {str(field): winners[field] for field in PAPER_FIELDS if winners.get(field)}
    if Field.EVENT in winners:
        told["event"] = PaperEvent(str(told["event"])) if told.get("event") else None
    return Paper(**{"title": "", **told})  # type: ignore[arg-type]


def assemble_event(claims: Iterable[Claim], *, id: str = "") -> Event:  # noqa: A002 - the field's name
    """The event that these claims are about."""
    ordered = sorted(claims, key=_event_order)
    best: dict[Field, str] = {}
    for claim in ordered:
        best.setdefault(claim.field, str(claim.value))
    start = _day(best, Field.START)
    best[Field.NAME] = _full_name(ordered, best)
    return Event(
        series=best.get(Field.SERIES, ""),
        year=_year(best, start),
        name=best.get(Field.NAME, ""),
        start=start,
        end=_end_of(ordered, start),
        notification=_day(best, Field.NOTIFICATION),
        city=best.get(Field.CITY, ""),
        country=best.get(Field.COUNTRY, ""),
        site=best.get(Field.SITE, ""),
        acronym=best.get(Field.ACRONYM, ""),
        submission=_day(best, Field.SUBMISSION),
        camera_ready=_day(best, Field.CAMERA_READY),
        portal=best.get(Field.PORTAL, ""),
        proceedings=best.get(Field.PROCEEDINGS, ""),
        id=id,
        sources=tuple(dict.fromkeys(claim.evidence.source for claim in ordered)),
    )


def _full_name(ordered: Sequence[Claim], best: dict[Field, str]) -> str:
    """The best name that says more than the acronym does, where anybody gives one."""
    acronym = fold(best.get(Field.ACRONYM, ""))
    names = [claim for claim in ordered if claim.field is Field.NAME]
    for claim in names:
        is_said = claim.authority is Authority.REVIEWER
        if is_said or not acronym or fold(_YEAR.sub("", str(claim.value))) != acronym:
            return str(claim.value)
    return str(names[0].value) if names else ""


def _event_order(claim: Claim) -> tuple[int, float, str, str]:
    """The most believed first."""
    return -claim.authority, -claim.time.timestamp(), claim.evidence.source, str(claim.value)


def event_claims_in_order(claims: Iterable[Claim]) -> list[Claim]:
    """The claims of an event field by field, the one that is shown first in each."""
    places = {field: place for place, field in enumerate(EVENT_FIELDS)}
    return sorted(claims, key=lambda claim: (places[claim.field], _event_order(claim)))


def _end_of(ordered: Sequence[Claim], start: date | None) -> date | None:
    """The end that the source of the start gives, or else another source of the same start."""
    if start is None:
        return None
    sources = {
        claim.evidence.source
        for claim in ordered
        if claim.field is Field.START and claim.value == start.isoformat()
    }
    for claim in ordered:
        is_told = claim.authority is Authority.REVIEWER or claim.evidence.source in sources
        if claim.field is Field.END and is_told and claim.value:
            end = date.fromisoformat(str(claim.value))
            if end >= start:
                return end
    return start


def _day(best: dict[Field, str], field: Field) -> date | None:
    return date.fromisoformat(best[field]) if best.get(field) else None


def _year(best: dict[Field, str], start: date | None) -> int:
    """The year it calls itself by, or is held in: the edition of 2026 may begin in December 2025."""
    if best.get(Field.YEAR):
        return int(best[Field.YEAR])
    if start is not None:
        return start.year
    return find_year(best.get(Field.NAME, "")) or 0


def winning_claims(claims: Iterable[Claim]) -> dict[Field, Claim]:
    """For each field that is claimed at all, the claim whose value is shown."""
    by_field: dict[Field, list[Claim]] = {}
    for claim in claims:
        by_field.setdefault(claim.field, []).append(claim)
    doi = str(_winner(by_field[Field.DOI]).value) if Field.DOI in by_field else ""
    return {
        field: rivals[0] if len(rivals) == 1 else _winner(_believed(rivals, doi))
        for field, rivals in by_field.items()  # most have one claim
    }


def _believed(rivals: list[Claim], doi: str) -> list[Claim]:
    """Those claims of a field that may win: against the DOI's own site no other one's embedded metadata."""
    if not doi:
        return rivals
    own = {id(claim) for claim in rivals if is_own_site(claim.evidence.source, doi)}
    if not own:
        return rivals
    return [c for c in rivals if c.authority is not Authority.EMBEDDED or id(c) in own]


def _winner(rivals: list[Claim]) -> Claim:
    if len(rivals) == 1:  # the usual case, and folding a long abstract is dear
        return rivals[0]
    surest = max((claim.authority, claim.confidence) for claim in rivals)
    first = [claim for claim in rivals if (claim.authority, claim.confidence) == surest]
    if len(first) == 1:
        return first[0]
    if _say_the_same(first):  # the usual case of several: two pages list one paper
        return min(first, key=lambda claim: claim.evidence.source)
    agreement: dict[str, set[str]] = {}
    for claim in rivals:
        agreement.setdefault(value_key(claim.value), set()).add(claim.evidence.source)
    # A site has one voice, and so has a page: by saying a thing often nobody outvotes others.
    voices = {key: (len(set(map(site_of, said))), len(said)) for key, said in agreement.items()}

    def merit(claim: Claim) -> tuple[float, tuple[int, int], tuple[int, int]]:
        return (
            claim.time.timestamp() if claim.authority is Authority.REVIEWER else 0.0,
            voices[value_key(claim.value)],
            _detail(_as_read(claim)),
        )

    merits = list(map(merit, first))
    best = max(merits)
    return min(
        (claim for claim, its in zip(first, merits, strict=True) if its == best),
        key=lambda claim: (repr(_as_read(claim)), claim.evidence.source, repr(claim.value)),
    )


def _say_the_same(claims: Sequence[Claim]) -> bool:
    """Whether readers give one value, letter by letter, so that only their sources tell them apart."""
    one = claims[0]
    if one.authority is Authority.REVIEWER or one.field is Field.EVENT:
        return False
    return all(claim.value == one.value for claim in claims)


def _as_read(claim: Claim) -> Value:
    """What a person reads of a claim: an event's id is drawn by lot, so what it is called counts ("EMNLP 2015" before "EMNLP")."""
    return claim.evidence.quote if claim.field is Field.EVENT else claim.value


def value_key(value: Value) -> str:
    """Equal for two values that say the same: case, accents and punctuation do not count."""
    if isinstance(value, tuple):
        return "|".join(name_key(v.name) if isinstance(v, Author) else fold(v) for v in value)
    return fold(str(value)) or str(value)


def _detail(value: Value) -> tuple[int, int]:
    """How much a value tells, to choose between values that agree: how many it names, then how much of each."""
    if isinstance(value, tuple):
        return len(value), sum(
            len(v.name) + 100 * (len(v.affiliations) + len(v.emails) + bool(v.orcid))
            if isinstance(v, Author)
            else 1
            for v in value
        )
    return 1, len(str(value))
