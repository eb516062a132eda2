"""Building the list of places: what is kept of GeoNames, and that it is found again."""

from pathlib import Path
from types import ModuleType

import pytest

from compiling import interpreted
from harvestman.learn.gazetteer import build_gazetteer, main


def _city(name: str, country: str, population: int, *others: str) -> dict[str, object]:
    return {
        "name": name,
        "countrycode": country,
        "population": population,
        "alternatenames": list(others),
    }


@pytest.fixture
def gazetteer(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    """The room's module with a small list of places."""
    path = tmp_path / "gazetteer.zz"
    path.write_bytes(
        build_gazetteer(
            [
                _city("Webstadt", "DE", 500_000, "Webville", "Вебштадт", "WEB", "韦布"),
                _city("Webville", "US", 3_000),
                _city("Webstadt", "AT", 900, "Webdorf"),
                _city("Webstadt", "AT", 800),
            ]
        )
    )
    module = interpreted("harvestman.text.gazetteer")
    monkeypatch.setattr(module, "GAZETTEER", path)
    return module


def test_large_places_are_known_by_their_other_names(gazetteer: ModuleType) -> None:
    assert [c.country for c in gazetteer.cities_named("Webstadt")] == ["DE", "AT"]
    assert [c.country for c in gazetteer.cities_named("Webville")] == ["DE", "US"]
    assert [c.country for c in gazetteer.cities_named("Вебштадт")] == ["DE"]
    for name in ("WEB", "韦布", "Webdorf"):  # a code, another script, a small place's other name
        assert gazetteer.cities_named(name) == ()


def test_sizes_are_binary_logarithms(gazetteer: ModuleType) -> None:
    first = gazetteer.cities_named("Webstadt")[0]
    assert (first.size, first.is_own_name) == (18, True)


def test_the_same_input_gives_the_same_bytes() -> None:
    cities = [_city("Webstadt", "DE", 5_000), _city("Webau", "CH", 700)]
    assert build_gazetteer(cities) == build_gazetteer(cities[::-1])


def test_wrong_use_is_said(capsys: pytest.CaptureFixture[str]) -> None:
    assert main([]) == 2
    assert "usage" in capsys.readouterr().err
