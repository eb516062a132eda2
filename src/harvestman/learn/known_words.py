"""The list of words that titles and texts of scholarly papers are made of, so that a misprint can be told from another word.

Counted in the labelled texts (papers, first pages, reference strings), in the lines of pages and in the pages of documents of the split `train`.
A word counts once for each text, and is known when several texts have it: a misprint seldom stands in three.
"""

from __future__ import annotations

import gzip
import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from harvestman.documents import read_page_texts
from harvestman.learn.references_gold import rows_of
from harvestman.model import UsageError
from harvestman.text import romanise
from harvestman.text.known_words import KNOWN_WORDS
from harvestman.text.romanising import is_cyrillic
from harvestman.text.vocabulary import DATA

_LEAST_TEXTS = 3
_WORD = re.compile(r"[^\W\d_]{4,24}")
_BROKEN = re.compile(r"(?<=[^\W\d_])[-\u00ad\ufffe]\s*\n\s*(?=[^\W\d_])")
_PAPERS = ("segmentation", "fulltext", "header")
_REFERENCES = (
    "anystyle",
    "es_rendered",
    "grobid_citations",
    "parscit",
    "ru_gold",
    "ru_unlabelled",
    "scielo",
)


def learn_known_words(data: Path) -> dict[str, Any]:
    """Write the lists into the package; what was written."""
    if not (data / "refs").is_dir() or not (data / "pdf").is_dir():
        raise UsageError(f"{data} should hold the folders refs and pdf")
    counts: dict[str, Counter[str]] = {script: Counter() for script in KNOWN_WORDS}
    for text in _texts(data):
        words = set(_WORD.findall(_BROKEN.sub("", text).lower()))
        for script, count in counts.items():
            count.update({romanise(w) for w in words if is_cyrillic(w) == (script == "cyrillic")})
    told: dict[str, Any] = {"bytes": 0, "file": str(DATA)}
    for script, count in counts.items():
        lines: list[list[str]] = [[] for _ in range(max(count.values(), default=1).bit_length())]
        for word, texts in sorted(count.items()):
            if texts >= _LEAST_TEXTS:
                lines[texts.bit_length() - 1].append(word)
        packed = gzip.compress("\n".join(map(" ".join, lines)).encode("utf-8"), mtime=0)
        KNOWN_WORDS[script].write_bytes(packed)
        told[script] = sum(map(len, lines))
        told["bytes"] += len(packed)
    return told


def _texts(data: Path) -> Iterator[str]:
    for name in _PAPERS:
        for row in rows_of(data / "refs" / "grobid", f"{name}.corpus", "corpus"):
            yield " ".join(piece for piece, _ in row["items"]).replace(" \n ", "\n")
    for name in _REFERENCES:
        for row in rows_of(data / "refs" / "refs", name, "train"):
            yield str(row["raw"])
    for row in rows_of(data / "refs" / "lines", "train", "train"):
        yield str(row["text"])
    for path in sorted((data / "pdf" / "train").glob("*.pdf")):
        yield from read_page_texts(path.read_bytes())
