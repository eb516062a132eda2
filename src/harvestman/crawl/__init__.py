"""Crawl: a site in, its pages fetched, read and kept. The loop that every harvest runs.

In: a request (pages, depth, limit) and the rooms to do it with (library, fetcher, engine, clock). Out: nothing but what the
library then holds; each visit ends in one status. It never opens a connection itself and never parses a page itself.
"""

from harvestman.crawl.harvesting import Watcher, harvest
from harvestman.crawl.rendering import Rendered, Renderer
from harvestman.crawl.scope import is_file, links_to_follow
from harvestman.crawl.visiting import Visitor, read_outcome

__all__ = [
    "Rendered",
    "Renderer",
    "Visitor",
    "Watcher",
    "harvest",
    "is_file",
    "links_to_follow",
    "read_outcome",
]
