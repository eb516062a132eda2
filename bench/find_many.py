"""A thousand questions side by side over many hosts: are all answered, within what memory, and how politely?

`python bench/find_many.py [--questions N] [--hosts N] [--delay S]` makes up hosts with a publications page and papers each, without a network,
and asks for papers whose files the search provider names, that only a page leads to, and that are nowhere. It prints the answers,
the largest memory of the program itself, the most tasks of the event loop, the most requests under way to one host, and the shortest pause
between two of them. It fails when a question has a wrong answer, or a host was asked twice at once or sooner than agreed.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import resource
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from urllib.parse import urlsplit

from fpdf import FPDF

from harvestman.fetch import Fetcher, FetchOptions, MockTransport, Reply, Request, Response
from harvestman.find import PaperFinder, PaperQuestion
from harvestman.find.providers import ApiClient, ChosenProviders, Hit, Query
from harvestman.model import Status
from harvestman.rooms import Rooms
from harvestman.settings import load_settings

THINGS = "Reeds Ditches Herons Sluices Meadows Otters Mosses Willows Lagoons Marshes".split()
DEEDS = (
    "Sorting Counting Draining Mapping Feeding Naming Measuring Planting Watching Mending".split()
)
PLACES = "Northern Tropical Hidden Shallow Ancient Frozen Silent Crowded Narrow Distant".split()
WAYS = "Mirrors Ladders Lanterns Kites Buckets Ropes Wheels Bells Baskets Candles".split()
SENTENCE = "We write down what was seen in the marsh on one day of spring. "
PDF = (("Content-Type", "application/pdf"),)


def title(number: int) -> str:
    """A title of its own for each number below 10,000."""
    a, b, c, d = (number // 10**place % 10 for place in range(4))
    return f"{DEEDS[a]} {PLACES[b]} {THINGS[c]} with {WAYS[d]}"


def paper(name: str) -> bytes:
    """A page that begins as papers do."""
    pdf = FPDF()
    pdf.add_page()
    for size, text in ((20, name), (12, "Helen Marsh"), (10, f"Abstract. {SENTENCE * 8}")):
        pdf.set_font("Helvetica", size=size)
        pdf.multi_cell(0, text=text, new_x="LMARGIN", new_y="NEXT")
    return bytes(pdf.output())


class Web:
    """The hosts, the search provider over them, and what they saw of their visitor."""

    name = "made-up"

    def __init__(self, questions: int, hosts: int) -> None:
        self.questions, self.hosts = questions, hosts
        self.numbers = {title(number): number for number in range(questions)}
        self.active: Counter[str] = Counter()
        self.most_at_once = 0
        self.last: dict[str, float] = {}
        self.least_pause_s = float("inf")
        self.requests = 0
        self._replies = MockTransport(lambda request: self._reply(request.url))

    def kind(self, number: int) -> str:
        """How the paper of a question can be found."""
        return "nowhere" if number % 10 == 9 else "by page" if number % 2 else "by file"

    async def search(self, query: Query, _client: ApiClient) -> Sequence[Hit]:
        """The file of some papers; for pages the list of the host on which the paper would be."""
        number = self.numbers.get(query.title)
        if number is None:
            return ()
        host = f"http://host{number % self.hosts}.example"
        if query.file_type != "pdf":
            return (Hit(f"{host}/papers.html", "Publications"),)
        if self.kind(number) != "by file":
            return ()
        return (Hit(f"{host}/p{number}.pdf", query.title, file_type="pdf"),)

    async def send(self, request: Request) -> Response:
        """An answer after a moment, counted."""
        host, now = urlsplit(request.url).netloc, time.monotonic()
        self.requests += 1
        if host in self.last:
            self.least_pause_s = min(self.least_pause_s, now - self.last[host])
        self.active[host] += 1
        self.most_at_once = max(self.most_at_once, self.active[host])
        await asyncio.sleep(0.002)
        self.active[host] -= 1
        self.last[host] = time.monotonic()
        return await self._replies.send(request)

    async def close(self) -> None:
        """Nothing to close."""

    def _reply(self, url: str) -> Reply:
        parts = urlsplit(url)
        if parts.path == "/papers.html":
            own = range(int(parts.netloc[4:].partition(".")[0]), self.questions, self.hosts)
            listed = (number for number in own if self.kind(number) != "nowhere")
            rows = (
                f'<li>Helen Marsh. {title(n)}. 2019. <a href="/p{n}.pdf">PDF</a>' for n in listed
            )
            return Reply(f"<h1>Publications</h1><ul>{''.join(rows)}</ul>".encode())
        if parts.path.startswith("/p"):
            return Reply(paper(title(int(parts.path[2:-4]))), fields=PDF)
        return Reply(http_status=404)


async def ask_all(web: Web, rooms: Rooms, delay_s: float) -> tuple[Counter[str], int]:
    """Ask every question; how many were answered how, and the most tasks there were."""
    statuses: Counter[str] = Counter()
    most_tasks = 0
    options = FetchOptions(delay_s=delay_s)
    async with (
        Fetcher(options, clock=rooms.clock, transport=web) as fetcher,
        rooms.outside(fetcher=fetcher) as shared,
    ):
        engines = replace(shared.engines, chosen=ChosenProviders((web,)))
        finder = PaperFinder(replace(shared, engines=engines))
        asked = (PaperQuestion(name, ("Helen Marsh",), id=name) for name in web.numbers)
        async for answer in finder.find_all(asked):
            number = web.numbers[answer.question.id]
            wanted = Status.NOT_FOUND if web.kind(number) == "nowhere" else Status.SUCCESS
            is_right = answer.status is wanted and (
                not answer.url or answer.url.endswith(f"/p{number}.pdf")
            )
            statuses[str(answer.status) if is_right else f"wrong: {answer.status}"] += 1
            most_tasks = max(most_tasks, len(asyncio.all_tasks()))
    return statuses, most_tasks


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--questions", type=int, default=1000)
    parser.add_argument("--hosts", type=int, default=50)
    parser.add_argument("--delay", type=float, default=0.05)
    args = parser.parse_args()
    web, begun = Web(args.questions, args.hosts), time.monotonic()
    with tempfile.TemporaryDirectory(prefix="harvestman-find-") as place:
        settings, _ = load_settings({"db": f"{place}/library.db", "browser": "never"})
        with Rooms(settings) as rooms:
            statuses, tasks = asyncio.run(ask_all(web, rooms, args.delay))
    is_polite = web.most_at_once <= 1 and web.least_pause_s >= 0.9 * args.delay
    told = {
        "questions": args.questions,
        "answers": dict(statuses),
        "seconds": round(time.monotonic() - begun, 1),
        "requests_a_question": round(web.requests / args.questions, 2),
        "largest_mb": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024,
        "most_tasks": tasks,
        "most_at_once_to_a_host": web.most_at_once,
        "least_pause_s": round(web.least_pause_s, 3),
    }
    print(json.dumps(told))
    is_right = not any(name.startswith("wrong") for name in statuses)
    return 0 if is_right and is_polite and statuses.total() == args.questions else 1


if __name__ == "__main__":
    sys.exit(main())
