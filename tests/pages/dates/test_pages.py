"""Whole pages in six languages, each written after a kind of difficulty that real ones have."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest

from harvestman.pages.dates import dates_to_plain, read_dates
from pages.dates.reading_pages import saved

FIELDS = ("start", "end", "submission", "notification", "camera_ready", "city", "country")
EXPECTED: dict[str, list[str]] = tomllib.loads(
    (Path(__file__).parent / "expected.toml").read_text("utf-8")
)


@pytest.mark.parametrize("name", EXPECTED)
def test_a_page_is_read_right(name: str) -> None:
    plain = dates_to_plain(read_dates(saved(name)))
    assert [plain[field] or "" for field in FIELDS] == EXPECTED[name]


@pytest.mark.parametrize("name", EXPECTED)
def test_every_value_has_the_text_it_came_from(name: str) -> None:
    plain = dates_to_plain(read_dates(saved(name)))
    told = {field for field, value in plain.items() if field != "evidence" and value}
    assert set(plain["evidence"]) == told
    assert all(proof["quote"] and proof["locator"] for proof in plain["evidence"].values())
