"""What a word by itself tells: its shape, and the word lists it is in. Looked up once a word, then remembered.

The lists (personal names, words of affiliations, words of titles, and the words that the models know as features) are made
by `harvestman learn pages` and lie beside this file, the names in the room of texts; MODEL.md says from what they were made.
"""

from __future__ import annotations

import gzip
import re
from collections.abc import Callable
from functools import cache, lru_cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from itertools import islice
from typing import NamedTuple, TypeVar

from harvestman.text import unaccent
from harvestman.text.name_words import NameWords, name_words

try:
    from harvestman.pages.learned import _words
except ImportError:  # built without a compiler
    _words = None  # type: ignore[assignment]

# It looks for a sign that is no blank first of all: so blanks are passed over in three quarters of the time.
TOKEN = re.compile(r"(?=\S)(?:(?:[^\W\d_]\.-?)+(?![^\W\d_])|\w++(?:['’‐-]\w++)*+|[^\w\s])")

_STOP = frozenset(
    "a an the of for in on to with and by from at as is are be via using or its it their we our this that de la le les des du et "
    "pour en un une der die das und für von zu im mit el los las y para con por do da dos das e em uma und ein eine и в на с для по".split()
)
# More function words of the six languages. With a capital some are names: "Su", "Au", "Na".
_SMALL_ONLY = frozenset(
    "into between towards through au aux dans sur par avec sans ses leurs leur entre vers chez quand comment est sont ou "
    "dem den auf aus bei durch nach über zur zum einer eines einem als wie am vom oder ihre "
    "del al una que como sobre desde hacia según su sus se es lo no sin cómo qué o u ante "
    "ao aos na nas nos pela pelo com sem seus suas seu sua à os num numa são "
    "о об от до из к у за при как его её их не что или во со над под между без через это они мы ли".split()
)
_PARTICLES = frozenset(
    "van von der den de del della di da dos das do du la le el al bin ibn ter ten zu zur af av st".split()
)
_DEGREES = frozenset("dr prof phd ph.d msc mr mrs ms ing professor jr sr ii iii".split())
_CYRILLIC_ENDINGS = tuple(
    "ов ев ёв ин ын ова ева ёва ина ына ский цкий ская цкая ко ук юк ян вич ич вна ична дзе швили ых".split()
)
_CYRILLIC = re.compile(r"[А-ЯЁІЇЄ][а-яёіїє]+(?:-[А-ЯЁІЇЄ]?[а-яёіїє]+)?")
_JOINT = re.compile(r"['’‐-]")
_REMEMBERED = 50_000  # words: about 15 MB


class Word(NamedTuple):
    """What is known of a word."""

    lower: str
    kind: str
    """One letter: its shape (see `_kind`)."""
    lexicon: str
    """Which lists it is in: some of N (name, printed as one), n (name in lower case), f (affiliation), t (title)."""
    known: bool
    """Whether the models know it as a feature of its own."""
    is_name: bool
    """Whether it looks like a part of a name: in the list and with a capital, or an initial."""
    look: str
    """Lists and kind in one."""
    feature: str | None
    """The word, if models know it."""
    code: str
    """One short word for it: n for a likely name, p with the mark itself, else its kind and lists."""
    token: str
    """The word or mark, if models know it, else its code."""


def _shipped() -> Traversable:
    return files("harvestman.pages.learned").joinpath("lexica")


_memory: dict[str, Word] = {}
_folder: Traversable = _shipped()
_forget: list[Callable[[], None]] = []
T = TypeVar("T")


def remembered(size: int) -> Callable[[Callable[[str], T]], Callable[[str], T]]:
    """Keep so many answers of a function that reads a text by the lists, until others are used."""

    def keep(read: Callable[[str], T]) -> Callable[[str], T]:
        kept = lru_cache(maxsize=size)(read)
        _forget.append(kept.cache_clear)
        return kept

    return keep


def look_up(token: str) -> Word:
    """What is known of a token."""
    word = _memory.get(token)
    if word is None:
        if len(_memory) > _REMEMBERED:
            _memory.clear()
        word = _memory[token] = _describe(token)
    return word


class WordsRead(NamedTuple):
    """The words of a text."""

    words: list[Word]
    kinds: str
    """The kinds of all of them, a letter a word."""
    lexicon: str
    """All that the lists say of them."""


def read_words(text: str, *, characters: int, most: int) -> WordsRead:
    """What is known of so many words at most, at the beginning of a text. Compiled (`_words.c`) where that was built."""
    if _words is None:
        return read_words_plainly(text, characters=characters, most=most)
    return WordsRead._make(_words.read(text, characters, most, _memory, look_up))


def read_words_plainly(text: str, *, characters: int, most: int) -> WordsRead:
    """The same in plain Python."""
    known = _memory.get
    tokens = tokens_of(text[:characters])[:most]
    words = [known(token) or look_up(token) for token in tokens]
    return WordsRead(
        words, "".join([word.kind for word in words]), "".join([word.lexicon for word in words])
    )


PlacedWord = tuple[int, int, Word]
"""Where a token begins and ends, and what is known of it."""


def placed_words(text: str, start: int, end: int, *, most: int) -> list[PlacedWord]:
    """So many tokens of a stretch of text at most. Compiled where that was built."""
    if _words is None:
        return placed_words_plainly(text, start, end, most=most)
    return _words.placed(text, start, end, most, _memory, look_up)


def placed_words_plainly(text: str, start: int, end: int, *, most: int) -> list[PlacedWord]:
    """The same in plain Python."""
    found = islice(TOKEN.finditer(text, start, end), most)
    return [(match.start(), match.end(), look_up(match.group())) for match in found]


def tokens_of(text: str) -> list[str]:
    """The tokens of a text: words, initials with their dots, single punctuation marks."""
    return TOKEN.findall(text)


def _describe(token: str) -> Word:
    lower = token.lower()
    kind = _kind(token, lower)
    lists = _lists()
    lexicon = ""
    if kind not in "dp":
        plain = unaccent(token)
        if plain in lists.names or _is_joined_name(plain, lists.names) or _is_cyrillic_name(token):
            lexicon += "n"
        if plain in lists.affiliations:
            lexicon += "f"
        if plain in lists.titles:
            lexicon += "t"
    known = lower in lists.features
    is_name = lexicon.startswith("n") and kind in "CUM"
    code = "p" + lower if kind == "p" else ("n" if is_name else kind) + lexicon.removeprefix("n")
    if is_name:
        lexicon = lexicon.replace("n", "N")
    return Word(
        lower, kind, lexicon, known, is_name or kind == "i", lexicon + kind, lower if known else None, code,
        lower if known or kind == "p" else code,
    )  # fmt: skip


def _is_joined_name(plain: str, names: frozenset[str] | NameWords) -> bool:
    """Whether a word is several names in one: "o'neil", "anne-marie"."""
    parts = _JOINT.split(plain)
    return len(parts) > 1 and all(part in names for part in parts if part)


def _is_cyrillic_name(token: str) -> bool:
    """Whether a word ends as surnames and patronymics do in Cyrillic, which the list of names has none of."""
    return (
        not token.isascii()
        and token.lower().endswith(_CYRILLIC_ENDINGS)
        and _CYRILLIC.fullmatch(token) is not None
    )


def _kind(token: str, lower: str) -> str:
    """d number, D with digits, p punctuation, i initials, s small function word, l lower case, U upper case, C capital, M mixed."""
    if not token[0].isalpha():
        return "d" if token.isdigit() else "D" if token[0].isdigit() else "p"
    if token[-1] == "." or (len(token) == 1 and token.isupper()):
        return "i"
    is_small = lower in _STOP or (token == lower and lower in _SMALL_ONLY)
    if token == lower:
        return "s" if is_small else "l"
    if token.isupper():
        return "U"
    if is_small:
        return "S"
    return "C" if token[0].isupper() and (token[1:].islower() or "-" in token) else "M"


def is_particle(lower: str) -> bool:
    """Whether a word may stand in lower case within a name: "van", "de la"."""
    return lower in _PARTICLES


def is_degree(lower: str) -> bool:
    """Whether a word is a title or degree, no name."""
    return lower.strip(".") in _DEGREES


class _Lists(NamedTuple):
    """The lists that words are looked up in."""

    names: frozenset[str] | NameWords
    affiliations: frozenset[str]
    titles: frozenset[str]
    features: frozenset[str]


@cache
def _lists() -> _Lists:
    names = _list("names") or name_words()  # those of a training that has just made its own
    return _Lists(names, _list("affiliations"), _list("titles"), _list("features"))


def _list(name: str) -> frozenset[str]:
    try:
        data = _folder.joinpath(f"{name}.txt.gz").read_bytes()
    except FileNotFoundError:
        return frozenset()
    return frozenset(gzip.decompress(data).decode("utf-8").split("\n"))


def use(folder: Traversable | None = None) -> None:
    """Read the lists anew, from now on out of this folder, or out of the package: what training needs that makes new ones."""
    global _folder  # noqa: PLW0603 - one set of lists a process, remembered word by word
    _folder = folder or _shipped()
    _memory.clear()
    _lists.cache_clear()
    name_words.cache_clear()
    for forget in _forget:
        forget()
