"""Dedup: are these two the same? Files by what is inside them, documents by fingerprints of their texts, papers by record linkage.

In: the streams of a file, a document's text, or the claims of mentions. Out: the known file that is inside another (`files`); a
fingerprint, and the known document that has the same text, with how sure and why (`texts`; both have their own door: texts load
numpy, and those who only compare papers have no need of it); keys by which the store joins mentions as they arrive, and for papers
that only resemble each other a verdict with its reasons: the sure ones are merged in the library, the doubtful ones left to a person
(`papers`). It never reads a file, never throws a document or a mention away, knows no SQL, and never stops its caller when Redis is lost.
"""

from typing import TYPE_CHECKING

__all__: list[str]

if TYPE_CHECKING:
    from harvestman.dedup.papers.blocking import block_keys
    from harvestman.dedup.papers.comparing import SURE, WORTH_A_LOOK, compare
    from harvestman.dedup.papers.finding import (
        AFTER_A_HARVEST,
        MergesFound,
        Progress,
        find_merges,
    )
    from harvestman.dedup.papers.keys import linked_mentions, paper_keys
    from harvestman.dedup.papers.misprints import is_misprint
    from harvestman.dedup.papers.records import Record, record_of
    from harvestman.dedup.papers.searching import compare_claims
    from harvestman.dedup.papers.titles import TitlesCompared, TitleTie, compare_titles
else:
    from harvestman.lazily import lazily

    __all__, __getattr__ = lazily(
        __name__,
        {
            "papers.blocking": "block_keys",
            "papers.comparing": "SURE WORTH_A_LOOK compare",
            "papers.finding": "AFTER_A_HARVEST MergesFound Progress find_merges",
            "papers.keys": "linked_mentions paper_keys",
            "papers.misprints": "is_misprint",
            "papers.records": "Record record_of",
            "papers.searching": "compare_claims",
            "papers.titles": "TitlesCompared TitleTie compare_titles",
        },
    )
