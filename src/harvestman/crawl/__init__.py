"""Crawl: a site in, its pages fetched, read and kept. One session for every crawl; a policy says what it is for.

In: a request (pages, depth, limit), the rooms to do it with (library, fetcher, guard, clock) and a policy. Out: nothing but what
the library then holds; each visit ends in one status. It never opens a connection itself and never parses a page itself.
"""

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

__all__ = [
    "DOCUMENT_TYPES",
    "FRESH_FOR_S",
    "LEASE_S",
    "MAX_LISTED",
    "READABLE",
    "Address",
    "ConferencePolicy",
    "FetchedPage",
    "FileFetcher",
    "FileOutcome",
    "FileWatcher",
    "FoundLink",
    "Origin",
    "PageBudget",
    "PageParts",
    "Policy",
    "PolicyRules",
    "Rendered",
    "Renderer",
    "RepositoryHarvested",
    "RepositoryHarvester",
    "Scope",
    "Session",
    "Visitor",
    "Watcher",
    "address",
    "data_leads",
    "domain_of",
    "family_name",
    "is_document",
    "is_file",
    "is_repository",
    "leads_of",
    "listed_leads",
    "listed_links",
    "read_listing",
    "read_outcome",
    "score",
    "seeds_of",
    "standing",
    "twins_of",
    "why_fruitless",
    "without_session",
]
