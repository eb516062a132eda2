"""Papers that are new or have changed: compared with the others, merged where surely one; doubtful pairs are judged again with what is new."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from datetime import datetime, timedelta

from harvestman.dedup import AFTER_A_HARVEST, find_merges
from harvestman.loop.steps import Past, Step
from harvestman.loop.tools import Tools
from harvestman.model import JobRecord, Plain


class MergesDue:
    """One step for all papers that wait to be compared."""

    kind = "merge"
    at_once = 1
    rest = timedelta(0)
    comes_last = False

    def due(self, tools: Tools, _past: Past, _now: datetime) -> Iterator[Step]:
        """Whenever papers wait."""
        waiting = tools.library.merges.count_waiting()
        if waiting:
            what = "1 paper is" if waiting == 1 else f"{waiting} papers are"
            reason = f"{what} new or changed and not yet compared"
            yield Step(self.kind, "papers", "papers that may be one", reason, 0.9, 0)

    async def do(self, _job: JobRecord, tools: Tools) -> Plain:
        """Compare them; every merge is a transaction, so a killed comparison goes on."""
        found = await asyncio.to_thread(find_merges, tools.library, limit=AFTER_A_HARVEST)
        merged, doubtful = len(found.merged), len(found.doubtful)
        did = f"{found.papers} papers compared, {merged} merged, {doubtful} pairs doubtful"
        return {"did": did, "merged": merged, "doubtful": doubtful}
