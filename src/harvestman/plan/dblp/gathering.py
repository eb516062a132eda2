"""What a worker process makes of one block: columns of numbers for all records, and the few volumes in full.

Of a publication only numbers are kept (who, when, in which event); they are what four million authors can be held in. Papers of
events are packed as they are written. The proceedings, one record in a hundred, are read wholly, their titles parsed here, where both cores work.
"""

from __future__ import annotations

import re
import sys
import unicodedata
from collections import Counter
from dataclasses import dataclass
from hashlib import blake2b

import numpy as np

from harvestman.model import UsageError
from harvestman.plan.dblp.cutting import Block
from harvestman.plan.dblp.entities import plain_text
from harvestman.plan.dblp.hosts import source_host
from harvestman.plan.dblp.known import known_keys, packed_papers
from harvestman.plan.dblp.records import Column, Records, read_records
from harvestman.plan.titles import TitleParts, parse_title

FIRST_YEAR, LAST_YEAR = 1800, 2055
"""The years that fit into the byte beside an author's 56 bits; no record of dblp is older."""
_MAX_NAMES = 200_000  # names that a worker remembers; about 30 MB
_PERSONS = frozenset({b"www", b"person"})
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


@dataclass(frozen=True, slots=True)
class Gathered:
    """The columns of one block, packed; one number for each publication, except in `authors`, which follow each other."""

    number: int
    keys: bytes
    """Hashes of the records' keys, 8 bytes each."""
    days: bytes
    """Dates of modification as 20180603, 0 for none, 4 bytes each."""
    years: bytes
    """2 bytes each."""
    events: bytes
    """The place in `event_list`, -1 for what is no paper of an event, 4 bytes each."""
    author_counts: bytes
    """4 bytes each."""
    authors: bytes
    """8 bytes each."""
    aliases: bytes
    """Pairs of 8 bytes each: another name of a person, and the name under which its papers are counted."""
    event_list: list[EventFound]
    volumes: list[VolumeFound]
    kinds: Counter[str]
    without_key: int
    titles: bytes
    """Keys of titles (`known.py`), 8 bytes each."""
    dois: bytes
    packed: bytes
    """The records of the papers of `event_list`, as they are written."""


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
    """An author's number as 8 bytes of this machine's order: 56 bits of a hash, then a byte that is free for a year."""
    if not name.isascii():
        name = unicodedata.normalize("NFC", name)
    number = blake2b(name.encode("utf-8", "replace"), digest_size=7).digest() + b"\0"
    return number if sys.byteorder == "big" else number[::-1]


def gather_named(task: tuple[str, Block]) -> Gathered | str:
    """`gather` for a guard: the dump's name and a block of it in, the columns or what is wrong with the dump out."""
    name, block = task
    try:
        return gather(block, name=name)
    except UsageError as error:
        return str(error)


def gather(block: Block, *, name: str = "dump") -> Gathered:
    """The columns of a block; UsageError when it is broken."""
    records = read_records(block, name=name)
    names = _names.setdefault(block.encoding, _Names(block.encoding))
    authors = np.frombuffer(b"".join(map(names.__getitem__, records.authors)), dtype=np.uint64)
    wanted = np.array(
        [
            kind not in _PERSONS and bool(key)
            for kind, key in zip(records.kinds, records.keys, strict=True)
        ],
        dtype=bool,
    )
    days = np.array([_days[mdate] for mdate in records.mdates], dtype=np.uint32)
    events, event_list = _events(records, block.encoding)
    titles, dois = known_keys(records, block.encoding)
    hashes = b"".join([blake2b(key, digest_size=8).digest() for key in records.keys])
    volumes = [
        _volume(records, place, int(days[place]), block.encoding)
        for place, kind in enumerate(records.kinds)
        if kind == b"proceedings" and wanted[place]
    ]
    return Gathered(
        number=block.number,
        keys=np.frombuffer(hashes, dtype=np.uint64)[wanted].tobytes(),
        days=days[wanted].tobytes(),
        years=records.years[wanted].astype(np.uint16).tobytes(),
        events=events[wanted].tobytes(),
        author_counts=records.author_counts[wanted].astype(np.uint32).tobytes(),
        authors=authors[np.repeat(wanted, records.author_counts)].tobytes(),
        aliases=_aliases(records, authors).tobytes(),
        event_list=event_list,
        volumes=volumes,
        kinds=Counter(kind.decode() for kind in records.kinds),
        without_key=records.keys.count(b""),
        titles=titles,
        dois=dois,
        packed=packed_papers(records, block.encoding),
    )


def _aliases(records: Records, authors: Column) -> Column:
    """Pairs of numbers from person records with several names, of which the first is the one that counts."""
    pairs = []
    ends = np.cumsum(records.author_counts)
    for place in np.flatnonzero(records.author_counts > 1):
        if records.kinds[place] in _PERSONS and records.keys[place].startswith(b"homepages/"):
            end = int(ends[place])
            counted, *others = authors[end - int(records.author_counts[place]) : end].tolist()
            pairs += [(other, counted) for other in others if other != counted]
    return np.array(pairs, dtype=np.uint64).reshape(-1)


def _events(records: Records, encoding: str) -> tuple[Column, list[EventFound]]:
    """The place of each paper's event in the list that comes with it, -1 for what is no paper."""
    events = np.full(len(records.kinds), -1, dtype=np.int32)
    places: dict[bytes, int] = {}
    event_list: list[EventFound] = []
    for place, kind in enumerate(records.kinds):
        if kind != b"inproceedings":
            continue
        crossref = records.field(place, b"crossref")
        named = crossref
        if crossref not in places:
            series = b"/".join(records.keys[place].split(b"/", 2)[:2])
            booktitle, year = records.field(place, b"booktitle"), int(records.years[place])
            named = crossref or b"%b<%d<%b" % (series, year, booktitle)
            if named not in places:
                places[named] = len(event_list)
                event_list.append(
                    EventFound(
                        plain_text(crossref, encoding),
                        plain_text(series, encoding),
                        plain_text(booktitle, encoding),
                        year,
                    )
                )
        events[place] = places[named]
    return events, event_list


def fields_of(body: bytes, encoding: str) -> dict[bytes, list[str]]:
    """The fields of one record by name, as plain text."""
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


def _volume(records: Records, place: int, day: int, encoding: str) -> VolumeFound:
    begin, end = records.begins[place], records.ends[place]
    fields = fields_of(records.data[begin : min(end, begin + _MAX_BODY)], encoding)

    def first(tag: bytes) -> str:
        return fields.get(tag, [""])[0]

    streams = (s.removeprefix(_STREAM) for s in fields.get(b"stream", []) if s.startswith(_STREAM))
    editions = fields.get(b"ee", [])
    return VolumeFound(
        key=plain_text(records.keys[place], encoding),
        mdate=day,
        title=first(b"title"),
        booktitle=first(b"booktitle"),
        year=int(records.years[place]),
        publisher=first(b"publisher"),
        source=source_host(editions),
        ee=editions[0] if editions else "",
        streams=tuple(streams),
        parts=parse_title(first(b"title")),
    )
