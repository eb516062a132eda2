"""Dedup: are these two the same? Claims in, keys out by which the store recognises a paper; no I/O.

The store joins mentions that share a key into one paper and records it. This room only says what the keys are; it never
touches the store and never throws a mention away.
"""

from harvestman.dedup.keys import paper_keys

__all__ = ["paper_keys"]
