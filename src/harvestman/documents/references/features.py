"""What the model sees of each token: itself, its neighbours, the chunk between marks that it stands in, and how far the
reference has come (years, quotes, slashes and full stops passed).

They come in columns, one key a token, so that only keys that were never met before are spelt out: most features depend on
one token's text or on the looks of its neighbours, and references repeat both.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from functools import lru_cache
from operator import eq, itemgetter
from typing import Any

from harvestman.documents.references.columns import Column, Group, Neighbours, Told, spelt_out
from harvestman.documents.references.tokens import Token
from harvestman.text.folding import unaccent
from harvestman.text.gazetteer import cities_named

# Words after which, or in which, a chunk of the reference is of one kind; learned weights decide which kind.
_CUES = {
    "press verlag publisher publishers publications publishing university editorial ediciones edições editions éditions "
    "books wiley springer elsevier издательство изд издат пресс наука мир universidad université universität universidade "
    "вшэ мгу спбгу фонд inc ltd gmbh институт institute instituto": "P",
    "journal j rev review revista revue annals annales zeitschrift letters trans transactions bulletin magazine acta "
    "archiv archives журнал вестник известия труды вопросы доклады ann zhurnal anales boletín cuadernos estudios newspaper "
    "studies quarterly науки ученые записки": "J",
    "proceedings proc conference workshop symposium congress congreso actas conf int конференции конференция сборник сб "
    "материалы тезисы докладов lecture notes memorias simposio съезда конгресса": "C",
    "thesis dissertation phd tesis doctoral дис диссертация автореф тез автореферат канд докт thèse dissertação tese "
    "diplomarbeit report technical rep working paper preprint препринт отчет informe": "G",
    "january february march april may june july august september october november december jan feb mar apr jun jul aug sep "
    "sept oct nov dec enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre января "
    "февраля марта апреля мая июня июля августа сентября октября ноября декабря janvier février mars avril juin juillet "
    "août septembre octobre novembre décembre januar februar märz juni juli oktober dezember": "M",
    "ed eds edited editor editors hrsg ред hg coord coords org orgs редакцией редактор éd dir herausgegeben comp сост": "E",
    "учеб учебник учебное пособие монография практикум справочник хрестоматия лекций словарь метод спец вузов студентов": "T",
    "edition edición ed aufl auflage изд éd edn перераб испр доп": "D",
    "http https www url doi available retrieved accessed disponible recuperado обращения дата режим доступа доступ "
    "ресурс электронный consultado online en línea": "U",
    "vol v volume т том tomo t bd band volumen volúmen": "V",
    "no nr n num núm número issue heft № вып выпуск iss nº": "N",
    "pp p pages page págs pág páginas с стр s seiten seite c": "S",
    "in en dans em кн": "I",
    "and und et y e и & with": "A",
    "al др otros": "L",
    "de la del van von der den di da dos das du le el": "Q",
}  # fmt: skip
_CUE_OF = {word: cue for group, cue in _CUES.items() for word in group.split()}
_BREAKS = frozenset('.,;:()[]/«»“”"„‟–—')
_COUNTED = frozenset('([/.«»“”"„‟')
_CYRILLIC = re.compile("[\u0400-\u04ff]")
_CLOSING = frozenset(")]")
_APART = (None,) * 3
"""What stands between two references: the features of a token reach three tokens far."""
_HERE = "\0"
_REMEMBERED = 65_536
_HEAD = 60  # characters whose letters say in which script a reference is


class _Look:
    """What a token's text alone says."""

    __slots__ = (
        "breaks",
        "brief",
        "closes",
        "counts",
        "cue",
        "far",
        "is_year",
        "own",
        "tells",
        "word",
    )

    def __init__(self, text: str, kind: str) -> None:
        self.word = word = _word(text, kind)
        shape = _shape(text, kind)
        cue = _CUE_OF.get(text.lower(), "")
        self.cue = cue
        self.is_year = shape == "Y"
        self.counts = self.is_year or (kind == "p" and text in _COUNTED)
        self.closes = kind == "p" and text in _CLOSING
        self.tells = self.counts or self.closes
        self.breaks = kind == "p" and text in _BREAKS
        city = (
            "c"
            if kind == "w" and text[0].isupper() and len(text) > 3 and cities_named(text)
            else ""
        )
        own = [f"w={word}", f"s={shape}", f"k={cue}{city}"]
        if kind == "w":
            plain = unaccent(text)
            own += [f"p={plain[:3]}", f"e={plain[-3:]}", f"f={plain[-2:]}{shape}"]
            if len(plain) > 5:
                own += [f"q={plain[:5]}", f"r={plain[-5:]}"]
            own.append(f"l={min(len(plain), 9)}")
        self.own = own
        brief = text if kind == "p" else f"{shape}{cue}{city}"
        self.brief = brief
        self.far = f"{shape}{cue}" if kind != "p" else text


def _word(text: str, kind: str) -> str:
    if kind == "link" and "doi.org/10." in text:
        return (
            "dx" if "dx." in text else "doi-link"
        )  # older lists call these links, newer ones DOIs
    if kind in ("link", "doi"):
        return kind
    if kind == "n":
        return f"#{len(text)}" if len(text) > 2 else text
    return text.lower()


def _shape(text: str, kind: str) -> str:
    if kind == "n":
        is_year = len(text) == 4 and "1500" <= text <= "2099"
        return "Y" if is_year else f"N{min(len(text), 6)}"
    if kind == "w":
        return _letters(text)
    return "." if kind == "p" else kind


def _letters(text: str) -> str:
    """The case of a word: I and i for one letter, AA, AAA, Aa, AaA, a, aA; with the script if it is not Latin."""
    if text[0] >= "\u2e80":  # Chinese, Japanese, Korean: the length tells a name from a title
        return f"C{min(len(text), 6)}"
    if len(text) == 1:
        case = "I" if text.isupper() else "i"
    elif text.isupper():
        case = "AA" if len(text) <= 3 else "AAA"
    elif text[0].isupper():
        case = "Aa" if text[1:].islower() else "AaA"
    else:
        case = "a" if text.islower() else "aA"
    return ("я" if "\u0400" <= text[0] <= "\u04ff" else "") + case


class _Looks(dict[tuple[str, str], _Look]):
    """The looks of tokens by text and kind, remembered."""

    def __missing__(self, key: tuple[str, str]) -> _Look:
        if len(self) >= _REMEMBERED:
            self.clear()
        self[key] = look = _Look(*key)
        return look


_LOOKS = _Looks()
_text_and_kind = itemgetter(0, 3)
_start, _end = itemgetter(1), itemgetter(2)


def token_items(raw: str, tokens: Sequence[Token]) -> list[list[str]]:
    """The features of each token of a reference as strings."""
    columns, sequences = token_columns([(raw, tokens)])
    return spelt_out(columns, *sequences[0])


def token_columns(
    references: Iterable[tuple[str, Sequence[Token]]],
) -> tuple[Told, list[tuple[int, int]]]:
    """The features of the tokens of many references, and where each reference begins and ends in the columns."""
    read = _Read()
    sequences = [read.add(raw, tokens) for raw, tokens in references]
    return read.columns(), sequences


class _Read:
    """The tokens of many references in a row, with empty places between the references."""

    def __init__(self) -> None:
        self._looks: list[Any] = [*_APART]
        self._states: list[Any] = [*_APART]
        self._manners: list[Any] = [*_APART]
        self._chunks: list[Any] = [*_APART]
        self._spots: list[Any] = [*_APART]
        self._twelfths: list[Any] = [*_APART]
        self._glued: list[Any] = [*_APART]
        self._edges: list[Any] = [*_APART]

    def add(self, raw: str, tokens: Sequence[Token]) -> tuple[int, int]:
        """Where the tokens now stand."""
        start = len(self._looks)
        looks = list(map(_LOOKS.__getitem__, map(_text_and_kind, tokens)))
        self._looks += looks
        self._add_passed(raw, tokens, looks)
        chunks, spots = _chunks(looks)
        self._chunks += chunks
        self._spots += spots
        self._twelfths += _twelfths(len(tokens))
        self._glued += [False, *map(eq, map(_end, tokens), map(_start, tokens[1:]))]
        last = len(looks) - 1
        edges: list[Any] = [
            (place, look.brief, place == last) for place, look in enumerate(looks[:4])
        ]
        if last >= 4:
            edges += [None] * (last - 4)
            edges.append((last, "", True))
        self._edges += edges
        for column in (
            self._looks, self._states, self._manners, self._chunks, self._spots, self._twelfths,
            self._glued, self._edges,
        ):  # fmt: skip
            column.extend(_APART)
        return start, start + len(tokens)

    def _add_passed(self, raw: str, tokens: Sequence[Token], looks: Sequence[_Look]) -> None:
        passed = _Passed(_style(raw, looks))
        count = len(looks)
        done = 0
        for place in [place for place, look in enumerate(looks) if look.tells]:
            look = looks[place]
            # A bracket is left before its closing mark; everything else is passed only behind it.
            end = place + look.counts
            self._states += [passed.state] * (end - done)
            self._manners += [passed.manner] * (end - done)
            done = end
            if look.closes:
                passed.close()
            else:
                ends_sentence = (
                    0 < place < count - 1
                    and looks[place - 1].brief[-1:] != "I"
                    and tokens[place + 1].start > tokens[place].end
                )
                passed.pass_by(look, tokens[place].text, ends_sentence)
        self._states += [passed.state] * (count - done)
        self._manners += [passed.manner] * (count - done)

    def columns(self) -> Told:
        """All of it; a token's neighbours are keys of their own, by their looks alone."""
        looks = self._looks
        seen: dict[str, list[str | None]] = {
            "brief": [look and look.brief for look in looks],
            "far": [look and look.far for look in looks],
            "word": [look and look.word for look in looks],
        }
        briefs = seen["brief"]
        return [
            Column(_OF_LOOKS, looks),
            Column(_OF_STATES, self._states),
            Column(_OF_CHUNKS, self._chunks),
            Column(_OF_SPOTS, self._spots),
            Column(_OF_TWELFTHS, self._twelfths),
            Column(_OF_GLUE, list(zip(self._glued, briefs, strict=True))),
            Column(_OF_MANNERS, list(zip(self._manners, briefs, strict=True))),
            Column(_OF_EDGES, self._edges),
            *(
                Neighbours(rank, name, tuple((seen[what], at) for what, at in pieces))
                for name, (rank, pieces) in NEIGHBOURS.items()
            ),
        ]


def _own(look: _Look) -> Sequence[str]:
    return look.own


def _before(look: _Look) -> Sequence[str]:
    return f"-w={look.word}", f"-s={look.brief}"


def _after(look: _Look) -> Sequence[str]:
    return f"+w={look.word}", f"+s={look.brief}"


def _before2(look: _Look) -> Sequence[str]:
    return (f"-2w={look.word}",)


def _after2(look: _Look) -> Sequence[str]:
    return (f"+2w={look.word}",)


def _state(key: str) -> Sequence[str]:
    progress, stops = key.split("\0")
    return f"P={progress}", f"P.={stops}"


def _manner(key: tuple[str | None, str]) -> Sequence[str]:
    manner, brief = key
    return (f"st={manner.replace(_HERE, brief)}",) if manner else ()


def _chunk(key: str) -> Sequence[str]:
    first, last, marks, cues = key.split("\0")
    return f"cf={first}", f"cl={last}", f"cm={marks}", f"cc={cues}"


def _spot(key: str) -> Sequence[str]:
    return (f"cs={key}",)


def _twelfth(key: int) -> Sequence[str]:
    return (f"10={key}",)


def _glue(key: tuple[bool, str | None]) -> Sequence[str]:
    is_glued, brief = key
    return () if brief is None else (f"g=g{brief}" if is_glued else f"g=_{brief}",)


def _edge(key: tuple[int, str, bool]) -> Sequence[str]:
    place, brief, is_last = key
    found = [f"i={place}{brief}"] if place < 4 else []
    return [*found, *(["first"] if not place else []), *(["last"] if is_last else [])]


# The ranks are the order in which the model was taught.
_OF_LOOKS = (
    Group(0, _own),
    Group(8, _before, 1),
    Group(11, _before2, 2),
    Group(14, _after, -1),
    Group(16, _after2, -2),
)
_OF_STATES = (Group(1, _state),)
_OF_CHUNKS = (Group(2, _chunk),)
_OF_SPOTS = (Group(3, _spot),)
_OF_TWELFTHS = (Group(4, _twelfth),)
_OF_GLUE = (Group(5, _glue),)
_OF_MANNERS = (Group(6, _manner),)
_OF_EDGES = (Group(7, _edge),)
NEIGHBOURS = {
    "-b": (9, (("brief", -1), ("brief", 0))),
    "+b": (15, (("brief", 0), ("brief", 1))),
    "-bw": (10, (("word", -1), ("word", 0))),
    "-t": (12, (("far", -2), ("brief", -1), ("brief", 0))),
    "-u": (13, (("far", -3), ("far", -2), ("brief", -1), ("brief", 0))),
    "+t": (17, (("brief", 0), ("brief", 1), ("far", 2))),
    "+u": (18, (("brief", 0), ("brief", 1), ("far", 2), ("far", 3))),
}
"""Features of neighbours: their rank, and what is told of the tokens at these places beside the token."""


class _Passed:
    """How far the reference has come: what has been passed so far, as keys that change only when something is."""

    __slots__ = (
        "_depth",
        "_in_quotes",
        "_quotes",
        "_slashes",
        "_stops",
        "_style",
        "_years",
        "manner",
        "state",
    )

    def __init__(self, style: str) -> None:
        self._years = self._slashes = self._quotes = self._stops = self._depth = 0
        self._in_quotes = False
        self._style = style
        self._tell()

    def close(self) -> None:
        """Leave a bracket."""
        if self._depth:
            self._depth -= 1
            self._tell()

    def pass_by(self, look: _Look, text: str, ends_sentence: bool) -> None:
        """Count a year, a bracket, a slash, a full stop or a quote."""
        if look.is_year:
            self._years += 1
        elif text in "([":
            self._depth += 1
        elif text == "/":
            self._slashes += 1
        elif text == ".":
            self._stops += ends_sentence
        else:
            self._quotes += 1
            self._in_quotes = text in "«“„" or (text == '"' and not self._in_quotes)
        self._tell()

    def _tell(self) -> None:
        progress = (
            f"{min(self._years, 2)}{min(self._slashes, 2)}{min(self._quotes, 2)}"
            f"{'(' if self._depth else ''}{'q' if self._in_quotes else ''}"
        )
        self.state = f"{progress}\0{min(self._stops, 7)}{self._style}"
        self.manner = f"{self._style}|{_HERE}|{progress}"


def _style(raw: str, looks: Sequence[_Look]) -> str:
    """The manner of the whole string in a few letters."""
    head = raw[:_HEAD]
    early = any(look.is_year for look in looks[: max(6, len(looks) * 2 // 5)])
    return (
        ("я" if not head.isascii() and _CYRILLIC.search(head) else "")
        + ("/" if "//" in raw.replace("://", "") else "")
        + ("-" if ". –" in raw or ". —" in raw or ". -" in raw else "")
        + ("q" if "“" in raw or '"' in raw or "«" in raw else "")
        + ("y" if early else "")
    )


def _chunks(looks: Sequence[_Look]) -> tuple[list[str], list[str]]:
    """For each token, the chunk between marks around it (first and last word, marks, cues), and its spot there."""
    chunks: list[str] = []
    spots: list[str] = []
    mark = "^"
    at = 0
    for end in [*(place for place, look in enumerate(looks) if look.breaks), len(looks)]:
        closing = looks[end].word if end < len(looks) else "$"
        if end > at:
            cues = "".join(sorted({one.cue for one in looks[at:end] if one.cue}))
            chunk = f"{looks[at].word}\0{looks[end - 1].word}\0{mark}|{closing}\0{cues}"
            chunks += [chunk] * (end - at)
            spots += _spots(end - at)
        if end < len(looks):
            mark = closing
            chunks.append(f"\0\0{mark}|{mark}\0")
            spots.append("00")
        at = end + 1
    return chunks, spots


@lru_cache(maxsize=1_024)
def _spots(size: int) -> list[str]:
    """The spots of a chunk's tokens: how long it is, and how far in they stand."""
    return [f"{min(size, 8)}{min(place, 3)}" for place in range(size)]


@lru_cache(maxsize=1_024)
def _twelfths(count: int) -> list[int]:
    """In which twelfth of the reference each token stands."""
    return [place * 12 // count for place in range(count)]
