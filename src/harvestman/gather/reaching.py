"""How to reach the authors of a document: addresses that it prints, and those that the site gives for them."""

from __future__ import annotations

from collections.abc import Sequence

from harvestman.gather.directory import Directory, KnownPerson
from harvestman.gather.matching import Opening, place_of
from harvestman.gather.related import ADDRESSES_NEARBY, BY_PAGE, FIRST_PAGE, Said
from harvestman.model import Author, Field
from harvestman.text import unaccent
from harvestman.text.emails import address_likeness, find_addresses, is_pattern, written_out
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
    if len(patterns) > 1:  # each author has the one that follows their name
        opening = Opening.of(document.opening)
        places = [opening.text.find(unaccent(one.quote)) for one in patterns]
        for author in printed:
            name, at = parse_name(author.name), place_of(author.name, opening)
            following = [n for n, place in enumerate(places) if at is not None and place > at]
            pattern = patterns[following[0] if following else -1]
            mail = written_out(pattern.value, name.given, name.family)
            if mail and not author.emails:
                found[author.name] = mail
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


def claim_addresses(
    said: Said,
    authors: Sequence[tuple[Author, KnownPerson | None]],
    directory: Directory,
) -> None:
    """For authors whose address the header does not give: the one on the first page, or that the site gives for them."""
    first = _first_page(said, [author for author, _ in authors])
    said.say(FIRST_PAGE, Field.EMAILS, tuple(first.values()), BY_PAGE)
    told = tuple(Author(name, emails=(mail,)) for name, mail in first.items())
    said.say(FIRST_PAGE, Field.AUTHORS, told, _COMPLETING)
    header = {mail.casefold() for mail in said.document.header.emails}
    found: list[Author] = []
    source = ""
    for author, known in authors:
        if author.emails or author.name in first:
            continue
        best = (
            max(known.emails.items(), key=lambda item: item[1][0], default=None) if known else None
        )
        if best is not None:
            mail, (_, seen) = best
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
