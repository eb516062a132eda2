"""`harvestman find search`: what the search providers name for words, without looking at any of it."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

import click

from harvestman.cli.context import Context
from harvestman.cli.printing import clean, json_option, print_json, print_line, print_table

if TYPE_CHECKING:
    from harvestman.find import EnginesAsked


@click.command("search")
@click.argument("words", nargs=-1, required=True, metavar="WORDS…")
@click.option(
    "--file-type", default="", metavar="TYPE", help="Only files of that kind: pdf, html …"
)
@click.option(
    "--language", default="", metavar="LANG", help="The language of the words: en, es, ru …"
)
@json_option
@click.pass_obj
def command(
    context: Context, words: tuple[str, ...], file_type: str, language: str, as_json: bool
) -> int:
    """Ask the search providers, and list what they name.

    All providers of the setting `providers` are asked at once; their hits are one list, those first that several name high. What
    became of each provider is told on standard error. With --json, one object for each hit.

    Exit code 0 when there are hits, 1 when there are none.
    """
    from harvestman.engine import watched_loop
    from harvestman.find.providers import Query

    text = clean(" ".join(words))

    async def ask() -> EnginesAsked:
        async with watched_loop(), rooms.outside() as outside:
            query = Query(text, clean(file_type), clean(language), title=text)
            return await outside.reach().search(query)

    with context.open() as harvestman:
        rooms = harvestman.rooms
        rooms.open_outside()
        asked = asyncio.run(ask())
    for note in asked.notes:
        cached = ", remembered" if note.is_cached else ""
        print_line(f"{note.provider}: {note.outcome}, {note.hits} hits{cached}", to_stderr=True)
    if as_json:
        for hit in asked.hits:
            print_json(hit.to_plain() | {"providers": list(hit.providers)})
    else:
        rows = [(hit.title, hit.url, " ".join(hit.providers)) for hit in asked.hits]
        print_table(("title", "address", "named by"), rows, wide=("title", "address"))
    return 0 if asked.hits else 1
