"""The index in Redis: for services of many processes and machines, whose memory is then one.

Look-ups go over in few round trips, many documents in each: the sub-hash tables, the records of what they lead to, and for what is
not found by them the bands and their records. How Redis gets to know documents is in `redis_following`.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING

import numpy as np

from harvestman.dedup.texts.asking import MOST_CANDIDATES, best_matches, candidate_of
from harvestman.dedup.texts.fingerprints import Fingerprint
from harvestman.dedup.texts.matching import DISTANCE, Match, State, chosen_distance, key_bytes
from harvestman.dedup.texts.redis_following import Follower
from harvestman.dedup.texts.redis_layout import (
    BAND_ENTRY,
    HASH_ENTRY,
    Layout,
    id_of,
    joined,
    read_record,
    record_name,
)
from harvestman.dedup.texts.redis_link import Link, fetched
from harvestman.dedup.texts.rows import packed_rows
from harvestman.store import Fingerprints

if TYPE_CHECKING:
    from redis import Redis

_AT_ONCE = 512  # questions in one round trip
_COMMON = 64  # see segments.py


class RedisIndex:
    """An index over the fingerprints of a library in Redis; safe to use from many threads."""

    def __init__(self, rows: Fingerprints, link: Link, *, distance: int = DISTANCE) -> None:
        self._rows = rows
        self._link = link
        self._distance = distance
        self._layout = Layout(distance)
        self._follower = Follower(rows, link, self._layout)
        self._follower.follow()

    def find(self, fp: Fingerprint, *, within: int | None = None) -> Match | None:
        """The document that is the same as this one, if there is one and Redis can be asked."""
        return self.find_many([fp], within=within)[0]

    def find_many(
        self, fps: Sequence[Fingerprint], *, within: int | None = None
    ) -> list[Match | None]:
        """The same for many, in few round trips."""
        distance = chosen_distance(within, self._distance)
        answers: list[Match | None] = [None] * len(fps)
        telling = [place for place, fp in enumerate(fps) if fp.is_telling]
        for start in range(0, len(telling), _AT_ONCE):
            places = telling[start : start + _AT_ONCE]
            chosen = [fps[place] for place in places]
            found = self._link.ask(partial(self._find, fps=chosen, distance=distance), None) or {}
            for asker, match in found.items():
                answers[places[asker]] = match
        if self._link.take_recovery():
            self._follower.follow()
        return answers

    def add(self, key: str, fp: Fingerprint) -> None:
        """Make a document known, here and to all processes."""
        self.add_many([(key, fp)])

    def add_many(self, pairs: Iterable[tuple[str, Fingerprint]]) -> None:
        """Make many documents known; when Redis cannot be written, they are kept in the rows until it can."""
        for rows in packed_rows(pairs):
            self._rows.keep(rows)
        self._follower.follow()

    def follow(self) -> None:
        """Let Redis take in what was written to the rows since."""
        self._follower.follow()

    def discard(self, key: str) -> None:
        """Forget a document."""
        name = record_name(id_of(key_bytes(key)))
        self._rows.discard(key)
        self._link.tell(lambda client: client.delete(name))
        self._follower.follow()

    def state(self) -> State:
        """How the index is doing."""
        state = self._follower.state()
        return state if state.status != "ok" else self._link.state()

    def close(self) -> None:
        """Stop what runs in the background."""
        self._follower.close()

    def _find(
        self, client: Redis, fps: Sequence[Fingerprint], distance: int
    ) -> Mapping[int, Match]:
        if not self._follower.is_ours:
            return {}
        near = self._near(client, fps, distance)
        matches = self._judged(client, fps, near)
        waiting = [asker for asker in range(len(fps)) if asker not in matches]
        if waiting:
            sharing = self._sharing(client, fps, waiting)
            matches |= self._judged(client, fps, sharing)
        return matches

    def _near(
        self, client: Redis, fps: Sequence[Fingerprint], distance: int
    ) -> dict[int, list[int]]:
        """For each question the documents whose simhash is near."""
        names = [name for fp in fps for name in self._layout.hash_names(fp.simhash)]
        *strings, mark = fetched(client, [*names, self._layout.mark])
        self._follower.notice(mark)
        entries, of = joined(strings, HASH_ENTRY)
        askers = of // (self._distance + 1)
        simhashes = np.array([fp.simhash for fp in fps], np.uint64)
        hits = np.flatnonzero(np.bitwise_count(entries["simhash"] ^ simhashes[askers]) <= distance)
        return _by_asker(askers[hits].tolist(), entries["id"][hits].tolist())

    def _sharing(
        self, client: Redis, fps: Sequence[Fingerprint], waiting: Sequence[int]
    ) -> dict[int, list[int]]:
        """For each of these questions the documents that share a band with it."""
        bands = np.array([fps[asker].band_values for asker in waiting], np.uint32)
        names = [
            name for asker in waiting for name in self._layout.band_names(fps[asker].band_values)
        ]
        if not names:
            return {}
        rows, columns = np.nonzero(bands)
        entries, of = joined(fetched(client, names), BAND_ENTRY)
        wanted = (bands[rows, columns] & 0xFFFF)[of]
        hits = np.flatnonzero(entries["low"] == wanted)
        of = of[hits]
        rare = np.bincount(of, minlength=len(names))[of] <= _COMMON
        askers = np.asarray(waiting)[rows[of[rare]]]
        return _by_asker(askers.tolist(), entries["id"][hits][rare].tolist())

    def _judged(
        self, client: Redis, fps: Sequence[Fingerprint], ids: Mapping[int, Sequence[int]]
    ) -> dict[int, Match]:
        """The second look at all candidates, whose records are fetched at once."""
        wanted = sorted({one for some in ids.values() for one in some})
        if not wanted:
            return {}
        records = map(read_record, fetched(client, [record_name(one) for one in wanted]))
        known = {one: found for one, found in zip(wanted, records, strict=True) if found}
        candidates = {
            asker: [candidate_of(*known[one]) for one in some if one in known]
            for asker, some in ids.items()
        }
        titles = {key.hex(): fp.title for key, fp in known.values()}
        return best_matches(fps, candidates, lambda _: titles)


def _by_asker(askers: Sequence[int], ids: Sequence[int]) -> dict[int, list[int]]:
    """For each question its candidates, each once and no more than get the second look."""
    found: dict[int, set[int]] = defaultdict(set)
    for asker, one in zip(askers, ids, strict=True):
        found[asker].add(one)
    return {asker: sorted(some)[:MOST_CANDIDATES] for asker, some in found.items()}
