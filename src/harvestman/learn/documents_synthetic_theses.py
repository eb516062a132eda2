"""Made-up title pages of theses, course works, lab reports and technical reports, with some pages behind them.

The supervisor, the reviewer and the head of department are printed too, and are not authors.
"""

from __future__ import annotations

from random import Random

from harvestman.learn.documents_synthetic_parts import (
    Draft,
    abstract,
    body,
    cased,
    contents,
    heading,
    people,
    references,
)
from harvestman.learn.documents_synthetic_words import Person

_MINISTRIES = (
    "МИНИСТЕРСТВО НАУКИ И ВЫСШЕГО ОБРАЗОВАНИЯ РОССИЙСКОЙ ФЕДЕРАЦИИ",
    "Министерство образования и науки Российской Федерации",
    "Правительство Российской Федерации",
    "Федеральное государственное бюджетное образовательное учреждение высшего образования",
    "ФЕДЕРАЛЬНОЕ АГЕНТСТВО ПО ОБРАЗОВАНИЮ",
)
_DEGREES = {
    "thesis": {
        "ru": ("Выпускная квалификационная работа бакалавра", "ВЫПУСКНАЯ КВАЛИФИКАЦИОННАЯ РАБОТА", "Магистерская диссертация",
               "Дипломная работа", "Бакалаврская работа", "Диссертация на соискание учёной степени кандидата наук",
               "Автореферат диссертации на соискание учёной степени кандидата физико-математических наук"),
        "es": ("Trabajo Fin de Grado", "TRABAJO FIN DE MÁSTER", "Tesis Doctoral", "Tesis de Licenciatura", "Trabajo de Fin de Grado",
               "Proyecto de Grado", "PROYECTO FIN DE CARRERA", "Tesis para optar al título de Ingeniero"),
        "en": ("A thesis submitted in partial fulfillment of the requirements for the degree of Doctor of Philosophy", "Master's Thesis",
               "Bachelor Thesis", "PhD Dissertation", "A dissertation presented to the Faculty of the Graduate School", "MSc Thesis",
               "Thesis submitted for the degree of Master of Science"),
    },
    "report": {
        "ru": ("Курсовая работа", "Отчёт по лабораторной работе № {n}", "Отчёт о прохождении практики", "КУРСОВОЙ ПРОЕКТ",
               "Отчёт о научно-исследовательской работе", "Отчет по учебной практике"),
        "es": ("Informe de prácticas", "Memoria de la práctica {n}", "Trabajo de la asignatura", "Informe de laboratorio", "Proyecto final",
               "Memoria del proyecto", "Informe técnico"),
        "en": ("Technical Report", "Lab Report {n}", "Project Report", "Internship Report", "Course Project", "Working Paper No. {n}",
               "Research Proposal", "Discussion Paper {n}", "Technical Report TR-{n}", "Final Report"),
    },
}  # fmt: skip
_PROGRAMMES_ES = (
    "Grado en {field}",
    "Máster Universitario en {field}",
    "Doctorado en {field}",
    "Licenciatura en {field}",
)


def thesis(language: str, rng: Random) -> Draft:
    """A thesis: its title page, perhaps an abstract and contents, chapters."""
    return _work("thesis", language, rng)


def report(language: str, rng: Random) -> Draft:
    """A course work, a lab report or a technical report."""
    return _work("report", language, rng)


def _work(category: str, language: str, rng: Random) -> Draft:
    draft = Draft.begun(category, language, rng)
    draft.template = f"synthetic-{category}"
    draft.title = draft.words.title()
    has_cover = category == "thesis" or rng.random() < 0.6
    if has_cover:
        draft.authors = [draft.words.person()]
        {"ru": _russian, "es": _spanish, "en": _english}[language](draft)
        draft.sheet.page()
    else:
        _opening(draft)
    _inside(draft, has_cover=has_cover)
    return draft


def _degree(draft: Draft) -> str:
    return draft.words.fill(draft.rng.choice(_DEGREES[draft.category][draft.language]))


def _title(draft: Draft, **look: float) -> None:
    rng = draft.rng
    shown = cased(draft, draft.title)
    if draft.language == "ru" and rng.random() < 0.3:
        shown = f"«{shown}»"
    draft.sheet.put(shown, "title", scale=look.get("scale", rng.choice((1.0, 1.3, 1.6, 2.0))), bold=rng.random() < 0.6, align="centre", gap=rng.choice((1.0, 2.0, 4.0)))  # fmt: skip


def _russian(draft: Draft) -> None:
    rng, sheet, words = draft.rng, draft.sheet, draft.words
    student, chief = draft.authors[0], words.person()
    for line in rng.sample(_MINISTRIES, rng.choice((0, 1, 1, 2))):
        sheet.put(line, align="centre", scale=rng.choice((0.9, 1.0)))
    university, department = words.of("university"), words.of("department")
    sheet.put(cased(draft, university), "affiliation", align="centre", gap=0.5, bold=rng.random() < 0.3)  # fmt: skip
    sheet.put(department, "affiliation", align="centre", gap=0.5)
    student.affiliations = [f"{university}, {department}"]
    if rng.random() < 0.4:
        sheet.put(f"Направление подготовки {words.of('programme')}", align="centre", gap=0.5)
    above = rng.random() < 0.4
    if above:
        _student_line(draft, student, centre=True)
    first = rng.random() < 0.6
    if first:
        sheet.put(_degree(draft), align="centre", gap=4.0, scale=rng.choice((1.0, 1.3)))
    if draft.category == "report" and rng.random() < 0.4:
        sheet.put(f"по дисциплине «{words.of('course')}»", align="centre", gap=0.3)
    if rng.random() < 0.3:
        sheet.put(rng.choice(("на тему:", "Тема:", "по теме:")), align="centre", gap=1.0)
    _title(draft)
    if not first:
        sheet.put(_degree(draft), align="centre", gap=2.0)
    align = rng.choice(("right", "left"))
    sheet.space(0.08)
    if not above:
        _student_line(draft, student, centre=False, align=align)
    roles = ["Научный руководитель:", "Руководитель:", "Научный руководитель"]
    sheet.put(f"{rng.choice(roles)}", align=align, gap=1.0)
    sheet.put(f"{rng.choice(('к.ф.-м.н., доцент', 'д.т.н., профессор', 'ст. преп.', 'к. т. н.'))} {_short(chief)}", align=align)  # fmt: skip
    if rng.random() < 0.3:
        sheet.put(f"Рецензент: {_short(words.person())}", align=align, gap=1.0)
    if rng.random() < 0.3:
        sheet.put(f"Заведующий кафедрой: {_short(words.person())}", align=align, gap=1.0)
    sheet.y = max(sheet.y + 10, sheet.look.height * 0.86)
    if sheet.y < sheet.look.height - sheet.look.margin - 3 * sheet.look.size:
        draft.date = str(words.year)
        place = words.of("place")
        sheet.put(rng.choice((f"{place} – {draft.date}", f"{place}, {draft.date}", f"{place}\n{draft.date}", draft.date)), "date", align="centre")  # fmt: skip


def _short(person: Person) -> str:
    return f"{person.initials} {person.family}"


def _student_line(draft: Draft, student: Person, *, centre: bool, align: str = "right") -> None:
    rng, sheet = draft.rng, draft.sheet
    style = rng.choice(("genitive", "lead", "lead", "bare", "group"))
    where = "centre" if centre else align
    if style == "genitive":
        student.name = student.genitive
        lead = rng.choice(("студента {n} курса", "студентки группы {n}", "Студента {n} группы"))
        sheet.put(draft.words.fill(lead), align=where, gap=1.0)
        sheet.put(student.name, "author", align=where)
        return
    if style == "lead":
        lead = rng.choice(("Выполнил:", "Студент:", "Автор:", "Выполнил студент", "Работу выполнил:", "Исполнитель:"))  # fmt: skip
        sheet.put(f"{lead} {student.name}", "author", align=where, gap=1.0)
        return
    if style == "group":
        sheet.put(draft.words.fill("Выполнил студент группы {n}{n}-БМ:"), align=where, gap=1.0)
        if rng.random() < 0.4:
            student.name = f"{student.family} {student.initials}"
    sheet.put(student.name, "author", align=where, gap=0.5)


def _spanish(draft: Draft) -> None:
    rng, sheet, words = draft.rng, draft.sheet, draft.words
    student, tutor = draft.authors[0], words.person()
    university, school = words.of("university"), words.of("department")
    align = rng.choice(("centre", "centre", "left"))
    sheet.put(cased(draft, university), "affiliation", align=align, scale=rng.choice((1.0, 1.4)), bold=rng.random() < 0.5)  # fmt: skip
    sheet.put(cased(draft, school), "affiliation", align=align, gap=0.6)
    student.affiliations = [f"{university}, {school}"]
    if rng.random() < 0.6:
        sheet.put(words.fill(rng.choice(_PROGRAMMES_ES)), align=align, gap=1.0)
    if draft.category == "report" and rng.random() < 0.5:
        sheet.put(words.of("course"), align=align, gap=1.0)
    sheet.put(_degree(draft), align=align, gap=3.0, scale=rng.choice((1.0, 1.5)))
    _title(draft)
    lead = rng.choice(("Autor: ", "Autora: ", "Presentado por: ", "Alumno: ", "Realizado por: ", "", "Por: ", "Estudiante: "))  # fmt: skip
    split = rng.random() < 0.3 and bool(lead)
    if split:
        sheet.put(lead.strip(), align=align, gap=3.0)
        lead = ""
    sheet.put(lead + student.name, "author", align=align, gap=0.2 if split else 3.0)
    if rng.random() < 0.85:
        doctor = rng.choice(("", "Dr. ", "Dra. ", "D. ", "Prof. "))
        sheet.put(f"{rng.choice(('Tutor:', 'Director:', 'Directora:', 'Dirigido por:', 'Tutores:', 'Asesor:'))} {doctor}{tutor.name}", align=align, gap=1.0)  # fmt: skip
    draft.date = words.date() if rng.random() < 0.75 else words.of("term")
    place = words.of("place")
    sheet.put(rng.choice((draft.date, f"{place}, {draft.date}")), "date", align=align, gap=3.0)  # fmt: skip


def _english(draft: Draft) -> None:
    rng, sheet, words = draft.rng, draft.sheet, draft.words
    student, adviser = draft.authors[0], words.person()
    university, school = words.of("university"), words.of("department")
    student.affiliations = [f"{school}, {university}"]
    degree = _degree(draft)
    order = rng.choice(("title", "organisation"))
    if order == "organisation":
        sheet.put(cased(draft, university), "affiliation", align="centre", gap=1.0)
        sheet.put(school, "affiliation", align="centre", gap=0.5)
        if rng.random() < 0.5:
            sheet.put(degree, align="centre", gap=2.0)
            degree = ""
    _title(draft)
    if rng.random() < 0.5:
        sheet.put("by", align="centre", gap=2.0)
    sheet.put(student.name, "author", align="centre", gap=1.0, scale=rng.choice((1.0, 1.3)))
    if degree:
        sheet.put(degree, align="centre", gap=3.0, indent=2.0)
    if order == "title":
        sheet.put(f"{school}\n{university}", "affiliation", align="centre", gap=2.0)
    if rng.random() < 0.6:
        sheet.put(f"{rng.choice(('Supervisor:', 'Advisor:', 'Supervised by', 'Thesis Committee:'))} {adviser.name}", align="centre", gap=2.0)  # fmt: skip
    draft.date = words.date()
    sheet.put(draft.date, "date", align="centre", gap=2.0)


def _opening(draft: Draft) -> None:
    """A report that begins like an article."""
    rng, sheet, words = draft.rng, draft.sheet, draft.words
    people(draft, 1, 3)
    if rng.random() < 0.8:
        sheet.put(_degree(draft), align="centre", gap=0.5, scale=rng.choice((0.9, 1.0, 1.3)))
    _title(draft, scale=1.6)
    for person in draft.authors:
        sheet.put(person.name, "author", align="centre", gap=0.6)
    one = draft.authors[0].affiliations[0]
    shown = rng.random() < 0.6
    for person in draft.authors:
        person.affiliations, person.email = [one] if shown else [], ""
    if shown:
        sheet.put(one, "affiliation", align="centre", gap=0.4)
    draft.date = words.date()
    sheet.put(draft.date, "date", align="centre", gap=1.0)


def _inside(draft: Draft, *, has_cover: bool) -> None:
    rng, sheet = draft.rng, draft.sheet
    is_thesis = draft.category == "thesis"
    if rng.random() < (0.5 if is_thesis else 0.2):
        abstract(draft, with_keywords=0.4)
        if has_cover:
            sheet.page()
    if rng.random() < (0.85 if is_thesis else 0.35):
        contents(draft, rng.randint(5, 18))
        sheet.page()
    sparse = not is_thesis and rng.random() < 0.25
    if sparse:  # a lab report: a heading and a few lines on each page, the rest pictures
        for number in range(1, rng.randint(4, 9)):
            sheet.page()
            heading(draft, draft.term("middle"), number=number, big=True)
            sheet.put(draft.words.paragraph(1, 3), gap=0.5)
    else:
        body(draft, rng.choice((1, 2, 4, 6)), chapters=is_thesis and rng.random() < 0.5)
    if rng.random() < (0.85 if is_thesis else 0.4):
        references(draft, 3, 20)
    whole = rng.choice((0, 20, 40, 70, 120, 200)) if is_thesis else rng.choice((0, 0, 8, 15, 25))
    draft.page_count = max(len(sheet.pages), whole)
    if rng.random() < 0.8:
        sheet.numbers(first=not has_cover)
