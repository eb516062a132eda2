"""Made-up handouts for the header reader: sheets and exams, notes, slides, work handed in, syllabuses, short conference texts.

What makes their heads hard is that most lines are no title: the university, the degree, the course (often larger than the
title), fields to fill in. The title is what this sheet is about, or only "Hoja 3"; a student's name is an author, a tutor's
beside it is none. All in many arrangements, since no two departments agree on one.
"""

from __future__ import annotations

from random import Random

from harvestman.learn.documents_synthetic_parts import Draft, body, bullets, cased, contents
from harvestman.learn.documents_synthetic_teaching import later_slides, notes_body, questions
from harvestman.learn.documents_synthetic_words import Person

_NO_COURSE = 0.2
_SUBJECTS = ("sheet-bare", "sheet-topic", "sheet-topic")


def sheet(language: str, rng: Random) -> Draft:
    """A sheet of exercises, an exam or the task of a practical, under one of the usual heads."""
    draft = Draft.begun("exercise", language, rng)
    draft.template = "synthetic-sheet"
    key = rng.choice(_SUBJECTS)
    draft.title = draft.words.of(key)
    style = rng.choice(("stacked", "stacked", "corners", "corners", "bare", "joined"))
    if style == "corners":
        _corners(draft)
    elif style == "joined":
        _joined(draft, draft.words.of("sheet-bare"))
    else:
        _stacked(draft, with_course=style == "stacked")
    _given_by(draft)
    _fields(draft, rng.choice((0, 0, 1, 2, 4)))
    questions(draft)
    _margins(draft)
    return draft


def notes(language: str, rng: Random) -> Draft:
    """Notes of a lecture, a chapter or a whole course."""
    draft = Draft.begun("lecture-notes", language, rng)
    draft.template = "synthetic-course-notes"
    draft.title = draft.words.of("notes-title")
    if rng.random() < 0.25:
        _cover(draft)
    else:
        if rng.random() < 0.25:
            _corners(draft)
        else:
            _stacked(draft, with_course=rng.random() < 0.5)
        _given_by(draft, chance=0.5)
        if rng.random() < 0.2:
            contents(draft, rng.randint(4, 12))
    notes_body(draft, rng.choice((1, 2, 3)))
    _margins(draft)
    return draft


def deck(language: str, rng: Random) -> Draft:
    """Slides of a lecture: the course is printed on the first one too, often larger than the title."""
    handout = rng.random() < 0.3
    draft = Draft.begun("slides", language, rng, landscape=not handout)
    draft.template = "synthetic-deck"
    words, out = draft.words, draft.sheet
    align = rng.choice(("centre", "centre", "left"))
    draft.title = words.of("notes-title")
    course, big = words.of("discipline"), rng.choice((1.5, 1.9, 2.4))
    out.space(rng.choice((0.02, 0.15, 0.3)))
    above = rng.random() < 0.5
    others = [words.of("stage") for _ in range(rng.choice((0, 0, 1, 2)))]
    if above:
        out.put(cased(draft, course), align=align, scale=big * rng.choice((0.7, 1.0, 1.15)), bold=rng.random() < 0.5)  # fmt: skip
    out.put(cased(draft, draft.title), "title", align=align, scale=big, bold=rng.random() < 0.5, gap=rng.choice((0.5, 2.0)))  # fmt: skip
    if not above and rng.random() < 0.6:
        others.insert(0, course)
    for line in others:
        out.put(line, align=align, scale=rng.choice((1.0, 1.2)), gap=0.5, bold=rng.random() < 0.3)
    if rng.random() < 0.6:
        _names(draft, rng.choice((1, 1, 1, 2)), align=align)
        if rng.random() < 0.3:
            _tutor(draft, align)
    if rng.random() < 0.6:
        _organisation(draft, align, rng.choice((0.8, 0.9, 1.0)))
    if rng.random() < 0.5:
        draft.date = words.date()
        out.put(draft.date, "date", align=align, gap=0.6, scale=0.9)
    later_slides(draft, per_page=rng.choice((2, 2, 4)) if handout else 1)
    draft.page_count = max(len(out.pages), rng.choice((0, 12, 30)))
    if rng.random() < 0.4:
        out.head(rng.choice((course, draft.title))[:50], first=rng.random() < 0.3)
    if rng.random() < 0.6:
        out.numbers(of=rng.choice(("{page}", "{page} / {pages}")))
    return draft


def handed_in(language: str, rng: Random) -> Draft:
    """A report or a practical that students hand in, with a cover or without."""
    draft = Draft.begun("report", language, rng)
    draft.template = "synthetic-handed-in"
    words, out = draft.words, draft.sheet
    draft.title = words.of("handin")
    align = rng.choice(("centre", "centre", "left"))
    is_cover = rng.random() < 0.5
    if rng.random() < 0.6:
        _organisation(draft, align, rng.choice((1.0, 1.0, 1.3)))
    for line in [words.of("stage") for _ in range(rng.choice((0, 1)))]:
        out.put(line, align=align, gap=0.4)
    if rng.random() < 0.5:
        out.put(words.of("discipline"), align=align, gap=1.0, scale=rng.choice((1.0, 1.2, 1.5)), bold=rng.random() < 0.4)  # fmt: skip
    lead = words.of("title-lead") if rng.random() < 0.2 else ""
    if lead and rng.random() < 0.5:
        out.put(lead, align=align, gap=1.0)
        lead = ""
    shown = f"{lead} {cased(draft, draft.title)}".strip()
    size = 1.0 if lead else rng.choice((1.0, 1.3, 1.7, 2.2))
    out.put(shown, "title", align=align, scale=size, bold=rng.random() < 0.7, gap=rng.choice((1.0, 4.0)))  # fmt: skip
    side = rng.choice((align, "right", "left")) if is_cover else align
    if is_cover or rng.random() < 0.7:
        if is_cover:
            out.space(rng.choice((0.02, 0.15)))
        _names(draft, rng.choice((1, 1, 2, 2, 3)), align=side)
        if rng.random() < 0.5:
            _tutor(draft, side)
    if rng.random() < 0.4:
        out.put(words.of("pair"), align=align, gap=0.4)
    if rng.random() < 0.5:
        draft.date = words.date()
        out.put(draft.date, "date", align=align, gap=1.0)
    if is_cover:
        out.page()
    if rng.random() < 0.4:
        contents(draft, rng.randint(3, 9))
    body(draft, rng.choice((1, 2, 3)))
    _margins(draft)
    return draft


def syllabus(language: str, rng: Random) -> Draft:
    """The programme of a course or its rules; who teaches it is its author."""
    draft = Draft.begun("other", language, rng)
    draft.template = "synthetic-syllabus"
    words = draft.words
    draft.title = words.of("syllabus")
    if rng.random() < 0.3:
        _joined(draft, draft.title)
    else:
        _stacked(draft, with_course=rng.random() < 0.6)
    if rng.random() < 0.35:
        person = words.person()
        draft.authors = [person]
        draft.sheet.put(f"{words.of('teacher-lead')} {person.name}", "author", gap=0.6)
        if rng.random() < 0.5:
            person.email = words.email_of(person, words.host(words.of("university")))
            draft.sheet.put(person.email, "email", gap=0.2)
    for number in range(1, rng.randint(3, 8)):
        draft.sheet.put(f"{number}. {words.of('point')}", bold=rng.random() < 0.6, gap=1.0)
        draft.sheet.put(words.paragraph(1, 4), gap=0.3)
        if rng.random() < 0.4:
            bullets(draft, rng.randint(2, 5))
    _margins(draft)
    return draft


_ABOUT = {
    "ru": ("{name} ({n} курс, каф. {field-gen}, {university}),", "{name}, студент {n}{n} группы {university}", "{name}, к.ф.-м.н., доцент",
           "{name}, ст. преп. {university}", "{name} (аспирант, {university})", "{name}, {email}"),
    "es": ("{name} ({university})", "{name}, estudiante de {field}, {university}", "{name}, {email}", "Dr. {name}, {university}", "{name} - {email}"),
    "en": ("{name} ({university})", "{name}, {university}", "{name}, {email}", "{name} - {email}", "{name} <{email}>"),
}  # fmt: skip


def short_text(language: str, rng: Random) -> Draft:
    """Theses of a talk: each author on a line with what he is, often above the title."""
    draft = Draft.begun("paper", language, rng)
    draft.template = "synthetic-theses"
    words, out = draft.words, draft.sheet
    draft.title = words.title()
    align = rng.choice(("centre", "left", "right"))
    if language == "ru" and rng.random() < 0.7:
        out.put(f"УДК {rng.randint(1, 999)}.{rng.randint(1, 9)}")
    above = rng.random() < (0.6 if language == "ru" else 0.2)
    if above:
        _people_in_lines(draft, align)
    size = rng.choice((1.0, 1.0, 1.3, 1.6))
    shown = draft.title.upper() if rng.random() < 0.5 else draft.title
    out.put(shown, "title", scale=size, bold=rng.random() < 0.5, align=rng.choice(("centre", align)), gap=1.5)  # fmt: skip
    if not above:
        _people_in_lines(draft, align)
    out.space(0.01)
    body(draft, rng.choice((1, 1, 2)), sections=rng.random() < 0.4)
    _margins(draft)
    return draft


def _people_in_lines(draft: Draft, align: str) -> None:
    rng, words = draft.rng, draft.words
    for _ in range(rng.choice((1, 2, 2, 3))):
        person = words.person()
        if draft.language == "ru" and rng.random() < 0.8:
            short = person.initials.replace(" ", rng.choice(("", " ")))
            person.name = f"{person.family} {short}" if rng.random() < 0.7 else f"{short} {person.family}"  # fmt: skip
        if any(person.name == other.name for other in draft.authors):
            continue
        university = words.of("university")
        shown = rng.choice(_ABOUT[draft.language])
        if "{university}" in shown:
            person.affiliations = [university]
        if "{email}" in shown:
            person.email = words.email_of(person, words.host(university))
        shown = shown.replace("{name}", person.name).replace("{university}", university)
        draft.authors.append(person)
        draft.sheet.put(words.fill(shown.replace("{email}", person.email)), "author", align=align, gap=0.3)  # fmt: skip


def _organisation(draft: Draft, align: str, scale: float) -> None:
    """The university, its faculty or both, in one line or two; the authors' own where there are any."""
    words, rng, out = draft.words, draft.rng, draft.sheet
    parts = rng.choice((["university"], ["university", "department"], ["department", "university"]))
    names = [words.of(part) for part in parts]
    joint = rng.choice((" - ", ", ", "\n"))
    whole = ", ".join(names)
    out.put(cased(draft, joint.join(names)), "affiliation", align=align, scale=scale, gap=0.4, bold=rng.random() < 0.3)  # fmt: skip
    draft.affiliations.append(whole)


def _stacked(draft: Draft, *, with_course: bool) -> None:
    """One line under the other: organisation, degree, course and year, title; all sizes occur."""
    rng, words, out = draft.rng, draft.words, draft.sheet
    align = rng.choice(("centre", "centre", "left"))
    size = rng.choice((1.0, 1.0, 1.2, 1.4, 1.7))
    bold = rng.random() < 0.7
    if with_course:
        if rng.random() < 0.45:
            _organisation(draft, align, rng.choice((1.0, 1.0, size)))
        lines = [words.of("stage")] if rng.random() < 0.3 else []
        if rng.random() > _NO_COURSE:
            lines.insert(rng.randint(0, len(lines)), rng.choice((words.of("discipline"), _course_and_term(draft))))  # fmt: skip
        larger = rng.choice((1.0, 1.0, size, size * 1.15, size * 1.4))
        for line in lines:
            out.put(cased(draft, line), align=align, scale=larger, gap=0.3, bold=bold and rng.random() < 0.6)  # fmt: skip
    gap = rng.choice((0.3, 0.8, 1.5))
    if not with_course or rng.random() < 0.8 or ". " not in draft.title:
        out.put(cased(draft, draft.title), "title", align=align, scale=size, bold=bold, gap=gap)
    else:  # a title in two lines
        out.put("\n".join(draft.title.split(". ", 1)), "title", align=align, scale=size, bold=bold, gap=gap)  # fmt: skip


def _course_and_term(draft: Draft) -> str:
    joint = draft.rng.choice((". ", ", ", " ", " – ", " ("))
    end = ")" if joint == " (" else ""
    return f"{draft.words.of('discipline')}{joint}{draft.words.of('term')}{end}"


def _joined(draft: Draft, name: str) -> None:
    """A course and a bare name of the sheet, set alike: together they are the title."""
    rng, out = draft.rng, draft.sheet
    course = rng.choice((draft.words.of("discipline"), _course_and_term(draft)))
    lines = [course, name] if rng.random() < 0.6 else [name, course]
    align, size, bold = rng.choice(("centre", "left")), rng.choice((1.0, 1.2, 1.5)), rng.random() < 0.6  # fmt: skip
    draft.title = ". ".join(lines)
    if rng.random() < 0.3:
        out.put(draft.title, "title", align=align, scale=size, bold=bold)
        return
    gap = rng.choice((0.1, 0.5, 1.0))
    for line in lines:
        out.put(line, "title", align=align, scale=size, bold=bold, gap=gap)


def _corners(draft: Draft) -> None:
    """The organisation in one corner, the course in the other; the title below or in a corner itself."""
    rng, words, out = draft.rng, draft.words, draft.sheet
    left, right = [words.of(rng.choice(("university", "department")))], [_course_and_term(draft)]
    draft.affiliations.append(left[0])
    if rng.random() < 0.5:
        left.append(rng.choice((words.of("discipline"), words.of("stage"), words.of("department"))))
    in_corner = rng.random() < 0.35
    top, bold = out.y, rng.random() < 0.5
    by_rows = rng.random() < 0.5
    rows = [(text, "affiliation" if not at else "", "left", at) for at, text in enumerate(left)]
    rows += [(text, "", "right", at) for at, text in enumerate(right)]
    if in_corner:
        rows.append((draft.title, "title", "right", len(right)))
    if by_rows:
        rows.sort(key=lambda row: row[3])
    deepest = top
    for text, label, side, at in rows:
        out.y = top + at * out.look.size * 1.5
        # A corner is as wide as half the page: what is longer would run into the other one.
        if len(text) * out.look.size * 0.48 > 0.5 * (out.look.width - 2 * out.look.margin):
            out.y = max(deepest, out.y)
        is_title = label == "title"
        out.put(text, label, align=side, scale=rng.choice((1.0, 1.3)) if is_title else 1.0, bold=bold)  # fmt: skip
        deepest = max(deepest, out.y)
    out.y = deepest
    if not in_corner:
        out.put(cased(draft, draft.title), "title", align=rng.choice(("centre", "centre", "left")), scale=rng.choice((1.0, 1.0, 1.3, 1.7)), bold=rng.random() < 0.7, gap=rng.choice((0.5, 1.5)))  # fmt: skip


def _cover(draft: Draft) -> None:
    """The cover of notes: a large title, the rest small and far below."""
    rng, words, out = draft.rng, draft.words, draft.sheet
    align = rng.choice(("centre", "left"))
    out.space(rng.choice((0.1, 0.2, 0.3)))
    out.put(cased(draft, draft.title), "title", align=align, scale=rng.choice((2.0, 2.5)), bold=rng.random() < 0.6)  # fmt: skip
    out.space(rng.choice((0.05, 0.3)))
    if rng.random() < 0.8:
        _names(draft, rng.choice((1, 1, 2)), align=align)
    if rng.random() < 0.5:
        _organisation(draft, align, 1.0)
    for line in (words.of("stage"), words.of("term")):
        if rng.random() < 0.5:
            out.put(line, align=rng.choice((align, "right")), gap=0.3)
    out.page()


def _given_by(draft: Draft, chance: float = 0.25) -> None:
    """Who teaches, where that is printed; nobody else made the sheet."""
    rng, words = draft.rng, draft.words
    if rng.random() > chance:
        return
    lead = f"{words.of('teacher-lead')} " if rng.random() < 0.35 else ""
    people = [words.person() for _ in range(rng.choice((1, 1, 1, 2)))]
    if draft.language == "ru" and rng.random() < 0.5:
        for person in people:
            person.name = f"{person.initials} {person.family}"
    draft.authors = list({person.name: person for person in people}.values())
    joint = {"en": " and ", "es": " y ", "ru": ", "}[draft.language]
    shown = joint.join(person.name for person in draft.authors)
    draft.sheet.put(lead + shown, "author", align=rng.choice(("centre", "left", "right")), gap=0.5, scale=rng.choice((1.0, 1.0, 1.2)))  # fmt: skip


def _names(draft: Draft, number: int, *, align: str) -> None:
    """Students or speakers: after a word for it or not, one a line or all in one, with addresses or numbers behind."""
    rng, words, out = draft.rng, draft.words, draft.sheet
    people = list({p.name: p for p in (words.person() for _ in range(number))}.values())
    draft.authors = people
    lead = words.of("student-lead") if rng.random() < 0.6 else ""
    size = rng.choice((1.0, 1.0, 1.2))
    if lead and rng.random() < 0.4:
        out.put(lead, align=align, gap=0.8)
        lead = ""
    host = words.host(words.of("university"))
    style = rng.choice(("plain", "plain", "mail", "number", "line"))
    if style == "line":
        joint = rng.choice((", ", {"en": " and ", "es": " y ", "ru": " и "}[draft.language]))
        out.put(f"{lead} {joint.join(p.name for p in people)}".strip(), "author", align=align, gap=0.5, scale=size)  # fmt: skip
        return
    for at, person in enumerate(people):
        shown = f"{lead} {person.name}".strip() if at == 0 else person.name
        if style == "mail":
            person.email = words.email_of(person, host)
            shown += rng.choice((" - {}", ", {}", " ({})", " {}")).format(person.email)
        elif style == "number":
            shown += rng.choice((", {}", " ({})", " - {}")).format(
                rng.choice((words.of("pair"), str(rng.randint(1000, 99999))))
            )
        out.put(shown, "author", align=align, gap=0.5 if at == 0 else 0.1, scale=size)
    _unlike_mails(people)


def _unlike_mails(people: list[Person]) -> None:
    """Two people never share an address here."""
    seen = set[str]()
    for person in people:
        if person.email in seen:
            person.email = ""
        seen.add(person.email)


def _tutor(draft: Draft, align: str) -> None:
    """Who guided or marks the work: printed beside the students, no author."""
    rng, words, out = draft.rng, draft.words, draft.sheet
    tutor = words.person()
    name = f"{tutor.initials} {tutor.family}" if draft.language == "ru" else tutor.name
    degree = {
        "en": ("", "Dr. ", "Prof. "),
        "es": ("", "Dr. ", "Dra. ", "Ing. ", "Lic. ", "D. "),
        "ru": ("", "доцент ", "к.т.н., доцент ", "ст. преп. ", "профессор "),
    }[draft.language]
    roll = rng.random()
    lead = words.of("tutor-lead")
    if roll < 0.6:
        out.put(f"{lead} {rng.choice(degree)}{name}", align=align, gap=0.6)
        return
    out.put(lead, align=align, gap=0.6)
    if roll > 0.85:
        out.put(rng.choice(degree[1:]).strip(), align=align)
        out.put(name, align=align)
    else:
        out.put(rng.choice(degree) + name, align=align)


def _fields(draft: Draft, number: int) -> None:
    """What is to be filled in and minded, below the title."""
    rng = draft.rng
    for _ in range(number):
        draft.sheet.put(draft.words.of("under"), gap=0.3, bold=rng.random() < 0.3, italic=rng.random() < 0.2, align=rng.choice(("left", "left", "right")))  # fmt: skip


def _margins(draft: Draft) -> None:
    rng = draft.rng
    draft.page_count = len(draft.sheet.pages)
    if rng.random() < 0.2:
        draft.sheet.head(rng.choice((draft.words.of("discipline"), draft.title))[:60], first=rng.random() < 0.5)  # fmt: skip
    if rng.random() < 0.6:
        draft.sheet.numbers(of=rng.choice(("{page}", "{page}/{pages}")))
