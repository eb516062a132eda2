"""Scholars who were found, whose publications pages are read again: their lists grow."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime, timedelta

from harvestman.find import Extension, extend, extension_of, revisits_due
from harvestman.loop.steps import Past, Step, task_of
from harvestman.loop.tools import Tools
from harvestman.model import JobRecord, Plain

_FIRST_COST = 4
_MOST = 200


class PeopleDue:
    """One step for each scholar."""

    kind = "person"
    at_once = 2
    rest = timedelta(days=5)
    comes_last = False

    def due(self, tools: Tools, past: Past, now: datetime) -> Iterator[Step]:
        """Those whose pages were last read longer ago than the setting `run_revisit` says."""
        after = timedelta(seconds=tools.settings.run_revisit)
        for one in revisits_due(tools.library, before=now - after, limit=_MOST):
            subject = "\n".join((one.name, one.affiliation, one.field))
            yield Step(
                self.kind,
                subject,
                _title(one),
                f"the list of publications was last read more than {after.days} days ago",
                0.3,
                past.cost(self.kind, subject, otherwise=_FIRST_COST),
                one.to_plain(),
            )

    async def do(self, job: JobRecord, tools: Tools) -> Plain:
        """Read the pages again; entries that are new come into the library."""
        done = await extend(extension_of(task_of(job)), await tools.outside())
        return {"did": f"{done.status}: {done.new} new entries", "new": done.new}


def _title(one: Extension) -> str:
    return f"{one.name}, {one.affiliation}" if one.affiliation else one.name
