"""Keys of events: whatever may be the same event shares one."""

from __future__ import annotations

from datetime import date

from hypothesis import given, settings
from hypothesis import strategies as st

from harvestman.dedup.events import names_alike
from harvestman.model import NAMES_ALIKE, Event, event_keys, name_keys, site_key

WORDS = "data library metadata web archive search open linked digital quality text people".split()
names = st.lists(st.sampled_from(WORDS), min_size=1, max_size=9).map(" ".join)


def event(name: str) -> Event:
    return Event("", 2026, name=name, start=date(2026, 6, 10))


@settings(deadline=None)
@given(names, names)
def test_names_that_are_alike_share_a_key(one: str, other: str) -> None:
    if names_alike(one, other) >= NAMES_ALIKE:
        assert set(name_keys(event(one))) & set(name_keys(event(other)))


def test_a_name_has_few_keys_and_none_without_days() -> None:
    name = "International Workshop on Library Metadata Quality and Linked Data"
    keys = name_keys(event(name))
    assert keys == [("name", f"2026 {word}") for word in ("metadata", "library", "quality")]
    assert name_keys(Event("", 2026, name=name)) == []


def test_the_surest_key_comes_first() -> None:
    known = Event(
        "conf/lime",
        2026,
        acronym="LIME",
        site="https://www.lime.example/2026/index.html",
        portal="http://wikicfp.example/cfp/servlet/event.showcfp?eventid=7&copyownerid=2",
    )
    assert event_keys(known) == [
        ("portal", "wikicfp.example 7"),
        ("site", "lime.example/2026"),
        ("series", "conf/lime"),
        ("acronym", "lime"),
    ]
    assert site_key("") == ""
