"""The word lists of the learned page reader, made from Kairos's lists and the training pages.

Names come from Kairos (DBLP, CC0) and from training authors, words of affiliations and titles likewise. The words that
models may know by themselves are those that stand on the pages of several sites and are not names of people.
"""

from __future__ import annotations

import gzip
import html
import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

from harvestman.learn.pages_gold import Lesson
from harvestman.learn.pages_synthetic_pool import fixed_words
from harvestman.learn.pages_tongues import Tongue
from harvestman.pages.learned import lexica
from harvestman.text import unaccent
from harvestman.text.name_words import NAME_WORDS, written

FOLDER = Path(lexica.__file__).parent / "lexica"
_MIN_SITES = 4
_MIN_TITLES = 3
_WORD = re.compile(r"[^\W\d_]{2,}")


def build(
    lists: Path,
    taught: Sequence[Lesson],
    folder: Path,
    *,
    tongues: Mapping[str, Tongue] | None = None,
) -> dict[str, int]:
    """Write all lists into a folder, and use them from now on; how many words each has.

    Words of titles in other languages come from `tongues`, and what pages in these languages say around papers is known to the models too.
    """
    sites: dict[str, set[str]] = defaultdict(set)
    uses: dict[str, Counter[str]] = defaultdict(Counter)
    small: Counter[str] = Counter()
    for lesson in taught:
        for token, label in zip(lesson.tokens, lesson.labels, strict=True):
            lower = token.word.lower
            sites[lower].add(lesson.site)
            uses[lower][label[-1]] += 1
            if token.word.kind in "ls":
                small[unaccent(lower)] += 1
    names = {
        word
        for line in _lines(lists / "names.txt.gz")
        for word in _words(html.unescape(html.unescape(line)))
    }
    names |= {
        w for w, n in uses.items() if n["A"] >= 2 and n["A"] > 0.6 * n.total() for w in _words(w)
    }
    # Words that pages print in lower case are no use as names: "will", "may", "long".
    names = {word for word in names if small[word] < 3}
    affiliations = {w for line in _lines(lists / "affiliation_words.txt.gz") for w in _words(line)}
    affiliations |= {
        u for w, n in uses.items() if n["F"] >= 3 and n["F"] > 0.5 * n.total() for u in _words(w)
    }
    titles = {w for line in _lines(lists / "title_words.txt.gz") for w in _words(line)}
    titles |= {
        u
        for w, n in uses.items()
        if len(sites[w]) >= 3 and n["T"] >= 3 and n["T"] > 0.6 * n.total()
        for u in _words(w)
    }
    titles |= {word for tongue in (tongues or {}).values() for word in _usual_words(tongue)}
    features = {
        w
        for w, n in uses.items()
        if len(sites[w]) >= _MIN_SITES and n["A"] < 0.3 * n.total() and "\n" not in w
    }
    features |= {word.lower() for word in fixed_words()} - names
    counts = {}
    folder.mkdir(parents=True, exist_ok=True)
    for name, words in (
        ("names", names),
        ("affiliations", affiliations),
        ("titles", titles),
        ("features", features),
    ):
        text, path = "\n".join(sorted(words)), folder / f"{name}.txt.gz"
        if name == "names" and folder == FOLDER:
            text, path = written(words), NAME_WORDS
        path.write_bytes(gzip.compress(text.encode("utf-8"), mtime=0))
        counts[name] = len(words)
    lexica.use(folder)
    return counts


def _usual_words(tongue: Tongue) -> set[str]:
    """The words of a language that stand in several titles, in lower case but for German nouns."""
    seen = Counter(word for title in tongue.titles for word in set(_words(title.lower())))
    return {word for word, times in seen.items() if times >= _MIN_TITLES}


def _lines(path: Path) -> list[str]:
    return gzip.decompress(path.read_bytes()).decode("utf-8", "replace").splitlines()


def _words(text: str) -> Iterable[str]:
    return [unaccent(word) for word in _WORD.findall(text)]
