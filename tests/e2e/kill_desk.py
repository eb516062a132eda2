"""The desk killed while an editor works at it: what a page said to be done must be so after the next start.

An editor puts titles right, forgets papers and brings them back, one form after the other. A form that was answered counts as done; of the one
that was under way when the service died nobody can say, and its paper is not asked about.
"""

from __future__ import annotations

import random
import re
import threading
import time
from collections import Counter
from contextlib import suppress

import httpx
import sqlalchemy as sa

from commands import Commands
from e2e.kill_verbs import opened
from harvestman.store import schema
from servers.service import running_service

_TOKEN = re.compile(r'name="token" value="([0-9a-f]+)"')
_PAPERS = 20


class Editor:
    """One who sends forms until the service is gone, and remembers what it said to be done."""

    def __init__(self, papers: list[str], rng: random.Random) -> None:
        self._rng = rng
        self._papers = papers
        self.titles: dict[str, str] = {}
        self.hidden: dict[str, bool] = {}
        self.done = 0

    def work(self, address: str) -> None:
        """Send forms for as long as they are answered."""
        with suppress(httpx.HTTPError), httpx.Client(base_url=address, timeout=60) as browser:
            token = _TOKEN.search(browser.get("/upload").text)
            assert token is not None
            while True:
                self._send(browser, token[1])

    def _send(self, browser: httpx.Client, token: str) -> None:
        paper = self._rng.choice(self._papers)
        if self._rng.random() < 0.5 and not self.hidden.get(paper, False):
            self.titles.pop(paper, None)
            title = f"Put right {self._rng.randrange(10**9)}"
            form = {"token": token, "value": title}
            if browser.post(f"/papers/{paper}/fields/title", data=form).status_code == 303:
                self.titles[paper] = title
                self.done += 1
            return
        was_hidden, title = self.hidden.pop(paper, False), self.titles.pop(paper, "")
        verb = "bring-back" if was_hidden else "forget"
        if browser.post(f"/papers/{paper}/{verb}", data={"token": token}).status_code == 303:
            self.hidden[paper] = not was_hidden
            self.done += 1
            if title:
                self.titles[paper] = title


def kill_desk(place: Commands, rng: random.Random, *, kills: int) -> Counter[str]:
    """Kill the service so often while an editor works at its desk; `place` holds papers."""
    counts: Counter[str] = Counter()
    id_ = schema.paper.c.public_id
    with opened(place) as library, library.database.read() as connection:
        papers = list(connection.scalars(sa.select(id_).order_by(schema.paper.c.id).limit(_PAPERS)))
    editor = Editor(papers, rng)
    for _ in range(kills):
        with running_service(place, "--workers", "1") as service:
            working = threading.Thread(target=editor.work, args=(service.address,))
            working.start()
            time.sleep(rng.uniform(0.2, 3.0))
            service.kill()
            counts["kills"] += 1
            working.join()
    with opened(place) as library:
        for paper, title in editor.titles.items():
            found = library.papers.get(paper)
            if not editor.hidden.get(paper, False) and (found is None or found.title != title):
                print(f"  desk, lost: {paper} {title!r}, it is {found}"[:600], flush=True)
                counts["lost"] += 1
        forgotten = {one.id for one in library.forgotten.all()}
        counts["lost"] += sum((paper in forgotten) != told for paper, told in editor.hidden.items())
        counts["faults"] += len(library.check())
    counts["forms"] = editor.done
    return counts
