import pytest

from harvestman.plan import AuthoredVolume, series_prominence


def test_equations_6_and_7_by_hand() -> None:
    volumes = [
        AuthoredVolume(["x"], 2010, 10, {"ann": 2, "bob": 1}),
        AuthoredVolume(["x", "y"], 2012, 12, {"ann": 1, "cid": 4}),
        AuthoredVolume(["x"], 2013, 9, {"ann": 5}),  # too small an event, but ann's papers count
        AuthoredVolume((), 2013, 3, {"bob": 3}),  # a journal
        AuthoredVolume(["x"], 2016, 50, {"dan": 50}),  # not before now
    ]
    found = series_prominence(volumes, now_year=2016)
    # ann 8, bob 4, cid 4: the event of 2010 has (8 + 4) / 2, that of 2012 (8 + 4) / 2.
    assert found["x"].prm == pytest.approx(6.0)
    assert found["x"].events == 2
    assert found["y"].prm == pytest.approx(6.0)
    assert set(found) == {"x", "y"}


def test_papers_of_later_years_do_not_count() -> None:
    volumes = [
        AuthoredVolume(["x"], 2010, 10, {"ann": 1}),
        AuthoredVolume(["y"], 2014, 10, {"ann": 9}),
    ]
    assert series_prominence(volumes, now_year=2014)["x"].prm == 1
    assert series_prominence(volumes, now_year=2015)["x"].prm == 10


def test_an_event_without_authors_is_no_evidence() -> None:
    assert series_prominence([AuthoredVolume(["x"], 2010, 40, {})], now_year=2016) == {}
