"""The plan's rows: kept whole or not at all, met again by their keys, the same on both databases."""

from __future__ import annotations

import signal
import subprocess
import sys
from dataclasses import replace
from datetime import date

import pytest
from sqlalchemy.exc import IntegrityError

from harvestman.store import (
    CitationRecord,
    Library,
    Observation,
    PlanImport,
    ProminenceRecord,
    RatingRecord,
    SeriesRecord,
    UsageRecord,
    VolumeRecord,
)
from store.sample import Opener, Place

SERIES = SeriesRecord(
    "conf/lime", "Libraries and Metadata", "LIME", hosts=("conf/big",), ended=2019
)
VOLUME = VolumeRecord(
    "conf/lime/2015",
    "conf/lime",
    2015,
    title="LIME 2015, Brno",
    month=6,
    city="Brno",
    country="Czech Republic",
    source="link.springer.com",
    papers=12,
    entered=date(2015, 9, 15),
)


def dump(
    day: date, *volumes: VolumeRecord, kind: str = "dump", source: str = "d.xml"
) -> PlanImport:
    return PlanImport(
        source=source,
        kind=kind,
        as_of=day,
        series=(SERIES,),
        volumes=volumes,
        prominence=(ProminenceRecord("conf/lime", day.year, 2.5, 1),),
    )


def test_what_is_kept_comes_back(library: Library) -> None:
    library.plan.keep(dump(date(2016, 1, 1), VOLUME))
    assert library.plan.series() == [SERIES]
    assert list(library.plan.volumes()) == [VOLUME]
    (imported,) = library.plan.imports()
    assert (imported.source, imported.kind, imported.series, imported.volumes) == (
        "d.xml",
        "dump",
        1,
        1,
    )


def test_the_same_import_again_changes_nothing(library: Library) -> None:
    for _ in range(2):
        library.plan.keep(dump(date(2016, 1, 1), VOLUME))
    assert list(library.plan.volumes()) == [VOLUME]
    assert library.plan.series() == [SERIES]
    assert len(library.plan.prominence(2016)) == 1


@pytest.mark.parametrize("in_order", [True, False])
def test_of_two_dumps_the_newer_says_what_and_the_older_when(
    library: Library, in_order: bool
) -> None:
    corrected = replace(VOLUME, city="Brno-Centrum", entered=date(2017, 3, 1))
    dumps = [dump(date(2016, 1, 1), VOLUME), dump(date(2018, 1, 1), corrected)]
    for each in dumps if in_order else reversed(dumps):
        library.plan.keep(each)
    (kept,) = library.plan.volumes()
    assert kept.city == "Brno-Centrum"
    assert kept.entered == date(2015, 9, 15)


def test_a_date_that_one_dump_lacks_comes_from_the_other(library: Library) -> None:
    library.plan.keep(dump(date(2016, 1, 1), VOLUME))
    library.plan.keep(dump(date(2018, 1, 1), replace(VOLUME, entered=None)))
    (kept,) = library.plan.volumes()
    assert kept.entered == date(2015, 9, 15)


def test_prominence_is_that_of_the_newest_dump(library: Library) -> None:
    library.plan.keep(dump(date(2018, 1, 1), VOLUME))
    library.plan.keep(dump(date(2016, 1, 1), VOLUME))
    assert [p.now_year for p in library.plan.prominence(2020)] == [2018]
    assert library.plan.prominence(2017) == []


def test_a_volume_may_move_to_another_series(library: Library) -> None:
    library.plan.keep(dump(date(2016, 1, 1), VOLUME))
    library.plan.keep(dump(date(2018, 1, 1), replace(VOLUME, series="conf/other")))
    assert [v.series for v in library.plan.volumes()] == ["conf/other"]


def test_what_a_later_dump_lacks_stays_unless_it_is_replaced(library: Library) -> None:
    gone = replace(VOLUME, key="conf/lime/gone")
    library.plan.keep(dump(date(2016, 1, 1), VOLUME, gone))
    library.plan.keep(dump(date(2018, 1, 1), VOLUME))
    assert len(list(library.plan.volumes())) == 2
    library.plan.keep(dump(date(2018, 1, 1), VOLUME), replace=True)
    (kept,) = library.plan.volumes()
    assert kept.entered == date(2015, 9, 15)


def test_an_import_that_breaks_off_leaves_nothing(library: Library) -> None:
    library.plan.keep(dump(date(2016, 1, 1), VOLUME))
    after = replace(
        dump(date(2018, 1, 1), replace(VOLUME, city="Elsewhere"), replace(VOLUME, key="x")),
        # The same row twice, which the database refuses after all else was written.
        prominence=(ProminenceRecord("conf/lime", 2018, 2.5, 1),) * 2,
    )
    with pytest.raises(IntegrityError):
        library.plan.keep(after)
    assert list(library.plan.volumes()) == [VOLUME]
    assert len(library.plan.imports()) == 1


KILLED = """
import os, signal, sys
from datetime import date
from harvestman.model import SystemClock
from harvestman.store import PlanImport, SeriesRecord, VolumeRecord, open_library

class Dying(tuple):
    def __iter__(self):  # what is written last
        os.kill(os.getpid(), signal.SIGKILL)

volumes = tuple(VolumeRecord(f"conf/a/{n}", "conf/a", 2000) for n in range(3000))
with open_library(sys.argv[1], blobs=sys.argv[2], clock=SystemClock()) as library:
    library.plan.keep(PlanImport("big.xml", "dump", date(2018, 1, 1), (SeriesRecord("conf/a"),), volumes, Dying()))
"""


def test_an_import_killed_while_it_writes_has_changed_nothing(opened: Opener, place: Place) -> None:
    library = opened()
    library.plan.keep(dump(date(2016, 1, 1), VOLUME))
    died = subprocess.run([sys.executable, "-c", KILLED, place.db, place.blobs], check=False)
    assert died.returncode == -signal.SIGKILL
    assert list(library.plan.volumes()) == [VOLUME]
    library.plan.keep(dump(date(2018, 1, 1), VOLUME))
    assert [i.as_of.year for i in library.plan.imports()] == [2016, 2018]


def test_a_key_that_a_file_holds_twice_counts_once(library: Library) -> None:
    library.plan.keep(dump(date(2016, 1, 1), VOLUME, replace(VOLUME, city="Olomouc")))
    (kept,) = library.plan.volumes()
    assert kept.city == "Olomouc"


def test_text_that_no_database_stores(library: Library) -> None:
    library.plan.keep(dump(date(2016, 1, 1), replace(VOLUME, title="a\x00b\ud800")))
    (kept,) = library.plan.volumes()
    assert kept.title == "a\ufffdb\ufffd"


def test_a_rating_list_replaces_itself_and_no_other(library: Library) -> None:
    old = RatingRecord("CORE", 2014, "LIME", "Libraries and Metadata", 2.0)
    library.plan.keep_sides(ratings=[old, replace(old, year=2017, value=3.0)])
    library.plan.keep_sides(ratings=[replace(old, year=2017, value=1.0)])
    assert [(r.year, r.value) for r in library.plan.ratings(before_year=2030)] == [
        (2014, 2.0),
        (2017, 1.0),
    ]
    assert [r.year for r in library.plan.ratings(before_year=2017)] == [2014]


def test_citations_and_usage_are_updated_by_their_keys(library: Library) -> None:
    cited = CitationRecord("conf/lime", 2014, 2015, 7)
    used = UsageRecord("conf/lime", "2015-11", 3)
    library.plan.keep_sides(citations=[cited], usage=[used])
    library.plan.keep_sides(citations=[replace(cited, citations=8)], usage=[replace(used, uses=4)])
    assert library.plan.citations(before_year=2016) == [replace(cited, citations=8)]
    assert library.plan.citations(before_year=2015) == []
    assert library.plan.usage("2015-11") == [replace(used, uses=4)]
    assert library.plan.usage("2015-12") == []


def test_observations_come_back_in_order_and_once(library: Library) -> None:
    vain = Observation("conf/lime", date(2016, 5, 1))
    seen = Observation("conf/lime", date(2016, 9, 1), 2016, 6, "link.springer.com")
    for each in (seen, vain, seen):
        library.plan.observe(each)
    assert library.plan.observations() == [vain, seen]


def test_a_host_was_read_only_if_it_gave_papers(library: Library) -> None:
    assert not library.plan.has_read("link.springer.com")
