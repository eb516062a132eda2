"""Whether an e-mail address is made of a personal name: initials, either order, double surnames, any transliteration."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from rapidfuzz import fuzz

from harvestman.text.folding import fold
from harvestman.text.names import parse_name
from harvestman.text.romanising import sound

_INITIALS: Final = 3  # letters beside a family name that are initials
_NAMESAKE: Final = 0.6
"""The likeness of an address with the family name and somebody else's initials."""


def address_likeness(name: str, address: str) -> float:
    """How far the local part of an address is made of a name: 1 when it is its family name, 0 when nothing is alike."""
    written = _latin(address.partition("@")[0])
    local = fold(written)
    parsed = parse_name(re.sub(r"\.(?=[^\W\d_])", ". ", name))
    family, given = fold(_latin(parsed.family)), fold(_latin(parsed.given))
    if not local or not family:
        return 0.0
    words = [fold(word) for word in _latin(parsed.given).split()]
    parts = [fold(part) for part in re.split(r"[\s-]", _latin(parsed.family))]
    for whole in (family, *parts):
        if len(whole) > 2 and whole in local:
            return _with_rest(local.replace(whole, "", 1), words)
    return (
        _by_first_of_two(local, words)
        or _by_sound(written, parsed.family, words)
        or _by_letters(local, family, given, name)
    )


def _by_first_of_two(local: str, given: Sequence[str]) -> float:
    """ "Tomás Echeverría Lobo" shows only the last of two family names; an address has rather the first one."""
    for at, word in enumerate(given[1:], start=1):
        if len(word) > 3 and word in local:
            return min(0.95, _with_rest(local.replace(word, "", 1), given[:at]))
    return 0.0


def _with_rest(rest: str, given: Sequence[str]) -> float:
    """How sure a family name in an address is, by what stands beside it: the given names or their initials, or another person's."""
    letters = rest.strip("0123456789")
    if not letters or not given or any(letters[0] == word[:1] for word in given):
        return 1.0
    is_initials = len(letters) <= _INITIALS and not any(
        sound(letters)[:1] == sound(word)[:1] for word in given
    )
    return _NAMESAKE if is_initials else 0.9


def _by_sound(written: str, family: str, given: Sequence[str]) -> float:
    """The same for a family name in another transliteration, as a word of the address or with initials around it."""
    wanted = sound(family)
    if len(wanted) < 4:
        return 0.0
    words = [word for word in re.split(r"[\W\d_]+", written) if word]
    for at, word in enumerate(words):
        if sound(word) == wanted:
            return min(0.95, _with_rest("".join(words[:at] + words[at + 1 :]), given))
        for rest, name in (
            (word[:1], word[1:]),
            (word[-1:], word[:-1]),
            (word[:2], word[2:]),
            (word[-2:], word[:-2]),
        ):
            if sound(name) == wanted and _with_rest(rest, given) == 1:
                return 0.9
    return 0.0


def _by_letters(local: str, family: str, given: str, name: str) -> float:
    """A given name alone, initials, or the beginning of a family name."""
    words = re.findall(r"[^\W\d_]+", _latin(name))
    if any(len(word) > 2 and fold(word) in local for word in words if fold(word) != family):
        return 0.8
    initials = "".join(word[0] for word in words)
    if len(initials) > 1 and local.startswith(initials):
        return 0.8
    shapes = (given[:1] + family, given + family[:1], family + given[:1], family, given)
    best = max(fuzz.ratio(local, shape) for shape in shapes) / 100
    prefix = family[: max(3, len(family) - 3)]
    return max(best * 0.9, 0.75 if prefix in local else 0.0)


_CYRILLIC: Final = str.maketrans(
    {
        "а": "a", "б": "b", "в": "v", "г": "g", "д": "d", "е": "e", "ё": "e", "ж": "zh", "з": "z", "и": "i", "й": "y", "к": "k",
        "л": "l", "м": "m", "н": "n", "о": "o", "п": "p", "р": "r", "с": "s", "т": "t", "у": "u", "ф": "f", "х": "kh", "ц": "ts",
        "ч": "ch", "ш": "sh", "щ": "sch", "ъ": "", "ы": "y", "ь": "", "э": "e", "ю": "yu", "я": "ya",
    }
)  # fmt: skip


def _latin(text: str) -> str:
    return text.lower().translate(_CYRILLIC)
