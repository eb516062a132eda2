"""Which paper a file is: what its header says becomes a mention, and what links to it speaks of the same paper.

A page that names a file as a paper's PDF, and the file that was fetched from there, are one paper unless the two contradict each
other; then a person is asked. The join is an ordinary merge: it is told with its reason, and can be undone.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from datetime import datetime

from harvestman.dedup import Record, compare_claims, paper_keys, record_of
from harvestman.documents import KEYWORD_SCORER
from harvestman.model import (
    Authority,
    Category,
    Claim,
    Evidence,
    Extraction,
    Field,
    Likeness,
    LinkedMention,
    Mention,
    Verdict,
)
from harvestman.store import Library, source_of
from harvestman.text import fold, parse_name, words

_PAPERS = frozenset({Category.PAPER, Category.THESIS, Category.REPORT, Category.BOOK})
_SUBJECT = "document"
_READER, _VERSION = "file-address", "1"
_SURE = 0.99
_DOUBTFUL = 0.5
_SAME_TITLE, _SIMILAR_TITLE = 0.9, 0.5  # of the shorter one's words


def is_paper(extraction: Extraction) -> bool:
    """Whether a document is a paper of its own: not slides or a form, and one that names its title and authors."""
    header = extraction.header
    return bool(
        extraction.is_read and extraction.category in _PAPERS and header.title and header.authors
    )


def file_mention(
    digest: str, claims: Sequence[Claim], addresses: Collection[str], *, now: datetime
) -> LinkedMention | None:
    """What a file says of its paper: its header, and where it can be had; None when neither is known.

    Keywords that a scorer picked from the text are the document's alone: exports would hand them on as if the authors had chosen them.
    """
    subject = claims[0].subject if claims else _SUBJECT
    own = (claim for claim in claims if claim.reader != KEYWORD_SCORER)
    told = [*own, *(_address_claim(digest, subject, url, now) for url in addresses)]
    if not told:
        return None
    return LinkedMention(Mention(tuple(told)), paper_keys(told))


def join_linked(library: Library, digests: Collection[str], papers: Collection[str]) -> None:
    """Make one the paper that a page says a file to be and the paper that the file itself says it is.

    Pages that link one file for several papers (the whole volume) say nothing about any of them.
    """
    if len(set(papers)) != 1:
        return
    (linked,) = set(papers)
    for own in library.documents.papers(digests, has_title=False):
        if own != linked:
            library.merges.consider(linked, own, _compare_linked)


def _compare_linked(one: Sequence[Claim], other: Sequence[Claim]) -> Likeness:
    """How alike two papers are of which one is said to be the other's file."""
    alike = compare_claims(one, other)
    reason = "a page gives this file as the paper's own"
    if alike.verdict is Verdict.SAME or not _contradicts(one, other):
        return Likeness(Verdict.SAME, max(alike.probability, _SURE), (reason, *alike.reasons))
    return Likeness(Verdict.DOUBTFUL, max(alike.probability, _DOUBTFUL), (reason, *alike.reasons))


def _contradicts(one: Sequence[Claim], other: Sequence[Claim]) -> bool:
    """Whether titles and authors of two papers speak against each other: then the page may link the wrong file.

    An author in common excuses every title; authors who have nothing in common need the same title, and unknown ones a similar one.
    """
    here, there = record_of(one), record_of(other)
    if not here.titles or not there.titles or _families(here) & _families(there):
        return False
    needed = _SAME_TITLE if here.authors and there.authors else _SIMILAR_TITLE
    return max(_shared(x, y) for x in here.titles for y in there.titles) < needed


def _families(record: Record) -> set[str]:
    return {
        fold(author.family or parse_name(author.name).family)
        for authors in record.authors
        for author in authors
    }


def _shared(one: str, other: str) -> float:
    """The share of the shorter title's words that the longer one has."""
    x, y = set(words(one)), set(words(other))
    return len(x & y) / max(1, min(len(x), len(y)))


def _address_claim(digest: str, subject: str, url: str, now: datetime) -> Claim:
    evidence = Evidence(source_of(digest), "address", url)
    return Claim(
        subject, Field.PDF, url, evidence, _READER, _VERSION, Authority.LEARNED, _SURE, now
    )
