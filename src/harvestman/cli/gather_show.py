"""`harvestman gather show ID`: one candidate, and who says so of each value."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from harvestman.cli.context import Context
from harvestman.cli.printing import clean, json_option, print_json, print_line, print_table

if TYPE_CHECKING:
    from harvestman.model import Candidate, Claim


@click.command("show")
@click.argument("candidate", metavar="ID|URL")
@json_option
@click.pass_obj
def command(context: Context, candidate: str, as_json: bool) -> int:
    """Show one candidate, and who says so of each value.

    Exit code 0 when there is such a candidate, 1 when there is none.
    """
    from harvestman.model import candidate_to_plain, claim_to_plain

    with context.open(writable=False) as harvestman:
        found = harvestman.candidates.get(clean(candidate))
        claims = harvestman.candidates.claims(found.id) if found else []
    if found is None:
        print_line(
            f"There is no candidate {clean(candidate)}: `harvestman gather list --all` shows all."
        )
        return 1
    if as_json:
        plain = [claim_to_plain(claim) for claim in claims]
        print_json(candidate_to_plain(found) | {"claims": plain})
    else:
        print_candidate(found, claims)
    return 0


def print_candidate(found: Candidate, claims: list[Claim]) -> None:
    """One candidate for a person."""
    for name, value in (
        ("title", found.title),
        ("address", found.url),
        ("kind", found.category),
        ("language", found.language),
        ("affiliations", "; ".join(found.affiliations)),
        ("addresses", ", ".join(found.emails)),
        ("state", f"{found.state}{f' ({found.decided_by})' if found.decided_by else ''}"),
        ("why not", "; ".join(found.reasons)),
        ("linked from", ", ".join(found.linked_from[:5])),
        ("gone since", found.gone.date().isoformat() if found.gone else ""),
    ):
        if value:
            print_line(f"{name + ':':14}{clean(value)}")
    print_table(
        ("author", "address", "works at", "inferred"),
        [
            (one.name, one.email, "; ".join(one.affiliations), "yes" if one.inferred else "")
            for one in found.authors
        ],
        wide=("author", "works at"),
    )
    print_table(
        ("field", "says", "value", "seen at"),
        [
            (claim.field, claim.person or claim.reader, _short(claim), _seen_at(claim))
            for claim in claims
        ],
        wide=("value", "seen at"),
    )


def _short(claim: Claim) -> str:
    from harvestman.model import Author

    value = claim.value
    if isinstance(value, tuple):
        return "; ".join(one.name if isinstance(one, Author) else str(one) for one in value)[:200]
    return str(value)[:200]


def _seen_at(claim: Claim) -> str:
    """Where a value was seen, in words where it is the document itself."""
    source = claim.evidence.source
    return "the document itself" if source.startswith("sha256:") else source
