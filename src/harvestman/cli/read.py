"""`harvestman read FILE|URL…`: the papers, dates and publications on a page, without keeping anything."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from harvestman.cli.context import Context
from harvestman.cli.printing import json_option, print_json, print_line, print_table

if TYPE_CHECKING:
    from harvestman.fetch import Fetched


@click.command("read")
@click.argument("inputs", nargs=-1, required=True, metavar="FILE|URL…")
@click.option(
    "--url", metavar="URL", help="Where a given file came from: its links are then told in full."
)
@json_option
@click.pass_obj
def command(context: Context, inputs: tuple[str, ...], url: str | None, as_json: bool) -> int:
    """Read the papers and key dates off pages, and keep nothing.

    A page that lists what a scholar or a group has published is told as such, under "publications"; none of its entries counts
    as an event's paper.

    An input that begins with http:// or https:// is fetched, politely; any other is a file. JSON files that a page draws
    itself from are read, too, each as an input of its own. Of a PDF file, such as a call for papers, only the key dates are
    read. With --json, one object for each input.

    Exit code 0 when every input was read, 1 when some were not.
    """
    from harvestman.model import SystemClock, UsageError
    from harvestman.text import canonical_url

    if url is not None and canonical_url(url) is None:
        raise UsageError(
            f"--url {url!r} is not the address of a web page: it must begin with http:// or https://"
        )
    clock = SystemClock()
    all_read = True
    for source in inputs:
        if source.startswith(("http://", "https://")):
            told = _from_web(context, source, clock)
        else:
            told = _from_file(context, Path(source), url, clock)
        all_read = all_read and told["status"] in ("success", "no-papers")
        if as_json:
            print_json(told)
        else:
            _print(source, told)
    return 0 if all_read else 1


def _from_file(context: Context, path: Path, url: str | None, clock: Any) -> dict[str, Any]:
    from harvestman.model import UsageError
    from harvestman.pages import SavedPage
    from harvestman.pages.answer import NOWHERE, answer

    try:
        body = path.read_bytes()
    except OSError as error:
        reason = error.strerror or str(error)
        raise UsageError(
            f"{str(path)!r} cannot be read: {reason}; give a file or an http(s) address"
        ) from error
    if body.startswith(b"%PDF-"):
        return _from_document(context, path, body, url, clock)
    content_type = "application/json" if path.suffix.lower() in (".json", ".jsonld") else ""
    saved = SavedPage(url or NOWHERE, body, content_type)
    return answer(saved, now=clock.now(), file=str(path))


def _from_document(
    context: Context, path: Path, body: bytes, url: str | None, clock: Any
) -> dict[str, Any]:
    """The dates that a PDF tells; its text is read in a guarded process."""
    from harvestman.documents import read_plain_text
    from harvestman.model import Status
    from harvestman.pages.answer import answer_for_text

    with context.rooms(clock=clock) as rooms:
        outcome = rooms.document_guard(1).submit(read_plain_text, body).result()
    told = answer_for_text(outcome.value or "", now=clock.now(), file=str(path), url=url or "")
    if not outcome.value:
        told["status"] = str(outcome.status or Status.NOT_HTML)
    return told


def _from_web(context: Context, url: str, clock: Any) -> dict[str, Any]:
    import asyncio

    from harvestman.pages import SavedPage
    from harvestman.pages.answer import answer

    async def fetch() -> Fetched:
        async with context.rooms(clock=clock).fetcher() as fetcher:
            return await fetcher.fetch(url)

    fetched = asyncio.run(fetch())
    if fetched.status is not None:
        if fetched.detail:
            print_line(f"{url}: {fetched.detail}", to_stderr=True)
        return {
            "file": None,
            "url": fetched.final_url,
            "status": str(fetched.status),
            "language": None,
            "papers": [],
            "dates": {},
            "publications": None,
        }
    saved = SavedPage(fetched.final_url, fetched.body, fetched.content_type, fetched.links_header)
    return answer(saved, now=clock.now())


def _print(source: str, told: dict[str, Any]) -> None:
    papers = told["papers"]
    print_line(f"{source}: {told['status']}, {len(papers)} papers")
    _print_papers(papers)
    if listed := told["publications"]:
        whose = f" of {listed['owner']}" if listed["owner"] else ""
        print_line(f"publications{whose}: {len(listed['entries'])}")
        _print_papers(listed["entries"])
    for name, value in told["dates"].items():
        if value and name != "evidence":
            print_line(f"{name}: {value}")


def _print_papers(papers: list[dict[str, Any]]) -> None:
    if papers:
        rows = [
            (p["title"], "; ".join(a["name"] for a in p["authors"]), p["pdf"] or "") for p in papers
        ]
        print_table(("title", "authors", "file"), rows, wide=("title",))
