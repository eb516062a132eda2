"""`harvestman import FILE…`: papers from files of reference managers and catalogues come into the library."""

from __future__ import annotations

import hashlib
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING

import click

from harvestman.cli.context import Context
from harvestman.cli.printing import json_option, print_json, print_line

if TYPE_CHECKING:
    from harvestman.formats import FaultyEntry, FileEntry, Importer
    from harvestman.model import LinkedMention

_AT_ONCE = 200  # entries in one transaction, so that nobody else waits long
_FORMATS = ("bibtex", "csl-json", "jsonl", "ris")


@click.command("import")
@click.argument(
    "files",
    nargs=-1,
    required=True,
    metavar="FILE…",
    type=click.Path(exists=True, dir_okay=False, allow_dash=True, path_type=Path),
)
@click.option(
    "--format",
    "format_name",
    type=click.Choice(_FORMATS),
    help="The files' format, where their names do not end in .bib, .json, .jsonl or .ris.",
)
@click.option("--dry-run", is_flag=True, help="Read the files and keep nothing.")
@json_option
@click.pass_obj
def command(
    context: Context,
    files: tuple[Path, ...],
    format_name: str | None,
    dry_run: bool,
    as_json: bool,
) -> int:
    """Take papers from BibTeX, RIS, CSL-JSON or JSON Lines files into the library.

    Each entry is kept as what this file says of a paper: `harvestman show` names the file and the entry. A paper that the library
    knows already, from a page, a document or another file, is joined with it. Importing a file again changes nothing; an
    entry that was corrected since takes the place of what it said before, and one that was deleted stays in the library. An
    entry that cannot be read costs one line on standard error, and the rest is kept. `-` is standard input. With --json, one
    object for each entry, then one for all.

    Exit code 1 when an entry could not be read or there was none.
    """
    counts: Counter[str] = Counter(entries=0, faulty=0, changed=0, new_papers=0)
    mentions: list[LinkedMention] = []
    for file in files:
        mentions += _read(context, file, format_name, counts, as_json=as_json)
    if dry_run:
        print_line(f"{counts['entries']} entries read; nothing is kept.", to_stderr=as_json)
    elif mentions:
        _keep(context, mentions, counts, to_stderr=as_json)
    if as_json:
        print_json(dict(counts))
    elif counts["faulty"]:
        print_line(f"{counts['faulty']} entries could not be read.", to_stderr=True)
    return 0 if counts["entries"] and not counts["faulty"] else 1


def _read(
    context: Context,
    file: Path,
    format_name: str | None,
    counts: Counter[str],
    *,
    as_json: bool,
) -> list[LinkedMention]:
    """What the entries of one file claim; each entry is counted and told."""
    from harvestman.dedup import paper_keys
    from harvestman.formats import IMPORTERS, FaultyEntry, entry_mention, importer_of, read_file
    from harvestman.model import LinkedMention, SystemClock

    name = "standard input" if str(file) == "-" else file.name
    importer: Importer = IMPORTERS[format_name] if format_name else importer_of(name)
    body = _bytes_of(context, file, name)
    digest = hashlib.sha256(body).hexdigest()
    now = SystemClock().now()
    found = []
    for entry in read_file(body, importer):
        if as_json:
            print_json(_plain(name, entry))
        if isinstance(entry, FaultyEntry):
            counts["faulty"] += 1
            if not as_json:
                print_line(f"{name}, {entry.place}: {entry.why}", to_stderr=True)
            continue
        counts["entries"] += 1
        mention = entry_mention(entry, file_name=name, digest=digest, importer=importer, now=now)
        found.append(LinkedMention(mention, paper_keys(mention.claims)))
    return found


def _bytes_of(context: Context, file: Path, name: str) -> bytes:
    from harvestman.model import UsageError

    limit = context.settings.max_file
    with click.open_file(str(file), "rb") as stream:
        body: bytes = stream.read(limit + 1)
    if len(body) > limit:
        raise UsageError(f"{name} is larger than the setting max_file ({limit} bytes)")
    return body


def _keep(
    context: Context, mentions: list[LinkedMention], counts: Counter[str], *, to_stderr: bool
) -> None:
    """Put the mentions into the library, look which papers are one, and tell what came of it."""
    from harvestman.cli.merging import search_after_a_harvest, tell_found

    with context.open_library(writable=True) as library:
        before = library.papers.count()
        for start in range(0, len(mentions), _AT_ONCE):
            counts["changed"] += library.captures.keep_entries(mentions[start : start + _AT_ONCE])
        counts["new_papers"] = library.papers.count() - before
        found = search_after_a_harvest(library)
        print_line(
            f"{counts['entries']} entries read, {counts['changed']} say something new: {counts['new_papers']} new papers. "
            f"The library has {library.papers.count()} papers.",
            to_stderr=to_stderr,
        )
        tell_found(found, to_stderr=to_stderr)


def _plain(name: str, entry: FileEntry | FaultyEntry) -> dict[str, object]:
    from harvestman.formats import FileEntry

    told: dict[str, object] = {"file": name, "place": entry.place}
    if isinstance(entry, FileEntry):
        paper = entry.paper
        authors = [author.name for author in paper.authors]
        return told | {
            "entry": entry.name,
            "title": paper.title,
            "authors": authors,
            "year": paper.year,
        }
    return told | {"fault": entry.why}
