"""The index in a real Redis: it finds the same as the embedded one, and its loss stops nobody."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import datetime
from itertools import pairwise
from random import Random

import pytest
import redis

from dedup.papers import WORDS, key, paper
from harvestman.dedup.texts import Answers, Dedup, fingerprint, open_dedup, redis_following
from harvestman.dedup.texts.redis_link import Link
from harvestman.model import SetClock, SystemClock, UsageError
from harvestman.store import Library, open_library
from servers.redis import RedisServer

Opener = Callable[[], Dedup]


def kept(dedup: Dedup) -> Answers:
    """The answers in Redis."""
    assert dedup.answers is not None
    return dedup.answers


@pytest.fixture
def opened(library: Library, redis_server: RedisServer, clock: SetClock) -> Iterator[Opener]:
    made: list[Dedup] = []

    def opener() -> Dedup:
        made.append(open_dedup(redis_server.url, library, clock=clock))
        return made[-1]

    yield opener
    for dedup in made:
        dedup.close()


def test_it_finds_what_the_embedded_index_finds(library: Library, opened: Opener) -> None:
    dedup, embedded = opened(), open_dedup("database", library)
    dedup.index.add_many(
        (key(n), fingerprint(paper(n), title=f"Title number {n}")) for n in range(60)
    )
    words = paper(7).split()
    texts = [
        paper(5),
        paper(1000, 70) + " " + paper(7),
        " ".join(words[:350]),
        " ".join(Random(1).choice(WORDS) if n % 20 < 2 else w for n, w in enumerate(words)),
        paper(500),
        "too short",
    ]
    asked = [fingerprint(text) for text in texts]
    asked += [
        fingerprint(paper(9), title="Title number 9"),
        fingerprint(paper(9), title="Title number 8"),
    ]
    found = dedup.index.find_many(asked)
    assert found == embedded.index.find_many(asked)
    assert [m and m.key for m in found] == [
        key(5),
        key(7),
        key(7),
        key(7),
        None,
        None,
        key(9),
        None,
    ]
    assert [dedup.index.find(fp) for fp in asked] == found
    assert dedup.state().status == "ok"
    embedded.close()


def test_a_discarded_document_is_not_found_and_can_come_back(opened: Opener) -> None:
    dedup, other = opened(), opened()
    dedup.index.add_many((key(n), fingerprint(paper(n))) for n in range(5))
    assert other.index.find(fingerprint(paper(3))) is not None
    other.index.discard(key(3))
    assert dedup.index.find(fingerprint(paper(3))) is None
    dedup.index.add(key(3), fingerprint(paper(30)))
    assert dedup.index.find(fingerprint(paper(3))) is None
    match = other.index.find(fingerprint(paper(30)))
    assert match is not None
    assert match.key == key(3)


def test_a_lost_redis_stops_nobody_and_is_used_again_when_it_is_back(
    opened: Opener, redis_server: RedisServer, clock: SetClock
) -> None:
    dedup = opened()
    dedup.index.add(key(1), fingerprint(paper(1)))
    kept(dedup).put(key(1), "header", b"answer")
    redis_server.kill()
    assert dedup.index.find(fingerprint(paper(1))) is None
    assert dedup.state().status == "degraded"
    assert "Redis cannot be asked" in dedup.state().detail
    dedup.index.add(key(2), fingerprint(paper(2)))
    kept(dedup).put(key(2), "header", b"lost")
    assert kept(dedup).get(key(1), "header") is None
    redis_server.start()  # and empty
    assert dedup.index.find(fingerprint(paper(1))) is None  # not tried yet
    clock.advance(60)
    dedup.index.find(fingerprint(paper(1)))  # tried, and filled again from the rows
    assert dedup.index.find(fingerprint(paper(1))) is not None
    assert dedup.index.find(fingerprint(paper(2))) is not None
    assert dedup.state().status == "ok"
    assert kept(dedup).get(key(1), "header") is None


def test_while_redis_is_away_it_is_asked_less_and_less(clock: SetClock) -> None:
    link = Link("unix:///nowhere/redis.sock", clock=clock)
    tries: list[datetime] = []

    def work(client: redis.Redis) -> str:
        tries.append(clock.now())
        return str(client.ping())

    for _ in range(600):
        assert link.ask(work, "otherwise") == "otherwise"
        clock.advance(0.5)
    gaps = [(two - one).total_seconds() for one, two in pairwise(tries)]
    assert gaps[:8] == [0.5, 1, 2, 4, 8, 16, 30, 30]


def test_a_redis_that_was_emptied_between_two_questions_is_filled_again(
    opened: Opener, redis_server: RedisServer
) -> None:
    dedup = opened()
    dedup.index.add_many((key(n), fingerprint(paper(n))) for n in range(3))
    redis_server.kill()
    redis_server.start()  # faster than anybody asks
    dedup.index.find(fingerprint(paper(1)))
    assert all(dedup.index.find_many([fingerprint(paper(n)) for n in range(3)]))


def test_much_that_is_missing_is_written_in_the_background(
    library: Library, opened: Opener, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(redis_following, "_IN_BACKGROUND", 50)
    embedded = open_dedup("database", library)
    embedded.index.add_many((key(n), fingerprint(paper(n, 100))) for n in range(1200))
    embedded.close()
    dedup = opened()
    dedup.close()  # waits for what is being written
    monkeypatch.undo()
    again = opened()
    assert all(again.index.find_many([fingerprint(paper(n, 100)) for n in range(1200)]))


def test_a_full_redis_is_read_but_not_written(
    opened: Opener, redis_server: RedisServer, clock: SetClock
) -> None:
    dedup = opened()
    dedup.index.add(key(1), fingerprint(paper(1)))
    redis_server.client.config_set("maxmemory", "1mb")
    dedup.index.add(key(2), fingerprint(paper(2)))
    kept(dedup).put(key(1), "header", b"x")
    assert dedup.index.find(fingerprint(paper(1))) is not None
    assert dedup.index.find(fingerprint(paper(2))) is None
    assert dedup.state().status == "degraded"
    assert "takes nothing more in" in dedup.state().detail
    redis_server.client.config_set("maxmemory", "0")
    clock.advance(60)
    dedup.index.add(key(3), fingerprint(paper(3)))
    assert dedup.index.find(fingerprint(paper(2))) is not None  # what was missed has come too
    assert dedup.state().status == "ok"


def test_citations_are_forgotten_sooner_than_the_rest(
    library: Library, redis_server: RedisServer, clock: SetClock
) -> None:
    dedup = open_dedup(
        redis_server.url, library, citations_ttl_s=100, metadata_ttl_s=1000, clock=clock
    )
    kept(dedup).put(key(1), "citations", b"[]" * 5000)
    kept(dedup).put(key(1), "header", b"{}" * 5000)
    assert sorted(redis_server.client.ttl(name) for name in redis_server.client.keys("hv:a:*")) == [
        pytest.approx(100, abs=5),
        pytest.approx(1000, abs=5),
    ]
    assert all(
        redis_server.client.strlen(name) < 200 for name in redis_server.client.keys("hv:a:*")
    )
    assert kept(dedup).get(key(1), "citations") == b"[]" * 5000
    kept(dedup).discard(key(1))
    assert kept(dedup).get(key(1), "header") is None
    assert redis_server.client.keys("hv:[ap]:*") == []
    dedup.close()


def test_strange_bytes_in_redis_find_nothing(opened: Opener, redis_server: RedisServer) -> None:
    dedup = opened()
    dedup.index.add(key(1), fingerprint(paper(1)))
    for name in redis_server.client.keys("hv:f:*"):
        redis_server.client.set(name, b"garbage")
    for name in redis_server.client.keys("hv:b:*"):
        redis_server.client.append(name, b"odd")
    assert dedup.index.find(fingerprint(paper(1))) is None


def test_another_librarys_redis_is_not_mixed_with_ours(
    opened: Opener,
    redis_server: RedisServer,
    clock: SetClock,
    tmp_path_factory: pytest.TempPathFactory,
) -> None:
    opened().index.add_many((key(n), fingerprint(paper(n))) for n in range(5))
    path = tmp_path_factory.mktemp("other") / "other.db"
    with open_library(str(path), clock=SystemClock()) as other:
        dedup = open_dedup(redis_server.url, other, clock=clock)
        for number in range(8):  # fewer documents than ours, then more
            dedup.index.add(key(100 + number), fingerprint(paper(100 + number)))
            assert "another library" in dedup.state().detail
            assert dedup.index.find(fingerprint(paper(1))) is None
        redis_server.client.flushdb()
        dedup.index.add(key(200), fingerprint(paper(200)))
        assert dedup.state().status == "ok"
        assert dedup.index.find(fingerprint(paper(103))) is not None
        dedup.close()


@pytest.mark.parametrize("address", ["redis://:secret@host:notaport/0", "http://x", ""])
def test_an_address_that_cannot_be_is_refused_without_its_password(
    library: Library, address: str
) -> None:
    with pytest.raises(UsageError) as caught:
        open_dedup(address, library)
    assert "secret" not in str(caught.value)


def test_a_redis_that_is_not_there_yet_is_no_error(library: Library, clock: SetClock) -> None:
    dedup = open_dedup("unix:///nowhere/redis.sock", library, clock=clock)
    assert dedup.index.find(fingerprint(paper(1))) is None
    assert dedup.state().status == "degraded"
    dedup.close()
