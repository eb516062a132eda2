"""`harvestman show ID`: one paper, and who says so of each value."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from harvestman.cli.context import Context
from harvestman.cli.merging import sure
from harvestman.cli.printing import is_terminal, json_option, print_json, print_line, print_table

if TYPE_CHECKING:
    from harvestman.model import Claim, Field, Paper, Value
    from harvestman.store import Decision


@click.command("show")
@click.argument("which", metavar="ID|WORDS")
@json_option
@click.pass_obj
def command(context: Context, which: str, as_json: bool) -> int:
    """Show one paper, and who says so of each value.

    ID may be shortened as long as it stays unique; words that only one paper has do as well. With --json, the paper's object with its "claims": every value that
    was ever claimed, by which reader, from where, and whether it is the one shown; its "merges" and "doubtful" pairs.
    """
    from harvestman.model import claims_to_plain, paper_to_plain, winning_claims

    with context.open(writable=False) as harvestman:
        found = harvestman.show(which)
    paper, claims, decisions = found.paper, found.claims, found.decisions
    if as_json:
        plain = paper_to_plain(paper) | {"claims": claims_to_plain(claims)}
        plain["merges"] = [d.to_plain() for d in decisions if d.is_merge]
        plain["doubtful"] = [d.to_plain() for d in decisions if d.is_open]
        print_json(plain)
        return 0
    shown = winning_claims(claims)
    _print_paper(paper)
    print_line()
    if is_terminal():
        _print_for_people(_in_order(claims, shown), shown)
    else:
        _print_for_programs(_in_order(claims, shown), shown)
    for decision in decisions:
        _print_decision(paper, decision)
    return 0


def _print_decision(paper: Paper, decision: Decision) -> None:
    """From what the paper was merged, and what it may be too."""
    if decision.is_merge:
        sure_so = f" ({sure(decision)} sure)" if sure(decision) else ""
        print_line(
            f"Merged with {decision.other} “{decision.other_title}” on {decision.made:%Y-%m-%d} by "
            f"{decision.decider}{sure_so}: {'; '.join(decision.reasons)}. `harvestman merges undo {decision.id}` parts them."
        )
    elif decision.is_open:
        is_one = decision.one == paper.id
        other, title = (
            (decision.other, decision.other_title) if is_one else (decision.one, decision.one_title)
        )
        print_line(
            f"Perhaps the same as {other} “{title}”: `harvestman merges show {decision.id}`."
        )


def _print_for_people(claims: list[Claim], shown: dict[Field, Claim]) -> None:
    """Each value once, with all who say so; sources are numbered and listed below."""
    from harvestman.model import value_key

    sources: dict[str, int] = {}
    values: dict[tuple[Field, str], list[Claim]] = {}
    for claim in claims:
        sources.setdefault(claim.evidence.source, len(sources) + 1)
        values.setdefault((claim.field, value_key(claim.value)), []).append(claim)
    rows = []
    for (field, _), agreeing in values.items():
        is_shown = any(shown[field] is claim for claim in agreeing)
        who: dict[str, list[int]] = {}
        for claim in agreeing:
            voice = (
                f"corrected by {claim.person} on {claim.time:%Y-%m-%d}"
                if claim.person
                else f"{claim.reader} ({claim.confidence:.2f})"
            )
            who.setdefault(voice, []).append(sources[claim.evidence.source])
        said = "; ".join(f"{voice} {sorted(set(places))}" for voice, places in who.items())
        rows.append((field if is_shown else f"({field})", _told(agreeing[0]), said))
    print_table(("field", "value", "who says so"), rows, wide=("value", "who says so"))
    for source, number in sources.items():
        print_line(f"[{number}] {source}")
    if any(str(row[0]).startswith("(") for row in rows):
        print_line("A field in brackets is a rival value that is not shown above.")
    print_line("The exact places and quotes: add --json.")


def _print_for_programs(claims: list[Claim], shown: dict[Field, Claim]) -> None:
    """A row for each claim."""
    print_table(
        ("field", "value", "shown", "reader", "sure", "source", "place"),
        [
            (
                c.field,
                written(c.value),
                "yes" if shown[c.field] is c else "",
                f"{c.reader} {c.version}",
                f"{c.confidence:.2f}",
                c.evidence.source,
                c.evidence.locator,
            )
            for c in claims
        ],
    )


def _told(claim: Claim) -> str:
    """A value as people know it: an event by what it is called."""
    from harvestman.model import Field

    is_event = claim.field is Field.EVENT and claim.evidence.quote
    return claim.evidence.quote if is_event else written(claim.value)


def _in_order(claims: list[Claim], shown: dict[Field, Claim]) -> list[Claim]:
    """Field by field in their documented order, the value shown before its rivals."""
    from harvestman.model import PAPER_FIELDS

    places = {field: place for place, field in enumerate(PAPER_FIELDS)}
    return sorted(claims, key=lambda c: (places[c.field], shown[c.field] is not c))


def written(value: Value) -> str:
    """A claimed value in one line."""
    if isinstance(value, tuple):
        return "; ".join(v if isinstance(v, str) else v.name for v in value)
    return str(value)


def _print_paper(paper: Paper) -> None:
    print_line(paper.title)
    for author in paper.authors:
        where = f" ({'; '.join(author.affiliations)})" if author.affiliations else ""
        print_line(f"  {author.name}{where}")
    for name in ("venue", "session", "year", "pages", "doi", "arxiv", "pdf", "url"):
        value = getattr(paper, name)
        if value:
            print_line(f"  {name}: {value}")
    if paper.event:
        print_line(f"  event: {paper.event.title} ({paper.event.id})")
    if paper.keywords:
        print_line(f"  keywords: {'; '.join(paper.keywords)}")
    if paper.abstract:
        print_line(f"  {paper.abstract}")
    print_line(f"  id: {paper.id}")
