"""Enrichment: what pages above and documents beside a document say of it."""

from __future__ import annotations

from collections.abc import Sequence

from gather.sample import INSTITUTION, NOW, document, page, person
from harvestman.gather import PageAbove, SiteDocument, enrich
from harvestman.gather.directory import Directory
from harvestman.model import (
    Author,
    Authority,
    Candidate,
    Claim,
    Evidence,
    Field,
    Person,
    Role,
    assemble_candidate,
)


def enriched(
    one: SiteDocument,
    above: Sequence[PageAbove] = (),
    beside: Sequence[SiteDocument] = (),
    people: Sequence[Person] = (),
) -> Candidate:
    directory = Directory()
    for somebody in [*people, *(p for each in above for p in each.people)]:
        directory.add_page_person(somebody)
    for other in [one, *beside]:
        for author in other.header.authors:
            directory.add_author(author, other.url)
    return assemble_candidate(
        enrich(one, above, beside, directory, INSTITUTION, now=NOW), url=one.url
    )


def names(candidate: Candidate) -> list[str]:
    return [author.name for author in candidate.authors]


def test_a_person_of_a_page_above_who_stands_in_the_first_lines_is_an_author() -> None:
    one = document("Reeds\n\nHelen Marsh and Peter Quill\n\nWe count.", authors=(Author("Helen Marsh"),), category="paper", title="Reeds")  # fmt: skip
    above = page(person("H. Marsh"), person("Peter Quill"), person("Anna Green"))
    assert names(enriched(one, [above])) == ["Helen Marsh", "Peter Quill"]


def test_a_person_who_is_only_cited_far_below_is_none() -> None:
    one = document("Reeds\n\nHelen Marsh\n\n" + "We count. " * 60 + "As Peter Quill says.", authors=(Author("Helen Marsh"),), category="paper", title="Reeds")  # fmt: skip
    assert names(enriched(one, [page(person("Peter Quill"))])) == ["Helen Marsh"]


def test_an_author_of_a_sibling_is_found_in_the_first_lines_too() -> None:
    sibling = document(url="http://uni.example/b.pdf", authors=(Author("Laura Bennett"),))
    one = document("Herons\n\nL. Bennett\n\nWe count.", category="slides", title="Herons")
    assert names(enriched(one, beside=[sibling])) == ["Laura Bennett"]


def test_a_sheet_without_author_is_its_teachers_and_says_that_it_is_inferred() -> None:
    above = page(person("Helen Marsh", "marsh@saltreach.example", role=Role.TEACHER))
    candidate = enriched(document(), [above])
    assert [(a.name, a.email, a.inferred) for a in candidate.authors] == [("Helen Marsh", "marsh@saltreach.example", True)]  # fmt: skip
    assert candidate.emails == ("marsh@saltreach.example",)


def test_of_several_courses_on_a_page_the_last_teachers_before_the_link_count() -> None:
    teachers = [
        person("Carlos Vega Ruiz", role=Role.TEACHER, place=0),
        person("Laura Sandoval Robles", role=Role.TEACHER, place=3),
        person("Luis García Peña", role=Role.TEACHER, place=9),
    ]
    assert names(enriched(document(), [page(*teachers, position=5)])) == ["Laura Sandoval Robles"]


def test_without_teachers_the_owner_of_the_site_is_inferred() -> None:
    candidate = enriched(document(), [page()], people=[person("Helen Marsh", role=Role.OWNER)])
    assert names(candidate) == ["Helen Marsh"]


def test_nobody_is_inferred_for_a_form() -> None:
    above = page(person("Helen Marsh", role=Role.TEACHER))
    assert names(enriched(document(category="other", title="Application form"), [above])) == []


def test_an_address_is_the_authors_own_and_nobody_elses() -> None:
    one = document(authors=(Author("Julián Durán Vega"),), category="paper", title="Datos")
    others = [person("Laura Durán Ruiz", "duran@saltreach.example"), person("", "webmaster@saltreach.example"), person("", "journal@press.example")]  # fmt: skip
    assert enriched(one, people=others).emails == ()


def test_name_forms_are_one_person() -> None:
    one = document(authors=(Author("Perez, G."),), category="paper", title="Datos")
    assert enriched(one, people=[person("Gloria Pérez", "gloria@saltreach.example")]).emails == ("gloria@saltreach.example",)  # fmt: skip
    other = document(authors=(Author("И. П. Кузнецов"),), category="paper", title="Логика")
    assert enriched(other, people=[person("Igor Kuznetsov", "igor@saltreach.example")]).emails == ("igor@saltreach.example",)  # fmt: skip


def test_a_printed_address_is_enough() -> None:
    one = document(authors=(Author("Helen Marsh", emails=("h@old.example",)),), emails=("h@old.example",), category="paper")  # fmt: skip
    assert enriched(one, people=[person("Helen Marsh", "marsh@saltreach.example")]).emails == ("h@old.example",)  # fmt: skip


def test_a_supervisor_on_a_title_page_is_no_author() -> None:
    text = "Herons of the coast\n\nA thesis by Laura Bennett\n\nSupervisor: Helen Marsh"
    one = document(text, authors=(Author("Laura Bennett"),), category="thesis", title="Herons of the coast")  # fmt: skip
    assert names(enriched(one, [page(person("Helen Marsh", role=Role.OWNER))])) == ["Laura Bennett"]


def test_a_jubilee_is_not_written_by_whom_it_is_for() -> None:
    one = document("Helen Marsh on her 80th birthday\n\nShe was born", category="paper", title="Helen Marsh on her 80th birthday")  # fmt: skip
    assert "Helen Marsh" not in names(enriched(one, [page(person("Helen Marsh"))]))


def test_the_institution_is_where_a_local_author_works_when_nothing_is_printed() -> None:
    above = page(person("Helen Marsh", "marsh@saltreach.example", role=Role.OWNER))
    assert enriched(document(), [above]).affiliations == ("University of Saltreach",)


def test_a_saying_under_the_title_has_no_author() -> None:
    text = "Chapter 6\n\nDecisions\n\nTo decide is to give up all other ways for good.\n\nAnna Green\n\n6.1 The task"  # fmt: skip
    one = document(text, authors=(Author("Anna Green"),), category="lecture-notes", title="Decisions")  # fmt: skip
    assert names(enriched(one, people=[person("Helen Marsh", role=Role.OWNER)])) == ["Helen Marsh"]


def test_patterns_of_addresses_are_written_out_for_each_author() -> None:
    text = "Reeds\n\nHelen Marsh\nname.surname[a]saltreach.example\n\nPeter Quill\nname.surname[a]quill.example\n\nWe count."  # fmt: skip
    one = document(text, authors=(Author("Helen Marsh"), Author("Peter Quill")), category="paper", title="Reeds")  # fmt: skip
    assert set(enriched(one).emails) == {"helen.marsh@saltreach.example", "peter.quill@quill.example"}  # fmt: skip


def test_an_author_whom_only_a_page_names_stands_where_the_document_has_them() -> None:
    def claim(reader: str, confidence: float, *names: str) -> Claim:
        authors = tuple(map(Author, names))
        evidence = Evidence("http://uni.example/", reader)
        return Claim("x", Field.AUTHORS, authors, evidence, reader, "1", Authority.LEARNED, confidence, NOW)  # fmt: skip

    found = assemble_candidate(
        [
            claim("document", 0.9, "Ana Ruiz", "Tom Lee"),
            claim("pages-above", 0.8, "Ana Ruiz", "Olga Kim", "Tom Lee", "Max Roe"),
        ],
        url="http://uni.example/a.pdf",
    )
    assert [one.name for one in found.authors] == ["Ana Ruiz", "Olga Kim", "Tom Lee", "Max Roe"]


def test_the_university_that_a_thesis_names_between_quotation_marks_is_its_affiliation() -> None:
    text = (
        "На правах рукописи\n\nИванов Иван Иванович\n\nМетоды\n\nРабота выполнена на кафедре вычислительных систем "
        "бюджетного учреждения «Приморский технологический институт» министерства."
    )
    found = enriched(document(category="thesis", opening=text))
    assert found.affiliations == ("Приморский технологический институт",)
