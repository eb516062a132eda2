"""Documents by fingerprints of their texts: simhash and sketch, an index of them in the database or in Redis, a second look.

In: the text of a document. Out: its fingerprint, and the known document with the same text, how sure and why. It never stops
its caller: when Redis is lost it says so and finds nothing until it is back.
"""

from harvestman.dedup.texts.fingerprints import Fingerprint
from harvestman.dedup.texts.matching import DISTANCE, Answers, Dedup, Index, Match, State
from harvestman.dedup.texts.opening import open_dedup
from harvestman.dedup.texts.rows import fingerprint_row
from harvestman.dedup.texts.shingling import fingerprint

__all__ = [
    "DISTANCE",
    "Answers",
    "Dedup",
    "Fingerprint",
    "Index",
    "Match",
    "State",
    "fingerprint",
    "fingerprint_row",
    "open_dedup",
]
