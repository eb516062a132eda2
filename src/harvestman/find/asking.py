"""Asking the providers: several at once, with a deadline, each answer remembered, and their hits merged into one list.

A query that was asked a short while ago costs nothing. A provider that is late, over its quota, or wants to be left alone is named in
the notes, and the others answer without it. Hits that several providers name come first: each place in each list gives points
(reciprocal rank fusion), so no provider's own scores need to be compared.
"""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import timedelta

from harvestman.find.budget import Budget
from harvestman.find.providers import (
    ApiClient,
    ChosenProviders,
    Hit,
    Provider,
    ProviderFault,
    Query,
    hit_from_plain,
)
from harvestman.model import Clock
from harvestman.store import Library
from harvestman.text import canonical_url

DEADLINE_S = 15.0
"""How long providers are waited for."""
REMEMBERED_S = 30 * 86_400.0
"""How long what a provider answered is believed."""
ANSWERED = "answered"
_RANK_OFFSET = 10  # the first place counts 1.0, the tenth half: hits lists are short here
_MOST_HITS = 50  # of one provider


@dataclass(frozen=True, slots=True)
class EngineNote:
    """What became of asking one provider."""

    provider: str
    outcome: str
    hits: int = 0
    is_cached: bool = False


@dataclass(frozen=True, slots=True)
class EnginesAsked:
    """What all providers together answered."""

    hits: tuple[Hit, ...]
    notes: tuple[EngineNote, ...]

    @property
    def is_complete(self) -> bool:
        """Whether every provider has answered."""
        return all(note.outcome == ANSWERED for note in self.notes)


@dataclass(frozen=True, slots=True)
class Engines:
    """The providers of a library, asked together."""

    library: Library
    client: ApiClient
    chosen: ChosenProviders
    clock: Clock
    deadline_s: float = DEADLINE_S
    remembered_s: float = REMEMBERED_S
    quotas: Mapping[str, int] = field(default_factory=dict)
    """How often a provider may be asked in a day, by its name; others as often as they answer."""

    async def ask(self, query: Query, budget: Budget) -> EnginesAsked:
        """Ask all providers at once; each request that is sent is taken from the budget."""
        answers = await asyncio.gather(
            *(self._ask(provider, query, budget) for provider in self.chosen.ready)
        )
        notes = [note for _, note in answers]
        notes += [EngineNote(name, f"not asked: {why}") for name, why in self.chosen.left_out]
        return EnginesAsked(merge_hits([hits for hits, _ in answers]), tuple(notes))

    async def _ask(
        self, provider: Provider, query: Query, budget: Budget
    ) -> tuple[Sequence[Hit], EngineNote]:
        if getattr(provider, "is_local", False):
            return await self._send(provider, query)
        memory, name, plain = self.library.engines, provider.name, query.to_plain()
        since = self.clock.now() - timedelta(seconds=self.remembered_s)
        known = await asyncio.to_thread(memory.known, name, plain, since=since)
        if known is not None:
            hits = [hit_from_plain(one, provider=name) for one in known]
            return hits, EngineNote(name, ANSWERED, len(hits), is_cached=True)
        if not budget.take():
            return (), EngineNote(name, "not asked: the question's requests are used up")
        if why := await asyncio.to_thread(memory.use, name, quota=self.quotas.get(name)):
            budget.give_back()
            return (), EngineNote(name, f"not asked: {why}")
        found, note = await self._send(provider, query)
        if note.outcome == ANSWERED:
            await asyncio.to_thread(memory.keep, name, plain, [hit.to_plain() for hit in found])
        return found, note

    async def _send(self, provider: Provider, query: Query) -> tuple[Sequence[Hit], EngineNote]:
        name = provider.name
        try:
            async with asyncio.timeout(self.deadline_s):
                hits = _plain_hits(await provider.search(query, self.client), name)
            return hits, EngineNote(name, ANSWERED, len(hits))
        except TimeoutError:
            return (), EngineNote(name, f"no answer within {self.deadline_s:g} s")
        except ProviderFault as fault:
            if fault.retry_after_s:
                await asyncio.to_thread(self.library.engines.hold, name, fault.retry_after_s)
            return (), EngineNote(name, f"{fault.status}: {fault.detail}")
        except Exception as error:  # noqa: BLE001 - a provider may be anybody's plug-in: the others answer without it
            return (), EngineNote(name, f"crashed: {type(error).__name__}: {error}"[:300])


def _plain_hits(found: Sequence[Hit], provider: str) -> list[Hit]:
    """Hits under their one address, each once."""
    hits: dict[str, Hit] = {}
    for hit in found[:_MOST_HITS]:
        url = canonical_url(hit.url)
        if url is not None and url not in hits:
            hits[url] = replace(hit, url=url, providers=(provider,))
    return list(hits.values())


def merge_hits(lists: Sequence[Sequence[Hit]]) -> tuple[Hit, ...]:
    """One list of several: what stands high in many comes first; of equals, what the first provider named."""
    points: dict[str, float] = {}
    merged: dict[str, Hit] = {}
    for hits in lists:
        for place, hit in enumerate(hits):
            points[hit.url] = points.get(hit.url, 0.0) + 1 / (_RANK_OFFSET + place)
            before = merged.get(hit.url)
            merged[hit.url] = hit if before is None else _together(before, hit)
    order = {url: number for number, url in enumerate(merged)}
    return tuple(merged[url] for url in sorted(merged, key=lambda u: (-points[u], order[u])))


def _together(one: Hit, other: Hit) -> Hit:
    return replace(
        one,
        title=one.title or other.title,
        snippet=one.snippet or other.snippet,
        file_type=one.file_type or other.file_type,
        authors=one.authors or other.authors,
        year=one.year or other.year,
        doi=one.doi or other.doi,
        providers=(*one.providers, *other.providers),
    )
