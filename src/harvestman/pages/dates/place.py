"""Where the event is: the places on the lines that tell its date, its venue and its name, weighed against each other."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache

from harvestman.pages.dates.calendar import find_spans
from harvestman.pages.dates.lines import Line
from harvestman.text.folding import fold
from harvestman.text.places import PlaceFound, find_place
from harvestman.text.segments import DATE_MARK, split

MAX_TEXT = 500  # characters of a line that are searched


@dataclass(frozen=True, slots=True)
class Place:
    """A place on one line."""

    line: int
    city: str
    country: str
    """The country as the line writes it, or an empty string."""
    code: str
    is_sure: bool
    weight: float = 0.0


def place_in(lines: Sequence[Line], number: int) -> Place | None:
    """The place that a line names."""
    found = _find(lines[number].text[:MAX_TEXT])
    if found is None or not (found.city or found.country_named):
        return None
    return Place(
        number,
        found.city.text if found.city else "",
        found.country_named.text if found.country_named else "",
        found.country or "",
        found.is_city_sure,
    )


def choose_place(places: Iterable[Place]) -> Place | None:
    """The place with the most weight behind it, completed from others that name the same city."""
    found = list(places)
    votes: dict[str, float] = {}
    for place in found:
        key = fold(place.city or place.country)
        votes[key] = votes.get(key, 0.0) + place.weight
    best: Place | None = None
    for place in found:
        if best is None or _rank(place, votes) > _rank(best, votes):
            best = place
    return best


def _rank(place: Place, votes: dict[str, float]) -> tuple[float, bool]:
    score = votes[fold(place.city or place.country)]
    score += 1.0 if place.city and place.country else 0.0
    score += 0.5 if place.is_sure else 0.0
    score -= 1.0 if not place.city else 0.0
    return score, bool(place.country)


@lru_cache(maxsize=2_048)
def _find(text: str) -> PlaceFound | None:
    for span in find_spans(text):
        text = text[: span.begin] + DATE_MARK * (span.end - span.begin) + text[span.end :]
    return find_place(split(text))
