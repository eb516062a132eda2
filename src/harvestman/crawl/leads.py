"""From the links of a page to leads: those that the policy wants, under their plain address, with its score; traps marked."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from harvestman.crawl.families import family_name
from harvestman.crawl.policy import FORWARDS, FoundLink, Origin, Policy
from harvestman.crawl.traps import address, twins_of
from harvestman.model import Lead, Link
from harvestman.text import site_of

MAX_LISTED = 2000
"""So many pages of a site's sitemaps and feeds are leads, the most promising; the rest is found by links or not at all."""

_STEPS = {Origin.PAGE: 1, Origin.SITEMAP: 2, Origin.DATA: 1}
_OF_THE_PAGE = FORWARDS | {"iframe", "part"}
"""The `rel` of what a person sees without clicking: it is no further away than the page."""


def leads_of(
    links: Iterable[Link],
    policy: Policy,
    *,
    site: str,
    depth: int,
    home: str = "",
    papers: int = 0,
    origin: Origin = Origin.PAGE,
    is_splash: bool = False,
) -> tuple[Lead, ...]:
    """What a page of that site and depth, which has so many papers, leads to: each target once, in page order.

    What is part of the page costs no step, nor does anything on a page whose only use is to be clicked once. `home` is how the site was
    reached (`https://conf.example`): links that spell it otherwise (`http://www.conf.example`) are visited under that.
    """
    leads: dict[str, Lead] = {}
    for link in links:
        if link.target in leads:
            continue
        steps = 0 if is_splash or link.rel in _OF_THE_PAGE else _STEPS[origin]
        found = FoundLink(link.target, link.anchor, site, depth + steps, papers, link.rel, origin)
        if not policy.wants(found):
            continue
        plain = address(_at_home(link.target, home, site))
        if plain.url != link.target:
            found = found._replace(url=plain.url)
        leads[link.target] = Lead(
            link if plain.url == link.target else replace(link, target=plain.url),
            policy.score(found),
            steps=steps,
            family=family_name(plain.family, plain.patience),
            trap=plain.trap,
            twins=twins_of(plain.url),
        )
    return tuple(leads.values())


def _at_home(target: str, home: str, site: str) -> str:
    """An address of the site with the scheme and host by which it was reached."""
    if not home or target.startswith(home) or site_of(target) != site:
        return target
    return home + "/" + target.split("/", 3)[3]


def listed_leads(
    links: Iterable[Link], policy: Policy, *, site: str, depth: int
) -> tuple[Lead, ...]:
    """What the sitemaps and feeds of a site lead to: with little trust, for they name every page."""
    found = leads_of(links, policy, site=site, depth=depth, origin=Origin.SITEMAP)
    return tuple(sorted(found, key=lambda lead: (-lead.score, lead.link.position))[:MAX_LISTED])


def data_leads(
    urls: Iterable[str], policy: Policy, *, site: str, depth: int, first: int
) -> tuple[Lead, ...]:
    """What a rendered page has loaded: as promising as a link beside papers, for what it shows often stands there."""
    links = (Link(url, "", position) for position, url in enumerate(urls, start=first))
    return leads_of(links, policy, site=site, depth=depth, papers=1, origin=Origin.DATA)
