"""Sites that were gathered for a repository, gathered again: what is new, changed or gone there becomes known."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime, timedelta

from harvestman.gather import Gatherer, same_again
from harvestman.loop.steps import Past, Step, task_of
from harvestman.loop.tools import Tools
from harvestman.model import JobRecord, Plain, UsageError
from harvestman.text import site_of


class SitesDue:
    """One step for each gathering that was asked for."""

    kind = "site"
    at_once = 1
    rest = timedelta(days=5)
    comes_last = False

    def due(self, tools: Tools, _past: Past, now: datetime) -> Iterator[Step]:
        """Those that ended longer ago than the setting `run_revisit` says, with what they cost then."""
        after = timedelta(seconds=tools.settings.run_revisit)
        for harvest in tools.library.harvests.last_with_memo():
            if not harvest.finished or now - harvest.finished < after or not same_again(harvest):
                continue
            sites = sorted(set(map(site_of, harvest.request.seeds)))
            yield Step(
                self.kind,
                " ".join(harvest.request.seeds),
                ", ".join(sites[:3]),
                f"gathered more than {after.days} days ago",
                0.25,
                max(1, tools.library.harvests.counts(harvest).done),
                {"harvest": harvest.id},
                url=harvest.request.seeds[0] if len(sites) == 1 else "",
            )

    async def do(self, job: JobRecord, tools: Tools) -> Plain:
        """The same crawl, enrichment and decisions again; pages that have not changed are not read again."""
        harvest = tools.library.harvests.get(task_of(job)["harvest"])
        request = same_again(harvest) if harvest else None
        if request is None:
            raise UsageError("the crawl of this gathering is no longer known: gather it again")
        gatherer = Gatherer(
            tools.library, tools.session, tools.holdings(), tools.clock, tools.settings.max_file
        )
        done = await gatherer.gather(request)
        did = f"{done.new} documents new, {done.changed} changed, {done.gone} gone"
        return {"did": did, "new": done.new, "changed": done.changed, "gone": done.gone}
