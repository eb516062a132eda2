"""Personal names as papers print them: "Ana María Ruiz", "Ruiz, Ana M.", "А. П. Ершов", "van der Berg, J."."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from harvestman.text.beginnings import Beginnings
from harvestman.text.folding import fold, squeeze

# Particles that belong to the family name after them (Dutch, German, French, Spanish, Portuguese, Italian, Arabic).
_PARTICLES: Final = frozenset(
    "van von der den de del della di da dos das do du la le el al bin ibn ter ten zu zur af av".split()
)
_SUFFIX: Final = re.compile(r"^(jr|sr|ii|iii|iv)\.?$", re.IGNORECASE)
_INITIALS: Final = re.compile(r"^(?:[^\W\d_]\.?[\s-]?){1,4}$")
_DEGREE_WORDS: Final = ("prof", "dr", "dra", "phd", "ph.d", "msc", "проф", "д-р")
# Some titles are names too ("Ing", "Ms" as initials): those need their dot.
_DOTTED_DEGREE_WORDS: Final = (
    "ing", "mr", "mrs", "ms", "mag", "mg", "mgs", "mgtr", "dipl", "lic",
)  # fmt: skip
_DEGREE_BEFORE: Final = re.compile(
    rf"(?:(?:(?:{'|'.join(map(re.escape, _DEGREE_WORDS))})\b\.?|(?:{'|'.join(_DOTTED_DEGREE_WORDS)})\.)[\s-]*)+",
    re.IGNORECASE,
)
_DEGREES: Final = Beginnings([*_DEGREE_WORDS, *(f"{word}." for word in _DOTTED_DEGREE_WORDS)])
_DEGREE_BEHIND: Final = re.compile(
    r"(?:,\s*(?:ph\.?\s?d|m\.?sc|m\.?d|b\.?sc)\.?){1,8}$", re.IGNORECASE
)
# Russian catalogues print "Пушкин Александр Сергеевич": a patronymic at the end means that the family name is in front.
_PATRONYMIC: Final = re.compile(
    r"^(?:[а-яё-]{3,}(?:ович|евич|ьич|овна|евна|инична|ична)|(?:иль|лук|фом|кузьм|никит|савв)ич)$",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Name:
    """A name in its parts; `given` and `suffix` may be empty, `family` never is for a non-empty name."""

    given: str
    family: str
    suffix: str = ""

    def __str__(self) -> str:
        return squeeze(f"{self.given} {self.family} {self.suffix}")

    @property
    def inverted(self) -> str:
        """As a catalogue writes it: "Family, Given"."""
        return ", ".join(part for part in (self.family, self.suffix, self.given) if part)


Parts = tuple[str, str, str]
"""What stands in a `Name`: given names, family name, suffix."""


def parse_name(text: str) -> Name:
    """The parts of one printed name."""
    given, family, suffix = _parts(text)
    return Name(given, family, suffix)


def _parts(text: str) -> Parts:
    text = squeeze(text).strip(",;")
    if _DEGREES.may_begin(text) and (before := _DEGREE_BEFORE.match(text)) is not None:
        text = text[before.end() :]
    if "," in text:
        text = squeeze(_DEGREE_BEHIND.sub("", text))
    if "," in text:
        return _from_parts([part.strip() for part in text.split(",") if part.strip()])
    tokens = text.split()
    suffix = tokens.pop() if len(tokens) > 2 and _SUFFIX.match(tokens[-1]) else ""
    if len(tokens) <= 1:
        return "", " ".join(tokens), ""
    if _is_family_first(tokens):
        return " ".join(tokens[1:]), tokens[0], suffix
    start = len(tokens) - 1
    while start > 1 and tokens[start - 1].lower() in _PARTICLES:
        start -= 1
    return " ".join(tokens[:start]), " ".join(tokens[start:]), suffix


def _from_parts(parts: list[str]) -> Parts:
    """The name whose parts stood between commas."""
    if len(parts) == 2 and _SUFFIX.match(parts[1]):  # "Frank Manola, Jr."
        given, family, _ = _parts(parts[0])
        return given, family, parts[1]
    for place in (1, 2):  # "Manola, Jr., Frank" and "Manola, Frank, Jr."
        if len(parts) == 3 and _SUFFIX.match(parts[place]):
            return parts[3 - place], parts[0], parts[place]
    return (" ".join(parts[1:]), parts[0], "") if parts else ("", "", "")


@lru_cache(maxsize=10_000)  # a page's names are asked for again and again
def name_key(text: str) -> str:
    """Family name and first initial, folded: equal for "Perez, G." and "Gloria Pérez"."""
    given, family, _ = _parts(text)
    return f"{fold(family)} {fold(given)[:1]}".strip()


def _is_family_first(tokens: list[str]) -> bool:
    """Whether a name without a comma is inverted: "Ершов А. П.", "Suzuki K.", "Пушкин Александр Сергеевич"."""
    if _are_initials(tokens[1:]) and not _are_initials(tokens[:1]):
        return True
    return (
        len(tokens) == 3
        and _PATRONYMIC.match(tokens[2]) is not None
        and _PATRONYMIC.match(tokens[1]) is None
    )


def _are_initials(tokens: list[str]) -> bool:
    # Capital initials with or without dots; "Li" alone is a name, "LI" might be one too.
    for token in tokens:
        if ("." not in token and len(token) > 1) or not _INITIALS.match(token):
            return False
    return True
