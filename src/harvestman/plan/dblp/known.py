"""Which papers the bibliography has, as numbers, and its records of papers as they were written.

Of each publication 40 bits of a hash of title and first author are kept, with a byte for the year, and 40 bits of a hash of its DOI:
eleven bytes, so that eight million records are less than a hundred megabytes, and a question about a paper is wrong once in a hundred
thousand times. Papers of events are kept in full as well, packed block by block: what is said of one volume is read out of a few blocks.
Preprints (CoRR) do not count: their papers still have to be entered.
"""

from __future__ import annotations

import re
from hashlib import blake2b

import numpy as np
import zstandard

from harvestman.plan.dblp.entities import plain_text
from harvestman.plan.dblp.records import Column, Records
from harvestman.text import unaccent

FIRST_YEAR = 1900  # the years that fit into a byte; 0 is unknown
_NO_PAPERS = frozenset({b"www", b"person", b"proceedings", b"data"})
_PREPRINTS = b"journals/corr/"
_PREPRINT_DOIS = b"10.48550/"
_TITLE = re.compile(rb"<title(?: [^>]*)?>([^<]*)<(/title>)?")
_DOI = re.compile(rb"doi\.org/([^<\s]+)<")
_DROPPED = bytes(code for code in range(128) if not chr(code).isalnum())
_SUFFIXES = frozenset({b"jr", b"sr", b"ii", b"iii", b"iv"})
_MAX_NAMES = 200_000
_LEVEL = 1  # zstd: a fifth of the size at a few percent of the time of reading


def letters(text: str) -> bytes:
    """The letters and digits of a text, without case and accents: what two writings of one title have in common."""
    return "".join(filter(str.isalnum, unaccent(text))).encode("utf-8", "replace")


def family_letters(name: str) -> bytes:
    """The last word of a person's name, without the number by which dblp tells namesakes apart."""
    parts = [word for word in map(letters, name.split()) if word and not word.isdigit()]
    while len(parts) > 1 and parts[-1] in _SUFFIXES:
        parts.pop()
    return parts[-1] if parts else b""


def title_key(title: bytes, family: bytes) -> bytes:
    """What is kept of a title and the name of a person who wrote it, both as letters: five bytes."""
    return blake2b(title + b"|" + family, digest_size=5).digest()


def doi_key(doi: str) -> bytes:
    """What is kept of a DOI: five bytes."""
    return blake2b(doi.lower().encode("utf-8", "replace"), digest_size=5).digest()


def year_byte(year: int) -> int:
    """A year as one byte; 0 for one that is unknown or does not fit."""
    return year - FIRST_YEAR if 0 < year - FIRST_YEAR < 256 else 0


class _YearBytes(dict[int, bytes]):
    def __missing__(self, year: int) -> bytes:
        found = self[year] = bytes([year_byte(year)])
        return found


_YEAR_BYTES = _YearBytes()


class _Families(dict[bytes, bytes]):
    """The family names of authors as the file writes them, each taken apart once."""

    def __init__(self, encoding: str) -> None:
        super().__init__()
        self.encoding = encoding

    def __missing__(self, raw: bytes) -> bytes:
        if len(self) >= _MAX_NAMES:
            self.clear()
        found = self[raw] = family_letters(plain_text(raw, self.encoding))
        return found


_families: dict[str, _Families] = {}


def known_keys(records: Records, encoding: str) -> tuple[bytes, bytes]:
    """The keys of a block's publications: those of titles, each with its year as lowest byte, and those of DOIs; 8 bytes each."""
    data = records.data
    title_at: list[int] = []
    found: list[bytes] = []
    for match in _TITLE.finditer(data):
        title_at.append(match.start())
        found.append(match[1] if match[2] else _title_at(data, match.start()))
    families = _families.setdefault(encoding, _Families(encoding))
    begins, ends = np.array(records.begins), np.array(records.ends)
    of_record = np.searchsorted(title_at, begins)
    has_title = of_record < np.searchsorted(title_at, ends)
    firsts = np.cumsum(records.author_counts) - records.author_counts
    titles = _all_letters(found, encoding)
    authors = records.authors
    keys: list[bytes] = []
    for kind, key, title, told, first, count, year in zip(
        records.kinds,
        records.keys,
        of_record.tolist(),
        has_title.tolist(),
        firsts.tolist(),
        records.author_counts.tolist(),
        records.years.tolist(),
        strict=True,
    ):
        if told and kind not in _NO_PAPERS and not key.startswith(_PREPRINTS):
            family = families[authors[first]] if count else b""
            whole = titles[title] + b"|" + family
            keys.append(blake2b(whole, digest_size=5).digest() + _YEAR_BYTES[year])
    dois = [
        blake2b(doi, digest_size=5).digest()
        for doi in _lowered(_DOI.findall(data), encoding)
        if not doi.startswith(_PREPRINT_DOIS)
    ]
    return _numbers(keys, 6), _numbers(dois, 5)


def _title_at(data: bytes, at: int) -> bytes:
    """A title with markup in it."""
    begin = data.find(b">", at) + 1
    return data[begin : data.find(b"</title>", begin)]


def _all_letters(titles: list[bytes], encoding: str) -> list[bytes]:
    """The letters of many titles, those in plain ASCII all at once."""
    text = b"\n".join(titles).lower()
    if text.count(b"\n") != len(titles) - 1:
        return [_letters(title, encoding) for title in titles]
    plain = text.translate(None, _DROPPED.replace(b"\n", b"")).split(b"\n")
    for place, title in enumerate(titles):
        if b"&" in title or b"<" in title or not title.isascii():
            plain[place] = _letters(title, encoding)
    return plain


def _lowered(dois: list[bytes], encoding: str) -> list[bytes]:
    return [
        plain_text(doi, encoding).lower().encode() if b"&" in doi else doi.lower() for doi in dois
    ]


def _letters(raw: bytes, encoding: str) -> bytes:
    if raw.isascii() and b"&" not in raw and b"<" not in raw:
        return raw.lower().translate(None, _DROPPED)
    return letters(plain_text(raw, encoding))


def _numbers(keys: list[bytes], width: int) -> bytes:
    """Keys of so many bytes, the highest first, as numbers of this machine."""
    wide = np.zeros((sum(map(len, keys)) // width, 8), dtype=np.uint8)
    wide[:, 8 - width :] = np.frombuffer(b"".join(keys), dtype=np.uint8).reshape(-1, width)
    return wide.view(">u8").reshape(-1).astype(np.uint64).tobytes()


def packed_papers(records: Records, encoding: str) -> bytes:
    """The records of papers of events in a block, as ASCII and packed; b"" when there are none."""
    parts = [
        b'<inproceedings mdate="%b" key="%b">%b</inproceedings>\n'
        % (records.mdates[place], records.keys[place], records.data[begin:end])
        for place, (kind, begin, end) in enumerate(
            zip(records.kinds, records.begins, records.ends, strict=True)
        )
        if kind == b"inproceedings"
    ]
    text = b"".join(parts)
    if not text.isascii():
        text = text.decode(encoding, "replace").encode("ascii", "xmlcharrefreplace")
    return zstandard.ZstdCompressor(level=_LEVEL).compress(text) if text else b""


def keys_kept(keys: Column, width: int) -> bytes:
    """Sorted keys as they are kept: so many bytes each."""
    return keys.astype("<u8").view(np.uint8).reshape(-1, 8)[:, :width].tobytes()


def keys_given(kept: bytes, width: int) -> Column:
    """Keys as they were before they were kept."""
    wide = np.zeros((len(kept) // width, 8), dtype=np.uint8)
    wide[:, :width] = np.frombuffer(kept, dtype=np.uint8).reshape(-1, width)
    return wide.view("<u8").reshape(-1).astype(np.uint64)
