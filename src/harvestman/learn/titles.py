"""The judge of title parsing: precision, recall and F1 of month, year, country and city on titles with known answers.

The rules are those of the data's README: a value counts when it equals one of the answers after folding; a year only where
one is known; a country that the title merely implies may be left out; and a dated title is whole when all four are right.
"""

from __future__ import annotations

import csv
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path

from harvestman.learn.counting import Count, place_key
from harvestman.model import Plain, UsageError
from harvestman.plan.titles import TitleParts, parse_title

FIELDS = {"month": "start_month", "year": "start_year", "country": "country", "city": "city"}
"""Our fields, and the columns of the data that hold their answers."""

_NEEDED = ("title", *FIELDS.values())


@dataclass(frozen=True, slots=True)
class Miss:
    """A field that was read wrongly, or not, or where the title says nothing."""

    title: str
    field: str
    wanted: tuple[str, ...]
    found: str | None


def judge_titles_file(
    path: Path, *, split: str | None = None, misses: list[Miss] | None = None
) -> Plain:
    """The figures of a tab-separated file of the shared shape; `split` takes only the rows of that split."""
    try:
        text = path.read_text(encoding="utf-8-sig")
    except (OSError, UnicodeDecodeError) as error:
        raise UsageError(f"{path} cannot be read as a UTF-8 table: {error}") from error
    rows = csv.DictReader(text.splitlines(), delimiter="\t", quoting=csv.QUOTE_NONE)
    absent = [column for column in _NEEDED if column not in (rows.fieldnames or ())]
    if absent:
        raise UsageError(f"{path} has no column {', '.join(absent)}: is it a table of titles?")
    chosen = [row for row in rows if split is None or row.get("split") == split]
    if not chosen:
        raise UsageError(f"{path} has no titles" + (f" of the split {split!r}" if split else ""))
    return judge_titles(chosen, misses=misses)


def judge_titles(
    rows: Iterable[Mapping[str, str | None]],
    *,
    parse: Callable[[str], TitleParts] = parse_title,
    misses: list[Miss] | None = None,
) -> Plain:
    """The figures of a parser on rows with `title` and the answers; what was wrong is added to `misses`."""
    counts = {field: Count() for field in FIELDS}
    titles = dated = whole = 0
    for row in rows:
        title = (row.get("title") or "").strip()
        parts = parse(title)
        wrong = [
            miss
            for field in FIELDS
            if (miss := _judge_field(row, parts, field, counts[field])) is not None
        ]
        titles += 1
        if misses is not None:
            misses.extend(wrong)
        if row.get("kind") == "dated":
            dated += 1
            whole += not wrong
    figures: Plain = {"titles": titles}
    figures.update({field: count.figures() for field, count in counts.items()})
    figures["all_four"] = round(whole / dated, 4) if dated else None
    return figures


def _judge_field(
    row: Mapping[str, str | None], parts: TitleParts, field: str, count: Count
) -> Miss | None:
    wanted = tuple(answer for answer in (row.get(FIELDS[field]) or "").split("|") if answer)
    value = getattr(parts, field)
    found = None if value is None else str(value)
    if field == "year" and not wanted:
        return None
    if field == "country" and row.get("country_named") == "0" and not found:
        return None
    right = found is not None and any(place_key(answer) == place_key(found) for answer in wanted)
    count.add(right, found is not None, bool(wanted))
    return None if right or not (wanted or found) else Miss(parts.title, field, wanted, found)
