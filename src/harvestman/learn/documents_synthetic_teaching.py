"""Made-up teaching material: exercise sheets and exams, slides, lecture notes."""

from __future__ import annotations

from random import Random

from harvestman.learn.documents_synthetic_parts import (
    Draft,
    body,
    bullets,
    cased,
    contents,
    formula,
    heading,
)

_SHEETS = {
    "en": ("Problem Set {n}", "Homework {n}", "Exercise Sheet {n}", "Midterm Exam", "Final Examination", "Assignment {n}", "Quiz {n}", "Worksheet {n}: {topic}",
           "Tutorial {n}", "Lab {n}: {topic}", "Problem sheet {n}", "Practice Exam"),
    "es": ("Hoja {n}", "Hoja de ejercicios {n}", "Ejercicios Tema {n}: {topic}", "Relación de problemas {n}", "Examen parcial", "Examen final",
           "Práctica {n}: {topic}", "Problemas. Hoja {n}", "Prueba de evaluación continua {n}", "Boletín {n}", "Guía de ejercicios {n}", "Taller {n}"),
    "ru": ("Домашнее задание № {n}", "Контрольная работа № {n}", "Семинар {n}. {topic}", "Вопросы к экзамену", "Задачи к семинару {n}", "Листок {n}. {topic}",
           "Практическое занятие {n}", "Лабораторная работа № {n}", "Экзаменационные вопросы", "Самостоятельная работа {n}", "Практикум {n}", "Вариант {n}"),
}  # fmt: skip
_ITEMS = {
    "en": ("Problem {n}.", "Exercise {n}.", "{n}.", "{n})", "Question {n} ({p} points).", "Q{n}.", "{m}.{n}.", "({n})", "Task {n}:"),
    "es": ("Ejercicio {n}.", "Problema {n}.", "{n}.", "{n}.-", "{n})", "Ejercicio {n} ({p} puntos).", "{m}.{n}.", "C{n}. (0.{p} puntos)", "{n}. ({p} puntos)"),
    "ru": ("Задача {n}.", "Задание {n}.", "{n}.", "{n})", "Упражнение {n}.", "№{n}.", "{m}.{n}.", "Задача {n} ({p} балла)."),
}  # fmt: skip
_HINTS = {
    "en": ("Due: {date}", "Time allowed: {p} hours", "Name: ______________", "Answer all questions.", "Deadline: {date}", "Each problem is worth {p} points."),
    "es": ("Fecha de entrega: {date}", "Duración: {p} horas", "Apellidos y nombre: ____________", "Nombre:", "Justifica todas las respuestas.", "Tiempo: {p} h"),
    "ru": ("Срок сдачи: {date}", "Фамилия, имя, группа: ____________", "Дедлайн: {date}", "Каждая задача оценивается в {p} балла.", "Время выполнения — {p} часа."),
}  # fmt: skip
_LECTURES = {
    "en": ("Lecture {n}: {topic}", "{topic}", "Lecture Notes on {topic}", "{course}: Lecture Notes", "Notes on {topic}", "Lecture {n}", "Unit {n}. {topic}"),
    "es": ("Tema {n}: {topic}", "Apuntes de {course}", "Tema {n}. {topic}", "Notas de clase: {topic}", "{course}. Apuntes", "Unidad {n}: {topic}", "Resumen de {course}"),
    "ru": ("Лекция {n}. {topic}", "Лекция {n}: {topic}", "Конспект лекций: {topic}", "{topic}", "Тема {n}. {topic}", "{course}. Конспект лекций"),
}  # fmt: skip
_RESULTS = {
    "en": ("Theorem {n}.", "Definition {n}.", "Example {n}.", "Lemma {n}.", "Proof.", "Remark.", "Exercise."),
    "es": ("Teorema {n}.", "Definición {n}.", "Ejemplo {n}.", "Proposición {n}.", "Demostración.", "Observación.", "Ejercicio."),
    "ru": ("Теорема {n}.", "Определение {n}.", "Пример {n}.", "Лемма {n}.", "Доказательство.", "Замечание.", "Упражнение."),
}  # fmt: skip


def _drawn(draft: Draft, forms: tuple[str, ...]) -> str:
    words, rng = draft.words, draft.rng
    topic = words.topic()
    return rng.choice(forms).format(
        n=rng.randint(1, 14), p=rng.randint(1, 9), topic=topic[0].upper() + topic[1:],
        course=words.of("course"), date=words.date(),
    )  # fmt: skip


def exercise(language: str, rng: Random) -> Draft:
    """A sheet of exercises or an exam."""
    draft = Draft.begun("exercise", language, rng)
    draft.template = "synthetic-exercise"
    sheet, words = draft.sheet, draft.words
    align = rng.choice(("centre", "left"))
    course = words.of("course")
    if rng.random() < 0.5:
        sheet.put(words.of("university"), "affiliation", align=align)
        draft.affiliations = [sheet.pages[0][-1].line.text]
    if rng.random() < 0.75:
        sheet.put(rng.choice((course, f"{course}. {words.of('term')}", f"{course}, {words.of('term')}")), align=align, gap=0.3)  # fmt: skip
    draft.title = _drawn(draft, _SHEETS[language])
    if rng.random() < 0.2:
        draft.title = f"{course}. {draft.title}"
    sheet.put(cased(draft, draft.title), "title", scale=rng.choice((1.2, 1.5, 1.8)), bold=rng.random() < 0.7, align=align, gap=0.8)  # fmt: skip
    if rng.random() < 0.25:
        person = words.person()
        draft.authors = [person]
        sheet.put(person.name, "author", align=align, gap=0.4)
    if rng.random() < 0.25:
        draft.date = words.date()
        sheet.put(draft.date, "date", align=align, gap=0.4)
    for _ in range(rng.choice((0, 1, 1, 2))):
        sheet.put(_drawn(draft, _HINTS[language]), gap=0.4, italic=rng.random() < 0.3)
    questions(draft)
    if rng.random() < 0.4:
        sheet.numbers()
    return draft


_SOLUTIONS = {"en": "Solution.", "es": "Solución:", "ru": "Решение."}


def questions(draft: Draft) -> None:
    """Numbered exercises, some with parts, formulas and solutions."""
    rng, sheet, words = draft.rng, draft.sheet, draft.words
    item = rng.choice(_ITEMS[draft.language])
    most_pages = rng.choice((1, 1, 2, 3, 5))
    of_formulae, of_solutions, chapter = rng.choice((0.0, 0.5, 0.9)), rng.choice((0.0, 0.0, 0.6)), rng.randint(1, 9)  # fmt: skip
    for number in range(1, rng.randint(4, 60)):
        if len(sheet.pages) > most_pages:
            break
        lead = item.format(n=number, p=rng.randint(1, 4), m=chapter)
        text = " ".join(words.of("imperative") for _ in range(rng.choice((1, 1, 2, 3))))
        if rng.random() < 0.3:
            text = f"{words.sentence()} {text}"
        sheet.put(f"{lead} {text}", gap=0.7)
        if rng.random() < of_formulae:
            formula(draft)
        if rng.random() < 0.4:
            for letter in "abcd"[: rng.randint(2, 4)]:
                sheet.put(f"{letter}) {words.of('imperative')}", indent=2.0)
        if rng.random() < of_solutions:
            sheet.put(f"{_SOLUTIONS[draft.language]} {words.paragraph(1, 4)}")


def slides(language: str, rng: Random) -> Draft:
    """Slides: a title slide, then few big lines on each."""
    handout = rng.random() < 0.2
    draft = Draft.begun("slides", language, rng, landscape=not handout or rng.random() < 0.5)
    draft.template = "synthetic-slides"
    draft.creator, draft.producer = rng.choice(
        (("LaTeX with Beamer class version 3.36", "pdfTeX-1.40.14"), ("LaTeX with Beamer class", "xdvipdfmx"),
         ("Microsoft PowerPoint", "Microsoft PowerPoint 2013"), ("Impress", "LibreOffice 6.4"), ("PScript5.dll", "Acrobat Distiller"),
         ("", ""), ("Microsoft® PowerPoint® 2016", "Microsoft® PowerPoint® 2016"), ("LaTeX with hyperref", "LuaTeX"))
    )  # fmt: skip
    _title_slide(draft)
    later_slides(draft, per_page=rng.choice((2, 2, 4, 6)) if handout else 1)
    draft.page_count = max(len(draft.sheet.pages), rng.choice((0, 12, 25, 40)))
    sheet = draft.sheet
    if rng.random() < 0.5:
        sheet.head(draft.title[:40], first=False)
    if rng.random() < 0.7:
        sheet.numbers(of=rng.choice(("{page} / {pages}", "{page}", "{page}/{pages}")), first=rng.random() < 0.5)  # fmt: skip
    return draft


def _title_slide(draft: Draft) -> None:
    rng, sheet, words, language = draft.rng, draft.sheet, draft.words, draft.language
    is_lecture = rng.random() < 0.4
    forms = _LECTURES[language] if rng.random() < 0.7 else _SHEETS[language]
    draft.title = _drawn(draft, forms) if is_lecture else words.title()
    align = rng.choice(("centre", "centre", "left"))
    top = rng.random() < 0.25
    organisation = words.organisation()
    if top:
        sheet.put(organisation, "affiliation", align=align)
    sheet.space(rng.choice((0.05, 0.15, 0.25)))
    if is_lecture and rng.random() < 0.5:
        sheet.put(words.of("course"), align=align)
    sheet.put(draft.title, "title", scale=rng.choice((1.4, 1.7, 2.2)), bold=rng.random() < 0.4, align=align)  # fmt: skip
    if rng.random() < 0.88:
        person = words.person()
        draft.authors = [person]
        lead = {"ru": rng.choice(("", "", "Автор: ", "Докладчик: ")), "es": "", "en": ""}[language]
        sheet.put(lead + person.name, "author", align=align, gap=1.0)
        if language == "ru" and rng.random() < 0.3:
            chief = words.person()
            sheet.put(f"Научный руководитель: {chief.initials} {chief.family}", align=align, gap=0.6)  # fmt: skip
        if rng.random() < 0.25:
            person.email = words.email_of(person, words.host(organisation))
            sheet.put(person.email, "email", align=align, gap=0.3, scale=0.9)
        if top or rng.random() < 0.6:
            person.affiliations = [organisation]
    elif top:
        draft.affiliations = [organisation]
    if not top and draft.authors and draft.authors[0].affiliations:
        sheet.put(organisation, "affiliation", align=align, gap=0.6, scale=0.9)
    if rng.random() < 0.75:
        draft.date = words.date()
        sheet.put(draft.date, "date", align=align, gap=0.6, scale=0.9)


def later_slides(draft: Draft, *, per_page: int) -> None:
    """The slides behind the first, each a heading and a few points."""
    rng, sheet, words = draft.rng, draft.sheet, draft.words
    mark = rng.choice(("•", "•", "▶", "–", "►", "■", "", "I"))
    scale = 0.85 if per_page == 1 else 1.2
    for number in range(rng.randint(5, 16)):
        if per_page == 1 or number % per_page == 0:
            sheet.page()
        else:
            sheet.space(0.05)
        sheet.put(words.of("point"), scale=1.3, bold=rng.random() < 0.4)
        roll = rng.random()
        if roll < 0.75:
            bullets(draft, rng.randint(2, 6), mark=mark)
        elif roll < 0.9:
            sheet.put(words.paragraph(1, 2), gap=0.6, scale=scale)


def lecture_notes(language: str, rng: Random) -> Draft:
    """Notes of a lecture or a course: no abstract, mostly no references, definitions and examples."""
    draft = Draft.begun("lecture-notes", language, rng)
    draft.template = "synthetic-notes"
    sheet, words = draft.sheet, draft.words
    align = rng.choice(("centre", "left"))
    if rng.random() < 0.5:
        sheet.put(f"{words.of('course')}{rng.choice(('', '. ' + words.of('term')))}", align=align)
    draft.title = _drawn(draft, _LECTURES[language])
    shown = cased(draft, draft.title)
    if rng.random() < 0.15:
        shown = f"{rng.randint(1, 12)} {shown}"
    sheet.put(shown, "title", scale=rng.choice((1.4, 1.8, 2.0)), bold=rng.random() < 0.6, align=align, gap=1.0)  # fmt: skip
    if rng.random() < 0.6:
        person = words.person()
        draft.authors = [person]
        sheet.put(person.name, "author", align=align, gap=0.8)
        if rng.random() < 0.3:
            person.affiliations = [words.organisation()]
            sheet.put(person.affiliations[0], "affiliation", align=align, gap=0.4)
    if rng.random() < 0.4:
        draft.date = words.date()
        sheet.put(draft.date, "date", align=align, gap=0.6)
    if rng.random() < 0.35:
        contents(draft, rng.randint(4, 14))
        if rng.random() < 0.6:
            sheet.page()
    notes_body(draft, rng.choice((2, 3, 5, 7)))
    draft.page_count = max(len(sheet.pages), rng.choice((0, 0, 20, 60)))
    if rng.random() < 0.8:
        sheet.numbers()
    return draft


def notes_body(draft: Draft, pages: int) -> None:
    """Definitions, examples and prose under headings until so many pages are full."""
    rng, sheet, words = draft.rng, draft.sheet, draft.words
    if rng.random() < 0.2:
        body(draft, pages)
        return
    number, start, has_formulae = 0, len(sheet.pages), rng.random() < 0.6
    while len(sheet.pages) - start < pages:
        roll = rng.random()
        if roll < 0.2:
            number += 1
            topic = words.topic()
            heading(draft, topic[0].upper() + topic[1:], number=number)
        if has_formulae and rng.random() < 0.6:
            formula(draft)
        if roll < 0.5:
            lead = rng.choice(_RESULTS[draft.language]).format(n=rng.randint(1, 20))
            sheet.put(f"{lead} {words.paragraph(1, 3)}", gap=0.6)
        elif roll < 0.65:
            bullets(draft, rng.randint(2, 5))
        elif roll < 0.7:
            sheet.put(words.of("imperative"), gap=0.5)
        else:
            sheet.put(words.paragraph(2, 5), gap=0.5)
