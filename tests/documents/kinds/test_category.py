"""The category of documents: hand-set pages of each kind, files with nothing to tell by, and the shape of the model."""

from __future__ import annotations

import pytest

from harvestman.documents.kinds import read_category
from harvestman.documents.kinds.category import category_model
from harvestman.documents.kinds.signs import kind_signs
from harvestman.documents.layout.lines import Layout, Line, PageLayout, Properties
from harvestman.model.documents import Category
from harvestman.text.linear import LinearModel


def page(number: int, text: str, *, size: float = 10.0, width: float = 595.0, height: float = 842.0) -> PageLayout:  # fmt: skip
    """A page of centred lines; a "# " makes a line big."""
    lines = []
    for i, shown in enumerate(line for line in text.strip().splitlines() if line.strip()):
        is_big = shown.startswith("# ")
        own = size * 1.7 if is_big else size
        long = min(width - 100, len(shown) * own * 0.48)
        x0 = (width - long) / 2
        y0 = 60 + i * size * 1.3
        lines.append(Line(shown.removeprefix("# "), number, x0, y0, x0 + long, y0 + own, own, "CMR10", is_big, block=i))  # fmt: skip
    return PageLayout(number, width, height, tuple(lines))


SENTENCE = (
    "We show that the proposed method is faster than the earlier ones [3, 7], as Table 2 says.\n"
)
ZADACHI = "\n".join(f"{i}. Докажите, что функция непрерывна, и найдите её производную." for i in range(1, 9))  # fmt: skip
EJERCICIOS = "\n".join(f"Ejercicio {i}. Demuestra que la serie converge y calcula su suma." for i in range(1, 9))  # fmt: skip

EXAMPLES = {
    "paper": (
        Category.PAPER,
        [
            "# Fast Joins on Wide Tables\nAnn Lee and Bo Ray\nUniversity of Northfield\nann@nf.edu, bo@nf.edu\nAbstract\n"
            + SENTENCE * 6
            + "Keywords: joins, tables\n# 1 Introduction\n"
            + SENTENCE * 30,
            SENTENCE * 45,
            "# 6 Conclusions\n" + SENTENCE * 8 + "# References\n" + "[1] A. Lee. Joins. Journal of Data, 3(2), pp. 1-9, 2001.\n" * 20,
        ],
    ),
    "russian thesis": (
        Category.THESIS,
        [
            "Министерство науки и высшего образования Российской Федерации\nСеверский государственный университет\nКафедра информатики\n"
            "Выпускная квалификационная работа бакалавра\n# Поиск путей в графах\nВыполнил: Петров Иван Ильич\n"
            "Научный руководитель: к.ф.-м.н., доцент О. П. Белова\nСеверск, 2019",
            "# Содержание\nВведение . . . . . . . . . . . . . . 3\nОбзор . . . . . . . . . . . . . . . 5\nЗаключение . . . . . . . . . . . 40\nСписок литературы . . . . . . . . . . 42",
            "# Введение\n" + "В работе рассматривается задача поиска путей в графе с ограничениями.\n" * 30,
        ]
        + ["Рассмотрим теперь общий случай, когда данные не упорядочены заранее.\n" * 35] * 8,
    ),
    "spanish sheet": (
        Category.EXERCISE,
        ["Universidad de Ribalta\nCálculo I. Curso 2019/20\n# Hoja 3\n" + EJERCICIOS],
    ),
    "russian sheet": (Category.EXERCISE, ["Математический анализ\n# Домашнее задание № 2\n" + ZADACHI]),
    "cv": (
        Category.CV,
        [
            "# Curriculum Vitae\n# Ann Lee\nann@nf.edu\n+44 123 456789\n# Education\n2001–2005 PhD in Physics, University of Northfield\n"
            "1997–2001 BSc in Physics, Ashton College\n# Employment\n2010–2020 Lecturer, University of Northfield\n2005–2010 Engineer, Ashton Labs\n"
            "# Awards\n2012 Best paper\n# Languages\nEnglish, French\n# Teaching\n2011–2019 Linear algebra",
        ],
    ),
    "call": (
        Category.OTHER,
        [
            "# Call for Papers\n5th Workshop on Wide Tables\nImportant dates\nSubmission deadline: 3 May 2010\nNotification: 1 June 2010\n"
            "Topics of interest include:\n• joins\n• indexes\n• storage\nProgramme committee\nAnn Lee, Northfield\nBo Ray, Ashton\nSubmissions must not exceed 9 pages.",
        ],
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", EXAMPLES)
def test_categories(name: str) -> None:
    wanted, texts = EXAMPLES[name]
    pages = tuple(page(i, text) for i, text in enumerate(texts, 1))
    category, confidence = read_category(Layout(pages, len(pages), "pdf"))
    assert category is wanted
    assert 0.2 < confidence <= 1.0


def test_slides() -> None:
    texts = ["# Wide Tables\nAnn Lee\nUniversity of Northfield\n3 May 2010"]
    texts += ["# Motivation\n• Fast and simple\n• Needs more data\n• Open problems"] * 9
    pages = tuple(page(i, t, width=362.8, height=272.1) for i, t in enumerate(texts, 1))
    made = Properties(creator="LaTeX with Beamer class version 3.36")
    assert read_category(Layout(pages, len(pages), "pdf", made))[0] is Category.SLIDES


def test_no_text_is_other_and_unsure() -> None:
    empty = Layout((PageLayout(1, 595, 842, ()),), 1, "pdf")
    assert read_category(empty) == (Category.OTHER, 0.0)
    assert read_category(Layout((), 0, "pdf")) == (Category.OTHER, 0.0)


def test_text_without_looks_is_read_too() -> None:
    lines = tuple(Line(text, 1) for text in ["Домашнее задание № 2", *ZADACHI.splitlines()])
    layout = Layout((PageLayout(1, 0.0, 0.0, lines, has_looks=False),), 1, "docx")
    assert "no-looks" in kind_signs(layout)
    assert read_category(layout)[0] is Category.EXERCISE


def test_strange_numbers_are_no_trouble() -> None:
    lines = (
        Line("x" * 100_000, 1, -5.0, 1e9, 3.0, -1.0, 0.0001),
        Line("\ud800 (((((", 1, size=1e9),
    )
    read_category(Layout((PageLayout(1, 0.0, 0.0, lines),), 10**9, "pdf"))


def test_the_model_survives_its_file() -> None:
    model = category_model()
    again = LinearModel.from_bytes(model.to_bytes())
    assert again == model
    assert again.to_bytes() == model.to_bytes()
    assert set(model.outcomes) == set(map(str, Category))


def test_shares_add_up() -> None:
    shares = category_model().shares({"always": 1.0, "unknown": 5.0})
    assert sum(shares.values()) == pytest.approx(1.0)
