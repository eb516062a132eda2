"""What a word by itself tells: its shape, and the word lists it is in. Looked up once a word, then remembered.

The lists (personal names, words of affiliations, words of titles, and the words that the models know as features) are made
by `harvestman learn pages` and lie beside this file, the names in the room of texts; MODEL.md says from what they were made.
"""

from __future__ import annotations

import gzip
import re
from collections.abc import Callable, Sequence
from functools import cache, lru_cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from itertools import islice
from typing import Final, NamedTuple, TypeVar

from harvestman.text import unaccent
from harvestman.text.name_words import NameWords, name_words

try:
    from harvestman.pages.learned import _words
except ImportError:  # built without a compiler
    _words = None  # type: ignore[assignment]

# It looks for a sign that is no blank first of all: so blanks are passed over in three quarters of the time.
TOKEN: Final = re.compile(r"(?=\S)(?:(?:[^\W\d_]\.-?)+(?![^\W\d_])|\w++(?:['’‐-]\w++)*+|[^\w\s])")

_STOP: Final = frozenset(
    "a an the of for in on to with and by from at as is are be via using or its it their we our this that de la le les des du et "
    "pour en un une der die das und für von zu im mit el los las y para con por do da dos das e em uma und ein eine и в на с для по".split()
)
# More function words of the six languages. With a capital some are names: "Su", "Au", "Na".
_SMALL_ONLY: Final = frozenset(
    "into between towards through au aux dans sur par avec sans ses leurs leur entre vers chez quand comment est sont ou "
    "dem den auf aus bei durch nach über zur zum einer eines einem als wie am vom oder ihre "
    "del al una que como sobre desde hacia según su sus se es lo no sin cómo qué o u ante "
    "ao aos na nas nos pela pelo com sem seus suas seu sua à os num numa são "
    "о об от до из к у за при как его её их не что или во со над под между без через это они мы ли".split()
)
_PARTICLES: Final = frozenset(
    "van von der den de del della di da dos das do du la le el al bin ibn ter ten zu zur af av st".split()
)
_JOINING: Final = frozenset(
    "and und et y van von der den de del della di da dos das du la le al bin by".split()
)
_ENDING: Final = '.:-–—/|"“”'
# Words of a text that are looked at: for those that models know, in a run of names, and numbers before one. `_words.c` has the same.
_MOST_KNOWN, _MOST_IN_RUN, _MOST_BEFORE_RUN = 40, 60, 6
_DEGREES: Final = frozenset("dr prof phd ph.d msc mr mrs ms ing professor jr sr ii iii".split())
_CYRILLIC_ENDINGS: Final = tuple(
    "ов ев ёв ин ын ова ева ёва ина ына ский цкий ская цкая ко ук юк ян вич ич вна ична дзе швили ых".split()
)
_CYRILLIC: Final = re.compile(r"[А-ЯЁІЇЄ][а-яёіїє]+(?:-[А-ЯЁІЇЄ]?[а-яёіїє]+)?")
_JOINT: Final = re.compile(r"['’‐-]")
_REMEMBERED: Final = 50_000  # words: about 15 MB


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
    role: str
    """What it is in a run of names: n a name, j a word between names, d a number, a dot a mark that ends it, a comma another mark, x all else."""
    counts: bytes
    """What it adds to the counts of a text (see `Counts`)."""


class Counts(NamedTuple):
    """How many of the words of a text are of some sorts."""

    letters: int
    """Words that are neither marks nor numbers."""
    names: int
    titles: int
    """Words of titles."""
    places: int
    """Words of affiliations."""
    small: int
    """In lower case."""
    capitals: int
    """With a capital, or initials."""
    commas: int


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


Run = tuple[int, str]
"""How many names stand without a break, and what ends them: in "Anna Schmidt, Boris Petrov: On titles" 4 and ":S"."""


class WordsRead(NamedTuple):
    """The words of a text, and what they amount to."""

    words: list[Word]
    kinds: str
    """The kinds of all of them, a letter a word."""
    known: list[str]
    """Those of the first forty that the models know, each once, in lower case."""
    counts: tuple[int, ...]
    """The `Counts` of all of them."""
    lead: Run
    """The names at the beginning."""
    trail: Run
    """Those at the end, read backwards."""


def read_words(text: str, *, characters: int, most: int) -> WordsRead:
    """What is known of so many words at most, at the beginning of a text. Compiled (`_words.c`) where that was built."""
    if _words is None:
        return read_words_plainly(text, characters=characters, most=most)
    return WordsRead._make(_words.read(text, characters, most, _memory, look_up, len(_NO_COUNTS)))


def read_words_plainly(text: str, *, characters: int, most: int) -> WordsRead:
    """The same in plain Python."""
    known = _memory.get
    tokens = tokens_of(text[:characters])[:most]
    words = [known(token) or look_up(token) for token in tokens]
    return WordsRead(
        words,
        "".join([word.kind for word in words]),
        list({word.lower: None for word in words[:_MOST_KNOWN] if word.known}),
        tuple(map(sum, zip(_NO_COUNTS, *[word.counts for word in words], strict=True))),
        _names_run(words),
        _names_run(words[::-1]),
    )


def _names_run(words: Sequence[Word]) -> Run:
    """The names at the beginning; none are looked for behind sixty words, or behind a number that stands behind six."""
    count = 0
    mark = ""
    for place, word in enumerate(words[:_MOST_IN_RUN]):
        role = word.role
        if role in ",.":
            mark = word.lower
            if count and role == ".":
                return count, mark + (words[place + 1].kind if place + 1 < len(words) else "$")
        elif role in "nj":
            count += role == "n"
            mark = ""
        elif role != "d" or count or place >= _MOST_BEFORE_RUN:
            return count, mark + word.kind
    return count, "$"


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
        if (
            plain in lists.names
            or (not plain.isalpha() and _is_joined_name(plain, lists.names))
            or _is_cyrillic_name(token)
        ):
            lexicon += "n"
        if plain in lists.affiliations:
            lexicon += "f"
        if plain in lists.titles:
            lexicon += "t"
    known = lower in lists.features
    sort = _sort(kind, lexicon, lower if kind == "p" else "", is_joining=lower in _JOINING)
    return Word(
        lower, kind, sort.lexicon, known, sort.is_name, sort.look, lower if known else None, sort.code,
        lower if known or kind == "p" else sort.code, sort.role, sort.counts,
    )  # fmt: skip


class _Sort(NamedTuple):
    """What many words have in common."""

    lexicon: str
    is_name: bool
    look: str
    code: str
    role: str
    counts: bytes


@lru_cache(maxsize=1_000)
def _sort(kind: str, lexicon: str, mark: str, *, is_joining: bool) -> _Sort:
    """What is known of all words of a kind and of lists, or of a mark."""
    is_listed = lexicon.startswith("n") and kind in "CUM"
    is_name = is_listed or kind == "i"
    code = "p" + mark if mark else ("n" if is_listed else kind) + lexicon.removeprefix("n")
    if is_listed:
        lexicon = lexicon.replace("n", "N")
    if mark:
        role = "." if mark in _ENDING else ","
    else:
        role = "n" if is_name else "d" if kind in "dD" else "j" if is_joining else "x"
    counts = Counts(
        letters=kind not in "pdD",
        names=kind == "i" or "N" in lexicon,
        titles="t" in lexicon,
        places="f" in lexicon,
        small=kind in "sl",
        capitals=kind in "CUMi",
        commas=mark == ",",
    )
    return _Sort(lexicon, is_name, lexicon + kind, code, role, bytes(counts))


_NO_COUNTS: Final = bytes(len(Counts._fields))


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
    if token == lower:
        return "s" if lower in _STOP or lower in _SMALL_ONLY else "l"
    if token.isupper():
        return "U"
    if lower in _STOP:
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
