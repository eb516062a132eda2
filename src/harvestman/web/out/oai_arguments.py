"""What a request of OAI-PMH 2.0 asks for: its verb, its arguments, and where a list that is given in pieces goes on.

A resumption token holds the whole question and the place of the last record, so that a server needs to remember nothing: a token
outlives restarts, can be used twice, and goes on rightly though papers have changed meanwhile. It says itself when it ends.
"""

from __future__ import annotations

import base64
import binascii
import json
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from urllib.parse import quote, unquote

from harvestman.model import HarvestmanError, Plain
from harvestman.store import PaperSet, RecordPlace, RecordQuery, SetKind

TOKEN_LIFE = timedelta(days=7)
"""How long a resumption token can be used."""

_SECOND = timedelta(seconds=1)
_DAY = timedelta(days=1)
_MOMENT = re.compile(r"\d{4}-\d\d-\d\d(?:T\d\d:\d\d:\d\dZ)?", re.ASCII)
_LIST = frozenset({"metadataPrefix", "from", "until", "set"})
TOKEN = "resumptionToken"  # noqa: S105 (the protocol's word, no secret)
# What each verb needs, and what else it takes. A token stands alone.
_VERBS: Mapping[str, tuple[frozenset[str], frozenset[str]]] = {
    "Identify": (frozenset(), frozenset()),
    "ListMetadataFormats": (frozenset(), frozenset({"identifier"})),
    "ListSets": (frozenset(), frozenset({TOKEN})),
    "ListIdentifiers": (frozenset({"metadataPrefix"}), _LIST | {TOKEN}),
    "ListRecords": (frozenset({"metadataPrefix"}), _LIST | {TOKEN}),
    "GetRecord": (
        frozenset({"identifier", "metadataPrefix"}),
        frozenset({"identifier", "metadataPrefix"}),
    ),
}


class Objection(HarvestmanError):
    """What the protocol calls an error: its code, and a sentence for the person at the other end."""

    def __init__(self, code: str, sentence: str) -> None:
        super().__init__(sentence)
        self.code = code


@dataclass(frozen=True, slots=True)
class ListQuestion:
    """Which records are listed, in which format, and how many were given already."""

    prefix: str
    query: RecordQuery
    given: int = 0
    until: datetime | None = None
    """When the token that asked this ends; None for a first question."""


def check_arguments(pairs: Iterable[tuple[str, str]]) -> dict[str, str]:
    """The arguments of a request, the verb among them; an Objection when they are not as the protocol wants them."""
    given: dict[str, str] = {}
    for name, value in pairs:
        if name in given:
            code = "badVerb" if name == "verb" else "badArgument"
            raise Objection(code, f"The argument {name} is given twice.")
        given[name] = value
    verb = given.get("verb", "")
    if verb not in _VERBS:
        raise Objection("badVerb", f"There is no such verb; there are {', '.join(_VERBS)}.")
    needed, taken = _VERBS[verb]
    names = set(given) - {"verb"}
    if unknown := sorted(names - taken):
        raise Objection("badArgument", f"{verb} takes no argument {unknown[0]}.")
    if TOKEN in names:
        if len(names) > 1:
            raise Objection("badArgument", "A resumptionToken stands alone.")
        return given
    if missing := sorted(needed - names):
        raise Objection("badArgument", f"{verb} needs the argument {missing[0]}.")
    return given


def list_question(given: Mapping[str, str], *, now: datetime) -> ListQuestion:
    """What a list is asked for, from its arguments or its token."""
    if TOKEN in given:
        return _read_token(given[TOKEN], now=now)
    since, until = (_moment(given[name]) if name in given else None for name in ("from", "until"))
    if since and until and since[1] != until[1]:
        raise Objection("badArgument", "from and until must be both days or both moments.")
    if since and until and since[0] > until[0]:
        raise Objection("badArgument", "from is later than until.")
    query = RecordQuery(
        since=since[0] if since else None,
        before=_after(*until) if until else None,
        within=read_set(given["set"]) if "set" in given else None,
    )
    return ListQuestion(given["metadataPrefix"], query)


def write_token(question: ListQuestion, last: RecordPlace, given: int, *, now: datetime) -> str:
    """The token that goes on after the last record."""
    query = question.query
    plain = {
        "p": question.prefix,
        "f": query.since.isoformat() if query.since else "",
        "u": query.before.isoformat() if query.before else "",
        "s": set_spec(query.within) if query.within else "",
        "m": last.moment.isoformat(),
        "i": last.id,
        "n": given,
        "e": int((now + TOKEN_LIFE).timestamp()),
    }
    return _packed(plain)


def _read_token(token: str, *, now: datetime) -> ListQuestion:
    plain = _unpacked(token)
    try:
        place = RecordPlace(datetime.fromisoformat(plain["m"]), str(plain["i"]))
        ends = datetime.fromtimestamp(plain["e"], UTC)
        query = RecordQuery(
            since=datetime.fromisoformat(plain["f"]) if plain["f"] else None,
            before=datetime.fromisoformat(plain["u"]) if plain["u"] else None,
            within=read_set(plain["s"]) if plain["s"] else None,
            after=place,
        )
        question = ListQuestion(str(plain["p"]), query, int(plain["n"]), ends)
        moments = (query.since, query.before, place.moment)
        is_whole = all(one is None or one.tzinfo is not None for one in moments)
    except (KeyError, ValueError, TypeError, AttributeError, ArithmeticError, OSError, Objection):
        raise _bad_token() from None
    if not is_whole or question.given < 0 or now > ends:
        raise _bad_token()
    return question


def write_place(place: int, *, now: datetime) -> str:
    """The token that goes on at a place in the list of sets."""
    return _packed({"n": place, "e": int((now + TOKEN_LIFE).timestamp())})


def read_place(token: str, *, now: datetime) -> int:
    """The place in the list of sets that a token means."""
    plain = _unpacked(token)
    place, ends = plain.get("n"), plain.get("e")
    if not isinstance(place, int) or not isinstance(ends, int) or place < 0:
        raise _bad_token()
    if now.timestamp() > ends:
        raise _bad_token()
    return place


def write_place_after(place: RecordPlace) -> str:
    """A record's place, for the address of what comes after it."""
    return _packed({"m": place.moment.isoformat(), "i": place.id})


def read_place_after(text: str) -> RecordPlace | None:
    """What `write_place_after` wrote; None for nothing, or for what is no place: then the list begins anew."""
    try:
        plain = _unpacked(text) if text else {}
        place = RecordPlace(datetime.fromisoformat(plain["m"]), str(plain["i"]))
    except (Objection, KeyError, ValueError, TypeError):
        return None
    return place if place.moment.tzinfo is not None else None


def _packed(plain: Mapping[str, object]) -> str:
    text = json.dumps(plain, separators=(",", ":")).encode()
    return base64.urlsafe_b64encode(text).decode().rstrip("=")


def _unpacked(token: str) -> Plain:
    try:
        text = base64.b64decode(token + "=" * (-len(token) % 4), altchars=b"-_", validate=True)
        plain = json.loads(text)
    except (binascii.Error, ValueError, RecursionError):
        raise _bad_token() from None
    if not isinstance(plain, dict):
        raise _bad_token()
    return plain


def _bad_token() -> Objection:
    return Objection("badResumptionToken", "This token is none of ours, or its time is over.")


def _moment(text: str) -> tuple[datetime, timedelta]:
    """The moment that a day or a second begins, and how long it is."""
    if not _MOMENT.fullmatch(text):
        raise Objection(
            "badArgument", f"{text[:40]!r} is no date: 2026-11-01 or 2026-11-01T12:00:00Z."
        )
    try:
        return datetime.fromisoformat(text).replace(tzinfo=UTC), _SECOND if "T" in text else _DAY
    except ValueError:
        raise Objection("badArgument", f"{text[:40]!r} is no date of the calendar.") from None


def _after(moment: datetime, length: timedelta) -> datetime:
    """The end of a day or second: `until` includes the whole of it."""
    try:
        return moment + length
    except OverflowError:
        return datetime.max.replace(tzinfo=UTC)


def set_spec(one: PaperSet) -> str:
    """The protocol's name of a set; what it may not hold is written as ~ and two hexadecimal digits."""
    return f"{one.kind}-{quote(one.value, safe='').replace('~', '%7E').replace('%', '~')}"


def read_set(spec: str) -> PaperSet:
    """The set that a name means; an Objection when there can be none of that name."""
    kind, _, value = spec.partition("-")
    found = unquote(value.replace("~", "%"))
    none = Objection("badArgument", "There is no such set: ListSets names them.")
    if kind not in {str(one) for one in SetKind} or not found or not found.isprintable():
        raise none
    one = PaperSet(SetKind(kind), found)
    if one.kind is SetKind.YEAR and not re.fullmatch(r"\d{1,4}", found, re.ASCII):
        raise none
    return one
