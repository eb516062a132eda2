"""References of our own making in three languages and many styles, and strings that are hardly references."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from harvestman.documents.references import parse_reference, parse_references, read_fields
from harvestman.documents.references.tokens import LONGEST

STRINGS: list[tuple[str, dict[str, object]]] = [
    (
        "Ivanova, M., & Ortiz, P. J. (2014). Tides in small harbours: a survey. Journal of Coastal Notes, 12(3), 45–67. "
        "https://doi.org/10.1234/jcn.2014.007",
        {
            "authors": ("Ivanova, M.", "Ortiz, P. J."), "title": "Tides in small harbours: a survey",
            "container": "Journal of Coastal Notes", "year": "2014", "volume": "12", "issue": "3", "pages": "45–67",
            "doi": "10.1234/jcn.2014.007",
        },
    ),
    (
        "[7] T. Okafor and L. Brandt, “Sparse maps for slow robots,” in Proc. 9th Workshop on Patient Machines, Lisbon, "
        "2011, pp. 101–108.",
        {
            "authors": ("T. Okafor", "L. Brandt"), "title": "Sparse maps for slow robots",
            "container": "Proc. 9th Workshop on Patient Machines", "place": "Lisbon", "year": "2011", "pages": "101–108",
        },
    ),
    (
        "Okafor T, Brandt LM, Smith J. Slow healing of fast wounds. Ann Mild Med. 2009;14(2):77-81.",
        {
            "authors": ("Okafor T", "Brandt, LM", "Smith J"), "title": "Slow healing of fast wounds",
            "container": "Ann Mild Med", "year": "2009", "volume": "14", "issue": "2", "pages": "77-81",
        },
    ),
    (
        "Brandt, Lena. The Quiet Grammar of Bridges. Cambridge: Harbour Press, 2003.",
        {
            "authors": ("Brandt, Lena",), "title": "The Quiet Grammar of Bridges", "place": "Cambridge",
            "publisher": "Harbour Press", "year": "2003", "container": "",
        },
    ),
    (
        "Смирнова А. Б., Котов В. Г. Тихие волны в узких каналах // Вестник прибрежных наук. – 2012. – Т. 5, № 2. – С. 33–41.",
        {
            "authors": ("Смирнова А. Б.", "Котов В. Г."), "title": "Тихие волны в узких каналах",
            "container": "Вестник прибрежных наук", "year": "2012", "volume": "5", "issue": "2", "pages": "33–41",
        },
    ),
    (
        "Котов В.Г. Теория медленных мостов: учеб. пособие. М.: Наука, 1987. 312 с.",
        {
            "authors": ("Котов В.Г.",), "title": "Теория медленных мостов", "place": "М.", "publisher": "Наука",
            "year": "1987", "pages": "",
        },
    ),
    (
        "Лебедева О. П. Язык маяков [Электронный ресурс]. URL: http://mayak.example.ru/yazyk (дата обращения: 12.03.2019).",
        {"authors": ("Лебедева О. П.",), "title": "Язык маяков", "url": "http://mayak.example.ru/yazyk", "year": ""},
    ),
    (
        "Ruiz Díaz, A. y Gómez, L. (2016). Los puertos pequeños del sur. Revista de Costas, 8(1), 15-29.",
        {
            "authors": ("Ruiz Díaz, A.", "Gómez, L."), "title": "Los puertos pequeños del sur",
            "container": "Revista de Costas", "year": "2016", "volume": "8", "issue": "1", "pages": "15-29",
        },
    ),
    (
        "GÓMEZ, Laura. Historia de los faros. 2a ed. Sevilla: Editorial Marea, 1999.",
        {
            "authors": ("GÓMEZ, Laura",), "title": "Historia de los faros", "place": "Sevilla",
            "publisher": "Editorial Marea", "year": "1999",
        },
    ),
]  # fmt: skip


@pytest.mark.parametrize(("raw", "fields"), STRINGS, ids=[raw[:20] for raw, _ in STRINGS])
def test_fields_are_read(raw: str, fields: dict[str, object]) -> None:
    reference = parse_reference(raw)
    assert reference.raw == raw
    assert {name: getattr(reference, name) for name in fields} == fields


def test_many_are_read_in_their_order() -> None:
    raws = [raw for raw, _ in STRINGS]
    assert parse_references(raws) == [parse_reference(raw) for raw in raws]


def test_a_link_broken_over_lines_is_joined() -> None:
    reference = parse_reference(
        "Brandt, L. (2010). Notes on rope. Retrieved from http://www.rope.example.org/ notes/knots.html"
    )
    assert reference.url == "http://www.rope.example.org/notes/knots.html"


def test_a_resolver_s_link_is_the_doi() -> None:
    assert (
        parse_reference("Kay, A. Rope. Knots 4 (2011) 1–9. http://dx.doi.org/10.5555/rope.4.1.").doi
        == "10.5555/rope.4.1"
    )


def test_confidences_are_given_for_the_fields_that_are_there() -> None:
    found = read_fields(STRINGS[0][0])
    reference = found.reference
    assert reference == parse_reference(STRINGS[0][0])
    assert set(found.confidences) == {
        name for name in reference.__slots__ if name != "raw" and getattr(reference, name)
    }
    assert all(0.5 < sure <= 1 for sure in found.confidences.values())
    assert not found.is_cut


@pytest.mark.parametrize(
    "raw", ["", " ", "....", "\x00\x01\x02", "—", "http://", "(((((", "１２３", "\ud800"]
)
def test_strings_that_say_nothing_have_no_authors(raw: str) -> None:
    reference = parse_reference(raw)
    assert reference.raw == raw
    assert reference.authors == ()


def test_a_huge_string_is_cut_and_says_so() -> None:
    found = read_fields("Kay, A. (2011). Rope. " + "knots, " * 20_000)
    assert found.is_cut
    assert found.reference.authors == ("Kay, A.",)
    assert all(
        len(value) <= LONGEST for value in (found.reference.title, found.reference.container)
    )


@settings(max_examples=150, deadline=None)
@given(st.text(max_size=300))
def test_no_text_makes_it_fail(raw: str) -> None:
    assert parse_reference(raw).raw == raw
    assert all(0 <= sure <= 1.0001 for sure in read_fields(raw).confidences.values())


@settings(max_examples=100, deadline=None)
@given(
    st.lists(
        st.sampled_from(
            [*'()[]/.,;:–"«»&', "и", "10.1/a", "www.a.b", "Kay", "В.", "1999", "7(4)", " ", "de"]
        ),
        max_size=60,
    )
)
def test_no_heap_of_marks_makes_it_fail(pieces: list[str]) -> None:
    raw = " ".join(pieces)
    reference = parse_reference(raw)
    assert all(name.strip() for name in reference.authors)
