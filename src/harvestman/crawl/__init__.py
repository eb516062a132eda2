"""Crawl: a site in, its pages fetched, read and kept. One session for every crawl; a policy says what it is for.

In: a request (pages, depth, limit), the rooms to do it with (library, fetcher, guard, clock) and a policy. Out: nothing but what
the library then holds; each visit ends in one status. It never opens a connection itself and never parses a page itself.
"""

from typing import TYPE_CHECKING

__all__: list[str]

if TYPE_CHECKING:
    from harvestman.crawl.conference import ConferencePolicy
    from harvestman.crawl.families import family_name, standing
    from harvestman.crawl.files import FileFetcher, FileOutcome, FileWatcher
    from harvestman.crawl.focus import score
    from harvestman.crawl.fruitless import why_fruitless
    from harvestman.crawl.leads import MAX_LISTED, data_leads, leads_of, listed_leads
    from harvestman.crawl.limits import PageBudget
    from harvestman.crawl.parts import PageParts
    from harvestman.crawl.policy import FetchedPage, FoundLink, Origin, Policy, PolicyRules
    from harvestman.crawl.rendering import Rendered, Renderer
    from harvestman.crawl.repositories import (
        RepositoryHarvested,
        RepositoryHarvester,
        is_repository,
    )
    from harvestman.crawl.scope import (
        DOCUMENT_TYPES,
        Scope,
        domain_of,
        is_document,
        is_file,
        seeds_of,
    )
    from harvestman.crawl.session import FRESH_FOR_S, LEASE_S, Session, Watcher
    from harvestman.crawl.sitemaps import listed_links, read_listing
    from harvestman.crawl.traps import Address, address, twins_of, without_session
    from harvestman.crawl.visiting import READABLE, Visitor, read_outcome
else:
    from harvestman.lazily import lazily

    __all__, __getattr__ = lazily(
        __name__,
        {
            "conference": "ConferencePolicy",
            "families": "family_name standing",
            "files": "FileFetcher FileOutcome FileWatcher",
            "focus": "score",
            "fruitless": "why_fruitless",
            "leads": "MAX_LISTED data_leads leads_of listed_leads",
            "limits": "PageBudget",
            "parts": "PageParts",
            "policy": "FetchedPage FoundLink Origin Policy PolicyRules",
            "rendering": "Rendered Renderer",
            "repositories": "RepositoryHarvested RepositoryHarvester is_repository",
            "scope": "DOCUMENT_TYPES Scope domain_of is_document is_file seeds_of",
            "session": "FRESH_FOR_S LEASE_S Session Watcher",
            "sitemaps": "listed_links read_listing",
            "traps": "Address address twins_of without_session",
            "visiting": "READABLE Visitor read_outcome",
        },
    )
