"""How to reach the authors of a document: addresses that it prints, and those that the site gives for them."""

from __future__ import annotations

from collections.abc import Sequence

from harvestman.gather.directory import Directory, KnownPerson
from harvestman.gather.related import ADDRESSES_NEARBY, BY_PAGE, FIRST_PAGE, Said
from harvestman.model import Author, Field
from harvestman.text import unaccent
from harvestman.text.address_names import address_likeness
from harvestman.text.emails import Address, find_addresses, is_pattern, written_out
from harvestman.text.names import parse_name

_MADE_OF = 0.8
_COMPLETING = 0.3


def _first_page(said: Said, printed: Sequence[Author]) -> dict[str, str]:
    """Addresses on the first and last page that are made of an author's name, by the author (MailList)."""
    document = said.document
    known = {mail.casefold() for mail in document.header.emails}
    found: dict[str, str] = {}
    lines = (document.opening + "\n" + document.ending).split("\n")
    addresses = find_addresses(lines)
    patterns = [one for one in addresses if is_pattern(one.value)]
    if len(patterns) > 1:
        found = _by_patterns(document.opening, patterns, [a for a in printed if not a.emails])
    for address in addresses:
        for author in printed:
            if author.emails or author.name in found:
                continue
            mail = address.value
            if is_pattern(mail):
                if len(patterns) > 1:
                    continue
                name = parse_name(author.name)
                mail = written_out(mail, name.given, name.family)
            elif address_likeness(author.name, mail) < _MADE_OF:
                continue
            if mail and mail.casefold() not in known:
                found[author.name] = mail
    return found


def _by_patterns(
    text: str, patterns: Sequence[Address], authors: Sequence[Author]
) -> dict[str, str]:
    """Each author has the pattern that follows their name most closely; none, where a pattern would then be nobody's.

    A cover page names the authors too, so the last time that a name stands before a pattern counts.
    """
    plain = unaccent(text)
    places = [plain.find(unaccent(one.quote)) for one in patterns]
    found: dict[str, str] = {}
    used: set[int] = set()
    for author in authors:
        name = parse_name(author.name)
        family = unaccent(name.family)
        gaps = [
            (place - before, n)
            for n, place in enumerate(places)
            if place > 0 and (before := plain.rfind(family, 0, place)) >= 0
        ]
        if not gaps:
            continue
        best = min(gaps)[1]
        used.add(best)
        if mail := written_out(patterns[best].value, name.given, name.family):
            found[author.name] = mail
    return found if len(used) == len(patterns) else {}


def claim_addresses(
    said: Said,
    authors: Sequence[tuple[Author, KnownPerson | None]],
    directory: Directory,
) -> None:
    """For authors whose address the header does not give: the one on the first page, or that the site gives for them."""
    # What only looks like an author's address, often an old one, yields to the one that the site's pages give for them.
    silent = [author for author, known in authors if known is None or not known.is_reachable]
    first = _first_page(said, silent)
    said.say(FIRST_PAGE, Field.EMAILS, tuple(first.values()), BY_PAGE)
    told = tuple(Author(name, emails=(mail,)) for name, mail in first.items())
    said.say(FIRST_PAGE, Field.AUTHORS, told, _COMPLETING)
    header = {mail.casefold() for mail in said.document.header.emails}
    found: list[Author] = []
    source = ""
    for author, known in authors:
        if author.emails or author.name in first:
            continue
        best = directory.address_of(known) if known else None
        if best is not None:
            mail, seen = best
        else:
            nobody = directory.addresses_of_nobody(author.name)
            if not nobody:
                continue
            mail, seen = nobody[0]
        found.append(Author(author.name, emails=(mail,)))
        source = source or seen
    mails = tuple(one.emails[0] for one in found if one.emails[0].casefold() not in header)
    said.say(ADDRESSES_NEARBY, Field.EMAILS, mails, BY_PAGE, source=source)
    said.say(ADDRESSES_NEARBY, Field.AUTHORS, tuple(found), _COMPLETING, source=source)
