"""Names and plain values: random ids, short keys, and JSON that either database stores."""

from __future__ import annotations

import json

from hypothesis import given
from hypothesis import strategies as st

import harvestman.store
from harvestman.store import random_id
from harvestman.store.ids import ID_LENGTH, ID_LETTERS, digest_key, short_key
from harvestman.store.storable import storable, to_json


def test_ids_have_eighty_bits_and_no_look_alikes() -> None:
    assert len(ID_LETTERS) ** ID_LENGTH >= 2**80
    assert not set(ID_LETTERS) & set("l1o0ABC-_")
    ids = {random_id() for _ in range(1000)}
    assert len(ids) == 1000
    assert {letter for one in ids for letter in one} == set(ID_LETTERS)


def test_keys_stay_readable_until_they_are_long() -> None:
    assert short_key("doi:10.1145/1") == "doi:10.1145/1"
    long = "title:" + "x" * 5000
    assert len(short_key(long)) < 500
    assert short_key(long) != short_key(long + "y")


def test_parts_of_a_key_do_not_run_into_each_other() -> None:
    assert digest_key("ab", "c") != digest_key("a", "bc")


@given(st.recursive(st.text() | st.integers() | st.none(), st.lists))
def test_json_comes_back_but_for_what_cannot_be_stored(value: object) -> None:
    text = to_json(value)
    assert "\\u0000" not in text.replace("\\\\", "")
    text.encode()
    if isinstance(value, str):
        assert json.loads(text) == storable(value)


def test_the_door_names_what_it_exports_in_order() -> None:
    names = harvestman.store.__all__
    assert sorted(names, key=lambda n: (not n.isupper(), n[0].islower(), n)) == names
    assert all(hasattr(harvestman.store, name) for name in names)


def test_numbers_that_json_does_not_have_become_nothing() -> None:
    """Python reads NaN in a service's answer, and PostgreSQL refuses it."""
    assert to_json({"a": [float("nan"), 1.5], "b": float("-inf")}) == '{"a":[null,1.5],"b":null}'
