"""What a word by itself tells: its shape, and the word lists it is in. Looked up once a word, then remembered.

The lists (personal names, words of affiliations, words of titles, and the words that the models know as features) are made
by `harvestman learn pages` and lie beside this file, the names in the room of texts; MODEL.md says from what they were made.
"""

from __future__ import annotations

import gzip
import re
from collections.abc import Callable
from functools import lru_cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import Final, TypeVar

from harvestman.text import unaccent
from harvestman.text.name_words import NameWords, name_words
from harvestman.text.native import mypyc_attr

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
# Words of a text that are looked at: for those that models know, in a run of names, and numbers before one.
_MOST_KNOWN: Final = 40
_MOST_IN_RUN: Final = 60
_MOST_BEFORE_RUN: Final = 6
_DEGREES: Final = frozenset("dr prof phd ph.d msc mr mrs ms ing professor jr sr ii iii".split())
_CYRILLIC_ENDINGS: Final = tuple(
    "ов ев ёв ин ын ова ева ёва ина ына ский цкий ская цкая ко ук юк ян вич ич вна ична дзе швили ых".split()
)
_CYRILLIC: Final = re.compile(r"[А-ЯЁІЇЄ][а-яёіїє]+(?:-[А-ЯЁІЇЄ]?[а-яёіїє]+)?")
_JOINT: Final = re.compile(r"['’‐-]")
_REMEMBERED: Final = 50_000  # words: about 15 MB
_REMEMBERED_PIECES: Final = 30_000  # about 6 MB
_LONG_PIECE: Final = (
    60  # characters; hardly any text is so long without a blank, and none such comes back
)


@mypyc_attr(acyclic=True)
class Word:
    """What is known of a word."""

    __slots__ = (
        "code",
        "counts",
        "feature",
        "is_name",
        "is_whole",
        "kind",
        "known",
        "lexicon",
        "look",
        "lower",
        "role",
        "text",
        "token",
    )

    def __init__(self, text: str, lower: str, *, known: bool, sort: _Sort) -> None:
        self.text, self.lower = text, lower
        self.is_whole = text.isalnum()
        """Whether it is sure to be one token where it stands between two blanks."""
        self.kind: str = sort.kind
        """One letter: its shape (see `_kind`)."""
        self.lexicon: str = sort.lexicon
        """Which lists it is in: some of N (name, printed as one), n (name in lower case), f (affiliation), t (title)."""
        self.known = known
        """Whether the models know it as a feature of its own."""
        self.is_name: bool = sort.is_name
        """Whether it looks like a part of a name: in the list and with a capital, or an initial."""
        self.look: str = sort.look
        """Lists and kind in one."""
        self.feature: str | None = lower if known else None
        """The word, if models know it."""
        self.code: str = sort.code
        """One short word for it: n for a likely name, p with the mark itself, else its kind and lists."""
        self.token: str = lower if known or sort.kind == "p" else sort.code
        """The word or mark, if models know it, else its code."""
        self.role: str = sort.role
        """What it is in a run of names: n a name, j a word between names, d a number, a dot a mark that ends it, a comma another mark, x all else."""
        self.counts: int = sort.counts
        """What it adds to the counts of a text: a one for each sort that it is of, eight bits apart (see `Counts`)."""


@mypyc_attr(acyclic=True)
class Counts:
    """How many of some words are of which sorts; of 255 words at most."""

    __slots__ = ("capitals", "commas", "letters", "names", "places", "small", "titles")

    def __init__(self, words: list[Word]) -> None:
        sums = 0
        for word in words:
            sums += word.counts
        self.letters = sums & 255
        """Words that are neither marks nor numbers."""
        self.names = sums >> 8 & 255
        self.titles = sums >> 16 & 255
        """Words of titles."""
        self.places = sums >> 24 & 255
        """Words of affiliations."""
        self.small = sums >> 32 & 255
        """In lower case."""
        self.capitals = sums >> 40 & 255
        """With a capital, or initials."""
        self.commas = sums >> 48


def _shipped() -> Traversable:
    return files("harvestman.pages.learned").joinpath("lexica")


_memory: Final[dict[str, Word]] = {}
_pieces: Final[dict[str, list[Word]]] = {}
"""The words of what stands between two blanks and is no word as a whole."""
_folder: Traversable = _shipped()
_forget: Final[list[Callable[[], None]]] = []
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
    return _new_word(token) if word is None else word


def _new_word(token: str) -> Word:
    if len(_memory) > _REMEMBERED:
        _memory.clear()
    word = _memory[token] = _describe(token)
    return word


def words_of(text: str) -> list[Word]:
    """What is known of the tokens of a text.

    A token has no blank in it and looks at nothing behind one, so a text is read piece by piece, and nearly all pieces have been read before.
    """
    words: list[Word] = []
    for piece in text.split():
        word = _memory.get(piece)
        if word is None and piece.isalnum():
            word = _new_word(piece)
        if word is not None and word.is_whole:
            words.append(word)
            continue
        known = _pieces.get(piece)
        for one in _read_piece(piece) if known is None else known:
            words.append(one)
    return words


def _read_piece(piece: str) -> list[Word]:
    """The words of a piece that was not met before; most have nothing but a mark behind a word: "Schmidt,"."""
    end = piece[-1]
    if len(piece) > 2 and piece[:-1].isalpha() and not end.isalnum() and end != "_":
        words = [look_up(piece[:-1]), look_up(end)]
    else:
        words = [look_up(token) for token in TOKEN.findall(piece)]
    if len(piece) <= _LONG_PIECE:
        if len(_pieces) > _REMEMBERED_PIECES:
            _pieces.clear()
        _pieces[piece] = words
    return words


def tokens_of(text: str) -> list[str]:
    """The tokens of a text: words, initials with their dots, single punctuation marks."""
    return [word.text for word in words_of(text)]


PlacedWord = tuple[int, int, Word]
"""Where a token begins and ends, and what is known of it."""


def placed(words: list[Word], text: str, start: int) -> list[PlacedWord]:
    """The words of a text with their places, from the one on where the first of them stands, or blanks before it."""
    found: list[PlacedWord] = []
    for word in words:
        while text[start].isspace():
            start += 1
        end = start + len(word.text)
        found.append((start, end, word))
        start = end
    return found


Run = tuple[int, str]
"""How many names stand without a break, and what ends them: in "Anna Schmidt, Boris Petrov: On titles" 4 and ":S"."""


def names_run(words: list[Word], *, backwards: bool) -> Run:
    """The names at the beginning, or at the end, read backwards; none are looked for behind sixty words, or behind a number that stands behind six."""
    size = len(words)
    place, step = (size - 1, -1) if backwards else (0, 1)
    found = 0
    mark = ""
    for passed in range(min(size, _MOST_IN_RUN)):
        word = words[place]
        place += step
        role = word.role
        if role == "n":
            found += 1
            mark = ""
        elif role == "j":
            mark = ""
        elif role in (",", "."):
            mark = word.lower
            if found and role == ".":
                return found, mark + (words[place].kind if passed + 1 < size else "$")
        elif role != "d" or found or passed >= _MOST_BEFORE_RUN:
            return found, mark + word.kind
    return found, "$"


def known_words(words: list[Word]) -> list[str]:
    """Those of the first forty that the models know, each once, in lower case."""
    known: dict[str, None] = {}
    for place in range(min(len(words), _MOST_KNOWN)):
        word = words[place]
        if word.known:
            known[word.lower] = None
    return list(known.keys())


def _describe(token: str) -> Word:
    lower = token.lower()
    if lower == token:
        lower = token  # one string in memory for both
    kind = _kind(token, lower)
    lists = _lists()
    lexicon = ""
    if kind not in ("d", "p"):
        plain = unaccent(token)
        if (
            plain in lists.names
            or (not plain.isalpha() and _is_joined_name(plain, lists.names))
            or (not token.isascii() and _is_cyrillic_name(token, lower))
        ):
            lexicon = "n"
        if plain in lists.affiliations:
            lexicon += "f"
        if plain in lists.titles:
            lexicon += "t"
    known = lower in lists.features
    if kind == "p":
        return Word(token, lower, known=known, sort=_mark(lower))
    return Word(token, lower, known=known, sort=_sort(kind, lexicon, is_joining=lower in _JOINING))


class _Sort:
    """What many words have in common: see `Word`."""

    __slots__ = ("code", "counts", "is_name", "kind", "lexicon", "look", "role")

    def __init__(
        self, kind: str, lexicon: str, code: str, role: str, counts: int, *, is_name: bool
    ) -> None:
        self.kind, self.lexicon, self.look = kind, lexicon, lexicon + kind
        self.code, self.role, self.counts, self.is_name = code, role, counts, is_name


_sorts: Final[dict[str, _Sort]] = {}


def _mark(mark: str) -> _Sort:
    """What is known of a mark."""
    role = "." if mark in _ENDING else ","
    return _Sort("p", "", "p" + mark, role, (mark == ",") << 48, is_name=False)


def _sort(kind: str, lexicon: str, *, is_joining: bool) -> _Sort:
    """What is known of all words of a kind and of lists; there are not many such sorts."""
    key = f"{kind}j{lexicon}" if is_joining else kind + lexicon
    sort = _sorts.get(key)
    if sort is None:
        sort = _sorts[key] = _new_sort(kind, lexicon, is_joining=is_joining)
    return sort


def _new_sort(kind: str, lexicon: str, *, is_joining: bool) -> _Sort:
    is_listed = lexicon.startswith("n") and kind in "CUM"
    is_name = is_listed or kind == "i"
    code = ("n" if is_listed else kind) + lexicon.removeprefix("n")
    if is_listed:
        lexicon = lexicon.replace("n", "N")
    role = "n" if is_name else "d" if kind in "dD" else "j" if is_joining else "x"
    counts = (
        (kind not in "dD")
        | (kind == "i" or "N" in lexicon) << 8
        | ("t" in lexicon) << 16
        | ("f" in lexicon) << 24
        | (kind in "sl") << 32
        | (kind in "CUMi") << 40
    )
    return _Sort(kind, lexicon, code, role, counts, is_name=is_name)


def _is_joined_name(plain: str, names: frozenset[str] | NameWords) -> bool:
    """Whether a word is several names in one: "o'neil", "anne-marie"."""
    parts = _JOINT.split(plain)
    return len(parts) > 1 and all(part in names for part in parts if part)


def _is_cyrillic_name(token: str, lower: str) -> bool:
    """Whether a word ends as surnames and patronymics do in Cyrillic, which the list of names has none of."""
    return lower.endswith(_CYRILLIC_ENDINGS) and _CYRILLIC.fullmatch(token) is not None


def _kind(token: str, lower: str) -> str:
    """d number, D with digits, p punctuation, i initials, s small function word, l lower case, U upper case, C capital, M mixed."""
    first = token[0]
    if not first.isalpha():
        return "d" if token.isdigit() else "D" if first.isdigit() else "p"
    if token[-1] == "." or (len(token) == 1 and token.isupper()):
        return "i"
    if token == lower:
        return "s" if lower in _STOP or lower in _SMALL_ONLY else "l"
    if token.isupper():
        return "U"
    if lower in _STOP:
        return "S"
    return "C" if first.isupper() and (token[1:].islower() or "-" in token) else "M"


def is_particle(lower: str) -> bool:
    """Whether a word may stand in lower case within a name: "van", "de la"."""
    return lower in _PARTICLES


def is_degree(lower: str) -> bool:
    """Whether a word is a title or degree, no name."""
    return lower.strip(".") in _DEGREES


class _Lists:
    """The lists that words are looked up in."""

    __slots__ = ("affiliations", "features", "names", "titles")

    def __init__(self) -> None:
        # Of a training that has just made its own, or the package's.
        self.names: frozenset[str] | NameWords = _list("names") or name_words()
        self.affiliations = _list("affiliations")
        self.titles = _list("titles")
        self.features = _list("features")


_opened: _Lists | None = None


def _lists() -> _Lists:
    """The lists, read once."""
    global _opened  # noqa: PLW0603 - one set of lists a process
    if _opened is None:
        _opened = _Lists()
    return _opened


def _list(name: str) -> frozenset[str]:
    try:
        data = _folder.joinpath(f"{name}.txt.gz").read_bytes()
    except FileNotFoundError:
        return frozenset()
    return frozenset(gzip.decompress(data).decode("utf-8").split("\n"))


def use(folder: Traversable | None = None) -> None:
    """Read the lists anew, from now on out of this folder, or out of the package: what training needs that makes new ones."""
    global _folder, _opened
    _folder, _opened = folder or _shipped(), None
    _memory.clear()
    _pieces.clear()
    name_words.cache_clear()
    for forget in _forget:
        forget()
