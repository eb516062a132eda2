"""What is no candidate, and why."""

from __future__ import annotations

from dataclasses import replace

import pytest

from gather.sample import INSTITUTION, document, person
from harvestman.gather.deciding import reasons_against
from harvestman.gather.directory import Directory
from harvestman.model import Candidate, CandidateAuthor, CandidateState, Role


def reasons(
    title: str,
    *,
    category: str = "other",
    url: str = "http://uni.example/x.pdf",
    authors: tuple[str, ...] = ("Helen Marsh",),
    affiliations: tuple[str, ...] = (),
    emails: tuple[str, ...] = (),
) -> tuple[str, ...]:
    directory = Directory()
    directory.add_page_person(person("Helen Marsh", "marsh@saltreach.example", role=Role.OWNER))
    candidate = Candidate(
        url,
        title,
        tuple(CandidateAuthor(name) for name in authors),
        affiliations,
        emails,
        category=category,
    )
    one = document(url=url, title=title, category=category)
    return reasons_against(candidate, one, directory, INSTITUTION)


@pytest.mark.parametrize(
    ("title", "category", "word"),
    [
        ("Helen Marsh. Curriculum vitae", "cv", "curriculum"),
        ("Solicitud de aula", "other", "form"),
        ("Cronograma de clases", "report", "timetable"),
        ("Программа курса", "other", "programme"),
        ("Avviso di seminario", "other", "announcement"),
        ("К 80-летию со дня рождения", "paper", "jubilee"),
        ("Licence", "other", "licence"),
    ],
)
def test_each_kind_has_its_reason(title: str, category: str, word: str) -> None:
    (reason,) = reasons(title, category=category)
    assert word in reason


@pytest.mark.parametrize("category", ["exercise", "slides", "lecture-notes", "paper", "thesis"])
def test_what_the_institutions_own_people_made_is_a_candidate(category: str) -> None:
    assert reasons("Álgebra lineal", category=category) == ()


def test_a_paper_of_others_is_none() -> None:
    assert "institution" in reasons("Tides", category="paper", authors=("Ingrid Solberg",))[0]
    assert reasons("Tides", category="paper", authors=("Ingrid Solberg", "Helen Marsh")) == ()
    assert reasons("Tides", category="paper", authors=("Ingrid Solberg",), emails=("i@lab.saltreach.example",)) == ()  # fmt: skip
    assert reasons("Tides", category="paper", authors=("Ingrid Solberg",), affiliations=("Lab, University of Saltreach",)) == ()  # fmt: skip


def test_a_table_without_author_is_none() -> None:
    assert reasons("Normal distribution", authors=()) != ()


def test_a_reviewer_overrules_a_reason() -> None:
    one = Candidate("http://uni.example/x.pdf", reasons=("it is a form",))
    assert one.is_set_aside
    assert not replace(one, state=CandidateState.ACCEPTED).is_set_aside
    assert replace(one, reasons=(), state=CandidateState.REJECTED).is_set_aside
