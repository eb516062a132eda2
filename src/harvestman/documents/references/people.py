"""The author part of a reference cut into persons, in whatever order and with whatever marks it is printed.

Semicolons and conjunctions part persons; commas part persons or a family name from its given names, which is told from
what stands on both sides: initials, one word, or a whole name.
"""

from __future__ import annotations

import re

from harvestman.formats.people import is_organisation
from harvestman.text.folding import squeeze

_AND_OTHERS = re.compile(
    r"(?:(?<![\s,;(\[])[\s,;(\[]+)?\b(?:et\.?\s+al(?:ii|\b)|et\s+coll\b|and\s+others|и\s+др\b|и\s+другие|и\s+соавт\b|y\s+otros|y\s+cols?\b|"
    r"e\s+outros|u\.\s?a\b|et\s+alteri)[\s.)\]]*",
    re.IGNORECASE,
)
_ROLES = re.compile(
    r"(?:(?<![\s,])[\s,]+)?[(\[]?\b(?:eds?|editors?|hrsg|hg|coords?|orgs?|comps?|dirs?|trans|éds?|ред|отв\.\s*ред|сост|herausgeber|"
    r"compilador(?:es)?|editores)\b\.?[)\]]?(?=\s*(?:[,;]|$))",
    re.IGNORECASE,
)
_OTHER_WORD = re.compile(
    r"\b(?:al|coll|oth|др|соавт|otr|col|out|u\.|ed|hrsg|hg|coo|org|com|dir|tran|éd|ред|отв|сост|herausg)",
    re.IGNORECASE,
)
"""How a word of the two patterns above begins: most author parts have none."""
_CONJUNCTION = re.compile(
    r"(?:(?<!\s)\s++)?(?:,\s*+)?(?:(?<=\s)(?:and|und|y|и|et|e|i|og|en|with|sowie)(?=\s)|&(?:amp;)?|[;/])\s*(?:(?:and|und|y|и|et|&)\s+)?"
)
# "J.", "J.-P.", "J. M.", "В. А.", "PJ", "AR", "Ch."
_INITIALS = re.compile(
    r"^(?:(?:[^\W\d_]|Ch|Th|Yu|Ph|Ya|Дж|Ю|Я|Эд|Al|Ll|Sh|Zh)\.[\s-]*)+(?:[^\W\d_]\.?)?$|"
    r"^[^\W\d_](?:[\s-][^\W\d_])*$|^[A-ZÀ-ÝА-ЯЁ]{2,4}$|^[A-Z]-?[A-Z]$",
)
_ENDING_INITIALS = re.compile(
    r"^(?P<family>.{0,200}[^\W\d_]{2}\S{0,60})\s+(?P<initials>(?:[A-ZÀ-ÝА-ЯЁ]\.[\s-]*){1,4}(?:[A-ZÀ-ÝА-ЯЁ])?|"
    r"[A-ZÀ-ÝА-ЯЁ](?:[\s-][A-ZÀ-ÝА-ЯЁ]){0,3}|[A-ZÀ-Ý]{2,4})$"
)
_LEADING_INITIAL = re.compile(r"^(?:[^\W\d_]|Ch|Th|Yu|Дж)\.")
_VANCOUVER_END = re.compile(r"[^\W\d_]{2} [^\W\d_]\.$")
_INITIAL = re.compile(r"\b[^\W\d_]\.")
_SUFFIX = re.compile(r"^(?:jr|sr|ii|iii|iv|filho|neto|hijo)\.?$", re.IGNORECASE)
_BY_FIRST = re.compile(r"^(?:and|und|by|von|by:)\s+(?=[A-ZА-Я]\.)")
_PARTICLES = frozenset(
    "van von der den de del della di da dos das do du la le el al bin ibn ter ten zu zur af av los las y".split()
)
# Marks that follow one another are one: long runs of them would be searched again from each of their places.
_MARKS_AGAIN = re.compile(r"([,;(\[&/])(?:\s*[,;(\[&/])+")
_LONGEST = 4_000  # characters
_MOST = 400  # persons; a longer list is not an author part


def parse_names(text: str) -> list[str]:
    """The single names of an author string, each as printed: "Ruiz, A. and B. Gil" is "Ruiz, A." and "B. Gil"."""
    text = _MARKS_AGAIN.sub(r"\1", squeeze(text[:_LONGEST]))
    if text.count(".") == 1 and _VANCOUVER_END.search(text):
        text = text[:-1]  # the full stop of "Ruiz AB, Gil C." ends the list, not an initial
    if text.isupper() and "," not in text and " " not in text:
        return [text] if any(c.isalpha() for c in text) else []
    if _OTHER_WORD.search(text):
        text = _ROLES.sub("", _AND_OTHERS.sub(" ", text))
    parts = [part.strip(" ,") for part in _CONJUNCTION.split(text)]
    # With semicolons, commas never part persons, unless someone mixed both ("Ruiz A, Gil B; Roa C").
    names: list[str] = []
    by_semicolon = ";" in text or "/" in text
    if not _INITIAL.search(text) and any(" " in part and is_organisation(part) for part in parts):
        return [text.strip(" ,;.")]
    for part in parts:
        if part:
            names += _cut(part, alone=by_semicolon or len(parts) == 1, first=not names)
    return [name for name in map(_tidy, names[:_MOST]) if any(c.isalpha() for c in name)]


def _cut(part: str, *, alone: bool, first: bool) -> list[str]:
    """The persons of a part without conjunctions."""
    chunks = [chunk.strip() for chunk in part.split(",")]
    chunks = [chunk for chunk in chunks if chunk]
    kinds = [_kind(chunk) for chunk in chunks]
    names: list[str] = []
    at = 0
    while at < len(chunks):
        chunk, kind = chunks[at], kinds[at]
        after = kinds[at + 1] if at + 1 < len(chunks) else ""
        if kind == "suffix" and names:
            names[-1] += ", " + chunk
            at += 1
        elif kind == "words" and after == "initials":
            names.append(f"{chunk}, {chunks[at + 1]}")
            at += 2
        elif kind == "initials" and after == "words" and not names and len(chunks) == 2:
            names.append(f"{chunk} {chunks[at + 1]}")
            at += 2
        elif (
            kind == "words"
            and after in ("words", "given")
            and _is_pair(chunks, kinds, at, alone, first)
        ):
            names.append(f"{chunk}, {chunks[at + 1]}")
            at += 2
        else:
            names.append(chunk)
            at += 1
    return names


def _kind(chunk: str) -> str:
    if _SUFFIX.match(chunk):
        return "suffix"
    if _INITIALS.match(chunk):
        return "initials"
    words = chunk.split()
    if len(words) > 1 and words[0].endswith("."):  # "C. da C.", "C. de"
        rest = [word for word in words if word.lower().rstrip(".") not in _PARTICLES]
        if rest and len(rest) < len(words) and _INITIALS.match(" ".join(rest)):
            return "initials"
    # "R. Michael" and "Anna M." may be given names of a family before the comma; "J. Smith" and "Smith J." are whole.
    if len(words) > 1 and (_LEADING_INITIAL.match(chunk) or _ENDING_INITIALS.match(chunk)):
        return "given" if len(words) == 2 else "whole"
    return "words"


def _is_pair(chunks: list[str], kinds: list[str], at: int, alone: bool, first: bool) -> bool:
    """Whether two chunks without initials are family and given names, not two persons."""
    family = [word for word in chunks[at].split() if word.lower() not in _PARTICLES]
    given = [word for word in chunks[at + 1].split() if word.lower() not in _PARTICLES]
    if kinds[at + 1] == "given":
        # "Alvarez, R. Michael"; but "Smith, J. Jones" after initials-first names is two persons.
        return len(family) == 1 and (at == 0 or kinds[at - 1] != "given")
    if len(family) == 1:
        return True
    if len(chunks) - at == 2 and alone and first:
        # Two persons would have a conjunction between them: "García Márquez, Gabriel José" is one.
        return len(given) == 1 or (len(family) == 2 and len(given) == 2 and len(chunks) == 2)
    return len(family) == 2 and len(given) == 1


def _tidy(name: str) -> str:
    """One name without stray marks; initials that follow a family name in the manner of Vancouver get their comma."""
    name = name.strip(' ,;:*†‡()[]"“”«»/')
    if name[:1] in "aubv":
        name = _BY_FIRST.sub("", name)
    if "," in name or "\u0400" <= name[:1] <= "\u04ff":
        return name
    match = _ENDING_INITIALS.match(name)
    if match and not _LEADING_INITIAL.match(name):
        family, initials = match.group("family"), match.group("initials")
        if (
            len(initials) > 1
            and initials.isupper()
            and "." not in initials
            and not family.isupper()
        ):
            return f"{family}, {initials}"
        if " " in family and "." in initials and family.split()[0].lower() in _PARTICLES:
            return f"{family}, {initials}"
    return name
