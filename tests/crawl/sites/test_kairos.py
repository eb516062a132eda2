"""Kairos's features are those of its Table 1."""

import pytest

from harvestman.crawl.sites import kairos_features
from harvestman.crawl.sites.kairos import full_year, tokens


def test_table_1() -> None:
    host = kairos_features("H", tokens("www.aisb.org.uk"), year=2010)
    path = kairos_features("P", tokens("/convention/aisb08/"), year=2010)
    assert set(host) == {
        *("H:0:www", "H 0:3", "H:1:aisb", "H 1:4", "H:2:org", "H 2:3", "H:3:uk", "H 3:2"),
        "H ALL:4",
        *("H:www<aisb", "H:www<org", "H:www<uk", "H:aisb<org", "H:aisb<uk", "H:org<uk"),
    }
    assert set(path) == {
        *("P:0:convention", "P 0:10", "P:1:aisb08", "P 1:6", "P ALL:2"),
        "P:convention<aisb08",
        *("P:1:aisb", "P:1:08", "P:1:2008", "P:1:aisb2008", "P:1:aisb<year>", "P:1:<year>"),
    }
    assert len(host) == len(set(host))
    assert len(path) == len(set(path))


def test_the_gapped_bigrams_of_five_tokens_are_ten() -> None:
    found = kairos_features("H", tokens("www.isd.mel.nist.gov"), year=2010)
    assert sum("<" in name for name in found) == 10


def test_the_current_year_is_marked() -> None:
    assert "P:0:<current year>" in kairos_features("P", ["icx10"], year=2010)
    assert "P:0:<current year>" not in kairos_features("P", ["icx10"], year=2011)


@pytest.mark.parametrize("word", ["1st", "2nd", "13th", "first", "twentieth", "twentyfirst"])
def test_ordinals(word: str) -> None:
    assert "P:0:<ordinal>" in kairos_features("P", [word], year=2010)


@pytest.mark.parametrize("word", ["forth", "north", "st", "10"])
def test_no_ordinals(word: str) -> None:
    assert "P:0:<ordinal>" not in kairos_features("P", [word], year=2010)


@pytest.mark.parametrize(
    ("written", "full"),
    [("08", "2008"), ("98", "1998"), ("2012", "2012"), ("2k", "2000"), ("2k1", "2001")],
)
def test_years_in_full(written: str, full: str) -> None:
    assert full_year(written) == full


@pytest.mark.parametrize("word", ["icx08", "icx2008", "2008", "icx2008b", "08", "x1", "a08b09"])
def test_a_quick_way_through_gives_what_the_long_way_gives(word: str) -> None:
    found = kairos_features("P", [word], year=2008)
    assert len(found) == len(set(found))
    has_year = word not in ("x1",)
    assert ("P:0:<year>" in found) == has_year
