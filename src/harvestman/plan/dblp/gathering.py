"""What a worker process makes of one block: columns of numbers for all records, and the few volumes in full.

Of a paper only numbers are kept (who, when, in which event); they are what four million authors can be held in. The
proceedings, one record in a hundred, are read wholly, their titles parsed here, where both cores work.
"""

from __future__ import annotations

import re
import unicodedata
from array import array
from collections import Counter
from dataclasses import dataclass, field
from hashlib import blake2b

from harvestman.model import UsageError
from harvestman.plan.dblp.cutting import Block
from harvestman.plan.dblp.entities import plain_text
from harvestman.plan.dblp.hosts import source_host
from harvestman.plan.dblp.records import read_records
from harvestman.plan.titles import TitleParts, parse_title

FIRST_YEAR, LAST_YEAR = 1800, 2055
"""The years that fit into the byte beside an author's 56 bits; no record of dblp is older."""
_MAX_NAMES = 200_000  # names that a worker remembers; about 30 MB
_PERSONS = frozenset({b"www", b"person"})
_FIELDS = {
    tag: re.compile(rb"<%s\s[^>]*>([^<]*)</" % tag) for tag in (b"booktitle", b"crossref", b"year")
}
_OPENED = {tag: b"<%s>" % tag for tag in _FIELDS}
_ANY_FIELD = re.compile(rb"<([A-Za-z]+)(?:\s[^>]*)?>")
_MAX_BODY = (
    100_000  # bytes of a proceedings record that are read; the longest real ones have about 20,000
)
_DAY = re.compile(rb"(\d{4})-(\d\d)-(\d\d)")
_STREAM = "streams/"


@dataclass(frozen=True, slots=True)
class VolumeFound:
    """One version of a proceedings record."""

    key: str
    mdate: int
    """As 20180603; 0 when it has none."""
    title: str
    booktitle: str
    year: int
    publisher: str
    source: str
    ee: str
    streams: tuple[str, ...]
    """The series that the record itself names, since 2023."""
    parts: TitleParts


@dataclass(frozen=True, slots=True)
class EventFound:
    """What the first paper of an event in this block says of it."""

    key: str
    """The volume that its papers refer to; "" when they name only its book title."""
    series: str
    booktitle: str
    year: int


@dataclass(slots=True)
class Gathered:
    """The columns of one block; one number for each record, except in `authors`, which follow each other."""

    number: int
    keys: array[int] = field(default_factory=lambda: array("Q"))
    newest: array[int] = field(default_factory=lambda: array("I"))
    oldest: array[int] = field(default_factory=lambda: array("I"))
    years: array[int] = field(default_factory=lambda: array("H"))
    events: array[int] = field(default_factory=lambda: array("i"))
    """The place in `event_list`, -1 for what is no paper of an event."""
    author_counts: array[int] = field(default_factory=lambda: array("I"))
    authors: array[int] = field(default_factory=lambda: array("Q"))
    aliases: array[int] = field(default_factory=lambda: array("Q"))
    """Pairs: another name of a person, and the name under which its papers are counted."""
    event_list: list[EventFound] = field(default_factory=list)
    volumes: list[VolumeFound] = field(default_factory=list)
    kinds: Counter[str] = field(default_factory=Counter)
    without_key: int = 0


class _Names(dict[bytes, bytes]):
    """Numbers of names as 8 bytes each; a name is decoded and hashed when it is met for the first time."""

    def __init__(self, encoding: str) -> None:
        super().__init__()
        self.encoding = encoding

    def __missing__(self, raw: bytes) -> bytes:
        if len(self) >= _MAX_NAMES:
            self.clear()
        name = plain_text(raw, self.encoding)
        number = author_bytes(name)
        self[raw] = number
        return number


class _Days(dict[bytes, int]):
    """Dates as numbers such as 20180603; 0 for what is no date."""

    def __missing__(self, raw: bytes) -> int:
        match = _DAY.fullmatch(raw)
        day = int(raw.replace(b"-", b"")) if match and _is_day(match) else 0
        if len(self) < _MAX_NAMES:
            self[raw] = day
        return day


def _is_day(match: re.Match[bytes]) -> bool:
    year, month, day = map(int, match.groups())
    return year >= FIRST_YEAR and 1 <= month <= 12 and 1 <= day <= 31


_names: dict[str, _Names] = {}
_days = _Days()


def author_bytes(name: str) -> bytes:
    """An author's number, 56 bits of a hash in the upper part of 8 little-endian bytes, the lowest byte 0."""
    if not name.isascii():
        name = unicodedata.normalize("NFC", name)
    return b"\0" + blake2b(name.encode("utf-8", "replace"), digest_size=7).digest()


def gather_named(task: tuple[str, Block]) -> Gathered | str:
    """`gather` for an engine: the dump's name and a block of it in, the columns or what is wrong with the dump out."""
    name, block = task
    try:
        return gather(block, name=name)
    except UsageError as error:
        return str(error)


def gather(block: Block, *, name: str = "dump") -> Gathered:
    """The columns of a block; UsageError when it is broken."""
    found = Gathered(block.number)
    names = _names.setdefault(block.encoding, _Names(block.encoding))
    places: dict[bytes, int] = {}
    keys: list[bytes] = []
    authors: list[bytes] = []
    kinds: Counter[bytes] = Counter()
    last_key = b""
    for kind, key, mdate, record_authors, body in read_records(block, name=name):
        kinds[kind] += 1
        if not key:
            found.without_key += 1
            continue
        if kind in _PERSONS:
            if len(record_authors) > 1 and key.startswith(b"homepages/"):
                _gather_aliases(found, names, record_authors)
            continue
        day = _days[mdate]
        if key == last_key and day >= found.newest[-1]:
            # Versions of one record follow each other: the newest is kept, with the oldest date.
            first = min(found.oldest[-1], day) if day else found.oldest[-1]
            _drop_last(found, keys, authors)
        else:
            first = day
        last_key = key
        keys.append(key)
        found.newest.append(day)
        found.oldest.append(first)
        written = _field(body, b"year")
        year = int(written) if len(written) == 4 and written.isdigit() else 0
        event = -1
        if kind == b"inproceedings":
            event = _event_of(key, body, year, found, places, block.encoding)
        elif kind == b"proceedings":
            found.volumes.append(_volume(key, body, day, year, block.encoding))
        found.events.append(event)
        found.years.append(year)
        found.author_counts.append(len(record_authors))
        authors += record_authors
    found.keys.frombytes(b"".join([blake2b(key, digest_size=8).digest() for key in keys]))
    found.authors.frombytes(b"".join(map(names.__getitem__, authors)))
    found.kinds.update({kind.decode(): count for kind, count in kinds.items()})
    return found


def _drop_last(found: Gathered, keys: list[bytes], authors: list[bytes]) -> None:
    keys.pop()
    for column in (found.newest, found.oldest, found.years, found.events):
        column.pop()
    count = found.author_counts.pop()
    if count:
        del authors[-count:]


def _gather_aliases(found: Gathered, names: _Names, person: list[bytes]) -> None:
    counted, *others = person
    for other in others:
        if names[other] != names[counted]:
            found.aliases.frombytes(names[other] + names[counted])


def _field(body: bytes, tag: bytes) -> bytes:
    """The first field of that name, as the file has it; b"" when there is none."""
    opened = _OPENED[tag]
    at = body.find(opened)
    if at < 0:
        match = _FIELDS[tag].search(body) if opened[:-1] in body else None
        return match.group(1).strip() if match else b""
    at += len(opened)
    return body[at : body.find(b"<", at)].strip()


def _event_of(
    key: bytes, body: bytes, year: int, found: Gathered, places: dict[bytes, int], encoding: str
) -> int:
    """The place of a paper's event in the list."""
    crossref = _field(body, b"crossref")
    if crossref in places:
        return places[crossref]
    series = b"/".join(key.split(b"/", 2)[:2])
    booktitle = _field(body, b"booktitle")
    named = crossref or b"%b<%d<%b" % (series, year, booktitle)
    if named not in places:
        places[named] = len(found.event_list)
        found.event_list.append(
            EventFound(
                plain_text(crossref, encoding),
                plain_text(series, encoding),
                plain_text(booktitle, encoding),
                year,
            )
        )
    return places[named]


def _fields(body: bytes, encoding: str) -> dict[bytes, list[str]]:
    fields: dict[bytes, list[str]] = {}
    at = 0
    while opened := _ANY_FIELD.search(body, at):
        tag, at = opened.group(1), opened.end()
        end = body.find(b"</%s>" % tag, at)
        if end >= 0:
            if text := plain_text(body[at:end], encoding):
                fields.setdefault(tag, []).append(text)
            at = end
    return fields


def _volume(key: bytes, body: bytes, day: int, year: int, encoding: str) -> VolumeFound:
    fields = _fields(body[:_MAX_BODY], encoding)

    def first(tag: bytes) -> str:
        return fields.get(tag, [""])[0]

    streams = (s.removeprefix(_STREAM) for s in fields.get(b"stream", []) if s.startswith(_STREAM))
    editions = fields.get(b"ee", [])
    return VolumeFound(
        key=plain_text(key, encoding),
        mdate=day,
        title=first(b"title"),
        booktitle=first(b"booktitle"),
        year=year,
        publisher=first(b"publisher"),
        source=source_host(editions),
        ee=editions[0] if editions else "",
        streams=tuple(streams),
        parts=parse_title(first(b"title")),
    )
