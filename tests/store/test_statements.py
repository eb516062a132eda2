"""Statements in plain SQL: the same words and values do the same on both databases, in either way of writing to them."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta, timezone

import pytest

from harvestman.store import Library
from harvestman.store.asking import moment_told
from harvestman.store.statements import Statement, new_rows
from harvestman.store.storable import plain_of

NOON = datetime(2026, 3, 1, 13, 0, tzinfo=timezone(timedelta(hours=1)))

CHANGE = Statement.insert(
    "change", "id", "tx", "changed", "thing", "public_id", "kind", "into", "fields",
    json=["fields"],
)  # fmt: skip
CHANGES = Statement(
    'SELECT id, changed, public_id, "into", fields FROM change WHERE public_id IN :names ORDER BY id'
)
OTHERS = Statement("SELECT public_id FROM change WHERE public_id NOT IN :names")
UPDATE = Statement("UPDATE change SET kind = :kind WHERE changed >= :since")


def row(number: int, name: str, fields: object) -> dict[str, object]:
    told = {"id": number, "tx": 0, "changed": NOON, "thing": "paper", "public_id": name}
    return told | {"kind": "new", "into": "", "fields": fields}


@pytest.mark.parametrize("way", ["writing", "write"])
def test_values_are_kept_alike(library: Library, way: str) -> None:
    with getattr(library.database, way)() as connection:
        first, second = new_rows(connection, "change", 2)
        rows = [row(first, "a", ["title", "é"]), row(second, "b\x00\ud800", [])]
        CHANGE.change_all(connection, rows)
        found = CHANGES.rows(connection, {"names": ["a", "b\x00\ud800", "c"]})
    assert [one.public_id for one in found] == ["a", "b\ufffd\ufffd"]
    assert [one.into for one in found] == ["", ""]
    assert [plain_of(one.fields) for one in found] == [["title", "é"], []]
    assert {moment_told(one.changed) for one in found} == {datetime(2026, 3, 1, 12, 0, tzinfo=UTC)}


def test_lists_may_be_empty_and_of_any_length(library: Library) -> None:
    with library.database.writing() as connection:
        CHANGE.change_all(connection, (row(n, f"p{n}", []) for n in range(1, 4)))
        assert not CHANGES.rows(connection, {"names": []})
        assert len(OTHERS.rows(connection, {"names": []})) == 3
        assert OTHERS.value(connection, {"names": ["p1", "p3"]}) == "p2"
        assert len(CHANGES.rows(connection, {"names": {f"p{n}" for n in range(40_000)}})) == 3


def test_a_change_tells_how_many_rows_it_changed(library: Library) -> None:
    with library.database.writing() as connection:
        CHANGE.change_all(connection, [row(1, "a", []), row(2, "b", [])])
        assert UPDATE.change(connection, {"kind": "changed", "since": NOON}) == 2
        later = NOON + timedelta(microseconds=1)
        assert UPDATE.change(connection, {"kind": "changed", "since": later}) == 0
        assert CHANGES.first(connection, {"names": ["c"]}) is None
        assert CHANGES.value(connection, {"names": ["c"]}) is None


def test_a_time_without_a_zone_is_a_mistake(library: Library) -> None:
    given = {"kind": "new", "since": datetime(2026, 3, 1)}
    with pytest.raises(ValueError, match="needs a time zone"), library.database.writing() as one:
        UPDATE.change(one, given)


def test_what_raises_leaves_nothing(library: Library) -> None:
    class Unlucky(Exception):
        pass

    def write() -> None:
        with library.database.writing() as connection:
            CHANGE.change_all(connection, [row(1, "a", [])])
            raise Unlucky

    with pytest.raises(Unlucky):
        write()
    with library.database.asking() as connection:
        assert not CHANGES.rows(connection, {"names": ["a"]})
