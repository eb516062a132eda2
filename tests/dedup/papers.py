"""Made-up papers for the tests of this room: enough different words that no two of them are alike by chance."""

from __future__ import annotations

import hashlib
from random import Random

_SYLLABLES = "ba ce di fo gu ka le mi no pu ra se ti vo zu an er il or us".split()


def vocabulary(seed: int = 0, size: int = 2000) -> list[str]:
    rng = Random(seed)
    return ["".join(rng.choices(_SYLLABLES, k=rng.randint(2, 5))) for _ in range(size)]


WORDS = vocabulary()


def paper(seed: int, words: int = 600) -> str:
    """A text of so many words, another one for each seed."""
    return " ".join(Random(seed).choices(WORDS, k=words))


def key(name: object) -> str:
    return hashlib.sha256(str(name).encode()).hexdigest()
