"""Whole first pages of different kinds, in three languages, each with its own difficulty."""

from __future__ import annotations

from collections.abc import Callable

from harvestman.documents.header import HeaderFound, read_header
from harvestman.documents.layout.lines import Layout, PageLayout, Properties

Document = Callable[..., Layout]
_BODY = "we show that the new method is as fast as the old one and uses less memory than"


def _title(header: HeaderFound) -> str:
    return header.title.value if header.title else ""


def _names(header: HeaderFound) -> list[str]:
    return [author.value.name for author in header.authors]


def test_a_paper(document: Document) -> None:
    header = read_header(
        document(
            [
                (17, "A Lazy Approach to Sorting Large", "b"),
                (17, "Collections of Records", "b"),
                (12, "Ann B. Lee and Robert Roe", "+"),
                (10, "Department of Computer Science, University of Exampleton"),
                (10, "{lee,roe}@cs.exampleton.edu"),
                (11, "Abstract", "b+"),
                (9, "Sorting large collections of records takes time. In this paper we pre-", "<"),
                (9, "sent a method that sorts only what is asked for.", "<"),
                (9, "Keywords: sorting, lazy evaluation, records", "<+"),
                (12, "1 Introduction", "b<+"),
                *[(10, _BODY, "<")] * 20,
            ]
        )
    )
    assert _title(header) == "A Lazy Approach to Sorting Large Collections of Records"
    assert _names(header) == ["Ann B. Lee", "Robert Roe"]
    assert [found.value for found in header.emails] == [
        "lee@cs.exampleton.edu",
        "roe@cs.exampleton.edu",
    ]
    assert [author.value.emails for author in header.authors] == [
        ("lee@cs.exampleton.edu",),
        ("roe@cs.exampleton.edu",),
    ]
    assert "University of Exampleton" in header.affiliations[0].value
    assert header.abstract
    assert header.abstract.value.startswith("Sorting large collections")
    assert "present a method" in header.abstract.value
    assert header.keywords
    assert header.keywords.value == ("sorting", "lazy evaluation", "records")
    assert header.title
    assert header.title.page == 1
    assert 0 < header.title.confidence <= 1
    assert header.title.quote.startswith("A Lazy Approach")


def test_a_russian_title_page_names_its_student_not_the_supervisor(document: Document) -> None:
    header = read_header(
        document(
            [
                (14, "Министерство науки и высшего образования Российской Федерации"),
                (14, "Северский государственный университет"),
                (14, "Кафедра прикладной математики"),
                (16, "Кузнецов Пётр Андреевич", "+"),
                (22, "Приближённый поиск подстрок", "b+"),
                (22, "в больших текстах", "b"),
                (14, "Выпускная квалификационная работа"),
                (12, "Научный руководитель:", ">+"),
                (12, "к.ф.-м.н., доцент Соколова И. В.", ">"),
                (12, "Рецензент:", ">+"),
                (12, "программист ООО «Пример» Орлов Д. С.", ">"),
                (14, "Северск", "+"),
                (14, "2019"),
            ]
        )
    )
    assert _title(header) == "Приближённый поиск подстрок в больших текстах"
    assert _names(header) == ["Кузнецов Пётр Андреевич"]


def test_a_spanish_thesis_names_its_author_not_the_tutor(document: Document) -> None:
    header = read_header(
        document(
            [
                (16, "Universidad de Ejemplo"),
                (14, "Escuela Técnica Superior de Ingeniería Informática"),
                (14, "Grado en Ingeniería Informática", "+"),
                (14, "Trabajo Fin de Grado"),
                (22, "Aplicación web para la gestión", "b+"),
                (22, "de bibliotecas escolares", "b"),
                (12, "Autor: Javier Gómez Prieto", "+"),
                (12, "Tutora: María Soler Vidal"),
                (12, "Junio de 2018", "+"),
            ]
        )
    )
    assert _title(header) == "Aplicación web para la gestión de bibliotecas escolares"
    assert _names(header) == ["Javier Gómez Prieto"]
    assert header.date
    assert header.date.value == "Junio de 2018"


def test_slides(document: Document) -> None:
    header = read_header(
        document(
            [
                (28, "Testing Compilers at Random", "b+"),
                (18, "Ann Lee", "+"),
                (14, "University of Exampleton"),
                (14, "12 March 2016", "+"),
            ],
            slide=True,
        )
    )
    assert _title(header) == "Testing Compilers at Random"
    assert _names(header) == ["Ann Lee"]
    assert header.date
    assert header.date.value == "12 March 2016"


def test_rubbish_properties_do_not_matter(document: Document) -> None:
    rows = [(20, "Graphs That Grow", "b"), (12, "Ann Lee", "+"), *[(10, _BODY, "<")] * 30]
    plain = read_header(document(rows))
    named = read_header(document(rows, properties=Properties(title="Microsoft Word - paper.doc")))
    assert _title(plain) == _title(named) == "Graphs That Grow"


def test_identifiers(document: Document) -> None:
    header = read_header(
        document(
            [
                (8, "Journal of Examples 12 (2019), ISSN 2049-3630", "<"),
                (8, "https://doi.org/10.5555/12345678", "<"),
                (18, "On Small Numbers", "b+"),
                (12, "Ann Lee", "+"),
                (8, "https://orcid.org/0000-0002-1825-0097"),
                (8, "arXiv:1706.03762v5 [cs.CL] 12 Jun 2017", "<+"),
                *[(10, _BODY, "<")] * 20,
            ]
        )
    )
    assert header.doi
    assert header.doi.value == "10.5555/12345678"
    assert header.arxiv
    assert header.arxiv.value == "1706.03762"
    assert header.issn
    assert header.issn.value == "2049-3630"
    assert [found.value for found in header.orcids] == ["0000-0002-1825-0097"]


def test_an_empty_document_has_an_empty_header() -> None:
    assert read_header(Layout((), 0, "pdf")) == HeaderFound()
    assert read_header(Layout((PageLayout(1, 595, 842, ()),), 1, "pdf")) == HeaderFound()


def _front(document: Document, *rows: tuple[float, str] | tuple[float, str, str]) -> HeaderFound:
    return read_header(
        document(
            [
                (17, "A Lazy Approach to Sorting Large Records", "b"),
                *rows,
                (11, "Abstract", "b+"),
                *[(9, _BODY, "<")] * 12,
                (12, "1 Introduction", "b<+"),
                *[(10, _BODY, "<")] * 20,
            ]
        )
    )


def test_each_name_on_a_line_of_its_own_stays_one(document: Document) -> None:
    header = _front(
        document,
        (11, "Chun-Liang Li", "+<"),
        (11, "Chun-Sung Ferng", "<"),
        (11, "Hsuan-Tien Lin", "<"),
        (10, "Department of Computer Science, National University of Exampleton", "<"),
    )
    assert _names(header) == ["Chun-Liang Li", "Chun-Sung Ferng", "Hsuan-Tien Lin"]


def test_streets_are_no_authors(document: Document) -> None:
    header = _front(
        document,
        (12, "Nichola Roberts, Dmitry Sityaev", "+"),
        (10, "Connex One Limited"),
        (10, "Bauhaus, 27 Quay St, Manchester M3 3GY, United Kingdom"),
    )
    assert _names(header) == ["Nichola Roberts", "Dmitry Sityaev"]


def test_family_names_first_between_semicolons(document: Document) -> None:
    header = _front(
        document,
        (14, "Ortega,Carlos; Guerra, Maria; Flores, Juan", "+"),
        (12, "Universidad de Tarapuy, Popayan, Colombia"),
    )
    assert _names(header) == ["Carlos Ortega", "Maria Guerra", "Juan Flores"]


def test_a_family_name_that_is_also_an_office(document: Document) -> None:
    header = _front(
        document,
        (12, "Fay Chang, Jeffrey Dean, Sandra Miller, Robert E. Gruber", "+"),
        (10, "Department of Computer Science, University of Exampleton"),
    )
    assert _names(header) == ["Fay Chang", "Jeffrey Dean", "Sandra Miller", "Robert E. Gruber"]


def test_a_subtitle_in_a_smaller_size(document: Document) -> None:
    header = read_header(
        document(
            [
                (14, "Measures for Ambiguity in Language", "b"),
                (12, "The Case of Medical Relations", "b"),
                (10, "Ann B. Lee and Robert Roe", "+"),
                (9, "Department of Computer Science, University of Exampleton"),
                (11, "Abstract", "b+"),
                *[(9, _BODY, "<")] * 12,
                (12, "1 Introduction", "b<+"),
                *[(10, _BODY, "<")] * 20,
            ]
        )
    )
    assert _title(header) == "Measures for Ambiguity in Language: The Case of Medical Relations"


def test_a_russian_title_stands_below_its_classification(document: Document) -> None:
    text = "в статье описан метод, который сравнивается с другими на тех же самых данных и"
    header = read_header(
        document(
            [
                (14, "ИНФОРМАЦИОННЫЕ ТЕХНОЛОГИИ", "b"),
                (10, "УДК 519.6", "<+"),
                (12, "БЫСТРЫЙ ПОИСК ПОВТОРОВ", "b+"),
                (12, "ПРИ ОБРАБОТКЕ ТЕКСТОВ БОЛЬШОЙ ДЛИНЫ", "b"),
                (11, "Д. А. Седов, А. И. Крылова", "+"),
                (10, "Саратовский государственный университет"),
                (12, "FAST SEARCH OF REPEATS IN LONG STRINGS", "b+"),
                *[(10, text, "<")] * 25,
            ]
        )
    )
    assert _title(header).casefold() == "быстрый поиск повторов при обработке текстов большой длины"


def test_the_title_is_not_its_translation(document: Document) -> None:
    text = "el método se compara con otros en los mismos datos y resulta ser más rápido que"
    header = read_header(
        document(
            [
                (8, "XXIX Simposio Internacional de Listas"),
                (16, "Lectura de listas para estudiar los nombres", "b+"),
                (16, "de los autores en las revistas", "b"),
                (12, "Reading lists to study the names of authors in journals"),
                (12, "Juan García López, Ana Pérez Ruiz", "+"),
                (10, "Universidad Nacional de Tarapuy"),
                (11, "Resumen", "b+"),
                *[(10, text, "<")] * 25,
            ]
        )
    )
    assert (
        _title(header)
        == "Lectura de listas para estudiar los nombres de los autores en las revistas"
    )
