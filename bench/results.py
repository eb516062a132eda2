"""Puts what a bench has measured into a page of docs/, so that nobody copies numbers by hand.

A page has a block `<!-- measured: NAME -->` … `<!-- end -->`; `write(page, NAME, text)` replaces what stands between the two. Every bench that
writes Markdown takes `--into PAGE` (`add_option`), and prints to the terminal as well.
"""

from __future__ import annotations

import argparse
import re
from collections.abc import Iterable, Sequence
from datetime import UTC, datetime
from pathlib import Path


def add_option(parser: argparse.ArgumentParser) -> None:
    """Let a bench be told which page its results go to."""
    parser.add_argument("--into", type=Path, metavar="PAGE", help="the page of docs/ to write to")


def table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """A table in Markdown."""
    lines = [head, ["---"] * len(head), *rows]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


def tell(name: str, text: str, *, into: Path | None, command: str) -> None:
    """Print results and, where a page is named, put them there with their command and day."""
    print(text)
    if into is not None:
        write(into, name, f"`{command}`, {datetime.now(UTC).date()}:\n\n{text}")


def write(page: Path, name: str, text: str) -> None:
    """Replace a block of a page; SystemExit where the page has none of that name."""
    block = re.compile(rf"(<!-- measured: {re.escape(name)} -->\n).*?(<!-- end -->)", re.DOTALL)
    before = page.read_text()
    if not block.search(before):
        raise SystemExit(f"{page} has no block <!-- measured: {name} --> … <!-- end -->")
    page.write_text(block.sub(lambda found: f"{found[1]}{text}\n{found[2]}", before))
