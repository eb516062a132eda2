"""Judging the scorer of keywords against authors' own keywords, beside a plain count of words and pairs.

The list itself is cut out of the text first. A phrase is right when its folded form equals one of the author's.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable
from itertools import pairwise
from typing import Any

from harvestman.documents.kinds.keywords import score_keywords, stop_words
from harvestman.text.folding import fold, words

Scorer = Callable[[str, str, str], tuple[str, ...]]
"""Text, language and title in; phrases out, best first."""


def ours(text: str, language: str, title: str) -> tuple[str, ...]:
    """The scorer that ships."""
    return score_keywords(text, language, title=title)


def by_count(text: str, language: str, title: str) -> tuple[str, ...]:
    """The plain measure to beat: the words and pairs that are said most, without stop words."""
    stops = stop_words(language)
    tokens = words(text)
    found = Counter(t for t in tokens if t not in stops and len(t) > 3 and t.isalpha())
    pairs = pairwise(tokens)
    found.update(
        f"{a} {b}" for a, b in pairs if a not in stops and b not in stops and a.isalpha() and b.isalpha()
    )  # fmt: skip
    return tuple(phrase for phrase, _ in found.most_common(10))


def judge_keywords(
    documents: Iterable[tuple[str, str, str, list[str]]], scorer: Scorer
) -> dict[str, Any]:
    """Precision, recall and F1 of the first 5 and 10 phrases, over (text, language, title, gold)."""
    figures: dict[str, Any] = {"documents": 0}
    right = {5: 0, 10: 0}
    answered = {5: 0, 10: 0}
    wanted = 0
    for text, language, title, gold in documents:
        keys = {fold(k) for k in gold}
        found = scorer(_without_list(text, gold), language, title)
        figures["documents"] += 1
        wanted += len(keys)
        for most in (5, 10):
            told = {fold(phrase) for phrase in found[:most]}
            right[most] += len(told & keys)
            answered[most] += len(told)
    for most in (5, 10):
        p, r = right[most] / max(1, answered[most]), right[most] / max(1, wanted)
        figures[f"at_{most}"] = {
            "precision": round(p, 4), "recall": round(r, 4), "f1": round(2 * p * r / (p + r), 4) if p + r else 0.0,
        }  # fmt: skip
    return figures


def _without_list(text: str, gold: list[str]) -> str:
    """The text with the author's own list cut out: from the heading to the last keyword behind it."""
    match = re.search(r"key\s?words|palabras\s+clave|ключевые\s+слова|index terms", text, re.IGNORECASE)  # fmt: skip
    if not match:
        return text
    end = match.end()
    near = text[end : end + 800].lower()
    for key in gold:
        place = near.find(key.lower())
        if place >= 0:
            end = max(end, match.end() + place + len(key))
    return text[: match.start()] + text[end:]
