"""The embedded index: what it finds, and what a restart, another process and a damaged file do to it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from dedup.papers import WORDS, key, paper
from harvestman.dedup.texts import Dedup, embedded, fingerprint, open_dedup
from harvestman.model import SystemClock, UsageError
from harvestman.store import FingerprintRow, Library, open_library


@pytest.fixture
def dedup(library: Library) -> Iterator[Dedup]:
    dedup = open_dedup("database", library)
    yield dedup
    dedup.close()


def test_the_same_text_is_found_at_distance_nought(dedup: Dedup) -> None:
    fp = fingerprint(paper(1))
    assert dedup.index.find(fp) is None
    dedup.index.add(key(1), fp)
    match = dedup.index.find(fp)
    assert match is not None
    assert (match.key, match.distance, match.overlap, match.reason) == (key(1), 0, 1.0, "same text")
    assert dedup.index.find(fingerprint(paper(2))) is None


def test_every_hash_within_three_bits_is_found(dedup: Dedup) -> None:
    """Four blocks find every pair at distance three; three blocks would miss some."""
    from dataclasses import replace

    rng = Random(5)
    fp = fingerprint(paper(1))
    dedup.index.add(key(1), replace(fp, bands=bytes(len(fp.bands))))  # by the simhash alone
    for _ in range(200):
        flipped = sum(1 << bit for bit in rng.sample(range(64), 3))
        other = replace(fp, simhash=fp.simhash ^ flipped, bands=bytes(len(fp.bands)))
        match = dedup.index.find(other)
        assert match is not None
        assert match.distance == 3
        assert dedup.index.find(other, within=2) is None
        far = replace(other, simhash=other.simhash ^ (flipped * 3 & (2**64 - 1)) ^ 0xF)
        if (far.simhash ^ fp.simhash).bit_count() > 3:
            assert dedup.index.find(far) is None


def test_versions_that_simhash_alone_misses_are_found(dedup: Dedup) -> None:
    for number in range(50):
        dedup.index.add(key(number), fingerprint(paper(number)))
    words = paper(7).split()
    with_cover = paper(1000, 70) + " " + paper(7)
    cut = " ".join(words[:350])
    revised = " ".join(Random(1).choice(WORDS) if n % 20 < 2 else w for n, w in enumerate(words))
    found = dedup.index.find_many([fingerprint(t) for t in (with_cover, cut, revised)])
    assert [m and m.key for m in found] == [key(7)] * 3
    assert [m and m.reason for m in found] == [
        "same text but a cover page",
        "same text, one of them cut",
        "another version, such as preprint and published",
    ]
    assert all(m is not None and m.distance > 3 for m in found)


def test_one_by_one_and_many_at_once_give_the_same(dedup: Dedup) -> None:
    dedup.index.add_many((key(n), fingerprint(paper(n, 200))) for n in range(300))
    asked = [fingerprint(paper(n, 200) + " " + paper(n + 5000, 30)) for n in range(250, 350)]
    one_by_one = [dedup.index.find(fp) for fp in asked]
    assert dedup.index.find_many(asked) == one_by_one
    assert [m is not None for m in one_by_one] == [True] * 50 + [False] * 50


def test_titles_that_disagree_keep_two_texts_apart(dedup: Dedup) -> None:
    dedup.index.add(key(1), fingerprint(paper(1), title="Problem Sheet 3"))
    assert dedup.index.find(fingerprint(paper(1), title="Problem sheet 4")) is None
    assert dedup.index.find(fingerprint(paper(1), title="PROBLEM SHEET 3")) is not None
    assert dedup.index.find(fingerprint(paper(1))) is not None


def test_a_discarded_document_is_not_found_and_can_come_back(dedup: Dedup) -> None:
    dedup.index.add_many((key(n), fingerprint(paper(n))) for n in range(5))
    dedup.index.discard(key(3))
    dedup.index.discard(key("never seen"))
    assert dedup.index.find(fingerprint(paper(3))) is None
    dedup.index.add(key(3), fingerprint(paper(30)))
    assert dedup.index.find(fingerprint(paper(3))) is None
    match = dedup.index.find(fingerprint(paper(30)))
    assert match is not None
    assert match.key == key(3)


def test_what_another_process_adds_or_discards_is_seen_at_once(library: Library) -> None:
    with open_library(library.database.where, clock=SystemClock()) as other_library:
        one, other = open_dedup("database", library), open_dedup("database", other_library)
        assert one.index.find(fingerprint(paper(1))) is None
        other.index.add(key(1), fingerprint(paper(1)))
        assert one.index.find(fingerprint(paper(1))) is not None
        one.index.discard(key(1))
        assert other.index.find(fingerprint(paper(1))) is None
        one.close()
        other.close()


def test_all_levels_answer_alike(dedup: Dedup, monkeypatch: pytest.MonkeyPatch) -> None:
    """Tail, young segment and snapshot: documents move through all three and are found everywhere."""
    monkeypatch.setattr(embedded, "_YOUNG", 40)
    monkeypatch.setattr(embedded, "ROOM", 16)
    fps = [fingerprint(paper(n, 120)) for n in range(120)]
    for number, fp in enumerate(fps):
        dedup.index.add(key(number), fp)
        if number % 3 == 0:
            assert dedup.index.find(fp) is not None
        if number % 10 == 9:
            dedup.index.discard(key(number - 5))
    gone = {n - 5 for n in range(9, 120, 10)}
    found = dedup.index.find_many(fps)
    assert [m and m.key for m in found] == [None if n in gone else key(n) for n in range(120)]


def test_a_restart_reads_the_snapshot_and_what_came_after_it(
    library: Library, monkeypatch: pytest.MonkeyPatch
) -> None:
    dedup = open_dedup("database", library)
    dedup.index.add_many((key(n), fingerprint(paper(n))) for n in range(10))
    dedup.index.find(fingerprint(paper(1)))
    dedup.close()
    assert _snapshot(library).exists()
    library.fingerprints.discard(key(4))
    read: list[int] = []
    since = library.fingerprints.since

    def watched(number: int, *, limit: int) -> list[FingerprintRow]:
        read.append(number)
        return since(number, limit=limit)

    monkeypatch.setattr(library.fingerprints, "since", watched)
    again = open_dedup("database", library)
    again.index.add(key(10), fingerprint(paper(10)))
    found = again.index.find_many([fingerprint(paper(n)) for n in range(11)])
    assert [n for n, match in enumerate(found) if match is None] == [4]
    assert min(read) == 10  # nothing was read that the snapshot knew
    again.close()


@pytest.mark.parametrize("harm", ["cut", "flipped", "empty", "other", "text"])
def test_a_damaged_snapshot_is_built_again(library: Library, harm: str) -> None:
    dedup = open_dedup("database", library)
    dedup.index.add_many((key(n), fingerprint(paper(n))) for n in range(5))
    dedup.index.find(fingerprint(paper(1)))
    dedup.close()
    path = _snapshot(library)
    data = bytearray(path.read_bytes())
    match harm:
        case "cut":
            data = data[: len(data) // 2]
        case "flipped":
            data[-100] ^= 1
        case "empty":
            data = bytearray()
        case "other":
            data[2:40] = b"x" * 38
        case "text":
            data = bytearray(b"hello\n" * 1000)
    path.write_bytes(data)
    again = open_dedup("database", library)
    assert all(again.index.find_many([fingerprint(paper(n)) for n in range(5)]))
    again.close()
    reopened = open_dedup("database", library)
    assert all(reopened.index.find_many([fingerprint(paper(n)) for n in range(5)]))
    reopened.close()


def test_a_snapshot_of_another_database_is_not_believed(tmp_path: Path) -> None:
    for name in ("a", "b"):
        with open_library(str(tmp_path / f"{name}.db"), clock=SystemClock()) as library:
            dedup = open_dedup("database", library)
            dedup.index.add(key(name), fingerprint(paper(ord(name))))
            dedup.index.find(fingerprint(paper(ord(name))))
            dedup.close()
    (tmp_path / "a.fingerprints").replace(tmp_path / "b.fingerprints")
    with open_library(str(tmp_path / "b.db"), clock=SystemClock()) as library:
        dedup = open_dedup("database", library)
        assert dedup.index.find(fingerprint(paper(ord("a")))) is None
        assert dedup.index.find(fingerprint(paper(ord("b")))) is not None
        dedup.close()


def test_a_snapshot_that_cannot_be_written_costs_nothing_else(
    library: Library, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("os.posix_fallocate", full)
    dedup = open_dedup("database", library)
    dedup.index.add(key(1), fingerprint(paper(1)))
    assert dedup.index.find(fingerprint(paper(1))) is not None
    dedup.close()
    assert [p.name for p in _snapshot(library).parent.iterdir() if "fingerprints" in p.name] == []


def test_a_key_that_is_no_sha256_is_refused(dedup: Dedup) -> None:
    with pytest.raises(UsageError, match="sha256"):
        dedup.index.add("../../etc", fingerprint(paper(1)))


def test_another_distance_finds_what_it_promises(library: Library) -> None:
    from dataclasses import replace

    dedup = open_dedup("database", library, distance=5)
    fp = fingerprint(paper(1))
    empty = bytes(len(fp.bands))
    dedup.index.add(key(1), replace(fp, bands=empty))
    for seed in range(50):
        flipped = sum(1 << bit for bit in Random(seed).sample(range(64), 5))
        assert dedup.index.find(replace(fp, simhash=fp.simhash ^ flipped, bands=empty)) is not None
    with pytest.raises(UsageError, match="dedup_distance"):
        dedup.index.find(fp, within=6)
    dedup.close()


def _snapshot(library: Library) -> Path:
    return Path(library.database.where).with_suffix(".fingerprints")
