"""Made-up variants of real records: how the same paper is printed elsewhere, and papers that only look like it.

None of these was found on a page: each is made from a real title and real names by a rule that is written here. The rules follow
what pages and files are seen to do (initials, order of names, transliteration, titles cut or misprinted), with parameters chosen
by judgement and not changed since the first measurement; a judge with other rules will find other figures.
"""

from __future__ import annotations

import random
import re
from collections.abc import Callable
from dataclasses import dataclass, replace

from harvestman.text import parse_name

_LETTERS = "abcdefghijklmnopqrstuvwxyz"
_RUSSIAN_LETTERS = "абвгдежзиклмнопрстуфхцчшыэюя"
# Three ways of writing Russian names in Latin letters, by hand and apart from the product's own table.
_SYSTEMS = {
    "english": "a b v g d e yo zh z i y k l m n o p r s t u f kh ts ch sh shch '' y ' e yu ya",
    "german": "a b w g d e jo sch s i j k l m n o p r s t u f ch z tsch sch schtsch '' y j e ju ja",
    "scientific": "a b v g d e ë ž z i j k l m n o p r s t u f x c č š šč '' y ' è ju ja",
}
_ALPHABET = "абвгдеёжзийклмнопрстуфхцчшщъыьэюя"
_MOST_WORDS_CUT = 0.4  # a cut title keeps at least six tenths of its words
_LEAST_WORDS_LEFT = 6


@dataclass(frozen=True, slots=True)
class Printed:
    """A paper as one place prints it."""

    title: str
    authors: tuple[str, ...]
    year: int | None = None
    venue: str = ""
    pages: str = ""
    doi: str = ""


Change = Callable[[Printed, random.Random], Printed | None]
"""Makes a variant; None where the paper has nothing that could be changed so."""


def _initials(paper: Printed, rng: random.Random) -> Printed | None:
    """Given names become initials: "D. Ruspini", "Ruspini D."."""
    style = rng.choice(("{i} {f}", "{f} {i}", "{f}, {i}"))
    names = []
    for author in paper.authors:
        name = parse_name(author)
        letters = [word[0] for word in re.findall(r"[^\W\d_]+", name.given)]
        initials = " ".join(f"{letter.upper()}." for letter in letters)
        names.append(style.format(i=initials, f=name.family) if initials else author)
    changed = replace(paper, authors=tuple(names))
    return changed if changed != paper else None


def _family_first(paper: Printed, rng: random.Random) -> Printed | None:
    """Names inverted: "Ruspini, Diego"."""
    changed = replace(paper, authors=tuple(parse_name(a).inverted for a in paper.authors))
    return changed if changed != paper else None


def _another_order(paper: Printed, rng: random.Random) -> Printed | None:
    """Authors in another order."""
    if len(paper.authors) < 2:
        return None
    shuffled = list(paper.authors)
    while tuple(shuffled) == paper.authors:
        rng.shuffle(shuffled)
        if len(set(shuffled)) == 1:
            return None
    return replace(paper, authors=tuple(shuffled))


def _fewer_authors(paper: Printed, rng: random.Random) -> Printed | None:
    """Only the first authors: "et al."."""
    if len(paper.authors) < 3:
        return None
    return replace(paper, authors=paper.authors[: rng.choice((1, 2))])


def _transliterated(paper: Printed, rng: random.Random) -> Printed | None:
    """Russian names in Latin letters by one of three systems, the title as well or not."""
    if not any(re.search("[а-яё]", author, re.IGNORECASE) for author in paper.authors):
        return None
    system = rng.choice(sorted(_SYSTEMS))
    authors = tuple(_latin(author, system) for author in paper.authors)
    title = _latin(paper.title, system) if rng.random() < 0.5 else paper.title
    return replace(paper, authors=authors, title=title)


def _latin(text: str, system: str) -> str:
    spelt = (letter.strip("'") for letter in _SYSTEMS[system].split())
    table = dict(zip(_ALPHABET, spelt, strict=True))
    return "".join(
        table[c] if c in table else table[c.lower()].capitalize() if c.lower() in table else c
        for c in text
    )


def _cut_title(paper: Printed, rng: random.Random) -> Printed | None:
    """The end of the title is lost, with or without dots."""
    words = paper.title.split()
    least = max(_LEAST_WORDS_LEFT, round(len(words) * (1 - _MOST_WORDS_CUT)))
    if least >= len(words):
        return None
    kept = " ".join(words[: rng.randrange(least, len(words))])
    return replace(paper, title=kept + rng.choice(("", "…", "...")))


def _misprint(paper: Printed, rng: random.Random) -> Printed | None:
    """One misprint in the title, two in a long one."""
    words = paper.title.split()
    long = [i for i, word in enumerate(words) if len(word) >= 5]
    if len(long) < 3:
        return None
    for place in rng.sample(long, 2 if len(words) >= 10 else 1):
        words[place] = _misprinted(words[place], rng)
    return replace(paper, title=" ".join(words))


def _misprinted(word: str, rng: random.Random) -> str:
    """A letter left out, doubled, exchanged with its neighbour or replaced; never the first."""
    place = rng.randrange(1, len(word) - 1)
    letters = _RUSSIAN_LETTERS if re.search("[а-яё]", word) else _LETTERS
    how = rng.randrange(4)
    before, letter, after = word[:place], word[place], word[place + 1 :]
    if how == 0:
        return before + after
    if how == 1:
        return before + letter + letter + after
    if how == 2:
        return before + after[:1] + letter + after[1:]
    return before + rng.choice(letters) + after


def _lost_subtitle(paper: Printed, rng: random.Random) -> Printed | None:
    """Only what stands before the colon."""
    main, colon, _ = paper.title.partition(": ")
    return replace(paper, title=main) if colon and len(main.split()) >= 3 else None


def _other_print(paper: Printed, rng: random.Random) -> Printed | None:
    """Capitals, other punctuation, no accents kept by chance, a full stop."""
    title = paper.title.upper() if rng.random() < 0.5 else paper.title.replace(": ", " - ") + "."
    return replace(paper, title=title.replace("-", rng.choice((" ", "-", "–"))))


def _preprint(paper: Printed, rng: random.Random) -> Printed | None:
    """The preprint: a year or two earlier, another venue, other pages."""
    if paper.year is None:
        return None
    year = paper.year - rng.choice((0, 1, 1, 2))
    return replace(paper, year=year, venue="CoRR", pages="", doi="10.48550/arxiv.2101.00001")


def _mixed(paper: Printed, rng: random.Random) -> Printed | None:
    """Two changes at once, one of the names and one of the title."""
    names = rng.choice((_initials, _another_order, _fewer_authors, _transliterated))(paper, rng)
    if names is None:
        return None
    return rng.choice((_cut_title, _misprint, _lost_subtitle, _other_print))(names, rng)


SAME: dict[str, Change] = {
    "initials": _initials,
    "family name first": _family_first,
    "another order": _another_order,
    "fewer authors": _fewer_authors,
    "transliterated": _transliterated,
    "cut title": _cut_title,
    "misprint": _misprint,
    "lost subtitle": _lost_subtitle,
    "other print": _other_print,
    "preprint": _preprint,
    "two changes": _mixed,
}
"""What leaves a paper the same."""


def _another_paper(paper: Printed, title: str) -> Printed:
    """Another paper of the same authors in the same place: it has other pages and another identifier."""
    return replace(paper, title=title, pages="", doi="")


def _next_part(paper: Printed, rng: random.Random) -> Printed | None:
    """The second part of the same work."""
    part = rng.choice((", Part II", " II", " (Part 2)", ". Часть 2"))
    return _another_paper(paper, paper.title + part)


def _correction(paper: Printed, rng: random.Random) -> Printed | None:
    """What was wrong in it."""
    if paper.title.lower().startswith(("erratum", "corrigendum", "reply", "correction")):
        return None
    mark = rng.choice(("Erratum: {}", "Corrigendum to “{}”", "{} (Erratum)", "Reply to {}"))
    return _another_paper(paper, mark.format(paper.title))


def _one_word_else(paper: Printed, rng: random.Random) -> Printed | None:
    """The same authors' next paper, of which one long word of the title is another."""
    words = paper.title.split()
    long = [i for i, word in enumerate(words) if len(word) >= 7 and word.isalpha()]
    if not long:
        return None
    place = rng.choice(long)
    others = ("stochastic", "multilingual", "hierarchical", "empirical")
    words[place] = rng.choice([w for w in others if w != words[place].lower()])
    return _another_paper(paper, " ".join(words))


def _opposite(paper: Printed, rng: random.Random) -> Printed | None:
    """A word turned into its opposite by its prefix."""
    words = paper.title.split()
    long = [
        i for i, word in enumerate(words) if len(word) >= 7 and word.isalpha() and word.islower()
    ]
    if not long:
        return None
    place = rng.choice(long)
    words[place] = rng.choice(("un", "non", "anti", "multi")) + words[place]
    return _another_paper(paper, " ".join(words))


def _other_people(paper: Printed, rng: random.Random) -> Printed | None:
    """The same title by other people."""
    return replace(paper, authors=("Quirin Vandermolen", "Xiaolan Brzezicka"))


def _front_matter(paper: Printed, rng: random.Random) -> Printed | None:
    """Front matter of two years, by the same person."""
    if paper.year is None:
        return None
    return replace(
        paper, title="Message from the Program Committee Chairs", authors=paper.authors[:1]
    )


DIFFERENT: dict[str, Change] = {
    "next part": _next_part,
    "correction or reply": _correction,
    "one word else": _one_word_else,
    "opposite": _opposite,
    "other people": _other_people,
    "front matter": _front_matter,
}
"""What makes it another paper, or another year's."""
