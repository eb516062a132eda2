"""One question at a time and many at once go different ways through the index: both must give what looking at every document gives."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from random import Random
from typing import TypeVar

import numpy as np
import numpy.typing as npt
import pytest

from dedup.papers import key
from harvestman.dedup.texts import DISTANCE, Fingerprint, Match, embedded, open_dedup
from harvestman.dedup.texts.asking import MOST_CANDIDATES, best_match, candidate_of
from harvestman.dedup.texts.fingerprints import BAND_BINS, NOTATION_BINS, SKETCH_BINS
from harvestman.dedup.texts.segments import Array, Pairs, Segment, Shape, build, in_memory
from harvestman.store import Library

T = TypeVar("T")
TITLES = ["", "", "harvestmen of the north", "harvestmen of the south", "sheet 3", "sheet 4"]


def made(rng: Random) -> Fingerprint:
    """A fingerprint of no text."""
    shingles = rng.choice([30, 300, 3000])
    numbers = np.random.default_rng(rng.getrandbits(32))
    return Fingerprint(
        rng.getrandbits(64),
        shingles,
        shingles,
        numbers.integers(1, 2**32, BAND_BINS, np.uint32).tobytes(),
        numbers.integers(1, 2**16, SKETCH_BINS, np.uint16).tobytes(),
        bytes(sorted(rng.choices(range(256), k=SKETCH_BINS))),
        numbers.integers(0, rng.choice([1, 3, 2**16]), NOTATION_BINS, np.uint16).tobytes(),
        rng.choice(TITLES),
    )


def changed(fp: Fingerprint, rng: Random) -> Fingerprint:
    """Another version: some bits of the simhash, some bands, and some bins, here and there or all in one place."""
    flipped = sum(1 << bit for bit in rng.sample(range(64), rng.choice([0, 1, 3, 4, 9])))
    bands, sketch = np.frombuffer(fp.bands, "<u4").copy(), np.frombuffer(fp.sketch, "<u2").copy()
    bands[rng.sample(range(BAND_BINS), rng.choice([0, 8, 15, 16]))] ^= 1
    count = rng.choice([0, 10, 40, 70, 100])
    start = rng.randrange(SKETCH_BINS - count)
    chosen = rng.choice([range(start, start + count), rng.sample(range(SKETCH_BINS), count)])
    sketch[list(chosen)] = rng.choice([0, 7])
    return replace(
        fp,
        simhash=fp.simhash ^ flipped,
        shingles=fp.shingles * rng.choice([1, 1, 2, 20]),
        bands=bands.tobytes(),
        sketch=sketch.tobytes(),
        title=rng.choice([fp.title, *TITLES]),
    )


def looked_through(fp: Fingerprint, known: Mapping[str, Fingerprint]) -> Match | None:
    """The answer when every document is looked at."""

    def best(others: Mapping[str, Fingerprint]) -> Match | None:
        candidates = [candidate_of(bytes.fromhex(name), other) for name, other in others.items()]
        return best_match(fp, candidates, lambda keys: {k: known[k].title for k in keys})

    near = {n: o for n, o in known.items() if (o.simhash ^ fp.simhash).bit_count() <= DISTANCE}
    bands = set(fp.band_values) - {0}
    return best(near) or best({n: o for n, o in known.items() if bands & set(o.band_values)})


@pytest.mark.parametrize("seed", range(6))
def test_both_ways_find_what_looking_at_all_finds(
    library: Library, monkeypatch: pytest.MonkeyPatch, seed: int
) -> None:
    monkeypatch.setattr(embedded, "_YOUNG", 90)
    monkeypatch.setattr(embedded, "ROOM", 48)
    rng = Random(seed)
    families = [made(rng) for _ in range(25)]
    dedup = open_dedup("database", library)
    known: dict[str, Fingerprint] = {}
    for number in range(240):
        known[key(number)] = changed(rng.choice(families), rng)
        dedup.index.add(key(number), known[key(number)])
        if number % 9 == 8:
            gone = rng.choice(list(known))
            del known[gone]
            dedup.index.discard(gone)
        if number % 40 == 39:
            asked = [changed(rng.choice([*families, made(rng)]), rng) for _ in range(25)]
            wanted = [looked_through(fp, known) for fp in asked]
            assert [dedup.index.find(fp) for fp in asked] == wanted  # with a tail
            if number % 80 == 79:
                assert dedup.index.find_many(asked) == wanted
                assert [dedup.index.find(fp) for fp in asked] == wanted  # all sorted
                assert 5 < sum(match is not None for match in wanted) < 25
    dedup.close()


def rows_of(simhashes: Sequence[int], bands: npt.NDArray[np.uint32]) -> Mapping[str, Array]:
    rows = dict(in_memory(Shape(len(simhashes), 0)))
    rows["simhash"][:] = np.array(simhashes, np.uint64)
    rows["bands"][:] = bands
    return rows


@pytest.mark.parametrize("count", [1, 7, 300])
@pytest.mark.parametrize("distance", [0, 3, 7])
def test_a_segment_names_the_same_places_to_one_and_to_many(count: int, distance: int) -> None:
    """Also when values crowd together: empty bands, the least and the largest, boilerplate that is in all documents."""
    rng, numbers = Random(count), np.random.default_rng(count)
    origins = [rng.getrandbits(64) for _ in range(4)]
    simhashes = [rng.choice(origins) ^ (1 << rng.randrange(64)) for _ in range(count)]
    crowded = np.array([0, 1, 2, 5, 2**31, 2**32 - 2, 2**32 - 1], np.uint32)
    bands = numbers.choice(crowded, (count, BAND_BINS), p=[0.4, 0.01, 0.01, 0.5, 0.02, 0.02, 0.04])
    alive = numbers.random(count) < 0.9
    alive[0] = True
    parts = [(rows_of(simhashes, bands), alive)]
    segment = build(parts, Shape(int(alive.sum()), distance), in_memory)
    own = segment.arrays["bands"]
    asked = [*origins, *(origin ^ 0b1011 for origin in origins), rng.getrandbits(64)]
    for simhash, pairs in _by_asker(asked, segment.near_many(np.array(asked, np.uint64), distance)):
        differing = [(int(one) ^ simhash).bit_count() for one in segment.arrays["simhash"]]
        wanted = [place for place, bits in enumerate(differing) if bits <= distance]
        assert segment.near(simhash, distance) == pairs == wanted[:MOST_CANDIDATES]
    rows = [[int(one)] * BAND_BINS for one in crowded] + [[3] * BAND_BINS, own[0].tolist()]
    for row, pairs in _by_asker(rows, segment.sharing_many(np.array(rows, np.uint32))):
        rare = {band for band in row if band and np.count_nonzero(own == band) <= 64}
        wanted = [place for place, bands in enumerate(own.tolist()) if rare & set(bands)]
        assert segment.sharing(row) == pairs == wanted[:MOST_CANDIDATES]


def test_a_discarded_place_is_named_no_more() -> None:
    rows = rows_of([5, 5, 6], np.full((3, BAND_BINS), 9, np.uint32))
    rows["keys"][:, 0] = [1, 2, 3]
    segment: Segment = build([(rows, np.ones(3, np.bool_))], Shape(3, 3), in_memory)
    segment.discard(np.array([[2, 0, 0, 0]], np.uint64))
    assert segment.near(5, 0) == [0]
    assert segment.near(5, 3) == segment.sharing([9]) == [0, 2]


def _by_asker(asked: Sequence[T], pairs: Pairs) -> list[tuple[T, list[int]]]:
    found: list[tuple[T, list[int]]] = [(one, []) for one in asked]
    for asker, place in pairs:
        found[asker][1].append(place)
    return found
