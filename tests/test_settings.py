"""Flags over environment over file over defaults; what does not fit is an error that helps."""

from __future__ import annotations

from pathlib import Path

import pytest

from harvestman.model import SettingsError
from harvestman.settings import SETTINGS, load_settings


def load(
    flags: dict[str, str | None] | None = None,
    environ: dict[str, str] | None = None,
    file: str | None = None,
    folder: Path = Path("/nonexistent"),
) -> tuple[object, dict[str, tuple[object, str]]]:
    settings, effective = load_settings(flags, environ=environ or {}, file=file, folder=folder)
    return settings, {e.key: (e.value, e.origin) for e in effective}


def test_each_origin_wins_over_the_next(tmp_path: Path) -> None:
    (tmp_path / "harvestman.toml").write_text('delay = "3s"\nlimit = 7\ndepth = 2\n')
    _, by_key = load(
        {"depth": "4"}, {"HARVESTMAN_LIMIT": "9", "HARVESTMAN_DEPTH": "3"}, folder=tmp_path
    )
    assert by_key["delay"] == (3.0, str(tmp_path / "harvestman.toml"))
    assert by_key["limit"] == (9, "HARVESTMAN_LIMIT")
    assert by_key["depth"] == (4, "command line")
    assert by_key["concurrency"] == (8, "default")


def test_the_database_and_blobs_follow_the_data_folder() -> None:
    _, by_key = load(environ={"HARVESTMAN_DATA": "/d"})
    assert by_key["db"][0] == "/d/harvestman.db"
    assert by_key["blobs"][0] == "/d/blobs"
    _, by_key = load({"db": "/elsewhere/x.db"})
    assert by_key["blobs"][0] == "/elsewhere/blobs"
    _, by_key = load({"db": "postgresql://h/x", "data": "/d"})
    assert by_key["blobs"][0] == "/d/blobs"


@pytest.mark.parametrize(
    ("written", "seconds"),
    [("1.5", 1.5), ("90s", 90), ("10m", 600), ("24h", 86400), ("7d", 604800)],
)
def test_durations_have_units(written: str, seconds: float) -> None:
    _, by_key = load({"fresh_for": written})
    assert by_key["fresh_for"][0] == seconds


def test_sizes_have_units() -> None:
    assert load({"max_page": "5MB"})[1]["max_page"][0] == 5_000_000
    assert load({"max_page": "500kB"})[1]["max_page"][0] == 500_000


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("delay", "soon"), ("delay", "-1"), ("delay", "9999h"), ("limit", "0"), ("limit", "many"), ("depth", "1.5"),
        ("allow_private", "maybe"), ("engine", "cloud"), ("engine", "postgres"), ("engine", "local:0"), ("queue_backend", "redis"), ("max_page", "10XB"), ("dedup", "x"),
    ],
)  # fmt: skip
def test_a_value_that_does_not_fit_names_the_key_and_what_it_takes(key: str, value: str) -> None:
    with pytest.raises(SettingsError, match=f"setting {key} = '{value}' does not fit: it takes"):
        load({key: value})


def test_an_unknown_key_names_the_nearest(tmp_path: Path) -> None:
    with pytest.raises(SettingsError, match=r"'dealy'.*did you mean delay"):
        load({"dealy": "1"})
    with pytest.raises(SettingsError, match=r"HARVESTMAN_ALOW_PRIVATE.*allow_private"):
        load(environ={"HARVESTMAN_ALOW_PRIVATE": "true"})
    (tmp_path / "harvestman.toml").write_text("[fetch]\ndelay = 1\n")
    with pytest.raises(SettingsError, match="unknown setting 'fetch'"):
        load(folder=tmp_path)


@pytest.mark.parametrize(
    "content", [b"delay = ", b"\xff\xfe", b"delay = [1, 2]\n", b"limit = true\n"]
)
def test_a_broken_file_is_a_clear_error(tmp_path: Path, content: bytes) -> None:
    (tmp_path / "harvestman.toml").write_bytes(content)
    with pytest.raises(SettingsError):
        load(folder=tmp_path)


def test_a_named_file_must_exist() -> None:
    with pytest.raises(SettingsError, match="no settings file"):
        load(file="/nowhere/x.toml")


def test_every_setting_has_a_sentence_and_a_default_that_it_takes_itself() -> None:
    for setting in SETTINGS:
        assert setting.sentence.endswith(".")
        assert setting.parse(setting.key, setting.default) == setting.default
