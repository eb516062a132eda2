"""The words by which papers are selected, the same for `papers` and `export`."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

import click

F = TypeVar("F", bound=Callable[..., Any])


def selecting_options(function: F) -> F:
    """QUERY, --full-text, --author, --venue, --kind, --event, --site, --year, --since, --with-pdf, --limit."""
    for decorate in (
        click.option("--limit", type=click.IntRange(1, 2**31), help="At most so many papers."),
        click.option(
            "--with-pdf/--without-pdf",
            default=None,
            help="Only papers with (without) a file, held or linked.",
        ),
        click.option(
            "--not-in",
            metavar="dblp",
            help="Only papers that the imported dump of dblp does not have.",
        ),
        click.option(
            "--since", metavar="DAY", help="Only papers new or changed since: 2026-11-01."
        ),
        click.option(
            "--year", metavar="YEAR[-YEAR]", help="Only papers of these years: 2024 or 2020-2024."
        ),
        click.option("--site", metavar="HOST|URL", help="Only papers on pages of this site."),
        click.option(
            "--kind",
            metavar="KIND",
            help="Only papers of this kind: conference-paper, talk, journal-article, thesis, …",
        ),
        click.option(
            "--event",
            metavar="EVENT",
            help='Only papers of this event: its id, or "PACT 2022" (PACT: all its years).',
        ),
        click.option("--venue", metavar="WORDS", help="Only papers whose venue has these words."),
        click.option(
            "--author", metavar="WORDS", help="Only papers with an author of these words."
        ),
        click.option(
            "--full-text",
            metavar="QUERY",
            help="Only papers with a file in the library whose text has these words.",
        ),
        click.argument("query", required=False, default=""),
    ):
        function = decorate(function)
    return function
