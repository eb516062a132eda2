"""The judge of key dates: precision, recall and F1 of every field, by language and by kind of page.

The rules are those of the data's README: days must be equal, what the page does not state must not be answered, places are
compared folded and under one name for each country. A page is read by itself, without its address.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from harvestman.documents import read_plain_text
from harvestman.learn.counting import Count, place_key
from harvestman.model import Plain, UsageError
from harvestman.pages import SavedPage, Source
from harvestman.pages.dates import dates_to_plain, read_dates
from harvestman.text import decode_html

FIELDS = ("start", "end", "submission", "notification", "camera_ready", "city", "country")
"""The fields that are judged."""
_PLACES = frozenset({"city", "country"})

Row = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Miss:
    """A field that was read wrongly, or not, or where the page says nothing."""

    file: str
    field: str
    wanted: str | None
    found: str | None


def judge_dates_folder(
    folder: Path, *, split: str | None = None, misses: list[Miss] | None = None
) -> Plain:
    """The figures of a folder with `gold.jsonl` and the pages that it names; `split` takes only that split's rows."""
    rows = read_gold(folder / "gold.jsonl", split)
    return judge_dates(rows, read=lambda row: read_row(folder, row), misses=misses)


def judge_dates(
    rows: Sequence[Row], *, read: Callable[[Row], Plain], misses: list[Miss] | None = None
) -> Plain:
    """The figures of a reader on rows with `file`, `language`, `kind` and the answers."""
    answers = [read(row) for row in rows]
    pairs = list(zip(rows, answers, strict=True))
    figures: Plain = {"pages": len(rows)}
    figures.update(_judge(pairs, misses))
    both = [
        _is_right("start", *pair) and _is_right("end", *pair)
        for pair in pairs
        if pair[0].get("start")
    ]
    figures["start_and_end"] = round(sum(both) / len(both), 4) if both else None
    for key in ("language", "kind"):
        values = sorted({str(row.get(key) or "") for row in rows})
        figures[f"by_{key}"] = {
            value: _judge([p for p in pairs if str(p[0].get(key) or "") == value], None)
            for value in values
        }
    return figures


def _judge(pairs: Iterable[tuple[Row, Plain]], misses: list[Miss] | None) -> Plain:
    counts = {field: Count() for field in FIELDS}
    for row, answer in pairs:
        for field in FIELDS:
            wanted, found = row.get(field), answer.get(field)
            is_right = _is_right(field, row, answer)
            counts[field].add(is_right, bool(found), bool(wanted))
            if misses is not None and not is_right and (wanted or found):
                misses.append(Miss(str(row["file"]), field, wanted, found))
    return {field: count.figures() for field, count in counts.items()}


def _is_right(field: str, row: Row, answer: Plain) -> bool:
    wanted, found = row.get(field), answer.get(field)
    if not wanted or not found:
        return False
    if field in _PLACES:
        return place_key(str(wanted)) == place_key(str(found))
    return str(wanted) == str(found)[:10]


def read_row(folder: Path, row: Row, *, without: frozenset[str] = frozenset()) -> Plain:
    """What is read off the page of a row, without some words of the lists."""
    html = text_of(folder, row)
    source = Source(SavedPage("", html.encode()), html=html, now=datetime.fromtimestamp(0, UTC))
    return dates_to_plain(read_dates(source, without=without))


def text_of(folder: Path, row: Row) -> str:
    """The page of a row as text: its markup, or what stands in a PDF file."""
    path = folder / str(row["file"])
    if not path.exists():
        path = folder.parent / str(row["file"])
    try:
        body = path.read_bytes()
    except OSError as error:
        raise UsageError(f"{path} cannot be read: {error.strerror}") from error
    return read_plain_text(body) if body.startswith(b"%PDF-") else decode_html(body, "")[0]


def read_gold(path: Path, split: str | None) -> list[Row]:
    """The rows of a gold file, all or those of one split."""
    try:
        lines = path.read_text("utf-8").splitlines()
        rows: list[Row] = [json.loads(line) for line in lines if line.strip()]
    except (OSError, ValueError) as error:
        raise UsageError(f"{path} cannot be read as JSON lines: {error}") from error
    if not all(isinstance(row, dict) and "file" in row for row in rows):
        raise UsageError(f"{path} has lines without a file: is it the gold of key dates?")
    chosen = [row for row in rows if split is None or row.get("split", split) == split]
    if not chosen:
        raise UsageError(f"{path} has no pages" + (f" of the split {split!r}" if split else ""))
    return chosen
