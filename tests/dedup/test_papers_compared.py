"""Are these two papers one? Prints of one paper are recognised, look-alikes are not."""

from __future__ import annotations

from dataclasses import replace

import pytest

from harvestman.dedup import Record, block_keys, compare
from harvestman.dedup.papers.comparing import may_be_one
from harvestman.model import Author, Verdict

TITLE = "Catching Harvestmen with Nets of Fine Silk: A Study of Twelve Valleys"
PEOPLE = ("Ana María Ruiz", "Borys Kowalczyk", "Chen Wei")


def paper(
    title: str | tuple[str, ...] = TITLE,
    authors: tuple[str, ...] = PEOPLE,
    year: int | None = 2018,
    **more: object,
) -> Record:
    record = Record(
        titles=(title,) if isinstance(title, str) else title,
        authors=(tuple(Author(name) for name in authors),) if authors else (),
        years=frozenset((year,) if year else ()),
    )
    return replace(record, **more)  # type: ignore[arg-type]


def verdict(one: Record, other: Record) -> Verdict:
    """What comes of two papers, whichever is first; papers that share no block are never compared."""
    likeness = compare(one, other)
    assert compare(other, one).verdict is likeness.verdict
    assert likeness.reasons
    assert likeness.verdict is Verdict.DIFFERENT or may_be_one(one, other)
    assert 0 <= likeness.probability <= 1
    return likeness.verdict if block_keys(one) & block_keys(other) else Verdict.DIFFERENT


@pytest.mark.parametrize(
    "other",
    [
        paper(authors=("A. M. Ruiz", "B. Kowalczyk", "W. Chen")),
        paper(authors=("Ruiz A.M.", "Kowalczyk B.", "Chen W.")),
        paper(authors=("Ruiz, Ana María", "Kowalczyk, Borys", "Chen, Wei")),
        paper(authors=("Chen Wei", "Borys Kowalczyk", "Ana María Ruiz")),
        paper(authors=("Ana Ruiz",)),
        paper("CATCHING HARVESTMEN WITH NETS OF FINE SILK – A STUDY OF TWELVE VALLEYS."),
        paper("Catching Harvestmen with Nets of Fine Silk"),
        paper("Catching Harvestmen with Nets of Fine Silk: A Study of Tw…"),
        paper("Catching Harvestmen with Nets of Fine Silk: A Study of Twelve"),
        paper("Catching Harvestmn with Nets of Fine Silk: A Studdy of Twelve Valleys"),
        paper("Catching Harvest-men with Nets of Fine Silk: A Study of Twelve Valleys"),
        paper(year=2017, dois=frozenset({"10.48550/arxiv.1701.01234"}), venues=("CoRR",)),
        paper(year=None),
    ],
)
def test_another_print_of_a_paper_is_the_paper(other: Record) -> None:
    known = paper(dois=frozenset({"10.1145/123"}), venues=("Proceedings of Nets",))
    assert verdict(known, other) is Verdict.SAME


def test_titles_of_papers_by_other_people_need_not_be_compared() -> None:
    strangers = paper(authors=("Ivan Petrov", "John Smith"))
    assert not may_be_one(paper(), strangers)
    shared = frozenset({"10.1145/123"})
    assert may_be_one(paper(dois=shared), replace(strangers, dois=shared))


@pytest.mark.parametrize(
    "other",
    [
        paper(TITLE + ", Part II"),
        paper("Erratum: " + TITLE),
        paper("Reply to “Catching Harvestmen with Nets of Fine Silk: A Study of Twelve Valleys”"),
        paper(authors=("Ivan Petrov", "John Smith")),
        paper("Feeding Harvestmen with Grains of Fine Sugar: A Study of Twelve Valleys"),
        paper("Catching Harvestmen with Nets of Coarse Wool: Lessons from Norway"),
        paper("Spiders of the Northern Valleys"),
    ],
)
def test_a_paper_that_looks_like_it_is_not_merged(other: Record) -> None:
    assert verdict(paper(), other) is not Verdict.SAME


@pytest.mark.parametrize(
    "other",
    [
        paper(TITLE + " (Extended Abstract)"),
        paper("Poster: " + TITLE),
        paper(dois=frozenset({"10.1007/456"})),
        paper("Catching Harvestmen with Nets of Coarse Silk: A Study of Twelve Valleys"),
        paper("Catching Harvestmen with Nets of Fine Silk: A Study of Thirteen Valleys"),
        paper(authors=(), year=None),
    ],
)
def test_what_only_a_person_can_tell_is_left_to_a_person(other: Record) -> None:
    known = paper(dois=frozenset({"10.1145/123"}))
    assert verdict(known, other) is Verdict.DOUBTFUL


@pytest.mark.parametrize(
    ("word", "opposite"),
    [
        ("symmetric", "asymmetric"),
        ("supervised", "unsupervised"),
        ("linear", "nonlinear"),
        ("hypertension", "hypotension"),
        ("modal", "model"),
        ("inductive", "deductive"),
    ],
)
def test_a_word_that_means_another_thing_is_no_misprint(word: str, opposite: str) -> None:
    one = paper(f"Catching {word} harvestmen with nets of fine silk")
    assert verdict(one, paper(f"Catching {opposite} harvestmen with nets of fine silk")) is not (
        Verdict.SAME
    )


RUSSIAN = "Методы ловли сенокосцев в горных долинах"


@pytest.mark.parametrize("name", ["I. Ivanov", "Iwanow I.", "Ivanov, Ivan", "Иванов Иван Иванович"])
@pytest.mark.parametrize(
    "title",
    [
        RUSSIAN,
        "Metody lovli senokostsev v gornykh dolinakh",
        "Metody lowli senokoszew w gornych dolinach",
    ],
)
def test_a_russian_paper_in_latin_letters_is_the_paper(name: str, title: str) -> None:
    assert verdict(paper(RUSSIAN, ("Иванов И.И.",)), paper(title, (name,))) is Verdict.SAME


def test_a_title_and_its_translation_count_when_both_are_claimed() -> None:
    english = "Methods of Catching Harvestmen in Mountain Valleys"
    alone = paper(RUSSIAN, ("Иванов И.И.",))
    both = paper((RUSSIAN, english), ("Иванов И.И.",))
    translated = paper(english, ("Ivan Ivanov",))
    assert verdict(both, translated) is Verdict.SAME
    assert verdict(alone, both) is Verdict.SAME
    assert compare(alone, translated).verdict is not Verdict.SAME


def test_front_matter_of_two_years_is_two() -> None:
    one = paper("Message from the Program Chairs", ("Ana Ruiz",), 2023)
    assert verdict(one, paper("Message from the Program Chairs", ("Ana Ruiz",), 2024)) is (
        Verdict.DIFFERENT
    )


def test_a_volumes_identifier_makes_its_papers_not_one() -> None:
    doi = frozenset({"10.1/volume"})
    one = paper(dois=doi)
    assert verdict(one, paper("Spiders of the Northern Valleys", ("Li Wei",), dois=doi)) is (
        Verdict.DIFFERENT
    )


def test_a_file_joins_the_page_that_links_it() -> None:
    page = paper("Nets of Silk", ("A. Ruiz",), 2018, files=frozenset({"http://x.example/p.pdf"}))
    file = paper("Nets of Silk", ("Ana Ruiz",), None, sources=frozenset({"http://x.example/p.pdf"}))
    assert verdict(page, file) is Verdict.SAME


def test_reasons_are_words_for_a_person() -> None:
    likeness = compare(paper(), paper(year=2015))
    assert likeness.reasons[:2] == ("the titles are equal", "the authors agree")
    assert "they are 3 years apart" in likeness.reasons


def test_hostile_records_cost_little() -> None:
    long = paper("harvestmen " * 100, ("Ana Ruiz " * 50,) * 40)
    compare(long, replace(long, titles=("nets " * 100,)))
    assert len(block_keys(long)) < 200
    assert compare(Record(), Record()).verdict is Verdict.DIFFERENT
    odd = Record(titles=(":", "", "…"), authors=((Author(""), Author(","), Author("..")),))
    assert compare(odd, odd).verdict is Verdict.DIFFERENT
    assert block_keys(odd) == frozenset()
