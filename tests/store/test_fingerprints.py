"""Rows of fingerprints are numbered by change, so that every reader learns of everything."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

from harvestman.store import FingerprintRow, Library


def row(name: str, sketch: bytes = b"sketch", simhash: int = 2**64 - 1) -> FingerprintRow:
    return FingerprintRow(name * 64, simhash, 10, 8, sketch, "a title")


def test_what_is_kept_comes_back_in_order(library: Library) -> None:
    rows = library.fingerprints
    assert rows.newest() == 0
    rows.keep([row("a", simhash=0), row("b")])
    rows.keep([])
    rows.keep([row("c")])
    assert rows.newest() == 3
    assert [(r.number, r.key[0], r.simhash) for r in rows.since(0, limit=9)] == [
        (1, "a", 0), (2, "b", 2**64 - 1), (3, "c", 2**64 - 1),
    ]  # fmt: skip
    assert [r.key[0] for r in rows.since(0, limit=1)] == ["a"]
    assert rows.since(3, limit=9) == []


def test_a_change_and_a_discard_move_a_key_to_a_new_number(library: Library) -> None:
    rows = library.fingerprints
    rows.keep([row("a"), row("b"), row("c")])
    rows.keep([row("c")])  # as it is
    assert rows.newest() == 3
    rows.keep([row("a", b"another")])
    rows.discard("b" * 64)
    rows.discard("b" * 64)
    rows.discard("z" * 64)
    assert [(r.number, r.key[0], r.sketch, r.is_changed) for r in rows.since(0, limit=9)] == [
        (3, "c", b"sketch", False), (4, "a", b"another", True), (5, "b", None, True),
    ]  # fmt: skip
    rows.keep([row("b")])
    assert rows.number_of("b" * 64) == 6
    assert rows.number_of("z" * 64) is None
    assert rows.titles(["b" * 64, "z" * 64]) == {"b" * 64: "a title"}


def test_numbers_of_writers_at_once_have_no_holes(library: Library) -> None:
    rows = library.fingerprints
    with ThreadPoolExecutor(4) as pool:
        list(pool.map(lambda n: rows.keep([row(f"{n:x}")]), range(16)))
    assert [r.number for r in rows.since(0, limit=99)] == list(range(1, 17))
