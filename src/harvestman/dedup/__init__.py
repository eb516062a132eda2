"""Dedup: are these two the same? Claims in; keys, blocks and a verdict with its reasons out.

Surely one paper are mentions that share a key (`paper_keys`): the store joins them as they arrive. What only resembles each
other is compared later (`find_merges`): papers of one block, sign by sign (`compare`). The sure ones are merged in the
library, the doubtful ones left to a person. It never throws a mention away, and knows no SQL.
"""

from harvestman.dedup.blocking import block_keys
from harvestman.dedup.comparing import SURE, WORTH_A_LOOK, compare
from harvestman.dedup.finding import Found, Progress, compare_claims, find_merges
from harvestman.dedup.keys import paper_keys
from harvestman.dedup.records import Record, record_of

__all__ = [
    "SURE",
    "WORTH_A_LOOK",
    "Found",
    "Progress",
    "Record",
    "block_keys",
    "compare",
    "compare_claims",
    "find_merges",
    "paper_keys",
    "record_of",
]
