"""How verbs print: rich tables on a terminal, tab-separated text in a pipe, JSON Lines when asked for."""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, TypeVar

import click

# What JSON may hold as it is, but a terminal obeys (C1 controls and marks that turn the direction of writing) or no
# encoding takes (half a surrogate pair).
_UNSAFE = re.compile("[\x7f-\x9f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\ud800-\udfff]")

_TERMINAL = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]"
)  # but tabs and line ends

F = TypeVar("F", bound=Callable[..., Any])

# Characters that would move a terminal's cursor or hide text: titles come from strangers.
_CONTROL = dict.fromkeys((*range(0x20), 0x7F, *range(0x80, 0xA0), 0x61C, 0x200E, 0x200F, *range(0x202A, 0x202F), *range(0x2066, 0x206A)), " ")  # fmt: skip


def json_option(function: F) -> F:
    """The option `--json`, the same on every verb."""
    return click.option("--json", "as_json", is_flag=True, help="One JSON object a line.")(function)


def is_terminal() -> bool:
    """Whether a person is looking."""
    return sys.stdout.isatty()


def print_json(value: Mapping[str, Any]) -> None:
    """One object, one line."""
    click.echo(json_line(value))


def json_line(value: Mapping[str, Any]) -> str:
    """One object on one line, harmless to a terminal and to whatever encodes it."""
    text = json.dumps(value, ensure_ascii=False, default=str)
    return _UNSAFE.sub(lambda match: f"\\u{ord(match[0]):04x}", text)


def print_line(text: str = "", *, to_stderr: bool = False) -> None:
    """One line of plain text, harmless to a terminal."""
    click.echo(clean(text), err=to_stderr)


def clean(text: object) -> str:
    """The text without control characters: a page must not be able to write on the reader's terminal."""
    # Names of files may hold bytes that are no text, which Python keeps as half surrogates.
    return str(text).translate(_CONTROL).encode(errors="replace").decode()


def print_piece(text: str) -> None:
    """A piece of a file as it is; on a terminal without what a terminal obeys."""
    click.echo(_TERMINAL.sub("", text) if is_terminal() else text, nl=False)


def clean_lines(text: object) -> str:
    """The same for a text of several lines."""
    return "\n".join(clean(line) for line in str(text).split("\n"))


def print_table(
    columns: Sequence[str],
    rows: Iterable[Sequence[object]],
    *,
    title: str = "",
    wide: Sequence[str] = (),
    ids: Sequence[str] = ("id",),
) -> None:
    """A table for people, or the same rows tab-separated for programs. `wide` columns fold rather than cut.

    An id at the beginning of one of the columns `ids` is never cut, for it is to be typed again: where a terminal is too narrow for
    a table with them, each row is a list.
    """
    if not is_terminal():
        click.echo("\t".join(columns))
        for row in rows:
            click.echo("\t".join(clean("" if cell is None else cell) for cell in row))
        return
    from rich import box
    from rich.console import Console
    from rich.markup import escape
    from rich.table import Table

    table = Table(*[], title=title or None, box=box.SIMPLE_HEAD, title_justify="left")
    for column in columns:
        table.add_column(
            column,
            overflow="fold" if column in wide else "ellipsis",
            ratio=2 if column in wide else None,
            no_wrap=column in ids and column not in wide,
        )
    shown = [[clean_lines("" if cell is None else cell) for cell in row] for row in rows]
    for row in shown:
        table.add_row(*map(escape, row))
    console = Console()
    with console.capture() as drawn:
        console.print(table)
    text = drawn.get()
    places = [place for place, column in enumerate(columns) if column in ids]
    whole = {row[place].partition(" ")[0] for row in shown for place in places} - {""}
    if places:  # texts in columns narrower than their heads cannot be read either
        whole.update(*(column.split() for column in wide))
    if whole.issubset(click.unstyle(text).split()):
        click.echo(text, nl=False)
    else:
        _print_lists(columns, shown)


def _print_lists(columns: Sequence[str], rows: Iterable[Sequence[str]]) -> None:
    """Each row with a line for each of its cells."""
    for row in rows:
        for column, cell in zip(columns, row, strict=True):
            if cell:
                click.echo(f"{column}: {cell}")
        click.echo()


def counted(number: int, noun: str) -> str:
    """A number with its noun: "1 candidate", "3 candidates"."""
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"
