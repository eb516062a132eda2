from __future__ import annotations

import pytest

from harvestman.find import PersonAnswer, PersonQuestion, Publication, person_question
from harvestman.find.attached import entries_in
from harvestman.find.homepages import PageLink, PageLook
from harvestman.find.naming import sought
from harvestman.find.person_asking import answer_from_plain
from harvestman.find.persons import queries
from harvestman.find.publication_pages import attached_lists
from harvestman.model import Status, UsageError


def test_a_line_of_a_file_is_a_question() -> None:
    asked = person_question({"id": 7, "name": " Ana  Ruiz ", "affiliation": None, "field": "sheep"})
    assert asked == PersonQuestion("Ana Ruiz", "", "sheep", id="7")


@pytest.mark.parametrize("plain", [[], {"name": ""}, {"name": 5}, {"name": "A. Ruiz", "field": []}])
def test_what_is_no_question_is_told(plain: object) -> None:
    with pytest.raises(UsageError):
        person_question(plain)


def test_a_cyrillic_name_is_asked_for_in_both_scripts() -> None:
    words = [query.words for query in queries(PersonQuestion("Козлов Виктор Сергеевич"))]
    assert words == ["Козлов Виктор Сергеевич домашняя страница", "Viktor Kozlov homepage"]


def test_an_answer_that_is_kept_is_given_again_as_it_was() -> None:
    question = PersonQuestion("Ana Ruiz", id="q1")
    paper = Publication(
        "A. Ruiz. Wool. 2014.", "Wool", ("A. Ruiz",), 2014, "", "http://ruiz.example/p.html"
    )
    answer = PersonAnswer(
        question, Status.SUCCESS, "Ana Ruiz", "http://ruiz.example/", (paper.page,), (paper,)
    )
    assert answer_from_plain(question, answer.to_plain()) == answer
    listed = PersonAnswer(
        question, Status.DIRECTORY_ONLY, "Ana Ruiz", directory="http://uni.example/staff.html"
    )
    assert answer_from_plain(question, listed.to_plain()) == listed


def test_lines_of_a_file_are_joined_to_entries_at_their_numbers() -> None:
    text = "Publications\n1. A. Ruiz. Sorting wool by colour\nand length. 2014.\n2. A. Ruiz. Why lambs follow home. 2015.\n3. A. Ruiz. Shearing, a survey. 2016.\n"
    assert entries_in(text) == [
        "A. Ruiz. Sorting wool by colour and length. 2014.",
        "A. Ruiz. Why lambs follow home. 2015.",
        "A. Ruiz. Shearing, a survey. 2016.",
    ]


def test_a_file_in_a_folder_of_papers_is_no_list() -> None:
    links = (
        PageLink("http://ruiz.example/papers/wool.pdf", "Wool (PDF)"),
        PageLink("http://ruiz.example/files/publications.pdf", "All of it"),
    )
    look = PageLook("http://ruiz.example/", "Ana Ruiz", (), (), links)
    assert attached_lists(look, sought("Ana Ruiz"), ()) == [
        "http://ruiz.example/files/publications.pdf"
    ]
