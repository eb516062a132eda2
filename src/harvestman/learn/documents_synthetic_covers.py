"""Made-up covers of theses and projects in every order that departments print them in, for the header reader alone.

Between the names of the university, the school and the degree, the kind of work, what it is handed in for, the student, the
tutors and the town, one line or two are the title: seldom the first, not always the largest.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from harvestman.learn.documents_synthetic_parts import Draft, body, contents

_ORDERS = (
    ("organisation", "stage", "kind", "title", "people", "tutors", "date"),
    ("organisation", "stage", "term", "kind", "title", "people", "tutors"),
    ("organisation", "title", "kind", "purpose", "people", "tutors", "date"),
    ("organisation", "kind", "title", "purpose", "people", "tutors", "date"),
    ("organisation", "kind", "purpose", "title", "people", "date"),
    ("organisation", "people", "title", "kind", "purpose", "tutors", "date"),
    ("title", "people", "tutors", "organisation", "date"),
    ("kind", "title", "people", "tutors", "organisation", "term"),
    ("organisation", "stage", "title", "people", "date"),
)
_SIDES = ("centre", "centre", "centre", "left")
_CAPITALS = 0.35
_SUBTITLE = 0.2


def cover(language: str, rng: Random) -> Draft:
    """A thesis or project: its cover, perhaps the contents, a few pages."""
    draft = Draft.begun("thesis", language, rng)
    draft.template = "synthetic-cover"
    draft.title = draft.words.title()
    draft.sheet.space(rng.choice((0.0, 0.03, 0.1)))
    align = rng.choice(_SIDES)
    order = rng.choice(_ORDERS)
    for name in order:
        _BLOCKS[name](draft, align)
        if rng.random() < 0.5:
            draft.sheet.space(rng.choice((0.01, 0.03, 0.06)))
    draft.sheet.page()
    if rng.random() < 0.6:
        contents(draft, rng.randint(5, 12))
    body(draft, rng.choice((1, 2)))
    draft.page_count = max(len(draft.sheet.pages), rng.choice((20, 60, 120)))
    return draft


def _shown(draft: Draft, text: str) -> str:
    return text.upper() if draft.rng.random() < _CAPITALS else text


def _organisation(draft: Draft, align: str) -> None:
    rng, words = draft.rng, draft.words
    names = [words.of("university")]
    if rng.random() < 0.75:
        names.append(words.of("department"))
    scale = rng.choice((1.0, 1.2, 1.6, 2.0))
    for name in names:
        shown = _shown(draft, name)
        if " " in shown and rng.random() < 0.15:  # the first word on a line of its own
            shown = shown.replace(" ", "\n", 1)
        draft.sheet.put(shown, "affiliation", align=align, scale=scale, gap=0.5, bold=rng.random() < 0.4)  # fmt: skip
        scale = rng.choice((scale, 1.0))
    draft.affiliations.append(", ".join(names))


def _plain_line(key: str) -> Callable[[Draft, str], None]:
    def put(draft: Draft, align: str) -> None:
        rng = draft.rng
        text = _shown(draft, draft.words.of(key))
        draft.sheet.put(text, align=align, scale=rng.choice((1.0, 1.0, 1.3, 1.6)), gap=rng.choice((0.5, 1.5, 3.0)), bold=rng.random() < 0.3)  # fmt: skip

    return put


def _title(draft: Draft, align: str) -> None:
    rng, out = draft.rng, draft.sheet
    if rng.random() < 0.12:
        out.put(draft.words.of("title-lead"), align=align, gap=1.0)
    scale, bold = rng.choice((1.0, 1.2, 1.5, 1.8, 2.2)), rng.random() < 0.6
    shown = _shown(draft, draft.title)
    if rng.random() < 0.15:
        shown = rng.choice(("“{}”", "«{}»", '"{}"')).format(shown)
    gap = rng.choice((1.0, 2.5, 4.0))
    if rng.random() > _SUBTITLE:
        out.put(shown, "title", align=align, scale=scale, bold=bold, gap=gap)
        return
    subtitle = draft.words.title()
    out.put(_shown(draft, draft.title), "title", align=align, scale=scale, bold=bold, gap=gap)
    out.put(subtitle, "title", align=align, scale=scale * rng.choice((0.75, 1.0)), gap=0.5)
    draft.title = f"{draft.title}: {subtitle}"


def _people(draft: Draft, align: str) -> None:
    rng, words, out = draft.rng, draft.words, draft.sheet
    people = [words.person() for _ in range(rng.choice((1, 1, 1, 1, 2, 3)))]
    draft.authors = list({person.name: person for person in people}.values())
    for person in draft.authors:
        person.affiliations = list(draft.affiliations)
    lead = words.of("presents") if rng.random() < 0.75 else ""
    if lead and rng.random() < 0.5:
        out.put(_shown(draft, lead), align=align, gap=1.5)
        lead = ""
    elif lead and rng.random() < 0.2:
        lead = lead.replace(":", " :")
    scale, in_capitals = rng.choice((1.0, 1.0, 1.3)), rng.random() < 0.2
    for at, person in enumerate(draft.authors):
        name = person.name.upper() if in_capitals else person.name
        text = f"{lead} {name}".strip() if at == 0 else name
        out.put(text, "author", align=align, scale=scale, gap=1.0 if at == 0 else 0.2)


def _tutors(draft: Draft, align: str) -> None:
    rng, words, out = draft.rng, draft.words, draft.sheet
    for _ in range(rng.choice((1, 1, 1, 2))):
        lead, name = words.of("tutor-lead"), words.person().name
        if rng.random() < 0.3:
            name = f"{words.of('tutor-degree')} {name}"
        if rng.random() < 0.3:
            out.put(f"{lead}\n{name}", align=align, gap=0.8)
        else:
            out.put(f"{lead} {name}", align=align, gap=0.8)
        if rng.random() < 0.2:
            out.put(words.of("department"), align=align, gap=0.2)


def _date(draft: Draft, align: str) -> None:
    rng, words = draft.rng, draft.words
    draft.date = words.date()
    place = words.of("place")
    shown = rng.choice((draft.date, f"{place}, {draft.date}", f"{place}\n{draft.date}"))
    draft.sheet.put(shown, "date", align=align, gap=rng.choice((1.0, 3.0)))


_BLOCKS: dict[str, Callable[[Draft, str], None]] = {
    "organisation": _organisation,
    "stage": _plain_line("stage"),
    "term": _plain_line("term"),
    "kind": _plain_line("kind-of-work"),
    "purpose": _plain_line("purpose"),
    "title": _title,
    "people": _people,
    "tutors": _tutors,
    "date": _date,
}
