"""What a link is worth before it is fetched."""

from __future__ import annotations

import pytest

from harvestman.crawl import score

SITE = "http://conf.example"


def points(path: str, anchor: str = "") -> int:
    return score(SITE + path, anchor, depth=1, parent_papers=0)


@pytest.mark.parametrize(
    ("promising", "dull"),
    [
        (("/x", "Accepted papers"), ("/x", "Hotels")),
        (("/acceptedpapers.html", ""), ("/venue.html", "")),
        (("/x", "Programa"), ("/x", "Inscripción")),
        (("/x", "Программа конференции"), ("/x", "Контакты")),
        (("/x", "Tagungsprogramm"), ("/x", "Impressum")),
        (("/x", "Actes"), ("/x", "Hébergement")),
        (("/x", "Anais"), ("/x", "Hospedagem")),
        (("/proceedings/", "here"), ("/x", "here")),
        (("/x", "Papers"), ("/x", "Call for papers")),
    ],
)
def test_pages_with_papers_are_worth_more(
    promising: tuple[str, str], dull: tuple[str, str]
) -> None:
    assert points(*promising) > points(*dull)


def test_short_words_count_by_themselves_only() -> None:
    assert points("/x", "Holiday inn") == points("/x", "")
    assert points("/x", "Day 2") > points("/x", "")


def test_a_page_with_papers_nearness_and_links_count() -> None:
    plain = score(f"{SITE}/x", "", depth=1, parent_papers=0)
    assert score(f"{SITE}/x", "", depth=1, parent_papers=3) > plain
    assert score(f"{SITE}/x", "", depth=2, parent_papers=0) < plain
    assert score(f"{SITE}/x", "", depth=1, parent_papers=0, is_listed=True) < plain


@pytest.mark.parametrize("text", ["", " ", "%%%", "\x00", "ſ" * 5000, "%F0%9F%98"])
def test_no_text_is_too_strange(text: str) -> None:
    assert isinstance(points(f"/{text}", text), int)
