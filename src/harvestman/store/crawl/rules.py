"""What a crawl thinks of its links, as far as the store has to ask: the store orders what it is given and has no opinion.

Some questions can only be asked in the transaction that changes the frontier: what a family of addresses is worth after one
more visit, whether a site's next turn lies within the limits, whether the crawl is done. So whoever crawls gives the store
these rules. They must be pure: the same answer to the same question in every process, or a harvest that was killed would not
end where an undisturbed one ends.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Protocol

from harvestman.model import CrawlState


@dataclass(frozen=True, slots=True)
class Standing:
    """What is thought of a family of addresses."""

    points: int = 0
    """Added to the score of each of its links that wait."""
    why_left: str = ""
    """Why the rest of it is left alone; "" when it is not."""


@dataclass(frozen=True, slots=True)
class Turn:
    """A visit that a site would make next, in the rounds of a stage."""

    number: int
    """How many turns the site has had in this stage."""
    place: int
    """The site's place in each round."""
    sites: int
    """How many sites take part."""
    before: int
    """How many visits the harvest made before this stage."""
    earlier: int
    """How many of them went to this site."""


@dataclass(frozen=True, slots=True)
class Rival:
    """Another site of the stage, as far as is known: it may be further by now, never less far."""

    place: int
    turns: int
    is_done: bool


class Rules(Protocol):
    """What the store asks."""

    def family(self, name: str, visited: int, fruitful: int) -> Standing:
        """What is thought of a family after so many visits, so many of them fruitful."""
        ...

    def turn(self, turn: Turn, rivals: Callable[[], Sequence[Rival]]) -> str | None:
        """Why a turn lies beyond the limits; "" when it lies within them, None when that depends on other sites."""
        ...

    def layer(self, *, of_site: int, of_all: int) -> str:
        """Why one more visit lies beyond the limits after so many of its site and of the harvest; "" when it does not."""
        ...

    def is_done(self, state: CrawlState) -> bool:
        """Whether nothing more is to be visited."""
        ...


class AsGiven:
    """Links are visited by their own scores, all of them."""

    def family(self, _name: str, _visited: int, _fruitful: int) -> Standing:
        """No kind of address is better than others."""
        return Standing()

    def turn(self, _turn: Turn, _rivals: Callable[[], Sequence[Rival]]) -> str | None:
        """Without a limit."""
        return ""

    def layer(self, *, of_site: int, of_all: int) -> str:
        """Without a limit."""
        return ""

    def is_done(self, _state: CrawlState) -> bool:
        """Only when nothing is left."""
        return False


AS_GIVEN: Rules = AsGiven()
