"""`harvestman find lines "…"|-`: which lines of text are bibliographic references."""

from __future__ import annotations

import click

from harvestman.cli.lines import given_lines
from harvestman.cli.printing import is_terminal, json_option, print_json, print_line

_MAX_LINE = 20_000  # characters: an honest line has a few hundred


@click.command("lines")
@click.argument("lines", nargs=-1, required=True, metavar="LINE…")
@json_option
def command(lines: tuple[str, ...], as_json: bool) -> int:
    """Tell which lines of text are bibliographic references.

    LINE is a line of a page or a document, or - for those of standard input. With --json, or in a pipe, one object a line:
    text (as given) and reference (true or false). Otherwise the references alone are printed.

    Exit code 0 when there is a reference, 1 when there is none.
    """
    from harvestman.find.lines import is_reference

    as_json = as_json or not is_terminal()
    found = False
    for line in given_lines(lines):
        answer = is_reference(line[:_MAX_LINE])
        found = found or answer
        if as_json:
            print_json({"text": line, "reference": answer})
        elif answer:
            print_line(line)
    return 0 if found else 1
