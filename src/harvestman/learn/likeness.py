"""When an answer is the gold: the rules of the shared data's READMEs, the same for every judge.

Text is compared by its letters and digits alone; nine tenths alike is alike; "Perez, G." is "Gloria Perez".
"""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from typing import TypeVar

_ALIKE = 0.9

W = TypeVar("W")
A = TypeVar("A")


def fold(text: str | None) -> str:
    """Letters and digits, case and accents apart."""
    return "".join(c for c in _apart(text) if c.isalnum())


def words(text: str | None) -> list[str]:
    """The words of a text, case and accents apart."""
    return re.findall(r"\w+", "".join(c for c in _apart(text) if not unicodedata.combining(c)))


def alike(one: str | None, other: str | None) -> bool:
    """Whether two texts are the same but for a tenth of their letters."""
    x, y = fold(one), fold(other)
    if x == y:
        return bool(x)
    most = int((1 - _ALIKE) * max(len(x), len(y)) + 1e-9)
    return bool(x and y) and most > 0 and _distance(x, y, most) <= most


def same_name(one: str, other: str) -> bool:
    """Whether two names are equal, or share a surname and have given names whose initials agree."""
    if fold(one) == fold(other):
        return bool(fold(one))
    x, y = words(one), words(other)
    shared = {word for word in x if len(word) > 1 and word in y}
    if not shared:
        return False
    rest_x, rest_y = ([w for w in names if w not in shared] for names in (x, y))
    if any(len(w) > 1 for w in rest_x) and any(len(w) > 1 for w in rest_y):
        return False
    few, many = sorted((rest_x, rest_y), key=len)
    return not Counter(w[0] for w in few) - Counter(w[0] for w in many)


def token_f1(one: str | None, other: str | None) -> float:
    """F1 of the words that two texts share, each as often as it occurs."""
    x, y = Counter(words(one)), Counter(words(other))
    return 2 * (x & y).total() / (x.total() + y.total()) if x and y else 0.0


def matched(
    wanted: Iterable[W], answered: Sequence[A], is_same: Callable[[W, A], bool]
) -> list[tuple[W, A]]:
    """Pairs of wanted and answered, each taken once: the first that fits, in order."""
    free, pairs = list(range(len(answered))), []
    for want in wanted:
        for place in free:
            if is_same(want, answered[place]):
                pairs.append((want, answered[place]))
                free.remove(place)
                break
    return pairs


def _apart(text: str | None) -> str:
    return unicodedata.normalize("NFKD", text or "").casefold().replace("ё", "е")


def _distance(a: str, b: str, most: int) -> int:
    """Edit distance, or more than `most` as soon as that is certain."""
    if abs(len(a) - len(b)) > most:
        return most + 1
    row = list(range(len(b) + 1))
    for i, x in enumerate(a, 1):
        new = [i]
        for j, y in enumerate(b, 1):
            new.append(min(new[-1] + 1, row[j] + 1, row[j - 1] + (x != y)))
        if min(new) > most:
            return most + 1
        row = new
    return row[-1]
