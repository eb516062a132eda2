"""`harvestman gather letters`: drafts to authors, asking for permission. Never sent."""

from __future__ import annotations

from pathlib import Path

import click

from harvestman.cli.context import Context
from harvestman.cli.gather_choosing import choosing_options
from harvestman.cli.printing import clean, counted, json_option, print_json, print_line


@click.command("letters")
@click.argument("folder", type=click.Path(file_okay=False, path_type=Path), metavar="DIR")
@click.option("--institution", required=True, metavar="NAME", help="Who asks.")
@click.option("--repository", required=True, metavar="NAME", help="Where it would be deposited.")
@click.option("--sender", default="", metavar="NAME", help="Who signs.")
@choosing_options("those that need permission")
@click.option(
    "--templates",
    type=click.Path(file_okay=False, exists=True, path_type=Path),
    metavar="DIR",
    help="Letters of your own: en.txt, es.txt, ru.txt, Jinja2; the first line is the subject.",
)
@click.option(
    "--language",
    type=click.Choice(["en", "es", "ru"]),
    help="All letters in this language; else each in that of most of the author's documents.",
)
@click.option(
    "--eml", is_flag=True, help="As .eml files, which mail programs open as drafts; else as text."
)
@json_option
@click.pass_obj
def command(
    context: Context,
    folder: Path,
    institution: str,
    repository: str,
    sender: str,
    site: str | None,
    states: tuple[str, ...],
    show_all: bool,
    templates: Path | None,
    language: str | None,
    eml: bool,
    as_json: bool,
) -> int:
    """Write a draft letter to each author, asking for permission.

    One letter for each address, about all documents of that author, in the language of most of them unless --language says another. Nothing is sent: read them, send them
    yourself, then note it with `harvestman gather review ID --state asked`.

    Exit code 0 when there were letters, 1 when there were none.
    """
    with context.open(writable=False) as harvestman:
        letters = harvestman.candidates.letters(
            institution=clean(institution),
            repository=clean(repository),
            sender=clean(sender),
            site=site,
            states=states or ("needs-permission",),
            with_hidden=show_all,
            templates=templates,
            language=language,
        )
    folder.mkdir(parents=True, exist_ok=True)
    for letter in letters:
        file = folder / f"{letter.file_name}{'.eml' if eml else '.txt'}"
        if eml:
            file.write_bytes(letter.as_message())
        else:
            file.write_text(
                f"To: {letter.address}\nSubject: {letter.subject}\n\n{letter.text}", "utf-8"
            )
        if as_json:
            print_json(
                {
                    "file": str(file),
                    "address": letter.address,
                    "name": letter.name,
                    "language": letter.language,
                    "subject": letter.subject,
                    "candidates": list(letter.candidates),
                }
            )
    if not as_json:
        print_line(f"{folder}: {counted(len(letters), 'letter')}; none was sent.")
    if not letters:
        wanted = " or ".join(states or ("needs-permission",))
        print_line(
            f"No candidate with an address is {wanted}. `harvestman gather review ID --needs-permission` notes whom to ask; --state names another state.",
            to_stderr=True,
        )
    return 0 if letters else 1
