"""Fingerprints as rows of the library's database, and back."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from harvestman.dedup.texts.fingerprints import Fingerprint
from harvestman.dedup.texts.matching import key_bytes
from harvestman.store import FingerprintRow

_WRITTEN_AT_ONCE = 5_000  # documents in one transaction


@dataclass(frozen=True, slots=True)
class Known:
    """How far somebody knows the rows: the number of the last change, and the key that was changed."""

    number: int
    key: str


def packed_rows(pairs: Iterable[tuple[str, Fingerprint]]) -> Iterator[list[FingerprintRow]]:
    """Rows in lists for one transaction each; a text that tells nothing has none."""
    rows: list[FingerprintRow] = []
    for key, fp in pairs:
        if (row := fingerprint_row(key, fp)) is not None:
            rows.append(row)
        if len(rows) == _WRITTEN_AT_ONCE:
            yield rows
            rows = []
    if rows:
        yield rows


def fingerprint_row(key: str, fp: Fingerprint) -> FingerprintRow | None:
    """The row of one document; None for a text that tells nothing."""
    key_bytes(key)
    if not fp.is_telling:
        return None
    return FingerprintRow(key, fp.simhash, fp.words, fp.shingles, fp.packed, fp.title)


def kept_row(row: FingerprintRow) -> Fingerprint:
    """The fingerprint of a row; ValueError when it was discarded."""
    return Fingerprint.unpacked(
        row.sketch or b"",
        simhash=row.simhash,
        words=row.words,
        shingles=row.shingles,
        title=row.title,
    )
