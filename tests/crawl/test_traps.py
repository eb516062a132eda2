"""Traps: what is taken off an address, what is endless by its looks, and which addresses are of one kind."""

from __future__ import annotations

import pytest

from harvestman.crawl import address, without_session

SITE = "http://conf.example"


@pytest.mark.parametrize(
    ("given", "plain"),
    [
        ("/a;jsessionid=0F3A?PHPSESSID=abc", "/a"),
        ("/a?utm_source=x&id=3&fbclid=y", "/a?id=3"),
        ("/a?sid=0123456789abcdef01", "/a"),
        ("/a?sid=12", "/a?sid=12"),  # a section, not a session
        ("/a?b=1&a=2", "/a?b=1&a=2"),  # the order may matter to the server
        ("/a;v=1/b", "/a;v=1/b"),
        ("/(S(lit3py55t21z5v55vlm25s55))/papers.aspx", "/papers.aspx"),
        ("/f(x)/(x)", "/f(x)/(x)"),
    ],
)
def test_sessions_and_tracking_marks_are_taken_off(given: str, plain: str) -> None:
    assert without_session(SITE + given) == SITE + plain
    assert address(SITE + given).url == SITE + plain


@pytest.mark.parametrize(
    "path",
    [
        "/x/y/x/y",
        "/more/more/more",
        "/" + "/".join(f"p{i}" for i in range(17)),
        "/list?" + "&".join(f"f{i}=1" for i in range(13)),
        "/list?f=1&f=2&f=3&f=4",
    ],
)
def test_what_repeats_itself_is_a_trap_at_once(path: str) -> None:
    assert address(SITE + path).trap


@pytest.mark.parametrize("path", ["/", "/2024/papers/12", "/a/b/c/d", "/p?id=3&lang=en", "/en/en"])
def test_honest_addresses_are_not(path: str) -> None:
    assert not address(SITE + path).trap


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("/calendar/2024/05", "/calendar/2031/11"),
        ("/paper/12", "/paper/7"),
        ("/programme.php?id=3", "/programme.php?id=4&day=2"),
        ("/papers/smith.html", "/papers/jones.html"),
        ("/list?sort=year", "/list?order=title"),
        ("/s/9b1deb4d3b7d4bad/programme", "/s/1b9d6bcdbbfd4b2d/programme"),
        ("/0f3a99c1", "/d41e8cd9"),
        ("/v/0f3a99c1-77aa-4b2d/", "/v/d41e8cd9-1122-93be/"),
    ],
)
def test_addresses_of_one_kind_are_one_family(one: str, other: str) -> None:
    assert address(SITE + one).family == address(SITE + other).family != ""


def test_words_are_not_taken_for_random_numbers() -> None:
    assert address(SITE + "/facade2024/a").family != address(SITE + "/decade2024/a").family
    assert address(SITE + "/2024-05").family != address(SITE + "/deadbeef1").family


def test_the_pages_at_the_top_of_a_site_are_each_of_their_own_kind() -> None:
    assert address(SITE + "/programme.html").family == ""


def test_a_calendar_is_left_sooner_than_a_numbered_list_and_that_sooner_than_a_folder() -> None:
    calendar, numbers, folder = (
        address(SITE + path).patience for path in ("/cal/2024/05", "/paper/7", "/papers/smith")
    )
    assert 0 < calendar < numbers < folder
