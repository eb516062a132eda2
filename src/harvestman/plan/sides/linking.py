"""Which series a line of a rating list speaks of: acronyms are not unique, so the title must agree as well.

Every line is accounted for: linked, unknown, or fitting several series equally well. The linked ones carry the series' key and
go on to `match_ratings`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, replace

from harvestman.plan.tables import titles_alike
from harvestman.store import RatingRecord, SeriesRecord
from harvestman.text import fold

_PART = re.compile(r"[\s/,;()&-]+")


@dataclass(frozen=True, slots=True)
class LinkReport:
    """What became of every line of the lists."""

    linked: tuple[RatingRecord, ...]
    unknown: tuple[RatingRecord, ...]
    """No series has the acronym and a title like it."""
    ambiguous: tuple[tuple[RatingRecord, tuple[str, ...]], ...]
    """Several series fit equally well; none was taken."""


def link_ratings(ratings: Iterable[RatingRecord], series: Iterable[SeriesRecord]) -> LinkReport:
    """Finds the series of each rating by key, by acronym and title, or by title alone."""
    # Journals share their acronyms with conferences; the lists rate conferences.
    known = {row.key: row for row in series if not row.key.startswith("journals/")}
    by_acronym: dict[str, set[str]] = {}
    by_name: dict[str, set[str]] = {}
    for row in known.values():
        for acronym in (row.key.rpartition("/")[2], row.acronym):
            if acronym:
                by_acronym.setdefault(fold(acronym), set()).add(row.key)
        if row.name:
            by_name.setdefault(fold(row.name), set()).add(row.key)
    linked, unknown, ambiguous = [], [], []
    for rating in ratings:
        if rating.series in known:
            fitting = {rating.series}
        else:
            fitting = _fitting(rating, known, by_acronym, by_name)
        if len(fitting) == 1:
            linked.append(replace(rating, series=fitting.pop()))
        elif fitting:
            ambiguous.append((rating, tuple(sorted(fitting))))
        else:
            unknown.append(rating)
    return LinkReport(tuple(linked), tuple(unknown), tuple(ambiguous))


def _fitting(
    rating: RatingRecord,
    known: dict[str, SeriesRecord],
    by_acronym: dict[str, set[str]],
    by_name: dict[str, set[str]],
) -> set[str]:
    exact = by_name.get(fold(rating.title), set()) if rating.title else set()
    if len(exact) == 1:
        return set(exact)
    whole = fold(rating.acronym)
    parts = [fold(part) for part in _PART.split(rating.acronym) if len(part) > 2]
    for acronyms in ([whole], parts):
        keys = {key for acronym in acronyms if acronym for key in by_acronym.get(acronym, ())}
        alike = {key for key in keys if titles_alike(rating.title, known[key].name)}
        # A series whose key ends with the acronym has it; one that only prints it may share it.
        own = {key for key in alike if fold(key.rpartition("/")[2]) in acronyms}
        if alike:
            return own if len(own) == 1 else alike
        nameless = {key for key in keys if not known[key].name}
        if len(keys) == 1 and (nameless or not rating.title):
            return keys
    return set(exact)
