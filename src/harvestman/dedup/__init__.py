"""Dedup: are these two the same? Documents by fingerprints of their texts, papers by record linkage.

In: a document's text, or the claims of mentions. Out: a fingerprint, and the known document that has the same text, with how
sure and why (`texts/`); keys by which the store joins mentions as they arrive, and for papers that only resemble each other a
verdict with its reasons: the sure ones are merged in the library, the doubtful ones left to a person (`papers/`). It never reads
a file, never throws a document or a mention away, knows no SQL, and never stops its caller when Redis is lost.
"""

from harvestman.dedup.papers.blocking import block_keys
from harvestman.dedup.papers.comparing import SURE, WORTH_A_LOOK, compare
from harvestman.dedup.papers.finding import Found, Progress, compare_claims, find_merges
from harvestman.dedup.papers.keys import paper_keys
from harvestman.dedup.papers.records import Record, record_of
from harvestman.dedup.texts.fingerprints import Fingerprint
from harvestman.dedup.texts.matching import DISTANCE, Answers, Dedup, Index, Match, State
from harvestman.dedup.texts.opening import open_dedup
from harvestman.dedup.texts.shingling import fingerprint

__all__ = [
    "DISTANCE",
    "SURE",
    "WORTH_A_LOOK",
    "Answers",
    "Dedup",
    "Fingerprint",
    "Found",
    "Index",
    "Match",
    "Progress",
    "Record",
    "State",
    "block_keys",
    "compare",
    "compare_claims",
    "find_merges",
    "fingerprint",
    "open_dedup",
    "paper_keys",
    "record_of",
]
