"""`hm.loop`: the library is kept current on its own (`harvestman run`)."""

from __future__ import annotations

from datetime import datetime
from typing import TYPE_CHECKING

from harvestman.settings import pairs_of

if TYPE_CHECKING:
    from harvestman.loop import Budgets, Round, RunState, ToldStep
    from harvestman.rooms import Rooms


class Looping:
    """Rounds of everything that is due."""

    def __init__(self, rooms: Rooms) -> None:
        self._rooms = rooms

    def round(self, *, budget: int | None = None) -> Round:
        """What is due now, with reasons and costs, and what has to wait; nothing is done. With a `budget`, at most so many requests a day."""
        from harvestman.loop import Tools, find_round

        return find_round(Tools(self._rooms), self._budgets(budget))

    def run(
        self,
        *,
        until: datetime | None = None,
        for_ever: bool = False,
        budget: int | None = None,
        told: ToldStep | None = None,
    ) -> int:
        """One round now, rounds `until` a moment, or `for_ever`; how many steps came to their end.

        With a `budget`, at most so many requests a day; else as the setting `run_requests` says. `told` is called after each step.
        """
        import asyncio

        from harvestman.engine import watched_loop
        from harvestman.loop import READERS, Loop, Tools

        _ = self._rooms.library, self._rooms.page_guard(*READERS)  # opened by the thread that stays

        async def work() -> int:
            async with watched_loop():
                is_once = until is None and not for_ever
                if is_once:
                    return await self.once(budget=budget, told=told)
                return await Loop(Tools(self._rooms), self._budgets(budget), told).run(until)

        return asyncio.run(work())

    async def once(self, *, budget: int | None = None, told: ToldStep | None = None) -> int:
        """One round now, in a program that has an event loop; how many steps came to their end."""
        from harvestman.loop import Loop, Tools

        return await Loop(Tools(self._rooms), self._budgets(budget), told).once()

    def state(self, *, limit: int = 20) -> RunState:
        """What was done last and why, what waits, what failed, and what the day has cost."""
        from harvestman.loop import run_state

        return run_state(self._rooms.library, self._rooms.clock.now(), limit=limit)

    def _budgets(self, budget: int | None) -> Budgets:
        from harvestman.loop import Budgets

        settings = self._rooms.settings
        kinds = {name: int(number) for name, number in pairs_of(settings.run_kinds).items()}
        return Budgets(
            settings.run_requests if budget is None else budget, settings.run_host_requests, kinds
        )
