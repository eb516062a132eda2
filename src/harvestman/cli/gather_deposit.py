"""`harvestman gather deposit`: hand candidates over to the repository by SWORDv2."""

from __future__ import annotations

import click

from harvestman.cli.context import Context
from harvestman.cli.gather_choosing import choosing_options
from harvestman.cli.printing import clean, json_option, print_json, print_line


@click.command("deposit")
@click.argument("collection", metavar="URL")
@click.option(
    "--user", default="", metavar="NAME", help="Who deposits, as the repository knows them."
)
@click.option(
    "--password",
    envvar="SWORD_PASSWORD",
    default="",
    help="Their password; better in the environment, as SWORD_PASSWORD, where other users of the machine do not see it.",
)
@click.option("--on-behalf-of", default="", metavar="NAME", help="For whom, if not for that user.")
@click.option(
    "--in-progress",
    is_flag=True,
    help="Leave the items open in the repository, for somebody to complete there.",
)
@choosing_options("accepted ones")
@click.option("--by", metavar="NAME", help="Who says so; your user name if left out.")
@click.option("--dry-run", is_flag=True, help="Only tell what would be deposited; nothing is sent.")
@json_option
@click.pass_obj
def command(
    context: Context,
    collection: str,
    user: str,
    password: str,
    on_behalf_of: str,
    in_progress: bool,
    site: str | None,
    states: tuple[str, ...],
    show_all: bool,
    by: str | None,
    dry_run: bool,
    as_json: bool,
) -> int:
    """Hand candidates over to a repository by SWORDv2.

    URL is the address of the collection that takes them (Col-IRI), such as https://repo.example/swordv2/collection/123456789/2. Each candidate is sent once with its
    file and metadata, and is then `deposited`. A run that was stopped or killed may be started again: what has arrived is not sent twice.

    Exit code 0 when all are deposited, 1 when some are not or there were none.
    """
    import getpass

    from harvestman.gather import SwordTarget

    target = SwordTarget(clean(collection), user, password, on_behalf_of, in_progress)
    with context.open(writable=not dry_run) as harvestman:
        candidates = harvestman.candidates
        found = candidates.find(site=site, states=states or ("accepted",), with_hidden=show_all)
        done = candidates.deposit(found, target, by=clean(by or getpass.getuser()), dry_run=dry_run)
    for one in done:
        if as_json:
            print_json(
                {
                    "id": one.candidate.id,
                    "url": one.candidate.url,
                    "outcome": str(one.outcome),
                    "receipt": one.receipt or None,
                    "detail": one.detail or None,
                }
            )
        else:
            more = one.receipt or one.detail
            told = f"{one.candidate.id}  {one.outcome}  {clean(one.candidate.title or one.candidate.url)}"
            print_line(f"{told}{f'  {clean(more)}' if more else ''}")
    if not found and not as_json:
        print_line(
            "There is nothing to deposit: accept candidates with `harvestman gather review` first."
        )
    return 0 if done and all(one.is_fine for one in done) else 1
