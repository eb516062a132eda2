"""Keywords for a document that has no list of its own: runs of words between stop words, scored by our own measure.

In the spirit of RAKE (Rose et al. 2010) and YAKE (Campos et al. 2020), without statistics of a corpus: a phrase is good when
it is said often, early, in the title or a heading, has two or three words, and its words keep company with few others.
"""

from __future__ import annotations

import math
import re
from collections import Counter
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from harvestman.text.folding import unaccent

_DATA = Path(__file__).parent / "data" / "stopwords"
_MOST_LETTERS = 12_000
"""Text that is read: the first pages say what a document is about."""
_MOST_WORDS = 4
_WORD = re.compile(r"[^\W\d_]+(?:[-’'][^\W\d_]+)*|\d+|[^\w\s]|\n\s*\n")
_HYPHEN = re.compile(r"(?<=[^\W\d_])-\s*\n\s*(?=[^\W\d_])")
_REFERENCES = re.compile(
    r"^[^\S\n]*+(?:\d+\.?\s*)?(?:references|bibliography|referencias|bibliograf[ií]a|(?:список )?литератур[аы]|список использованных источников)\s*$",
    re.IGNORECASE | re.MULTILINE,
)
# Endings that make forms of one word: enough to count "граф" and "графов", "network" and "networks" together.
_ENDINGS = {
    "en": ("ies", "es", "s"),
    "es": ("iones", "es", "s"),
    "ru": ("иями", "ями", "ами", "ого", "его", "ому", "ему", "ыми", "ими", "иях", "ию", "ий", "ия", "ии", "ов", "ев", "ей", "ой", "ый",
           "ая", "ые", "ых", "их", "ую", "ах", "ях", "ам", "ям", "ом", "ем", "ое", "а", "я", "ы", "и", "у", "ю", "е", "о", "ь"),
}  # fmt: skip
_USUAL_LENGTH = {1: 0.35, 2: 1.6, 3: 1.7, 4: 1.0}
"""How welcome phrases of so many words are; authors' own lists have two words in half of the cases."""


@dataclass(slots=True)
class _Candidate:
    first: int
    """The place of its first word."""
    count: int = 0
    forms: Counter[str] | None = None


def score_keywords(
    text: str, language: str, *, title: str = "", number: int = 10
) -> tuple[str, ...]:
    """The best phrases of a text, best first; () for a language without a list of stop words."""
    stops = stop_words(language)
    if not stops:
        return ()
    found, counts, words = _candidates(_opened(text), stops, language)
    named = {_stem(word, language) for word in _tokens(title) if word not in stops}
    inside = _inside(found)
    scored = {
        stems: _score(stems, candidate, counts, inside.get(stems, 0), words, named)
        for stems, candidate in found.items()
    }
    return _chosen(found, scored, number)


@cache
def stop_words(language: str) -> frozenset[str]:
    """The stop words of a language, folded; none when we have no list."""
    path = _DATA / f"{language}.txt"
    if not re.fullmatch(r"[a-z]{2}", language) or not path.exists():
        return frozenset()
    lines = path.read_text(encoding="utf-8").splitlines()
    own = frozenset(
        unaccent(word) for line in lines if not line.startswith("#") for word in line.split()
    )
    return own if language == "en" else own | stop_words("en")  # many texts quote some English


def _opened(text: str) -> str:
    """The beginning of the text, without its references and with words at line ends joined."""
    start = text[:_MOST_LETTERS]
    for match in _REFERENCES.finditer(start):
        if match.start() > 0.3 * len(start):
            start = start[: match.start()]
            break
    return _HYPHEN.sub("", start)


def _tokens(text: str) -> list[str]:
    return [unaccent(token) for token in _WORD.findall(text)]


@cache
def _stem(word: str, language: str) -> str:
    for ending in _ENDINGS.get(language, ()):
        if word.endswith(ending) and len(word) - len(ending) >= 3:
            return word[: -len(ending)]
    return word


def _candidates(
    text: str, stops: frozenset[str], language: str
) -> tuple[dict[tuple[str, ...], _Candidate], Counter[str], int]:
    """All runs of one to four words without a stop word in them, by their stems; how often each stem is said."""
    found: dict[tuple[str, ...], _Candidate] = {}
    counts: Counter[str] = Counter()
    run: list[tuple[str, str]] = []
    place = 0

    def close() -> None:
        for start in range(len(run)):
            for end in range(start + 1, min(len(run), start + _MOST_WORDS) + 1):
                piece = run[start:end]
                stems = tuple(stem for stem, _ in piece)
                known = found.get(stems)
                if known is None:
                    known = found[stems] = _Candidate(place - len(run) + start, 0, Counter())
                known.count += 1
                if known.forms is not None:
                    known.forms[" ".join(shown for _, shown in piece)] += 1
        run.clear()

    for shown in _WORD.findall(text):
        place += 1
        folded = unaccent(shown)
        if len(folded) < 3 or not folded[0].isalpha() or folded in stops:
            close()
            continue
        stem = _stem(folded, language)
        counts[stem] += 1
        run.append((stem, shown))
    close()
    return found, counts, place


def _inside(found: dict[tuple[str, ...], _Candidate]) -> dict[tuple[str, ...], int]:
    """How often a phrase is said as a part of one longer phrase: it is no term of its own then (as in C-value)."""
    inside: dict[tuple[str, ...], int] = {}
    for stems, candidate in found.items():
        if candidate.count > 1 and len(stems) > 1:
            for part in (stems[1:], stems[:-1]):
                inside[part] = max(inside.get(part, 0), candidate.count)
    return inside


def _score(
    stems: tuple[str, ...],
    candidate: _Candidate,
    counts: Counter[str],
    inside: int,
    words: int,
    named: set[str],
) -> float:
    length = len(stems)
    if candidate.count < 2 and not (named and all(stem in named for stem in stems)):
        return 0.0
    # A phrase whose words are seldom said apart is a term; one that happens to stand together is not.
    together = candidate.count / math.exp(sum(math.log(counts[s]) for s in stems) / length)
    early = 1.0 / (1.0 + math.log1p(candidate.first / 60.0))
    in_title = 1.0 + sum(stem in named for stem in stems) / length if named else 1.0
    own = max(0.5, candidate.count - 0.8 * inside)
    often = math.log1p(own) * math.log1p(1000.0 * own / max(200, words))
    return _USUAL_LENGTH[length] * often * (0.4 + early) * in_title * (0.5 + together)


def _chosen(
    found: dict[tuple[str, ...], _Candidate], scored: dict[tuple[str, ...], float], number: int
) -> tuple[str, ...]:
    """The best ones, without those that say again what a better one says."""
    chosen: list[tuple[str, ...]] = []
    for stems in sorted(scored, key=lambda s: (-scored[s], found[s].first, s)):
        if scored[stems] <= 0.0 or len(chosen) == number:
            break
        own = set(stems)
        if any(own <= set(other) or (own >= set(other) and len(other) > 1) for other in chosen):
            continue
        chosen.append(stems)
    return tuple(_shown(found[stems]) for stems in chosen)


def _shown(candidate: _Candidate) -> str:
    """The form that is printed most; in small letters unless it is an abbreviation or a name."""
    forms = candidate.forms or Counter()
    best = max(sorted(forms), key=lambda form: forms[form])
    return " ".join(
        word if word[1:] != word[1:].lower() and len(word) <= 6 else word.lower()
        for word in best.split()
    )
