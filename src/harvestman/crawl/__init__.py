"""Crawl: a site in, its pages fetched, read and kept. The loop that every harvest runs.

In: a request (pages, depth, limit) and the rooms to do it with (library, fetcher, guard, clock). Out: nothing but what the
library then holds; each visit ends in one status. It never opens a connection itself and never parses a page itself.
"""

from harvestman.crawl.focus import score
from harvestman.crawl.harvesting import LEASE_S, Watcher, harvest
from harvestman.crawl.leads import MAX_LISTED, data_leads, leads_of, listed_leads
from harvestman.crawl.rendering import Rendered, Renderer
from harvestman.crawl.scope import Scope, is_file, links_to_follow, seeds_of
from harvestman.crawl.sitemaps import listed_links, read_listing
from harvestman.crawl.traps import Address, address, without_session
from harvestman.crawl.visiting import Visitor, read_outcome

__all__ = [
    "LEASE_S",
    "MAX_LISTED",
    "Address",
    "Rendered",
    "Renderer",
    "Scope",
    "Visitor",
    "Watcher",
    "address",
    "data_leads",
    "harvest",
    "is_file",
    "leads_of",
    "links_to_follow",
    "listed_leads",
    "listed_links",
    "read_listing",
    "read_outcome",
    "score",
    "seeds_of",
    "without_session",
]
