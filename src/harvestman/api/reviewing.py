"""`hm.candidates`: what was gathered for a repository, reviewed and handed on (`harvestman gather list|show|review|export|letters|graph`)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import partial
from pathlib import Path
from typing import IO, TYPE_CHECKING

from harvestman.api.selecting import host_meant
from harvestman.model import CandidateState, RejectReason

if TYPE_CHECKING:
    from harvestman.gather import HandedOver, Letter, SiteGraph, SwordTarget
    from harvestman.model import Candidate, Claim
    from harvestman.rooms import Rooms


class Reviewing:
    """The candidates of the library. Where a method takes one, it is meant by its id, the beginning of it, or its address; a state is `new`, `accepted`, ….

    A site is meant by its host or by an address of it.
    """

    def __init__(self, rooms: Rooms) -> None:
        self._rooms = rooms

    def find(
        self,
        *,
        site: str | None = None,
        states: Iterable[str] = (),
        with_hidden: bool = False,
        limit: int | None = None,
    ) -> list[Candidate]:
        """Candidates in the order in which they were found: of one site, in one of these states.

        Those that are set aside, rejected, or gone before anybody decided are left out, unless they are asked for.
        """
        from harvestman.store import CandidateQuery

        wanted = CandidateQuery(
            site=host_meant(site),
            states=tuple(map(CandidateState, states)),
            with_hidden=with_hidden,
        )
        return list(self._rooms.library.candidates.find(wanted, limit=limit))

    def get(self, candidate: str) -> Candidate | None:
        """One candidate."""
        return self._rooms.library.candidates.get(candidate)

    def claims(self, candidate: str) -> list[Claim]:
        """Everything that anybody says of it."""
        return self._rooms.library.candidates.claims(candidate)

    def decide(
        self, candidate: str, state: str, *, by: str, reason: str | None = None
    ) -> Candidate | None:
        """Note what a person decided of it, a rejection with its reason (`cv`, `duplicate` …); None when there is none. It survives every later run."""
        why = RejectReason(reason) if reason else None
        return self._rooms.library.candidates.decide(
            candidate, CandidateState(state), by=by, reason=why
        )

    def undo(self, candidate: str, *, by: str) -> Candidate | None:
        """Take the last decision of it back; None when there is no such candidate, or nothing was decided."""
        return self._rooms.library.candidates.undo(candidate, by=by)

    def edit(self, candidate: str, field: str, value: str, *, by: str) -> Candidate:
        """Put a value of it right; that wins over all that is or will be read. UsageError for what does not fit."""
        from harvestman.store import edit_candidate

        return edit_candidate(self._rooms.library, candidate, field, value, by=by)

    def export_pieces(
        self,
        candidates: Iterable[Candidate],
        format: str = "csv",  # noqa: A002 - as `--format`
    ) -> Iterator[str]:
        """Candidates as `csv`, `jsonl`, `bibtex` or `dublin-core`, in pieces."""
        from harvestman.formats import write_candidates

        return write_candidates(candidates, format)

    def export_dspace(
        self,
        candidates: Iterable[Candidate],
        archive: IO[bytes],
        *,
        collections: Iterable[str] = (),
    ) -> int:
        """Candidates with their files as a zip in DSpace's Simple Archive Format; how many there are."""
        from harvestman.formats import write_saf
        from harvestman.gather import candidate_file

        files = partial(candidate_file, self._rooms.library)
        return write_saf(archive, candidates, files, collections=tuple(collections))

    def deposit(
        self,
        candidates: Iterable[Candidate],
        target: SwordTarget,
        *,
        by: str,
        dry_run: bool = False,
    ) -> list[HandedOver]:
        """Hand candidates over by SWORDv2, each once; they are `deposited` then. How each ended."""
        import asyncio

        from harvestman.gather import hand_over

        async def work() -> list[HandedOver]:
            async with self._rooms.fetcher() as fetcher:
                steps = hand_over(
                    self._rooms.library, fetcher, target, candidates, by=by, dry_run=dry_run
                )
                return [one async for one in steps]

        return asyncio.run(work())

    def letters(
        self,
        *,
        institution: str,
        repository: str,
        sender: str = "",
        site: str | None = None,
        states: Iterable[str] = ("needs-permission",),
        with_hidden: bool = False,
        templates: Path | None = None,
        language: str | None = None,
    ) -> list[Letter]:
        """A draft letter to each author of candidates in these states, asking for permission. Nothing is sent.

        Each is in the language of most of the author's documents, unless a `language` is named.
        """
        from harvestman.gather import write_letters

        return list(
            write_letters(
                self.find(site=site, states=states, with_hidden=with_hidden),
                institution=institution,
                repository=repository,
                sender=sender,
                templates=templates,
                language=language,
            )
        )

    def graph(self, url: str, *, distance: int = 5) -> SiteGraph:
        """The pages and documents gathered from this page on, as far as so many links away, and the links between them."""
        from harvestman.gather import site_graph

        return site_graph(self._rooms.library, url, within=distance)
