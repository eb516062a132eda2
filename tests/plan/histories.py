"""Small histories written by hand, as builders."""

from __future__ import annotations

from collections.abc import Sequence

from harvestman.plan import History, Proceedings, history, month_number


def series(
    key: str,
    years: Sequence[int],
    *,
    month: int | None = 6,
    lag: int | None = 2,
    papers: int | None = 30,
    countries: Sequence[str] = ("Italy",),
    name: str = "",
    city: str = "",
    source: str = "",
) -> History:
    """A series that met in those years, always in one month, entered `lag` months later."""
    volumes = []
    for number, year in enumerate(years):
        entered = None
        if month is not None and lag is not None:
            entered = month_number(year, month) + lag
        volumes.append(
            Proceedings(
                year=year,
                month=month,
                entered=entered,
                papers=papers,
                city=city,
                country=countries[number % len(countries)],
                source=source,
            )
        )
    return history(key, volumes, name=name)


def small_bibliography(last: int = 2015) -> list[History]:
    """Sixty series of every kind: yearly, every other year, long dead, just begun."""
    made = []
    for number in range(24):
        made.append(series(f"conf/year{number}", range(1995, last + 1), month=1 + number % 12))
    for number in range(12):
        start = 1996 + number % 2
        made.append(series(f"conf/two{number}", range(start, last + 1, 2), month=1 + number % 12))
    for number in range(12):
        made.append(series(f"conf/dead{number}", range(1990, 1998 + number), month=5))
    for number in range(6):
        made.append(series(f"conf/new{number}", [last], month=9))
    for number in range(6):
        made.append(series(f"conf/once{number}", [last - 6 - number], month=9))
    return made
