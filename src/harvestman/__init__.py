"""Harvestman keeps a library of scholarly papers current on its own.

The house has a room for each concern, on four floors; a room imports from the floors below it:

    doors     cli (commands), later web (HTTP)
    doing     crawl (a site in, its pages fetched, read and kept), later plan, watch, gather, find
    reading   pages (a web page in, its papers out), dedup (are these two the same?), later documents
    ground    model (the types everybody speaks), text, formats, store, fetch, engine

Each room's ``__init__`` says what comes in, what goes out and what the room never does.
"""

__version__ = "0.1.0"
