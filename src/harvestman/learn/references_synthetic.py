"""Made-up reference strings in the styles of Russian, Spanish and German lists, where printed ones with known fields are few.

Every field is drawn from the labelled strings of its language, so that the words are real; the styles come from
`references_styles.txt`. What a string means is nonsense, how it is printed is not.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from random import Random

from harvestman.documents.references.fields import stretches
from harvestman.documents.references.people import parse_names
from harvestman.documents.references.tokens import tokens_of
from harvestman.learn.references_gold import Lesson, from_pieces
from harvestman.text.names import Name, parse_name

STYLES = Path(__file__).parent / "references_styles.txt"
_SLOT = re.compile(r"\{(\w+)(?::([\w-]+))?\}")
_MAYBE = re.compile(r"<([^<>]*)>")
_DRAWN = ("title", "container", "publisher", "place")
# How each manner writes names: the first, the others, between them, before the last.
_MANNERS = {
    "ru": ("fi", "fi", ", ", ", "), "ru-comma": ("f,i", "f,i", ", ", ", "), "ru-io": ("if", "if", ", ", ", "),
    "ru-full": ("fg", "fg", ", ", ", "), "apa": ("f,i", "f,i", ", ", " y "), "iso": ("F,g", "F,g", "; ", "; "),
    "mla": ("f,g", "gf", ", ", " y "), "plain": ("gf", "gf", ", ", " y "), "iplain": ("if", "if", ", ", " y "),
    "vancouver": ("fI", "fI", ", ", ", "),
    "de": ("f,g", "f,g", "; ", " und "), "de-plain": ("gf", "gf", ", ", " und "), "de-iplain": ("if", "if", ", ", " und "),
    "de-initials": ("f,i", "f,i", ", ", " und "), "de-slash": ("f,g", "f,g", "/", "/"),
    "de-islash": ("if", "if", "/", "/"), "de-slash-plain": ("gf", "gf", "/", "/"), "de-caps": ("F,i", "F,i", ", ", " und "),
}  # fmt: skip
_OTHER_LASTS = {
    " y ": (" y ", " y ", " and ", ", y ", " & ", "; "),
    " und ": (" und ", " und ", "; ", ", ", " & ", " u. ", "/"),
}
_AND_OTHERS = {"ru": " и др.", "de": " u.a."}
_LABELS = {
    "office": "author",
    "genre": "genre",
    "degree": "genre",
    "isbn": "identifier",
    "version": "note",
}
_BY = {"author": "author", "responsible": "responsible", "editor": "editor"}


@dataclass(slots=True)
class Pools:
    """What fields can be drawn from, by label; and names."""

    texts: dict[str, list[str]] = field(default_factory=lambda: defaultdict(list))
    names: list[Name] = field(default_factory=list)

    def add(self, lessons: Iterable[Lesson], labels: Sequence[str] = (*_DRAWN, "author")) -> None:
        """Add the fields of labelled strings."""
        for one in lessons:
            for label, found in stretches(one.tokens, one.labels).items():
                if label not in labels:
                    continue
                text = one.raw[one.tokens[found[0].first].start : one.tokens[found[0].last - 1].end]
                if label == "author":
                    self.names += [n for n in map(parse_name, parse_names(text)) if n.given]
                elif 1 < len(text) < 250 and "//" not in text:
                    key = label
                    if label == "container" and "publisher" in one.labels:
                        key = "book"
                    self.texts[key].append(text)


def synthetic_references(pools: Pools, language: str, *, count: int, seed: int) -> list[Lesson]:
    """Made-up strings of one language, the same each time."""
    rng = Random(f"{seed}{language}")
    templates: dict[str, list[str]] = defaultdict(list)
    fixed: dict[str, list[str]] = {}
    for line in STYLES.read_text(encoding="utf-8").splitlines():
        head, _, body = line.partition(" | ")
        words = head.split()
        if words[:1] == ["="] and words[1] == language:
            fixed[words[2]] = body.split("; ")
        elif len(words) == 2 and words[0] == language:
            templates[words[1]].append(body)
    kinds = sorted(templates)
    weights = [{"article": 4, "book": 5, "chapter": 3, "web": 2}[kind] for kind in kinds]
    made = []
    for _ in range(count):
        kind = rng.choices(kinds, weights)[0]
        pieces = _print(rng.choice(templates[kind]), kind, pools, fixed, rng)
        raw = "".join(text for text, _ in pieces)
        tokens = tokens_of(raw)
        labels = from_pieces(raw, tokens, pieces)
        if labels:
            made.append(Lesson(raw, tokens, labels, "synthetic", language, f"synthetic:{language}"))
    return made


def _print(
    template: str, kind: str, pools: Pools, fixed: dict[str, list[str]], rng: Random
) -> list[tuple[str, str]]:
    """One string as pieces with labels."""
    template = _MAYBE.sub(lambda m: m.group(1) if rng.random() < 0.5 else "", template)
    if rng.random() < 0.15:
        template = template.replace("–", rng.choice("-—"))
    people = [rng.choice(pools.names) for _ in range(rng.choice((1, 1, 1, 2, 2, 3, 4)))]
    pieces: list[tuple[str, str]] = []
    at = 0
    for match in _SLOT.finditer(template):
        pieces.append((template[at : match.start()], "other"))
        name, manner = match.groups()
        at = match.end()
        if name in _BY:
            chosen = people if name != "editor" else _editors(pools, manner, rng)
            text = _written(chosen, manner, rng)
            if text.endswith(".") and template[at : at + 1] == ".":
                at += 1
        else:
            text = _value(name, kind, pools, fixed, rng)
            if text.endswith(".") and template[at : at + 1] == ".":
                at += 1
        pieces.append((text, _LABELS.get(name, name)))
    pieces.append((template[at:], "other"))
    return [piece for piece in pieces if piece[0]]


def _editors(pools: Pools, manner: str, rng: Random) -> list[Name]:
    """German lists name all of them, the others most often one."""
    count = rng.choice((1, 1, 2, 2, 3)) if manner.startswith("de") else 1
    return [rng.choice(pools.names) for _ in range(count)]


def _value(name: str, kind: str, pools: Pools, fixed: dict[str, list[str]], rng: Random) -> str:
    in_book = name == "container" and kind == "chapter"
    if name in fixed and not in_book and (not pools.texts.get(name) or rng.random() < 0.6):
        return rng.choice(fixed[name])
    if name in _DRAWN:
        if in_book:
            # Few strings name the book of a chapter; titles of books serve as well.
            name = rng.choices(("book", "title", "container"), (3, 5, 2))[0]
            return rng.choice(pools.texts[name] or pools.texts["title"])
        return rng.choice(pools.texts[name])
    first = rng.randint(1, 480)
    year = rng.randint(1950, 2025)
    return {
        "date": str(year),
        "volume": str(rng.randint(1, 90)),
        "issue": rng.choice(("{}", "{}", "{}", "{}", "{}-{}", "{} ({})")).format(
            rng.randint(1, 12), rng.randint(13, 140)
        ),
        "pages": f"{first}{rng.choice('-–')}{first + rng.randint(1, 30)}" if rng.random() < 0.85 else str(first),
        "total": str(rng.randint(16, 900)),
        "isbn": f"978-{rng.randint(1, 99)}-{rng.randint(100, 9999)}-{rng.randint(100, 9999)}-{rng.randint(0, 9)}",
        "doi": f"10.{rng.randint(1000, 99999)}/{rng.choice(('j.', 's', 'rev.', ''))}{rng.randint(1000, 9999999)}",
        "url": f"{rng.choice(('http://', 'https://', 'http://www.', 'www.'))}{_host(rng)}",
        "access": f"{rng.randint(1, 28):02}.{rng.randint(1, 12):02}.{rng.randint(2005, 2025)}",
    }[name]  # fmt: skip


def _host(rng: Random) -> str:
    words = ["".join(rng.choices("abcdefghiklmnoprstuvwz", k=rng.randint(3, 9))) for _ in range(4)]
    ending = rng.choice(("ru", "com", "org", "es", "edu", "net", "mx"))
    return f"{words[0]}.{ending}" + "".join(f"/{word}" for word in words[1 : rng.randint(1, 4)])


def _written(people: Sequence[Name], manner: str, rng: Random) -> str:
    first, others, between, last = _MANNERS[manner]
    if last in _OTHER_LASTS:
        last = rng.choice(_OTHER_LASTS[last])
    tight = rng.random() < 0.5
    names = [_one(name, first if i == 0 else others, tight) for i, name in enumerate(people)]
    if len(names) > 3 and rng.random() < 0.3:
        return names[0] + _AND_OTHERS.get(manner[:2], " et al.")
    return between.join(names[:-1]) + (last if len(names) > 1 else "") + names[-1]


def _one(name: Name, manner: str, tight: bool) -> str:
    letters = [word[0] for word in re.findall(r"\w+", name.given)][:3]
    initials = ("" if tight else " ").join(f"{letter.upper()}." for letter in letters)
    return {
        "fi": f"{name.family} {initials}",
        "f,i": f"{name.family}, {initials}",
        "if": f"{initials} {name.family}",
        "fg": f"{name.family} {name.given}",
        "f,g": f"{name.family}, {name.given}",
        "gf": f"{name.given} {name.family}",
        "F,g": f"{name.family.upper()}, {name.given}",
        "F,i": f"{name.family.upper()}, {initials}",
        "fI": f"{name.family} {''.join(letters).upper()}",
    }[manner]
