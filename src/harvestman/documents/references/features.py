"""What the model sees of each token: itself, its neighbours, the chunk between marks that it stands in, and how far the
reference has come (years, quotes, slashes and full stops passed).

Most features depend on one token's text only; they are made once per text and kept, since references repeat their words.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache
from itertools import pairwise

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
_HEAD = 60  # characters whose letters say in which script a reference is


class _Look:
    """What a token's text alone says."""

    __slots__ = (
        "after",
        "after2",
        "before",
        "before2",
        "breaks",
        "brief",
        "counts",
        "cue",
        "far",
        "is_year",
        "own",
        "word",
    )

    def __init__(self, text: str, kind: str) -> None:
        self.word = word = _word(text, kind)
        shape = _shape(text, kind)
        cue = _CUE_OF.get(text.lower(), "")
        self.cue = cue
        self.is_year = shape == "Y"
        self.counts = self.is_year or (kind == "p" and text in _COUNTED)
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
        self.before = [f"-w={word}", f"-s={brief}"]
        self.after = [f"+w={word}", f"+s={brief}"]
        self.before2 = [f"-2w={word}"]
        self.after2 = [f"+2w={word}"]
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


_look = lru_cache(maxsize=65_536)(_Look)


def token_items(raw: str, tokens: Sequence[Token]) -> list[list[str]]:
    """The features of each token of a reference."""
    looks = [_look(token.text, token.kind) for token in tokens]
    count = len(tokens)
    style = _style(raw, looks)
    briefs = [look.brief for look in looks]
    pairs = [f"={one}|{other}" for one, other in pairwise(briefs)]
    trios = [f"{pair}|{look.far}" for pair, look in zip(pairs, looks[2:], strict=False)]
    chunks, spots = _chunks(looks)
    passed = _Passed(style)
    items = []
    last_end = -1
    for i, token in enumerate(tokens):
        look = looks[i]
        brief = briefs[i]
        if token.text in ")]":
            passed.close()
        item = [
            *look.own,
            *passed.features,
            *chunks[i],
            spots[i],
            f"10={i * 12 // count}",
            f"g=g{brief}" if token.start == last_end else f"g=_{brief}",
            f"st={style}|{brief}|{passed.progress}",
        ]
        last_end = token.end
        if i < 4:
            item.append(f"i={i}{brief}")
            if i == 0:
                item.append("first")
        if i == count - 1:
            item.append("last")
        if i:
            before = looks[i - 1]
            item += before.before
            item.append("-b" + pairs[i - 1])
            item.append(f"-bw={before.word}|{look.word}")
            if i > 1:
                item += looks[i - 2].before2
                item.append(f"-t={looks[i - 2].far}|{pairs[i - 1][1:]}")
                if i > 2:
                    item.append(f"-u={looks[i - 3].far}|{looks[i - 2].far}|{pairs[i - 1][1:]}")
        if i + 1 < count:
            item += looks[i + 1].after
            item.append("+b" + pairs[i])
            if i + 2 < count:
                item += looks[i + 2].after2
                item.append("+t" + trios[i])
                if i + 3 < count:
                    item.append(f"+u{trios[i]}|{looks[i + 3].far}")
        items.append(item)
        if look.counts:
            ends_sentence = i + 1 < count and i > 0 and briefs[i - 1][-1:] != "I"
            passed.pass_by(look, token.text, ends_sentence and tokens[i + 1].start > token.end)
    return items


class _Passed:
    """How far the reference has come: what has been passed so far, as features that change only when something is."""

    __slots__ = (
        "_depth",
        "_in_quotes",
        "_quotes",
        "_slashes",
        "_stops",
        "_style",
        "_years",
        "features",
        "progress",
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
        self.progress = (
            f"{min(self._years, 2)}{min(self._slashes, 2)}{min(self._quotes, 2)}"
            f"{'(' if self._depth else ''}{'q' if self._in_quotes else ''}"
        )
        self.features = (f"P={self.progress}", f"P.={min(self._stops, 7)}{self._style}")


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


def _chunks(looks: Sequence[_Look]) -> tuple[list[tuple[str, ...]], list[str]]:
    """For each token, features of the chunk between marks around it (first and last word, marks, cues), and its spot there."""
    count = len(looks)
    chunks: list[tuple[str, ...]] = []
    spots: list[str] = []
    mark = "^"
    at = 0
    while at < count:
        look = looks[at]
        if look.breaks:
            mark = look.word
            chunks.append(("cf=", "cl=", f"cm={mark}|{mark}", "cc="))
            spots.append("cs=00")
            at += 1
            continue
        end = at + 1
        while end < count and not looks[end].breaks:
            end += 1
        closing = looks[end].word if end < count else "$"
        cues = "".join(sorted({one.cue for one in looks[at:end] if one.cue}))
        chunk = (
            f"cf={look.word}",
            f"cl={looks[end - 1].word}",
            f"cm={mark}|{closing}",
            f"cc={cues}",
        )
        size = min(end - at, 8)
        chunks += [chunk] * (end - at)
        spots += [f"cs={size}{min(place, 3)}" for place in range(end - at)]
        at = end
    return chunks, spots
