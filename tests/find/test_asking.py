"""Asking the providers: together, once, within quota and deadline; one that fails costs a note and nothing else."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

from find.services import Given, engines
from harvestman.find import ANSWERED, Budget, merge_hits
from harvestman.find.providers import ApiClient, Hit, ProviderFault, Query
from harvestman.model import SetClock, Status
from harvestman.store import Library

A, B, C = (Hit(f"https://{x}.example/paper.pdf", x) for x in "abc")
QUERY = Query("reed beds", "pdf", title="Reed Beds")


async def test_hits_that_several_name_come_first_and_say_who(
    library: Library, clock: SetClock
) -> None:
    asked = await engines(library, clock, Given("one", [A, B]), Given("two", [C, B])).ask(
        QUERY, Budget()
    )
    assert [hit.url for hit in asked.hits] == [B.url, A.url, C.url]
    assert asked.hits[0].providers == ("one", "two")


def test_of_equals_the_first_provider_wins() -> None:
    assert [hit.title for hit in merge_hits([[A], [B]])] == ["a", "b"]


async def test_the_same_query_again_costs_nothing(library: Library, clock: SetClock) -> None:
    provider, budget = Given("one", [A]), Budget(5)
    asking = engines(library, clock, provider)
    first = await asking.ask(QUERY, budget)
    again = await asking.ask(QUERY, budget)
    assert [hit.url for hit in again.hits] == [hit.url for hit in first.hits]
    assert (len(provider.asked), budget.spent) == (1, 1)
    assert again.notes[0].is_cached


async def test_what_was_answered_long_ago_is_asked_again(library: Library, clock: SetClock) -> None:
    provider = Given("one", [A])
    asking = engines(library, clock, provider, remembered_s=60.0)
    await asking.ask(QUERY, Budget())
    clock.advance(61)
    await asking.ask(QUERY, Budget())
    assert len(provider.asked) == 2


async def test_a_provider_that_fails_leaves_the_others_their_answer(
    library: Library, clock: SetClock
) -> None:
    refused = Given("refused", fault=ProviderFault(Status.BLOCKED_WALL, "no such key"))
    broken = Given("broken", fault=KeyError("results"))
    asked = await engines(library, clock, refused, broken, Given("good", [A])).ask(QUERY, Budget())
    assert [hit.url for hit in asked.hits] == [A.url]
    assert [note.outcome for note in asked.notes] == [
        "blocked-wall: no such key",
        "crashed: KeyError: 'results'",
        ANSWERED,
    ]
    assert not asked.is_complete


async def test_what_failed_is_not_remembered(library: Library, clock: SetClock) -> None:
    provider = Given("one", [A], fault=ProviderFault(Status.SERVER_ERROR, "down"))
    asking = engines(library, clock, provider)
    await asking.ask(QUERY, Budget())
    provider.fault = None
    assert (await asking.ask(QUERY, Budget())).hits


async def test_a_provider_that_asks_for_a_break_gets_it(library: Library, clock: SetClock) -> None:
    provider = Given("one", [A], ProviderFault(Status.POSTPONED, "too often", retry_after_s=600))
    asking = engines(library, clock, provider)
    await asking.ask(QUERY, Budget())
    provider.fault = None
    held = await asking.ask(QUERY, Budget())
    assert "left alone until 2026-03-01 12:10" in held.notes[0].outcome
    clock.advance(601)
    assert (await asking.ask(QUERY, Budget())).hits
    assert len(provider.asked) == 2


async def test_a_quota_holds_for_a_day(library: Library, clock: SetClock) -> None:
    provider, budget = Given("one", [A]), Budget()
    asking = engines(library, clock, provider, quotas={"one": 2}, remembered_s=0.0)
    for words in ("first", "second", "third"):
        clock.advance(1)
        last = await asking.ask(Query(words), budget)
    assert (len(provider.asked), budget.spent) == (2, 2)
    assert "quota of 2" in last.notes[0].outcome
    clock.advance(86_400)
    assert (await asking.ask(Query("fourth"), budget)).hits


async def test_whoever_is_late_is_left_out(library: Library, clock: SetClock) -> None:
    class Slow:
        name = "slow"

        async def search(self, _query: Query, _client: ApiClient) -> Sequence[Hit]:
            await asyncio.Event().wait()
            return ()

    asking = engines(library, clock, Slow(), Given("quick", [A]), deadline_s=0.05)
    async with asyncio.timeout(60):
        asked = await asking.ask(QUERY, Budget())
    assert [note.outcome for note in asked.notes] == ["no answer within 0.05 s", ANSWERED]
    assert asked.hits


async def test_nobody_is_asked_beyond_the_budget(library: Library, clock: SetClock) -> None:
    provider = Given("one", [A])
    asked = await engines(library, clock, provider).ask(QUERY, Budget(0))
    assert not provider.asked
    assert "used up" in asked.notes[0].outcome


async def test_what_is_no_web_address_is_no_hit(library: Library, clock: SetClock) -> None:
    named = [Hit("ftp://a.example/x"), Hit("HTTPS://A.example:443/x#y"), Hit("https://a.example/x")]
    asked = await engines(library, clock, Given("one", named)).ask(QUERY, Budget())
    assert [hit.url for hit in asked.hits] == ["https://a.example/x"]


async def test_of_very_many_hits_the_first_count(library: Library, clock: SetClock) -> None:
    many = [Hit(f"https://a.example/{number}.pdf") for number in range(500)]
    asked = await engines(library, clock, Given("one", many)).ask(QUERY, Budget())
    assert [hit.url for hit in asked.hits] == [hit.url for hit in many[:50]]
