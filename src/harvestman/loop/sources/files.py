"""Files that papers link to and that are not held: new ones soon, those that could not be had ever less often, for some two months."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime, timedelta

from harvestman.loop.steps import Past, Step, task_of
from harvestman.loop.tools import Tools
from harvestman.model import JobRecord, Plain
from harvestman.store import WantedFile
from harvestman.text import host_of

_SOUGHT = timedelta(days=60)
"""So long after its last change a paper's file is looked for: what is not there by then rarely comes."""
_TOGETHER = 20
_MOST = 2_000
_SOONEST, _LATEST = timedelta(days=1), timedelta(days=14)


class LinkedFilesDue:
    """One step for each few files of a host."""

    kind = "files"
    at_once = 2
    rest = timedelta(0)
    comes_last = False

    def due(self, tools: Tools, _past: Past, now: datetime) -> Iterator[Step]:
        """The files that were never asked for, and those whose time has come to be asked for again."""
        wanted = tools.library.linked_files.wanted(since=now - _SOUGHT, limit=_MOST)
        groups: dict[tuple[str, bool], list[WantedFile]] = {}
        for one in wanted:
            if one.tried is None or now >= _again(one):
                groups.setdefault((host_of(one.url), one.tried is None), []).append(one)
        for (host, is_new), files in groups.items():
            for start in range(0, len(files), _TOGETHER):
                some = files[start : start + _TOGETHER]
                yield _step(host, some, is_new=is_new)

    async def do(self, job: JobRecord, tools: Tools) -> Plain:
        """Fetch and hold them; those that cannot be had are noted."""
        urls = task_of(job)["urls"]
        fetcher = tools.rooms.file_fetcher(tools.fetcher, tools.holdings(), again=True)
        outcomes = await fetcher.fetch(urls)
        held = sum(bool(one.document) for one in outcomes)
        missing = {str(one.status) for one in outcomes if not one.document}
        why = f" ({', '.join(sorted(missing))})" if missing else ""
        return {"did": f"{held} of {len(urls)} files held{why}", "held": held}


def _again(one: WantedFile) -> datetime:
    """When a file that could not be had is asked for again: after half as long as its link had been known when it was last asked for."""
    assert one.tried is not None
    return one.tried + min(max((one.tried - one.changed) / 2, _SOONEST), _LATEST)


def _step(host: str, files: list[WantedFile], *, is_new: bool) -> Step:
    first, number = files[0], len(files)
    what = f"{number} files" if number > 1 else "1 file"
    reason = "papers link there, nothing is held yet" if is_new else "could not be had so far"
    return Step(
        LinkedFilesDue.kind,
        first.url,
        f"{what} at {host}",
        reason,
        0.65 if is_new else 0.35,
        number,
        {"urls": [one.url for one in files]},
        url=first.url,
    )
