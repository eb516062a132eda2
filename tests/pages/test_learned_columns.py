"""Papers by the page's own columns and lines: no word of a title is known, only the shape of names."""

from __future__ import annotations

import pytest

from compiling import interpreted
from harvestman.pages.learned.columns import read_columns
from harvestman.pages.learned.features import Sketch, sketch
from harvestman.pages.learned.name_lists import name_list
from harvestman.pages.learned.one_line import read_lines
from harvestman.pages.learned.people import is_rank
from harvestman.pages.learned.printed import read_printed
from harvestman.pages.learned.regions import windows
from harvestman.pages.learned.title_texts import is_title_text
from harvestman.pages.wording import words_for


def sketches(markup: str) -> list[Sketch]:
    """The regions of a small page."""
    (page,) = windows(f"<html><body>{markup}</body></html>")
    return sketch(page)


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("Ana Ruiz, Luis Pérez and Eva Gil", ["Ana Ruiz", "Luis Pérez", "Eva Gil"]),
        ("Autores: Ruiz Soto, Ana; Pérez, Luis", ["Ruiz Soto, Ana", "Pérez, Luis"]),
        ("Ruiz, Ana", ["Ruiz, Ana"]),
        ("Zgraggen, U.; Furrer, H. (WSL)", ["Zgraggen, U.", "Furrer, H."]),
        ("Иванов И.И., Петрова А.Б.", ["Иванов И.И.", "Петрова А.Б."]),
        ("Ana Ruiz (León), Eva Gil (TU Graz)", ["Ana Ruiz", "Eva Gil"]),
        ("Ana Ruiz and Eva Gil, University of León", ["Ana Ruiz", "Eva Gil"]),
        ("Larissa Peixoto¹, Davi Alencar²", ["Larissa Peixoto", "Davi Alencar"]),
    ],
)
def test_a_text_of_people_alone_is_a_name_list(text: str, names: list[str]) -> None:
    found = name_list(text)
    assert found is not None
    assert [person.name for person in found.people] == names


@pytest.mark.parametrize(
    "text",
    [
        "",
        "Chair: Ana Ruiz",
        "Monday, 28 April 2003",
        "A study of bees in the north",
        "University of León",
        "Who was Ana Ruiz?",
        "10:30 Coffee Break",
    ],
)
def test_anything_else_is_none(text: str) -> None:
    assert name_list(text) is None


def test_an_affiliation_in_brackets_is_that_of_the_people_before_it() -> None:
    found = name_list("Ana Ruiz, Eva Gil (TU Graz); Bo Li (INRIA)")
    assert found is not None
    assert [person.affiliations for person in found.people] == [["TU Graz"], ["TU Graz"], ["INRIA"]]


ROWS = [
    ("Hidrologia dos rios do planalto", "Ana Ruiz, Luis Pérez"),
    ("Metsäpalojen mallintaminen pohjoisessa", "Mikko Salmela"),
    ("Orkaanide mõju rannikule", "Kaarel Lepik, Laura Põldma"),
]


def test_titles_are_the_column_beside_the_people() -> None:
    table = "".join(
        f"<tr><td>9:{at}0</td><td><b>{title}</b><p class=who>{names}</p><p class=org>Universitas Aurea</p></td></tr>"
        for at, (title, names) in enumerate(ROWS)
    )
    found = read_columns(sketches(f"<table>{table}</table>"))
    assert [(one.title, [p.name for p in one.people]) for one in found] == [
        (title, names.split(", ")) for title, names in ROWS
    ]


def test_people_may_stand_before_their_titles_and_abstracts_are_no_titles() -> None:
    markup = "".join(
        f"<dt><strong>{names}</strong><dd><em>{title}</em><br><font size=-1>{title} and so on. It was seen in many places. We tell why.</font>"
        for title, names in ROWS
    )
    found = read_columns(sketches(f"<dl>{markup}</dl>"))
    assert [one.title for one in found] == [title for title, _ in ROWS]


def test_names_that_a_line_prints_in_two_styles_are_one_list() -> None:
    markup = "".join(
        f"<p><b>{title}</b></p><p class=a><u>{names.split(', ')[0]}</u>{names[len(names.split(', ')[0]) :]}</p>"
        for title, names in ROWS
    )
    found = read_columns(sketches(markup))
    assert [[p.name for p in one.people] for one in found] == [
        names.split(", ") for _, names in ROWS
    ]


def test_fields_of_one_class_are_told_apart_by_their_labels() -> None:
    markup = "".join(
        f"<div><h3>{title}</h3><div><span class=l>Autores: </span><span class=v>{names}</span></div>"
        f"<div><span class=l>Institución: </span><span class=v>Aurea Magna</span></div></div>"
        for title, names in ROWS
    )
    assert [one.title for one in read_columns(sketches(markup))] == [title for title, _ in ROWS]


@pytest.mark.parametrize(
    "markup",
    [
        "<li><b>{name}</b> <i>University of {word}</i></li>",  # a committee
        "<li><b>{name}</b> <i>mail {word} at example.org</i></li>",
        "<p>Session {word} of the day</p><p>Chair:</p><p class=who>{name}</p>",
    ],
)
def test_people_beside_something_else_are_no_papers(markup: str) -> None:
    people = [("Ana Ruiz", "Léon"), ("Luis Pérez", "Graz"), ("Eva Gil", "Turku"), ("Bo Li", "Riga")]
    page = "".join(markup.format(name=name, word=word) for name, word in people)
    assert read_columns(sketches(f"<ul>{page}</ul>")) == []


def test_two_entries_alike_are_no_list() -> None:
    markup = "".join(f"<p><b>{title}</b></p><p>{names}</p>" for title, names in ROWS[:2])
    assert read_columns(sketches(markup)) == []


@pytest.mark.parametrize(
    "line",
    [
        "{names}: {title}",
        "{title} ({names})",
        "{title} – {names}",
        "{names}. {title}",
        "<b>{title}</b>. {names}",
    ],
)
def test_lines_of_one_pattern_are_cut_alike(line: str) -> None:
    markup = "".join(f"<li>{line.format(title=title, names=names)}</li>" for title, names in ROWS)
    (found,) = read_lines(sketches(f"<ul>{markup}</ul>"))
    assert [(one.title, [p.name for p in one.people]) for one in found] == [
        (title, names.split(", ")) for title, names in ROWS
    ]


def test_one_person_with_a_place_before_a_colon() -> None:
    lines = [
        "Berta Limachi, Universidad de El Alto, Bolivia: Abonos a partir de estiércol",
        "Joaquín Pedraza, Universidad de Jujuy, Argentina: Hornos de barro en la Puna",
        "Graciela Tolaba, INTA, Argentina: Queso de cabra con cuajo",
    ]
    (found,) = read_lines(sketches("<ul>" + "".join(f"<li>{one}</li>" for one in lines) + "</ul>"))
    assert [one.title for one in found] == [one.partition(": ")[2] for one in lines]
    assert found[2].people[0].affiliations == ["INTA, Argentina"]


def test_people_with_what_they_do_are_no_list_of_papers() -> None:
    lines = [
        "Peter Wittkamp, writer (22 followers): Say it in three words",
        "Carla Mohr, editor (15 followers): Take a stand in public",
        "Robert Haas, pilot (45 followers): Comment on the day at once",
    ]
    page = "<ul>" + "".join(f"<li>{one}</li>" for one in lines) + "</ul>"
    assert read_lines(sketches(page)) == []


@pytest.mark.parametrize(
    "lines",
    [
        (
            "<b>9:00–9:20</b> “{}”. Graciela Ochoa y Iván Poma (Universidad de Loja).",
            "<b>9:20–9:40</b> “{}”. Beatriz Larrea (Universidad de Deusto).",
            "<b>9:40–10:00</b> “{}”. Saúl Urdaneta (UNMSM).",
        ),
        (
            "9h00 : Graciela OCHOA et Iván POMA (Université de Pau), <i>{}</i>",
            "9h30 : Beatriz LARREA (IGN), <i>{}</i>",
            "10h00 : Saúl URDANETA (Université de Pau), <i>{}</i>",
        ),
        (
            "<b>Ochoa G., Poma I.</b> {}. <i>(Institute of Lakes, Oslo)</i>",
            "<b>Larrea B.</b> {}. <i>(Ice Centre, Bergen)</i>",
            "<b>Urdaneta S.</b> {}. <i>(Institute of Lakes, Oslo)</i>",
        ),
    ],
)
def test_lines_of_a_programme_with_times_and_places(lines: tuple[str, ...]) -> None:
    titles = ["Zxqu vorlem and nisto tar", "Palir: un mestor di kelvan", "Orte vun sillat perdimo"]
    listed = "".join(
        f"<li>{line.format(title)}</li>" for line, title in zip(lines, titles, strict=True)
    )
    (entries,) = read_lines(sketches(f"<ul>{listed}</ul>"))
    assert [entry.title.strip("“”. ") for entry in entries] == titles
    assert [len(entry.people) for entry in entries] == [2, 1, 1]


def test_a_name_that_nobody_knows_in_a_list_of_known_ones() -> None:
    known = ["Ana Ruiz", "Luis Pérez", "Eva Gil", "Tom Stone"]
    lines = [f"{name}: Zxqu vorlem {n} nisto tar" for n, name in enumerate(known)]
    markup = "".join(f"<li>{line}</li>" for line in [*lines, "Qwxu Vzzorb: Palir un mestor di"])
    (entries,) = read_lines(sketches(f"<ul>{markup}</ul>"))
    assert entries[-1].people[0].name == "Qwxu Vzzorb"


_ROWS = [
    ("Urs Ammann", "Lawinenwarnung mit neuronalen Netzen"),
    ("Flurina Caviezel", "Permafrost im Engadin: vierzig Jahre Daten"),
    ("Barbara Hefti", "Gletscherseen aus der Luft"),
    ("Lukas Obrist", "Murgänge akustisch erfassen"),
]


def test_what_stands_below_every_name_is_no_name() -> None:
    rows = "".join(
        f"<tr><td>{9 + n}:15</td><td>{who}<br><small>ETH Zürich</small></td><td><b>{title}</b></td></tr>"
        for n, (who, title) in enumerate(_ROWS)
    )
    found = read_columns(sketches(f"<table>{rows}</table>"))
    assert [(entry.people[0].name, entry.title) for entry in found] == _ROWS


def test_a_music_hall_is_no_room() -> None:
    assert is_title_text("Archives of the music-hall")
    assert not is_title_text("Great Hall, north")


def test_degrees_and_ranks_between_commas_are_no_people() -> None:
    for text, names in (
        (
            "Смирнов Алексей Викторович, д.ф.-м.н., профессор (МГУ, Москва)",
            ["Смирнов Алексей Викторович"],
        ),
        ("Панова Е.Ю., студентка, Орлов П.П., к. х. н.", ["Панова Е.Ю.", "Орлов П.П."]),
        ("Ana Ruiz, PhD student, Luis Pérez, professor", ["Ana Ruiz", "Luis Pérez"]),
        ("Rafael Monteiro, Thaís de Oliveira e Souza", None),
    ):
        found = name_list(text)
        assert found is not None
        expected = names or ["Rafael Monteiro", "Thaís de Oliveira e Souza"]
        assert [person.name for person in found.people] == expected


def test_people_behind_times_are_a_column_though_breaks_stand_between() -> None:
    talks = (
        ("10.00–10.20", "Смирнов Алексей Викторович, д.ф.-м.н.", "О волнах в слоистых средах"),
        (
            "10.20–10.40",
            "Гайдук Пётр Ильич, Лобанова Ольга Сергеевна",
            "Плёнки после отжига в печи",
        ),
        ("11.20–11.40", "Ахметов Руслан Ильдарович, аспирант", "Диффузия в пористых телах"),
        ("11.40–12.00", "Никифоров Е.Д., Сидоренко В.В.", "Скорость звука в смесях газов"),
    )
    lines = [f"<p><b>{time}</b> {who} (НГУ)<br>«{title}»</p>" for time, who, title in talks]
    lines.insert(2, "<p><b>10.40–11.20</b> Кофе-брейк</p>")
    lines.append("<p><b>13.00</b> Обед</p><p>Председатель: проф. Орлов Н.П.</p>")
    entries = read_columns(sketches("".join(lines)))
    assert [entry.title for entry in entries] == [f"«{title}»" for _, _, title in talks]
    assert [who.name for who in entries[1].people] == [
        "Гайдук Пётр Ильич",
        "Лобанова Ольга Сергеевна",
    ]


def test_a_title_may_end_in_a_word_for_rooms() -> None:
    assert is_title_text("Inklusion im ländlichen Raum")
    assert not is_title_text("Großer Raum 3")


@pytest.mark.parametrize(
    ("text", "names", "places"),
    [
        ("Marta Oliveira et al.", ["Marta Oliveira"], [[]]),
        ("Ana Ruiz, Luis Pérez y otros", ["Ana Ruiz", "Luis Pérez"], [[], []]),
        ("Иванов И.И., Петров П.П. и др.", ["Иванов И.И.", "Петров П.П."], [[], []]),
        ("Ana Ruiz a, Jens Holm b", ["Ana Ruiz", "Jens Holm"], [[], []]),
        ("Ana Ruiz – University of León / Jens Holm – TU Graz", ["Ana Ruiz", "Jens Holm"], [["University of León"], ["TU Graz"]]),
        ("Priya Natarajan, IIT Madras", ["Priya Natarajan"], [["IIT Madras"]]),
        ("Dr. Ana Ruiz, PhD, Prof. Jens Holm, MSc", ["Ana Ruiz", "Jens Holm"], [[], []]),
    ],
)  # fmt: skip
def test_others_marks_dashes_and_short_names_of_institutions(
    text: str, names: list[str], places: list[list[str]]
) -> None:
    found = name_list(text)
    assert found is not None
    assert [person.name for person in found.people] == names
    assert [person.affiliations for person in found.people] == places


def test_people_of_an_entry_that_are_printed_one_by_one() -> None:
    talks = (
        ("Counting Bees with Cheap Cameras", (("Marta Oliveira", "University of Porto"), ("Jens Holm", "Lund University"))),
        ("Slow Maps of Rivers that Move", (("Robert Hansen", "University of Bergen"), ("Aiko Tanaka", "Kyoto University"), ("Eva Gil", "University of León"))),
        ("The Grammar of Weather Reports", (("Priya Natarajan", "Anna University"),)),
    )  # fmt: skip
    boxes = "".join(
        f"<article><h3>{title}</h3><div>"
        + "".join(f"<div><span class=n>{who}</span><span class=a>{at}</span></div>" for who, at in people)
        + "</div><p>Room 3.14, 10:00-10:20</p></article>"
        for title, people in talks
    )  # fmt: skip
    found = [
        (entry.title, tuple((who.name, who.affiliations[0]) for who in entry.people))
        for entry in read_columns(sketches(boxes))
        if len(entry.people) > 1
    ]
    assert found == list(talks[:2])


def test_people_of_other_cells_of_a_row_are_not_joined() -> None:
    rows = (
        ("Counting Bees with Cheap Cameras", "Marta Oliveira", "Jens Holm"),
        ("Slow Maps of Rivers that Move", "Robert Hansen", "Aiko Tanaka"),
        ("The Grammar of Weather Reports", "Priya Natarajan", "Eva Gil"),
    )
    markup = "".join(f"<tr>{''.join(f'<td>{cell}</td>' for cell in row)}</tr>" for row in rows)
    entries = read_columns(sketches(f"<table>{markup}</table>"))
    assert [[who.name for who in entry.people] for entry in entries] == [[row[1]] for row in rows]


def test_entries_that_share_one_cell_keep_their_own_people() -> None:
    entries = (
        ("Marta Oliveira, Jens Holm", "Counting Bees with Cheap Cameras"),
        ("Robert Hansen, Aiko Tanaka", "Slow Maps of Rivers that Move"),
        ("Priya Natarajan, Eva Gil", "The Grammar of Weather Reports"),
    )
    lines = "<br>".join(f"{title}<br>{names}" for names, title in entries)
    found = read_columns(sketches(f"<table><tr><td>{lines}</td></tr></table>"))
    assert all(len(entry.people) == 2 for entry in found)


def test_initials_before_a_surname_that_is_a_town_are_no_institution() -> None:
    found = name_list("J-P Wigneron, M-J Escorihuela, K. Saleh")
    assert found is not None
    assert [who.name for who in found.people] == ["J-P Wigneron", "M-J Escorihuela", "K. Saleh"]


def test_what_belongs_to_a_name_is_no_rank() -> None:
    assert not any(map(is_rank, ("III", "Jr.", "Sr", "K.")))
    assert all(map(is_rank, ("PhD", "MSc", "к. х. н.", "Doktorandin", "PhD student")))


def test_two_people_of_one_name_are_two() -> None:
    entries = (
        ("Wei Wang, Eva Gil, Wei Wang", "Counting Bees with Cheap Cameras"),
        ("Robert Hansen, Aiko Tanaka", "Slow Maps of Rivers that Move"),
        ("Priya Natarajan", "The Grammar of Weather Reports"),
    )
    items = "".join(f"<li><b>{title}</b><br>{names}</li>" for names, title in entries)
    first = read_columns(sketches(f"<ul>{items}</ul>"))[0]
    assert [who.name for who in first.people] == ["Wei Wang", "Eva Gil", "Wei Wang"]


def test_of_a_column_of_prose_only_a_few_texts_are_looked_at(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    asked: list[str] = []

    def noting(text: str) -> None:
        asked.append(text)

    columns = interpreted("harvestman.pages.learned.columns")
    monkeypatch.setattr(columns, "name_list", noting)
    prose = "".join(f"<p>Die {at}. Biene schläft am Tag</p>" for at in range(100))
    assert columns.read_columns(sketches(prose)) == []
    assert 0 < len(asked) <= 30


@pytest.mark.parametrize("unsure", [4, 5])
def test_a_column_is_one_of_people_where_lists_know_most_of_them(unsure: int) -> None:
    known = ["Ana Ruiz", "Luis Pérez", "Eva Gil", "Bo Li", "Mikko Salmela", "Laura Brown"]
    people = [*known, *(f"Qzw{at * 'u'} Xvrk{at * 'a'}" for at in range(1, unsure + 1))]
    markup = "".join(
        f"<p><b>Counting the {at} bees of a hill</b></p><p class=w>{name}</p>"
        for at, name in enumerate(people)
    )
    assert bool(read_columns(sketches(markup))) is (unsure == 4)


def test_a_copy_of_what_is_printed_may_be_mended_without_an_effect_on_it() -> None:
    rows = "".join(f"<p><b>{title}</b></p><p class=w>{names}</p>" for title, names in ROWS)
    printed = read_printed(sketches(rows))
    copied = printed.copy()
    assert copied == printed
    assert copied.columns
    for entry in copied.columns:
        entry.people[0].name = "Nobody"
        entry.people[0].affiliations.append("Nowhere")
        entry.people.pop()
    assert [[who.name for who in one.people] for one in printed.columns] == [
        names.split(", ") for _, names in ROWS
    ]
    assert not any(who.affiliations for one in printed.columns for who in one.people)


@pytest.mark.parametrize(
    "text",
    [
        "Session chair: Ann Lee",
        "Lunch (Chairman: Bo Li)",
        "Talks/chaired by Cy Wu",
        "Co-Chairs of the day",
        "ORGANIZED BY THE SOCIETY",
        "Comité organizador del taller",
    ],
)
def test_what_names_a_chair_is_no_title(text: str) -> None:
    assert not is_title_text(text)


def test_a_chair_is_told_by_five_letters() -> None:
    for name in ("chair", "organiser"):
        assert all(len(word.partition("*")[0]) >= 5 for word in words_for("entries", name))
