"""`harvestman parse-reference "…"|-`: reference strings taken apart."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from itertools import islice

import click

from harvestman.cli.context import Context
from harvestman.cli.lines import given_lines
from harvestman.cli.printing import is_terminal, json_option, print_json, print_line

_BATCH = 200  # strings parsed together: thousands of lines flow through in little memory
_MAX_LINE = 20_000  # characters: an honest reference has a few hundred


@click.command("parse-reference")
@click.argument("strings", nargs=-1, required=True, metavar="STRING…")
@json_option
@click.pass_obj
def command(context: Context, strings: tuple[str, ...], as_json: bool) -> int:
    """Take reference strings apart: authors, title, where, when.

    STRING is a reference as a paper prints it, or - for one a line on standard input. With --json, or in a pipe, one
    object a string: raw (as given), authors, title, container, publisher, place, year, volume, issue, pages, doi, url;
    null for what it does not have.
    """
    from harvestman.model import reference_to_plain

    as_json = as_json or not is_terminal()
    harvestman = context.open()
    given = (line[:_MAX_LINE] for line in given_lines(strings))
    for batch in _batches(given):
        for raw, reference in zip(batch, harvestman.parse_references(batch), strict=True):
            plain = reference_to_plain(reference) | {"raw": raw}
            if as_json:
                print_json(plain)
                continue
            print_line(raw)
            for name, value in plain.items():
                if value and name != "raw":
                    print_line(f"  {name}: {'; '.join(value) if name == 'authors' else value}")
    return 0


def _batches(strings: Iterable[str]) -> Iterator[list[str]]:
    source = iter(strings)
    # A person who types wants an answer to each line; a pipe wants speed.
    size = 1 if sys.stdin.isatty() else _BATCH
    while batch := list(islice(source, size)):
        yield batch
