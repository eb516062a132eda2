"""Made-up documents that are no texts of research: CVs, books and manuals, calls, programmes, rules, forms, minutes."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from random import Random

from harvestman.learn.documents_synthetic_papers import source_line
from harvestman.learn.documents_synthetic_parts import (
    Draft,
    body,
    bullets,
    cased,
    contents,
    heading,
    people,
)
from harvestman.learn.documents_synthetic_sheet import Sheet
from harvestman.learn.documents_synthetic_words import Person

_CV = {
    "en": (("Curriculum Vitae", "CURRICULUM VITAE", "Résumé", "CV"),
           ("Education", "Employment", "Biography", "Invited Talks", "Students", "Personal Information", "Summary", "Journal Articles", "Publications", "Teaching", "Languages", "Awards", "Professional Experience", "Skills", "Grants", "References",
            "Research Interests", "Service"),
           ("PhD in {field}, {university}", "Lecturer, {university}", "Research assistant, {company}", "Professor of {field}, {university}", "Engineer, {company}")),
    "es": (("Currículum Vitae", "CURRICULUM VITAE", "Hoja de vida", "Currículo"),
           ("Formación académica", "Biografía", "Artículos", "Ponencias", "Educación", "Actividad docente", "Experiencia laboral", "Publicaciones", "Docencia", "Idiomas", "Premios", "Datos personales", "Proyectos", "Congresos",
            "Experiencia profesional", "Habilidades"),
           ("Doctor en {field}, {university}", "Profesor titular, {university}", "Becario, {company}", "Licenciado en {field}, {university}", "Ingeniero, {company}")),
    "ru": (("Резюме", "Краткая биография", "Curriculum Vitae", "РЕЗЮМЕ"),
           ("Образование", "Опыт работы", "Биография", "Статьи", "Доклады", "Научная деятельность", "Публикации", "Преподавание", "Языки", "Награды", "Личные данные", "Навыки", "Гранты", "Научные интересы"),
           ("Аспирант, {university}", "Доцент, {university}", "Программист, {company}", "Профессор, {university}", "Инженер, {company}")),
}  # fmt: skip
_BOOKS = {
    "en": ("{topic}: A Handbook", "An Introduction to {course}", "{course}", "The {topic} Manual", "User Guide to {topic}", "{topic} in Practice"),
    "es": ("Introducción a {course}", "Manual de {course}", "{course}", "Guía del usuario", "Fundamentos de {course}"),
    "ru": ("{course}. Учебное пособие", "Введение в предмет «{course}»", "{course}. Учебник", "Руководство пользователя", "Методические указания: {course}"),
}  # fmt: skip
_PRESS = {
    "en": ("{place} University Press", "Edition {n}", "ISBN 978-{n}-{n}-{n}", "All rights reserved.", "Version {n}.0", "Second edition"),
    "es": ("Editorial {place}", "Edición {n}", "ISBN 978-{n}-{n}-{n}", "Todos los derechos reservados.", "Segunda edición"),
    "ru": ("Издательство «{place}»", "Издание {n}-е", "ISBN 978-{n}-{n}-{n}", "УДК 519.2, ББК 22.1", "Рекомендовано учебно-методическим объединением"),
}  # fmt: skip
_OTHERS: dict[str, dict[str, tuple[tuple[str, ...], tuple[str, ...]]]] = {
    "en": {
        "call": (("Call for Papers", "Call for Participation", "{n}th Workshop on {field}. Call for Papers"),
                 ("Important dates", "Submission deadline: {date}", "Notification of acceptance: {date}", "Topics of interest include:", "Programme committee",
                  "Authors are invited to submit original papers.", "Submissions must not exceed {n} pages.", "Organisers")),
        "programme": (("Workshop Programme", "Conference Program", "Schedule"),
                      ("09:{n} Registration", "10:{n} Opening", "Coffee break", "Lunch", "Session {n}", "14:{n} {title}", "Keynote talk", "Closing")),
        "rules": (("Regulations for Students", "Rules for the use of the laboratory", "Grading policy", "Course syllabus: {course}", "Guidelines for Reviewers"),
                  ("{n}. Students must hand in their work before the deadline.", "Grading: homework {n} %, final exam {n} %.", "It is not allowed to copy.",
                   "Office hours: Monday", "Recommended reading", "Prerequisites", "The committee decides.")),
        "form": (("Application Form", "Certificate", "Registration form", "Consent Form", "Purchase order"),
                 ("Name: ____________", "Address: ____________", "Date: ________", "Signature: ________", "Phone: ________", "This is to certify that ________",
                  "Please tick: yes no", "Amount: {n}")),
        "minutes": (("Minutes of the meeting", "Agenda", "Newsletter No. {n}", "Announcement"),
                    ("Present: {person}, {person}", "Apologies: {person}", "{n}. Approval of the minutes", "{n}. Any other business", "Action: {person}")),
        "review": (("Review of the thesis", "Referee report", "Letter of recommendation", "Book review: {title}"),
                   ("The work deserves the grade excellent.", "I recommend this candidate without reservation.", "The author has carried out a careful study.",
                    "There are some minor remarks.", "{person}, Professor",
                    "{place} University Press, {year}. {n}{n} pp. ISBN 978-{n}-{n}-{n}", "Reviewed by {person}")),
        "table": (("Table of the distribution", "List of participants", "Price list", "Timetable"),
                  ("0.{n} 0.{n} 0.{n} 0.{n} 0.{n}", "{n} {n} {n} {n} {n} {n}", "1.{n} {person} {n}")),
    },
    "es": {
        "call": (("Convocatoria", "Llamado a trabajos", "Convocatoria de becas {year}"),
                 ("Fechas importantes", "Fecha límite de envío: {date}", "Temas de interés:", "Comité organizador", "Bases de la convocatoria",
                  "Podrán presentarse los estudiantes matriculados.", "Requisitos de los solicitantes")),
        "programme": (("Programa de las jornadas", "Programa del congreso", "Horario"),
                      ("09:{n} Inauguración", "Pausa café", "Comida", "Sesión {n}", "Mesa redonda", "16:{n} {title}", "Clausura")),
        "rules": (("Normas de la asignatura", "Reglamento de prácticas", "Ficha docente: {course}", "Guía docente. {course}", "Normativa de evaluación", "Programa de la asignatura {course}"),
                  ("Artículo {n}. Los estudiantes deberán entregar las prácticas en plazo.", "Criterios de evaluación: examen {n} %, prácticas {n} %.", "Créditos: {n} ECTS",
                   "Bibliografía básica", "Profesorado: {person}", "Tutorías: lunes", "Competencias", "No se permite copiar.", "Temario")),
        "form": (("Solicitud", "Certificado", "Hoja de inscripción", "Impreso de matrícula", "Formulario de consentimiento"),
                 ("Nombre y apellidos: ____________", "DNI: ____________", "Fecha: ________", "Firma: ________", "Teléfono: ________", "Domicilio: ________")),
        "minutes": (("Acta de la reunión", "Orden del día", "Boletín informativo n.º {n}"),
                    ("Asistentes: {person}, {person}", "{n}. Lectura y aprobación del acta", "{n}. Ruegos y preguntas", "Se acuerda por unanimidad.")),
        "review": (("Informe del tutor", "Carta de recomendación", "Reseña: {title}"),
                   ("El trabajo merece la calificación de sobresaliente.", "Recomiendo su publicación.", "Fdo.: {person}", "El autor ha realizado un estudio cuidadoso.")),
        "table": (("Tabla de la distribución", "Listado de admitidos", "Calendario de exámenes"),
                  ("0.{n} 0.{n} 0.{n} 0.{n} 0.{n}", "{n} {n} {n} {n} {n} {n}", "1.{n} {person} {n}")),
    },
    "ru": {
        "call": (("Информационное письмо", "Приглашение к участию в конференции", "Объявление о конкурсе"),
                 ("Важные даты", "Срок подачи заявок: {date}", "Основные направления:", "Программный комитет", "Организационный комитет", "Требования к оформлению",
                  "Приглашаем принять участие в работе конференции.")),
        "programme": (("Программа конференции", "Расписание занятий", "Программа семинара"),
                      ("09:{n} Регистрация", "Кофе-брейк", "Обед", "Секция {n}", "11:{n} {title}", "Закрытие")),
        "rules": (("Правила оформления работ", "Положение о порядке проведения практики", "Правила курса", "Рабочая программа дисциплины «{course}»", "Порядок оценивания"),
                  ("{n}. Студенты обязаны сдать работы в срок.", "Оценка: домашние задания {n} %, экзамен {n} %.", "Настоящее положение определяет порядок.",
                   "Форма контроля: экзамен", "Рекомендуемая литература", "Списывание не допускается.", "Итоговая оценка выставляется по формуле.")),
        "form": (("Заявление", "Справка", "Заявка на участие", "Анкета участника", "Договор"),
                 ("Фамилия, имя, отчество: ____________", "Адрес: ____________", "Дата: ________", "Подпись: ________", "Телефон: ________", "Прошу допустить меня к защите.")),
        "minutes": (("Протокол заседания кафедры", "Повестка дня", "К юбилею: {person}", "Поздравляем с юбилеем!"),
                    ("Присутствовали: {person}, {person}", "Слушали: {person}", "Постановили: утвердить тему работы.", "Желаем крепкого здоровья и новых успехов.")),
        "review": (("Отзыв научного руководителя", "Рецензия на выпускную квалификационную работу", "Рецензия на магистерскую диссертацию «{title}»", "Отзыв на работу"),
                   ("Работа заслуживает оценки «отлично».", "Автор провёл тщательное исследование.", "Имеются следующие замечания.", "Считаю, что работа удовлетворяет требованиям.",
                    "Рецензент: {person}")),
        "table": (("Таблица значений функции", "Список участников", "Ведомость"),
                  ("0.{n} 0.{n} 0.{n} 0.{n} 0.{n}", "{n} {n} {n} {n} {n} {n}", "1.{n} {person} {n}")),
    },
}  # fmt: skip


def _fill(draft: Draft, text: str) -> str:
    words = draft.words
    ready: tuple[tuple[str, Callable[[], str]], ...] = (
        ("{topic}", words.topic),
        ("{date}", words.date),
        ("{title}", words.title),
        ("{person}", lambda: words.person().name),
    )
    if draft.language == "ru":
        text = text.replace("{field}", "{field-gen}")
    for slot, draw in ready:
        while slot in text:
            text = text.replace(slot, draw(), 1)
    return words.fill(text)


def cv(language: str, rng: Random) -> Draft:
    """A CV: dated lines under short headings."""
    draft = Draft.begun("cv", language, rng)
    draft.template = "synthetic-cv"
    sheet, words = draft.sheet, draft.words
    names, headings, lines = _CV[language]
    person = words.person()
    draft.authors = [person]
    align = rng.choice(("centre", "left"))
    called = rng.choice(names)
    if rng.random() < 0.6:
        sheet.put(called, align=align, scale=rng.choice((1.0, 1.5)))
    sheet.put(person.name, "author", scale=rng.choice((1.0, 1.4, 2.0)), bold=rng.random() < 0.5, align=align)  # fmt: skip
    if rng.random() < 0.3:
        person.affiliations = [words.organisation()]
        sheet.put(person.affiliations[0], "affiliation", align=align, gap=0.4)
    person.email = words.email_of(person, words.host(words.of("university")))
    sheet.put(rng.choice(("{}", "E-mail: {}", "Email: {}")).format(person.email), "email", align=align, gap=0.5)  # fmt: skip
    if rng.random() < 0.6:
        sheet.put(f"+{rng.randint(1, 80)} {rng.randint(100, 999)} {rng.randint(100000, 999999)}", align=align)  # fmt: skip
    for name in rng.sample(headings, rng.randint(4, len(headings))):
        heading(draft, cased(draft, name))
        roll = rng.random()
        if roll < 0.2:
            _publications(draft, person, rng.randint(4, 40))
        elif roll < 0.3:
            sheet.put(words.paragraph(2, 5), gap=0.4)
        else:
            _stations(draft, lines)
    draft.page_count = max(len(sheet.pages), rng.choice((0, 0, 0, 12, 30)))
    if rng.random() < 0.3:
        sheet.head(f"{called}: {person.name}", first=False)
    if rng.random() < 0.6:
        sheet.numbers(of=rng.choice(("{page}", "{page}/{pages}")))
    return draft


def _stations(draft: Draft, lines: tuple[str, ...]) -> None:
    """Dated lines of a life."""
    rng, words = draft.rng, draft.words
    for _ in range(rng.randint(2, 7)):
        start = rng.randint(1985, 2022)
        span = rng.choice((f"{start}–{start + rng.randint(1, 6)}", f"{start}-{start + 3}", str(start), f"09/{start} – 06/{start + 2}", f"{start} -"))  # fmt: skip
        text = _fill(draft, rng.choice(lines)) if rng.random() < 0.7 else words.title()
        draft.sheet.put(f"{span}  {text}" if rng.random() < 0.75 else f"{text}, {span}", gap=0.3)


def _publications(draft: Draft, person: Person, number: int) -> None:
    """A list of one's own publications, as long as a paper's references."""
    rng, words = draft.rng, draft.words
    style = rng.choice(("{n}. ", "[{n}] ", "", "• "))
    for i in range(1, number + 1):
        other_ = words.person()
        year = rng.randint(1985, 2024)
        draft.sheet.put(f"{style.format(n=i)}{person.family}, {person.initials}, {other_.family}, {other_.initials} ({year}). {words.title()}. {words.of('place')}, {rng.randint(1, 40)}({rng.randint(1, 9)}).", gap=0.2)  # fmt: skip


def book(language: str, rng: Random) -> Draft:
    """A book or a long manual: cover, imprint, contents, chapters."""
    draft = Draft.begun("book", language, rng)
    draft.template = "synthetic-book"
    sheet, words = draft.sheet, draft.words
    topic = words.topic()
    draft.title = rng.choice(_BOOKS[language]).format(topic=topic[0].upper() + topic[1:], course=words.of("course"))  # fmt: skip
    above = rng.random() < 0.4
    draft.authors = [words.person() for _ in range(rng.choice((1, 1, 2)))]
    sheet.space(rng.choice((0.05, 0.2)))
    if above:
        for person in draft.authors:
            sheet.put(person.name, "author", align="centre", gap=0.5)
    sheet.put(cased(draft, draft.title), "title", scale=rng.choice((1.8, 2.4, 3.0)), bold=rng.random() < 0.5, align="centre", gap=2.0)  # fmt: skip
    if not above:
        for person in draft.authors:
            sheet.put(person.name, "author", align="centre", gap=2.0)
    sheet.space(0.2)
    for line in rng.sample(_PRESS[language], 2):
        sheet.put(_fill(draft, line), align="centre", gap=0.5)
    if rng.random() < 0.5:
        draft.date = str(words.year)
        sheet.put(draft.date, "date", align="centre")
    sheet.page()
    if rng.random() < 0.6:
        for line in _PRESS[language]:
            sheet.put(_fill(draft, line), gap=0.5)
        sheet.page()
    contents(draft, rng.randint(10, 40))
    body(draft, rng.choice((2, 4, 6)), chapters=True)
    draft.page_count = max(len(sheet.pages), rng.choice((0, 60, 120, 250, 400)))
    sheet.numbers(first=False)
    return draft


def other(language: str, rng: Random) -> Draft:
    """A call, programme, rule, form, minute, review or table."""
    draft = Draft.begun("other", language, rng)
    if rng.random() < 0.08:
        return _poster(draft)
    sheet, words = draft.sheet, draft.words
    kind = rng.choice(sorted(_OTHERS[language]))
    draft.template = f"synthetic-{kind}"
    titles, lines = _OTHERS[language][kind]
    align = rng.choice(("centre", "left"))
    if kind == "review" and rng.random() < 0.4:  # journals print them among their papers
        source_line(draft)
    elif rng.random() < 0.45:
        organisation = words.organisation()
        draft.affiliations = [organisation]
        sheet.put(organisation, "affiliation", align=align)
    draft.title = _fill(draft, rng.choice(titles))
    sheet.put(cased(draft, draft.title), "title", scale=rng.choice((1.0, 1.4, 1.8)), bold=rng.random() < 0.7, align=align, gap=1.0)  # fmt: skip
    long = rng.choice((1, 1, 1, 2, 3))
    prose = kind in ("rules", "review", "call") or rng.random() < 0.2
    while len(sheet.pages) <= long:
        roll = rng.random()
        if roll < 0.6 or not prose:
            sheet.put(_fill(draft, rng.choice(lines)), gap=0.5)
        elif roll < 0.7:
            bullets(draft, rng.randint(2, 5), mark=rng.choice(("•", "–", "1)")))
        else:
            sheet.put(words.paragraph(1, 4), gap=0.5)
        if sheet.y > sheet.look.height * rng.uniform(0.5, 1.1) and len(sheet.pages) == long:
            break
    if rng.random() < 0.3:
        sheet.put(f"{words.of('place')}, {words.date()}", gap=1.0)
    return draft


def _poster(draft: Draft) -> Draft:
    """One huge page: a paper's parts without the paper."""
    rng, look = draft.rng, draft.sheet.look
    scale = rng.choice((2.83, 4.0, 5.65))
    draft.sheet = Sheet(
        replace(look, width=look.width * scale, height=look.height * scale, size=rng.choice((24.0, 28.0, 36.0))), rng
    )  # fmt: skip
    draft.template = "synthetic-poster"
    draft.title = draft.words.title()
    people(draft, 1, 4)
    sheet = draft.sheet
    sheet.put(draft.title, "title", scale=2.5, bold=True, align="centre")
    sheet.put(
        ", ".join(p.name for p in draft.authors), "author", scale=1.4, align="centre", gap=0.5
    )
    one = draft.authors[0].affiliations[0]
    sheet.put(one, "affiliation", scale=1.2, align="centre", gap=0.5)
    for person in draft.authors:
        person.affiliations, person.email = [one], ""
    sheet.columns(rng.choice((2, 3)))
    for number in range(1, rng.randint(4, 8)):
        heading(draft, draft.term("middle"), number=number)
        sheet.put(draft.words.paragraph())
        bullets(draft, rng.randint(2, 5))
    return draft
