"""The word lists: a language is a file, and the list of places is small and quick to load."""

import os
import subprocess
import sys
import time

import pytest

from harvestman.text import gazetteer, unaccent
from harvestman.text.vocabulary import DATA, vocabulary

LANGUAGES = sorted(path.stem for path in (DATA / "languages").glob("*.txt"))


def test_the_list_of_places_is_small_and_loads_at_once() -> None:
    assert gazetteer.GAZETTEER.stat().st_size <= 2 * 1024 * 1024
    gazetteer.load.cache_clear()
    begin = time.process_time()
    gazetteer.load()
    assert time.process_time() - begin < 0.5  # measured 0.03 s; other work shares the machine


@pytest.mark.parametrize(
    ("name", "country"),
    [
        ("Genova", "IT"),
        ("Genoa", "IT"),
        ("München", "DE"),
        ("Muenchen", "DE"),
        ("St. Petersburg", "RU"),
        ("Lisboa", "PT"),
        ("Москва", "RU"),
        ("Cambridge", "GB"),
        ("Perth", "AU"),
    ],
)
def test_the_likeliest_place_of_a_name_is_first(name: str, country: str) -> None:
    assert gazetteer.cities_named(name)[0].country == country


@pytest.mark.parametrize("name", ["", "x" * 10_000, "Nosuchplacenowhere", "\n", "a\tb"])
def test_what_is_no_place_has_no_country(name: str) -> None:
    assert gazetteer.cities_named(name) == ()


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_language_has_twelve_months_and_known_keys(language: str) -> None:
    months = set()
    for line in (DATA / "languages" / f"{language}.txt").read_text("utf-8").splitlines():
        if line.startswith("month "):
            number, _, names = line.removeprefix("month ").partition(":")
            months.add(int(number))
            assert all(unaccent(name.strip()) in vocabulary().months for name in names.split(","))
    left_out = {10} if language == "hr" else set()  # said in that file
    assert months == set(range(1, 13)) - left_out


def test_every_country_has_a_name() -> None:
    words = vocabulary()
    assert set(words.countries.values()) <= set(words.country_names)
    regions = {r.country for found in words.regions.values() for r in found}
    assert regions <= set(words.country_names)


def test_nothing_is_read_before_the_first_title() -> None:
    code = (
        "import harvestman.plan.titles, harvestman.text.gazetteer as g,"
        "harvestman.text.vocabulary as v;"
        "assert not g.load.cache_info().currsize; assert not v.vocabulary.cache_info().currsize"
    )
    subprocess.run([sys.executable, "-c", code], check=True, env=dict(os.environ))
