"""Made-up papers in the usual templates: one or two columns, marks or blocks of authors, journal heads, e-mail groups."""

from __future__ import annotations

from random import Random

from harvestman.learn.documents_synthetic_parts import (
    Draft,
    abstract,
    body,
    cased,
    people,
    references,
)
from harvestman.learn.documents_synthetic_words import Person, Words

_JOURNAL = {"en": "Journal of", "es": "Revista de", "ru": "Вестник"}
_NUMBER = {"en": "Vol. {v}, No. {n}", "es": "Vol. {v}, Núm. {n}", "ru": "Т. {v}, № {n}"}
_MEETING = {
    "en": "Proceedings of the {n}th International Conference on",
    "es": "Actas de las {n} Jornadas de",
    "ru": "Труды {n}-й международной конференции",
}


def paper(language: str, rng: Random) -> Draft:
    """A paper of a journal or a conference."""
    draft = Draft.begun("paper", language, rng)
    sheet = draft.sheet
    draft.template = "synthetic-paper"
    is_wide = rng.random() < 0.5
    if rng.random() < 0.45:
        source_line(draft)
    if rng.random() < 0.15:
        sheet.put(
            rng.choice({"en": ("Research Article", "Original Paper"), "es": ("Artículo original",), "ru": ("УДК 519.6",)}[language]),
            gap=1.0, scale=0.9,
        )  # fmt: skip
    draft.title = draft.words.title()
    people(draft, 1, 5)
    _front(draft)
    _openings(draft, is_wide=is_wide)
    pages = rng.choice((0, 1, 3, 4, 5, 6, 8))
    body(draft, pages)
    if pages or rng.random() < 0.3:
        references(draft)
    draft.page_count = len(sheet.pages)
    if rng.random() < 0.5:
        sheet.head(draft.title[:50], first=False)
    if rng.random() < 0.8:
        sheet.numbers()
    return draft


def _front(draft: Draft) -> None:
    rng, sheet = draft.rng, draft.sheet
    align = rng.choice(("centre", "centre", "left"))
    authors_first = draft.language == "ru" and rng.random() < 0.4
    if authors_first:
        _authors(draft, align)
    sheet.put(cased(draft, draft.title), "title", scale=rng.choice((1.3, 1.5, 1.8)), bold=rng.random() < 0.7, align=align, gap=rng.choice((1.0, 3.0)))  # fmt: skip
    if not authors_first:
        _authors(draft, align)
    if rng.random() < 0.2:
        draft.date = draft.words.date()
        sheet.put(draft.date, "date", align=align, gap=1.0)


def _openings(draft: Draft, *, is_wide: bool) -> None:
    """The abstract, above the columns or in the first one; other languages add an English one."""
    rng, sheet = draft.rng, draft.sheet
    if not is_wide and rng.random() < 0.5:
        sheet.columns(2)
        abstract(draft)
    else:
        if rng.random() < 0.93:
            abstract(draft)
        if not is_wide:
            sheet.columns(2)
    if draft.language != "en" and draft.abstract and rng.random() < 0.4:
        sheet.put(f"Abstract. {_english(rng)}", gap=1.0, scale=0.95)


def _english(rng: Random) -> str:
    return Words("en", rng).paragraph(2, 4)


def source_line(draft: Draft) -> None:
    """The line of the journal or the proceedings above a title."""
    rng, words, language = draft.rng, draft.words, draft.language
    field = words.of("field-gen" if language == "ru" else "field")
    number = _NUMBER[language].format(v=rng.randint(1, 60), n=rng.randint(1, 12))
    first = rng.randint(1, 300)
    text = rng.choice(
        (f"{_JOURNAL[language]} {field}, {number}, {words.year}, pp. {first}–{first + 9}",
         f"{_MEETING[language].format(n=rng.randint(4, 19))} {field}, {words.of('place')}, {words.year}",
         f"ISSN {rng.randint(1000, 9999)}-{rng.randint(1000, 9999)}. {_JOURNAL[language]} {field}. {words.year}. {number}")
    )  # fmt: skip
    draft.sheet.put(text, scale=0.85, italic=rng.random() < 0.4)


def _authors(draft: Draft, align: str) -> None:
    style = draft.rng.choice(("marks", "blocks", "line", "line"))
    if style == "marks" and len(draft.authors) > 1:
        _with_marks(draft, align)
    elif style == "blocks":
        _in_blocks(draft, align)
    else:
        _in_a_line(draft, align)


def _shown(draft: Draft, person: Person) -> str:
    """The name as this document prints it; gold takes what is printed."""
    if draft.language == "ru" and draft.template.endswith("paper"):
        person.name = f"{person.initials} {person.family}"
    return person.name


def _with_marks(draft: Draft, align: str) -> None:
    rng, sheet = draft.rng, draft.sheet
    kinds = list(dict.fromkeys(a for p in draft.authors for a in p.affiliations))
    marks = {a: (str(i) if rng.random() < 0.7 else "abcdef"[i - 1]) for i, a in enumerate(kinds, 1)}
    names = [f"{_shown(draft, p)}^{{{marks[p.affiliations[0]]}}}" for p in draft.authors]
    sheet.put(_joined(draft, names), "author", align=align, gap=1.2, scale=1.1)
    for kind in kinds:
        sheet.put(f"^{{{marks[kind]}}}{kind}, {draft.words.of('place')}", "affiliation", align=align, gap=0.4, scale=0.9, italic=rng.random() < 0.4)  # fmt: skip
    _mails(draft, align)


def _in_blocks(draft: Draft, align: str) -> None:
    rng, sheet = draft.rng, draft.sheet
    for person in draft.authors:
        sheet.put(_shown(draft, person), "author", align=align, gap=1.0, bold=rng.random() < 0.3)
        sheet.put(person.affiliations[0], "affiliation", align=align, scale=0.95)
        if rng.random() < 0.4:
            sheet.put(f"{draft.words.of('place')}, {draft.words.of('country')}", "address", align=align, scale=0.95)  # fmt: skip
        if person.email:
            sheet.put(person.email, "email", align=align, scale=0.95)


def _in_a_line(draft: Draft, align: str) -> None:
    sheet = draft.sheet
    sheet.put(_joined(draft, [_shown(draft, p) for p in draft.authors]), "author", align=align, gap=1.2, scale=1.1)  # fmt: skip
    one = draft.authors[0].affiliations[0]
    for person in draft.authors:
        person.affiliations = [one]
    sheet.put(one, "affiliation", align=align, gap=0.4)
    _mails(draft, align)


def _joined(draft: Draft, names: list[str]) -> str:
    if len(names) == 1:
        return names[0]
    return ", ".join(names[:-1]) + draft.term("and") + names[-1]


def _mails(draft: Draft, align: str) -> None:
    rng = draft.rng
    given = [p for p in draft.authors if p.email]
    if not given:
        return
    hosts = {p.email.split("@")[1] for p in given}
    if rng.random() < 0.35 and len(given) > 1:
        host = sorted(hosts)[0]
        for person in given:
            person.email = f"{person.email.split('@')[0]}@{host}"
        locals_ = ",".join(dict.fromkeys(p.email.split("@")[0] for p in given))
        text = f"{{{locals_}}}@{host}"
    else:
        text = rng.choice((", ", "; ", " ")).join(p.email for p in given)
    lead = rng.choice(("", "", "E-mail: ", "e-mail: ", "Email: "))
    draft.sheet.put(lead + text, "email", align=align, gap=0.3, scale=0.9)
