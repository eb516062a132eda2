"""Files that papers link to are fetched by rounds; those that are not there yet are asked for again, ever less often."""

from __future__ import annotations

import itertools
from datetime import UTC, date, datetime, timedelta

from harvestman.api import Harvestman
from harvestman.model import SetClock
from world import World


def test_a_visit_leads_to_files_and_those_to_papers_compared(
    hm: Harvestman, world: World, clock: SetClock
) -> None:
    clock.advance((datetime(2024, 6, 12, tzinfo=UTC) - clock.now()).total_seconds())
    hm.watch.add(world.url("lime2024"))
    kinds: list[str] = []
    hm.loop.run(told=lambda job: kinds.append(job.kind))
    assert kinds.index("run-visit") < kinds.index("run-files")
    assert "run-merge" in kinds
    assert len(hm.papers()) == 6
    assert all(hm.documents(paper.id) for paper in hm.papers())
    assert not hm.loop.round().steps


def test_a_file_that_is_not_there_yet_is_asked_for_ever_less_often(
    hm: Harvestman, world: World, clock: SetClock
) -> None:
    url = world.url("lime2024", "/papers/1.pdf")  # from the tenth of June on
    hm.import_papers(
        (
            "one.jsonl",
            f'{{"title": "Lemons and Metadata: Quality Signals When Nobody Checks", "pdf": "{url}"}}'.encode(),
        )
    )
    days: list[date] = []
    for _ in range(60):
        asked = len(world.log("lime2024"))
        hm.loop.run()
        if len(world.log("lime2024")) > asked:
            days.append(clock.now().date())
        clock.advance(timedelta(days=1).total_seconds())
    gaps = [(after - before).days for before, after in itertools.pairwise(days)]
    assert gaps == sorted(gaps)
    assert len(days) < 12
    (paper,) = hm.papers()
    assert days[-1] >= date(2024, 6, 10)
    assert hm.documents(paper.id)
