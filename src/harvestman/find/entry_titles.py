"""Which stretch of a publication entry is its title.

Pages set titles apart by looks (bold, italic, a link, quotes, a line or a cell of their own), and a reference parser guesses them from
the words. Every such stretch is a candidate; a linear model chooses between the candidates of an entry by their looks, their
words, and by how the same looks fare in the page's other entries: a list is printed in one way.
"""

from __future__ import annotations

import itertools
import re
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from harvestman.pages import ListRecord
from harvestman.text import fold
from harvestman.text.linear import LinearModel, shares_of, shipped_linear
from harvestman.text.personal import name_look

_QUOTED = re.compile(
    r"[\"“„«]([^\"“”„«»]{8,400})[\"”“»]|``([^`']{8,400})''|‘([^‘’]{12,400})’(?=[\s,.;]|$)"
)
_EDGES = " \t\u00a0,.;:|/-–—•·*\"“”„«»`‘’'[]"
NUMBERING = re.compile(r"^(?:\[?\(?[A-Z]{0,4}\.?\d{1,3}[\])]?[.:)]?\s+)(?=\D)")
"""What numbers an entry: "1.", "[12]", "[J3]", "(C4)"."""
_YEAR = re.compile(r"\b(?:19|20)\d\d\b")
_VENUE = re.compile(
    r"\b(?:proc(?:\.|eedings)|journal|j\.|conf(?:\.|erence)|workshop|symposium|trans(?:\.|actions)|vol(?:\.|ume)|pp\.|pages|press|springer|"
    r"elsevier|ieee|acm|lncs|arxiv|doi|isbn|issn|revista|actas|congreso|editorial|págs?\.|труды|сб(?:\.|орник)|журнал|конференци\w*|изд(?:-во|\.)|"
    r"вестник|материалы|тезисы|известия)",
    re.IGNORECASE,
)
_LINK_WORDS = re.compile(
    r"^(?:full|pdf|ps|doi|bib(?:tex)?|abstract|html|link|url|arxiv.*|code|slides|preprint|download|texto?|скачать|публикация|ver|paper|open access)$",
    re.IGNORECASE,
)
_AGREEMENT = 2.0
"""How much the page's other entries count beside what one entry says (flat between 1 and 3 in folds by site)."""
_MAX_CANDIDATES = 60


@dataclass(slots=True)
class Candidate:
    """A stretch of an entry that may be its title."""

    start: int
    end: int
    text: str
    kinds: set[str] = field(default_factory=set)
    """In what ways it is set apart: `italic`, `line`, `parsed`."""
    keys: set[str] = field(default_factory=set)
    """The same with its order among those of its kind: what is compared between the entries of a page."""


def choose_titles(
    records: Sequence[ListRecord], parsed: Sequence[str], *, model: LinearModel | None = None
) -> list[str]:
    """The title of each entry of one page; "" where nothing may be one. `parsed` are the titles by a reference parser."""
    known = model or shipped_linear(__package__ or "", "entry-titles")
    sets = [candidates_of(record, title) for record, title in zip(records, parsed, strict=True)]
    habits = habits_of(sets, parsed)
    sums = [
        [
            known.sums((sign, 1.0) for sign in signs)[0]
            for signs in signs_of(record, found, title, habits)
        ]
        for record, found, title in zip(records, sets, parsed, strict=True)
    ]
    return [
        found[best].text if (best := _best(found, own, means)) is not None else title
        for means in (_means(sets, sums),)
        for found, own, title in zip(sets, sums, parsed, strict=True)
    ]


def _means(
    sets: Sequence[Sequence[Candidate]], sums: Sequence[Sequence[float]]
) -> dict[str, float]:
    """How likely what looks so is the title, over all entries of the page."""
    told: dict[str, list[float]] = defaultdict(list)
    for found, own in zip(sets, sums, strict=True):
        for candidate, share in zip(found, shares_of(own), strict=True):
            for key in candidate.keys:
                told[key].append(share)
    return {key: (sum(many) + 0.1) / (len(many) + 1.0) for key, many in told.items()}


def _best(
    found: Sequence[Candidate], own: Sequence[float], means: Mapping[str, float]
) -> int | None:
    if not found:
        return None

    def merit(place: int) -> float:
        agreed = max((means[key] for key in found[place].keys), default=0.0)
        return own[place] + _AGREEMENT * agreed

    return max(range(len(found)), key=merit)


def candidates_of(record: ListRecord, parsed: str) -> list[Candidate]:
    """The stretches of an entry that may be its title, in the order of the text."""
    found: dict[tuple[int, int], Candidate] = {}
    orders: dict[str, int] = defaultdict(int)
    for start, end, kind in sorted(_stretches(record, parsed)):
        span = _trimmed(record.text, start, end)
        if span is None:
            continue
        text = record.text[span[0] : span[1]]
        if len(fold(text)) < 3 or _LINK_WORDS.match(text):
            continue
        one = found.setdefault(span, Candidate(*span, text))
        if kind in one.kinds:
            continue
        one.kinds.add(kind)
        one.keys.add(f"{kind} {orders[kind]}")
        orders[kind] += 1
    return list(found.values())[:_MAX_CANDIDATES]


def _stretches(record: ListRecord, parsed: str) -> Iterator[tuple[int, int, str]]:
    text = record.text
    edges = {0, len(text)}
    for look in record.looks:
        yield look.start, look.end, look.kind
        edges.update((look.start, look.end))
    for match in _QUOTED.finditer(text):
        yield match.start(), match.end(), "quoted"
    lines = [0, *record.cuts, len(text)]
    edges.update(record.cuts)
    if len(lines) > 2:
        for start, end in itertools.pairwise(lines):
            yield start, end, "line"
            yield start, sentence_end(text, start, end), "line's first sentence"
    ordered = sorted(edges)
    for start, end in itertools.pairwise(ordered):
        yield start, end, "stretch"
        yield start, sentence_end(text, start, end), "stretch's first sentence"
    place = text.find(parsed) if parsed else -1
    if place >= 0:
        yield place, place + len(parsed), "parsed"


_SENTENCE = re.compile(r"[^\W\d_]{3,}[\"”»)]?[.?!](?=\s)")


def sentence_end(text: str, start: int, end: int) -> int:
    """Where the first sentence of a stretch ends."""
    match = _SENTENCE.search(text, start, end)
    return match.end() if match else end


def _trimmed(text: str, start: int, end: int) -> tuple[int, int] | None:
    """The stretch without numbering and marks around it."""
    while start < end and text[start] in _EDGES:
        start += 1
    numbering = NUMBERING.match(text[start : min(end, start + 20)])
    if numbering and start == 0:
        start += numbering.end()
    while start < end and text[end - 1] in _EDGES:
        end -= 1
    opened = text.count("(", start, end) - text.count(")", start, end)
    if opened > 0 and end < len(text) and text[end] == ")":
        end += 1
    return (start, end) if end - start >= 3 else None


Habits = Mapping[str, tuple[float, float]]
"""For each way of setting apart: in which share of the entries it occurs, and in which of those it is the parsed title."""


def habits_of(sets: Sequence[Sequence[Candidate]], parsed: Sequence[str]) -> Habits:
    """How the entries of one page are printed."""
    counts: dict[str, list[int]] = defaultdict(lambda: [0, 0])
    for found, title in zip(sets, parsed, strict=True):
        plain = fold(title)
        for candidate in found:
            is_same = bool(plain) and fold(candidate.text) == plain
            for key in candidate.keys:
                counts[key][0] += 1
                counts[key][1] += is_same
    whole = max(1, len(sets))
    return {key: (met / whole, same / met) for key, (met, same) in counts.items()}


def signs_of(
    record: ListRecord, found: Sequence[Candidate], parsed: str, habits: Habits
) -> list[list[str]]:
    """What the model sees of each candidate."""
    plain = fold(parsed)
    return [
        [*_own_signs(record, one), *_parser_signs(one, plain), *_habit_signs(one, habits)]
        for one in found
    ]


def _own_signs(record: ListRecord, one: Candidate) -> Iterator[str]:
    text = one.text
    for kind in one.kinds:
        yield f"is {_plain_kind(kind)}"
    words = text.split()
    yield f"words {min(20, len(words)) if len(words) < 6 else min(40, len(words) // 3 * 3)}"
    yield f"share {int(10 * (one.end - one.start) / max(1, len(record.text)))}"
    yield f"starts {'at once' if one.start < 8 else 'later'}"
    look = name_look(text)
    if look.pieces:
        yield f"names {int(4 * look.named / look.pieces)} {min(3, look.named)}"
    before = record.text[max(0, one.start - 120) : one.start]
    ahead = name_look(before)
    yield f"names before {min(3, ahead.known)}"
    yield f"mark before {before.strip()[-1:]}" if before.strip() else "nothing before"
    behind = record.text[one.end : one.end + 4]
    yield f"mark behind {behind.strip()[:2]}" if behind.strip() else "nothing behind"
    after = record.text[one.end : one.end + 60]
    if _VENUE.search(after):
        yield "venue behind"
    if _YEAR.search(after):
        yield "year behind"
    if _VENUE.search(text):
        yield "venue inside"
    if _YEAR.search(text):
        yield f"year inside {'alone' if len(words) < 3 else ''}"
    if "." in text[:-1] and ". " in text:
        yield "dot inside"
    digits = sum(letter.isdigit() for letter in text)
    yield f"digits {min(5, int(10 * digits / len(text)))}"
    yield "small first" if text[:1].islower() else "capital first"
    small = sum(word[:1].islower() for word in words)
    yield f"small words {int(4 * small / max(1, len(words)))}"
    if any(link.start <= one.start and one.end <= link.end for link in record.links):
        yield "inside a link"


def _plain_kind(kind: str) -> str:
    if kind.startswith(("class ", "block ")):
        words = re.findall(r"[a-z]{4,12}", kind.lower())
        named = next(
            (
                word
                for word in words
                if word in ("title", "author", "authors", "venue", "journal", "year", "name")
            ),
            "",
        )
        return f"{kind.split(maxsplit=1)[0]} {named or (kind.split()[1].split('.', maxsplit=1)[0] if kind.startswith('block') else '')}"
    return kind


def _parser_signs(one: Candidate, parsed: str) -> Iterator[str]:
    if not parsed:
        yield "nothing parsed"
        return
    plain = fold(one.text)
    if plain == parsed:
        yield "as parsed"
    elif parsed in plain:
        yield f"holds the parsed {int(4 * len(parsed) / len(plain))}"
    elif plain in parsed:
        yield f"in the parsed {int(4 * len(plain) / len(parsed))}"
    else:
        yield "not as parsed"


def _habit_signs(one: Candidate, habits: Habits) -> Iterator[str]:
    best = max((habits[key][1] for key in one.keys if "parsed" not in key), default=0.0)
    yield f"habit {min(4, int(5 * best))}"
    often = max((habits[key][0] for key in one.keys if "parsed" not in key), default=0.0)
    yield f"often {int(4 * min(1.0, often))}"
