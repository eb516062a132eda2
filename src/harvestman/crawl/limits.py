"""How far a harvest goes: so many pages in all, so many of one site. What lies beyond is remembered, not visited.

In a stage the sites share the limit in rounds: visit r of the first site, of the second, and so on, then r + 1. Which visits lie
within it must not depend on which server answered first. So a turn is within the limit when it is so whatever the other
sites still do, beyond it when it is so whatever they do, and has to wait for them otherwise.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from harvestman.store import Rival, Turn


@dataclass(frozen=True, slots=True)
class PageBudget:
    """The limits of one harvest."""

    pages: int
    pages_of_a_site: int

    def why_beyond(self, *, of_site: int, of_all: int) -> str:
        """Why one more visit lies beyond the limits after so many of its site and in all; "" when it does not."""
        if of_site >= self.pages_of_a_site:
            return f"{self.pages_of_a_site} pages of this site have been visited"
        return f"{self.pages} pages have been visited" if of_all >= self.pages else ""

    def why_turn_beyond(self, turn: Turn, rivals: Callable[[], Sequence[Rival]]) -> str | None:
        """The same for a site's turn among others; None when it depends on what the others do."""
        of_site = turn.earlier + turn.number
        if of_site >= self.pages_of_a_site:
            return self.why_beyond(of_site=of_site, of_all=0)
        if turn.before + (turn.number + 1) * turn.sites <= self.pages:
            return ""  # even if all sites take all their turns up to and with this round
        surely = possibly = turn.before + turn.number
        for rival in rivals():
            most = turn.number + (rival.place < turn.place)
            surely += min(rival.turns, most)
            possibly += min(rival.turns, most) if rival.is_done else most
        if possibly < self.pages:
            return ""
        return self.why_beyond(of_site=of_site, of_all=surely) or None
