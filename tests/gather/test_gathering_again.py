"""Gathering again: what is gone is marked, what could not be reached is not."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from pathlib import Path

import pytest

from harvestman.fetch import Failure, Fetcher, FetchOptions, MockTransport, Reply
from harvestman.gather import Gathered, Gatherer, GatherRequest
from harvestman.model import Status
from harvestman.rooms import Rooms
from harvestman.settings import load_settings

SITE = "http://dpto.example"
PAPER = (("Content-Type", "application/rtf"),)
ONE_LINK = b"<title>Notas</title><a href=/algebra.rtf>Algebra</a>"
WHOLE: dict[str, Reply | Failure] = {
    f"{SITE}/": Reply(b"<title>Departamento</title><a href=/notas.html>Notas</a>"),
    f"{SITE}/notas.html": Reply(ONE_LINK + b" <a href=/calculo.rtf>Calculo</a>"),
    f"{SITE}/algebra.rtf": Reply(rb"{\rtf1 Notas de algebra}", fields=PAPER),
    f"{SITE}/calculo.rtf": Reply(rb"{\rtf1 Notas de calculo}", fields=PAPER),
}


@pytest.fixture(scope="module")
def rooms(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Rooms]:
    place: Path = tmp_path_factory.mktemp("again")
    settings, _ = load_settings({"db": f"{place}/library.db", "browser": "never"})
    with Rooms(settings) as opened:
        yield opened


def gather(rooms: Rooms, replies: dict[str, Reply | Failure], *, limit: int = 100) -> Gathered:
    request = rooms.harvest_request([f"{SITE}/"], depth=5, limit=limit, site_limit=limit)

    async def work() -> Gathered:
        options = FetchOptions(delay_s=0, robots=False)
        transport = MockTransport(replies)
        async with (
            Fetcher(options, clock=rooms.clock, transport=transport) as fetcher,
            rooms.session(fetcher=fetcher) as session,
        ):
            gatherer = Gatherer(
                rooms.library, session, rooms.holdings(), rooms.clock, rooms.settings.max_file
            )
            return await gatherer.gather(GatherRequest(request), fresh_for_s=0)

    return asyncio.run(work())


def test_only_what_is_no_more_is_gone(rooms: Rooms) -> None:
    first = gather(rooms, WHOLE)
    assert (len(first.candidates), first.gone, first.unread) == (2, 0, ())
    assert (first.new, first.changed) == (2, 0)

    changed = {f"{SITE}/algebra.rtf": Reply(rb"{\rtf1 Notas nuevas de algebra}", fields=PAPER)}
    second = gather(rooms, {**WHOLE, **changed})
    assert (second.new, second.changed, second.gone) == (0, 1, 0)
    back = gather(rooms, WHOLE)
    assert (back.new, back.changed, back.gone) == (0, 1, 0)

    down = gather(rooms, {f"{SITE}/": Reply(http_status=500)})
    assert (down.candidates, down.gone) == ((), 0)
    assert down.unread == ((f"{SITE}/", Status.SERVER_ERROR),)

    short = gather(rooms, WHOLE, limit=2)
    assert (short.candidates, short.gone) == ((), 0)

    unlinked = gather(rooms, WHOLE | {f"{SITE}/notas.html": Reply(ONE_LINK)})
    assert (len(unlinked.candidates), unlinked.gone) == (1, 1)

    removed = gather(rooms, WHOLE | {f"{SITE}/algebra.rtf": Reply(http_status=404)})
    assert (len(removed.candidates), removed.gone) == (1, 1)

    page_removed = gather(rooms, WHOLE | {f"{SITE}/notas.html": Reply(http_status=404)})
    assert (page_removed.candidates, page_removed.gone) == ((), 1)


def test_copies_that_differ_in_a_few_bytes_are_one_candidate(tmp_path: Path) -> None:
    text = b" ".join(b"Sentence number %d of the notes on algebra." % n for n in range(20))
    copies: dict[str, Reply | Failure] = {
        f"{SITE}/": Reply(b"<title>Notes</title><a href=/a.rtf>Notes</a> <a href=/b.rtf>Copy</a>"),
        f"{SITE}/a.rtf": Reply(rb"{\rtf1 Notes on algebra\par " + text + b"}", fields=PAPER),
        f"{SITE}/b.rtf": Reply(
            rb"{\rtf1{\info{\revtim\yr2024}}Notes on algebra\par " + text + b"}", fields=PAPER
        ),
    }
    settings, _ = load_settings({"db": f"{tmp_path}/library.db", "browser": "never"})
    with Rooms(settings) as opened:
        found = {one.url: one for one in gather(opened, copies).candidates}
    assert not found[f"{SITE}/a.rtf"].reasons
    assert f"it is the same document as {SITE}/a.rtf" in found[f"{SITE}/b.rtf"].reasons
