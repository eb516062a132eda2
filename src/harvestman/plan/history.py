"""What is known of a series: its proceedings, each with the month of the event and the month it was entered.

Everything the plan computes is a function of these histories and of a month. `known_before` is the one door through
which the past is cut off, so that no factor and no model can see what was entered later.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from harvestman.plan.months import Month, month_number, year_of
from harvestman.text import fold

_WORKSHOP = re.compile(r"\bwork-?shops?\b|-ws$|\batelier|\btaller\b", re.IGNORECASE)
# "3DOR@Eurographics 2019", "… @ LREC-COLING 2024": the host's name stands after the sign, before the year.
_HOST = re.compile(r"@\s*([^\d@,:;()]{2,40})")


STRAND_MARK = "+"
"""Between the key of a conference and the name of a workshop held beside it: conf/cikm+dolap."""

FAR_AHEAD = 2
"""Years: proceedings are not entered longer before their event."""


@dataclass(frozen=True, slots=True)
class Proceedings:
    """One volume of proceedings; an event may have several."""

    year: int
    """The year of the event."""
    month: int | None = None
    """The calendar month in which the event began, 1 to 12."""
    entered: Month | None = None
    """When the volume entered the bibliography; None where nobody wrote it down."""
    papers: int | None = None
    city: str = ""
    country: str = ""
    title: str = ""
    """The proceedings' title or the heading of the event."""
    source: str = ""
    """The web host or publisher that the volume was taken from."""
    key: str = ""
    """The volume's own key, where its bibliography gives one."""

    @property
    def event_month(self) -> Month | None:
        """The month of the event, where its calendar month is known."""
        return None if self.month is None else month_number(self.year, self.month)


@dataclass(frozen=True, slots=True)
class History:
    """The record of one series, its volumes in order of their events. Made by `history`."""

    series: str
    volumes: tuple[Proceedings, ...]
    name: str = ""
    workshop: bool = False
    """Told apart by key, name or heading; see `looks_like_workshop`."""
    hosts: tuple[str, ...] = ()
    """Keys of the series that this one is said to be part of."""
    ended: int | None = None
    """The year in which the series is said to have ended."""
    checked: Month | None = None
    """The last month in which somebody looked for the next edition and found nothing."""

    def years(self) -> list[int]:
        """The distinct years of its events, oldest first."""
        return sorted({volume.year for volume in self.volumes})


@dataclass(frozen=True, slots=True)
class SideTables:
    """What other sources say of the series, each optional; who is not covered gets the neutral weight 1."""

    ratings: Mapping[str, float] = field(default_factory=dict)
    """r(c): the mean class over all lists that know the series, A* = 4 to C = 1."""
    prominence: Mapping[str, float] = field(default_factory=dict)
    """prm(c) for the year asked about; see `series_prominence`."""
    citations: Mapping[str, float] = field(default_factory=dict)
    """cit(c) for the year asked about; see `citation_scores`."""
    usage: Mapping[str, float] = field(default_factory=dict)
    """How often each series was asked for in the month before the one asked about."""


def history(
    series: str,
    volumes: Iterable[Proceedings],
    *,
    name: str = "",
    hosts: Sequence[str] = (),
    ended: int | None = None,
    checked: Month | None = None,
) -> History:
    """A history with its volumes in order; unknown months come after the known ones of their year."""
    ordered = sorted(
        volumes, key=lambda v: (v.year, v.month or 13, -1 if v.entered is None else v.entered)
    )
    return History(
        series,
        tuple(ordered),
        name=name,
        workshop=looks_like_workshop(series, name, *_headings(ordered)),
        hosts=tuple(hosts),
        ended=ended,
        checked=checked,
    )


def _headings(volumes: Iterable[Proceedings]) -> list[str]:
    """The titles that name a host; a "workshop" in a title may be one of many volumes of a conference."""
    return [volume.title for volume in volumes if "@" in volume.title]


def is_known(volume: Proceedings, before: Month) -> bool:
    """Whether a volume was in the bibliography before that month.

    Without an entry date a volume counts as known from the January after its event: nothing of the running year can
    then slip in. An event of a far future is a slip of the pen and never known.
    """
    if volume.year > year_of(before) + FAR_AHEAD:
        return False
    if volume.entered is not None:
        return volume.entered < before
    return volume.year < year_of(before)


def known_before(histories: Iterable[History], before: Month) -> list[History]:
    """The histories as they stood at the beginning of that month; series without any volume are left out.

    What was said later of a series, its end or a vain look, is forgotten with its later volumes.
    """
    cut = []
    for each in histories:
        volumes = tuple(v for v in each.volumes if is_known(v, before))
        if not volumes:
            continue
        ended = each.ended if each.ended is not None and each.ended < year_of(before) else None
        checked = each.checked if each.checked is not None and each.checked < before else None
        if len(volumes) < len(each.volumes) or ended != each.ended or checked != each.checked:
            # A heading of a later year must not tell that this is a workshop.
            workshop = looks_like_workshop(each.series, each.name, *_headings(volumes))
            each = replace(  # noqa: PLW2901
                each, volumes=volumes, workshop=workshop, ended=ended, checked=checked
            )
        cut.append(each)
    return cut


def looks_like_workshop(series: str, *texts: str) -> bool:
    """Whether the key, the name or a heading shows a workshop, an event within another one."""
    if STRAND_MARK in series or _WORKSHOP.search(series):
        return True
    return any("@" in text or _WORKSHOP.search(text) for text in texts)


def host_named_in(title: str) -> str:
    """The folded acronym of the host event that a heading names after an @, or ""."""
    match = _HOST.search(title)
    return fold(match[1]) if match else ""
