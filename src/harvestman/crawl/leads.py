"""From the links of a page to leads: within the harvest's scope, under their plain address, scored, traps marked."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from harvestman.crawl.focus import score
from harvestman.crawl.scope import Scope, links_to_follow
from harvestman.crawl.traps import address
from harvestman.model import Lead, Link

MAX_LISTED = 2000
"""So many pages of a site's sitemaps and feeds are leads, the most promising; the rest is found by links or not at all."""


def leads_of(
    links: Iterable[Link], site: str, *, scope: Scope, depth: int, papers: int
) -> tuple[Lead, ...]:
    """What a page of that site and depth, which has so many papers, leads to."""
    followed = links_to_follow(links, site, leaves=scope.has)
    return tuple(_lead(link, depth=depth + 1, papers=papers, is_listed=False) for link in followed)


def listed_leads(links: Iterable[Link], site: str, *, scope: Scope, depth: int) -> tuple[Lead, ...]:
    """What the sitemaps and feeds of a site lead to: with little trust, for they name every page."""
    followed = links_to_follow(links, site, leaves=scope.has)
    leads = [_lead(link, depth=depth + 2, papers=0, is_listed=True) for link in followed]
    leads.sort(key=lambda lead: (-lead.score, lead.link.position))
    return tuple(leads[:MAX_LISTED])


def data_leads(urls: Iterable[str], *, depth: int, first: int) -> tuple[Lead, ...]:
    """What a rendered page has loaded: as promising as a link beside papers, for what it shows often stands there."""
    return tuple(
        _lead(Link(url, "", position), depth=depth + 1, papers=1, is_listed=False)
        for position, url in enumerate(urls, start=first)
    )


def _lead(link: Link, *, depth: int, papers: int, is_listed: bool) -> Lead:
    plain = address(link.target)
    points = score(plain.url, link.anchor, depth=depth, parent_papers=papers, is_listed=is_listed)
    return Lead(
        link if plain.url == link.target else replace(link, target=plain.url),
        points,
        steps=2 if is_listed else 1,
        family=plain.family,
        patience=plain.patience,
        trap=plain.trap,
    )
