"""Which web pages are articles themselves: a repository may want them like files.

An article says so in its head (the tags that Google Scholar asks for), or is a long text with two of the three parts that articles
have: an abstract, keywords, a list of works cited.
"""

from __future__ import annotations

import re

from harvestman.gather.words import says

_LEAST_WORDS = 600
_LEAST_PARTS = 2
_HEADING_WORDS = 4
_HEAD_BYTES = 200_000
_CITATION = re.compile(rb"""(?i)\bname\s{0,5}=\s{0,5}["']?citation_(title|author)\b""")


def is_article(body: bytes, text: str) -> bool:
    """Whether a page, with the text that a person reads on it, is an article and no list, course or home page."""
    if {match[1].lower() for match in _CITATION.finditer(body[:_HEAD_BYTES])} == {
        b"title",
        b"author",
    }:
        return True
    if len(text.split()) < _LEAST_WORDS:
        return False
    headings = [line for line in text.split("\n") if 0 < len(line.split()) <= _HEADING_WORDS]
    starts = [" ".join(line.split()[:2]) for line in text.split("\n")]
    parts = (
        any(says("abstract", line) for line in (*headings, *starts)),
        any(says("keywords", line) for line in starts),
        any(says("references", line) for line in headings),
    )
    return sum(parts) >= _LEAST_PARTS
