"""More than a hundred calls and pages of the kinds that lists of dates come in, each judged field by field against `calls/gold.jsonl`.

`harvestman eval dates tests/pages/dates/calls` prints the same as figures. The calls are written by hand; no event of them exists.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from harvestman.pages.dates import dates_to_plain, read_dates
from pages.dates.reading_pages import source_of

CALLS = Path(__file__).parent / "calls"
GOLD: list[dict[str, Any]] = [
    json.loads(line) for line in (CALLS / "gold.jsonl").read_text("utf-8").splitlines()
]
FIELDS = ("start", "end", "submission", "notification", "camera_ready", "city", "country")


@pytest.mark.parametrize("row", GOLD, ids=lambda row: str(row["file"]))
def test_a_call_is_read_right(row: dict[str, Any]) -> None:
    plain = dates_to_plain(read_dates(source_of((CALLS / row["file"]).read_text("utf-8"))))
    assert {field: plain[field] or None for field in FIELDS} == {
        field: row[field] for field in FIELDS
    }


def test_every_call_has_its_gold() -> None:
    files = {path.name for path in CALLS.iterdir() if path.name != "gold.jsonl"}
    assert files == {row["file"] for row in GOLD}
