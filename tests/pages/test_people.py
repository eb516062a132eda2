"""People on pages: who is named, in which role, and which address is whose, in every disguise."""

from __future__ import annotations

import time
from datetime import UTC, datetime

import pytest

from harvestman.model import Organisation, Person, Role, Want, assemble_entity
from harvestman.pages import SavedPage, read
from harvestman.pages.people.names import names_within


def _hidden_by_cloudflare(address: str) -> str:
    return bytes([0x20, *(byte ^ 0x20 for byte in address.encode())]).hex()


NOW = datetime(2026, 11, 17, tzinfo=UTC)


def named(body: str, *, title: str = "Staff", head: str = "") -> list[Person | Organisation]:
    html = f"<html><head><meta charset=utf-8><title>{title}</title>{head}</head><body>{body}</body></html>"
    page = SavedPage("http://uni.example/", html.encode(), "text/html")
    reading = read(page, now=NOW, want={Want.PEOPLE}, readers=())
    return [assemble_entity(one) for one in reading.people]


def people(body: str, **page: str) -> list[Person]:
    return [one for one in named(body, **page) if isinstance(one, Person)]


@pytest.mark.parametrize(
    "shown",
    [
        "helen.marsh@uni.example",
        "helen.marsh AT-SIGN uni DOT example",
        "helen.marsh (at sign) uni.example",
        "<script>var n='helen.marsh', s='uni.example'; document.write('<a href=\"mai' + 'lto:' + n + '&#64;' + s + '\">mail</a>');</script>",
        "<script>var a=[104,101,108,101,110,46,109,97,114,115,104,64,117,110,105,46,101,120,97,109,112,108,101]; for (i in a) document.write(String.fromCharCode(a[i]));</script>",
        "<a href='mailto:helen.marsh@uni.example?subject=hello'>mail</a>",
        "helen.marsh [at] uni.example",
        "helen.marsh (at) uni (dot) example",
        "helen d0t marsh at uni d0t example",
        "helen.marsh[a]uni.example",
        "helen.marsh [ÄT] uni.example",
        "helen.marsh (arroba) uni.example",
        "helen.marsh [собака] uni [точка] example",
        "helen.marsh (en) uni.example",
        "helen.marsh [сабака] uni.example",
        "helen.marsh на uni точка example",
        "helen.marsh<img src=at.gif alt='@'>uni.example",
        "<img src=mail.png alt='helen.marsh at uni.example'>",
        "helen.<!-- no robots -->marsh@uni.example",
        "<script>function mail(u, h) { var a = u + '@' + h; document.write(a); } mail('helen.marsh', 'uni.example')</script>",
        "helen.marsh&#64;uni&#46;example",
        "helen.<span style='display:none'>no</span>marsh@uni.example",
        "<span style='unicode-bidi:bidi-override; direction: rtl'>elpmaxe.inu@hsram.neleh</span>",
        "<a href=\"javascript:location='mailto:'+'helen.marsh'+'@'+'uni.example'\">mail</a>",
        "<script>var a='helen.marsh', b='uni.example'; document.write(a + '@' + b);</script>",
        "<script>document.write(unescape('%68%65%6c%65%6e%2e%6d%61%72%73%68%40%75%6e%69%2e%65%78%61%6d%70%6c%65'))</script>",
        "<script>document.write(String.fromCharCode(104,101,108,101,110,46,109,97,114,115,104,64,117,110,105,46,101,120,97,109,112,108,101))</script>",
        f"<a data-cfemail='{_hidden_by_cloudflare('helen.marsh@uni.example')}'>[email protected]</a>",
    ],
)
def test_an_address_is_read_in_every_disguise(shown: str) -> None:
    found = people(f"<ul><li>Prof. Helen Marsh, {shown}</li></ul>")
    assert ("helen.marsh@uni.example",) in [
        one.emails for one in found if one.name == "Helen Marsh"
    ]


def test_what_a_script_writes_belongs_to_the_line_where_it_stands() -> None:
    head = "<script>function mail(u) { document.write(u + '@' + 'uni.example'); }</script>"
    rows = "<tr><td>Helen Marsh<td><script>mail('x17')</script><tr><td>Tom Ray<td><script>mail('x18')</script>"
    found = {one.name: one.emails for one in people(f"<table>{rows}</table>", head=head)}
    assert found["Helen Marsh"] == ("x17@uni.example",)
    assert found["Tom Ray"] == ("x18@uni.example",)


def test_words_that_are_not_shown_break_up_no_address() -> None:
    body = "".join(
        f"<p>Dr. {name}<br>{local}<span id=x>qwertz</span>@un<span id=x>qwertz</span>i.example</p>"
        for name, local in (("Helen Marsh", "marsh"), ("Peter Quill", "quill"))
    )
    assert [one.emails for one in people(body)] == [("marsh@uni.example",), ("quill@uni.example",)]


def test_a_class_that_a_style_sheet_hides_is_not_read() -> None:
    body = "<p>Dr. Helen Marsh, marsh<i class=x>nospam</i>@uni.example</p>"
    assert people(body, head="<style>.x { display: none }</style>")[0].emails == (
        "marsh@uni.example",
    )


def test_an_address_goes_to_the_name_it_is_made_of_and_not_to_the_nearest() -> None:
    body = "<ul><li>Laura Durán Vega</li><li>Julián Robles Peña</li></ul><p>lduran@uni.example</p>"
    found = {one.name: one.emails for one in people(body)}
    assert found["Laura Durán Vega"] == ("lduran@uni.example",)
    assert found["Julián Robles Peña"] == ()


def test_an_office_has_an_address_and_is_nobody() -> None:
    found = people("<p>Helen Marsh</p><p>webmaster2@uni.example</p><p>info@uni.example</p>")
    assert all(one.emails == () for one in found if one.name)


@pytest.mark.parametrize(
    ("label", "name"),
    [
        ("Lecturer:", "Helen Marsh"),
        ("Instructores", "Ing. Laura Sandoval Robles"),
        ("Profesora:", "Dra. Carmen Ibarra Solís"),
        ("Преподаватель:", "Кузнецов Игорь Петрович"),
    ],
)
def test_who_stands_under_a_label_teaches(label: str, name: str) -> None:
    found = people(
        f"<h1>Logic</h1><h4>{label}</h4><p>{name}</p><h4>Files</h4><p>Anna Green</p>", title="Logic"
    )
    roles = {one.name: one.role for one in found}
    assert roles.pop("Anna Green", Role.NAMED) is Role.NAMED
    assert list(roles.values()) == [Role.TEACHER]


def test_teachers_stand_before_the_files_of_their_course() -> None:
    body = (
        "<h4>Instructor</h4><p>Carlos Vega Ruiz</p><h4>Instructor</h4><p>Laura Sandoval Robles</p><a href=a.pdf>a</a>"
        "<h4>Instructor</h4><p>Luis García Peña</p><a href=b.pdf>b</a>"
    )
    teachers = [(one.name, one.place) for one in people(body) if one.role is Role.TEACHER]
    assert teachers == [("Laura Sandoval Robles", 0), ("Luis García Peña", 1)]


@pytest.mark.parametrize(
    "page",
    [
        {"title": "Home page of Helen V. Marsh"},
        {"title": "Helen Marsh's home page"},
        {"title": "Кузнецов Игорь Петрович"},
    ],
)
def test_the_name_in_the_title_owns_the_page(page: dict[str, str]) -> None:
    assert people("<p>Welcome.</p>", **page)[0].role is Role.OWNER


def test_a_sentence_is_no_name_and_no_organisation() -> None:
    body = "<h1>Research Interests</h1><p>Operating Systems</p><p>He was at the University of Saltreach. It rained.</p>"
    assert named(body, title="Curriculum Vitae") == []


def test_lines_of_one_address_block_are_one_organisation() -> None:
    body = "<p>Dr. Helen Marsh</p><p>Department of Wetland Studies<br>University of Saltreach</p>"
    (person,) = people(body)
    assert person.affiliations == ("Department of Wetland Studies, University of Saltreach",)


@pytest.mark.parametrize(
    "body",
    [
        "<p>" + "a@" * 50_000,
        "<p>" + "x [at] " * 30_000,
        "<script>" + "var a='x'+" * 1_900 + "</script>",
        "<p>" + "<span>x</span>@" * 5_000,
        "<!-- href='" * 20_000,
        "<style>" + ".a{" * 10_000 + "</style><p>x@y.example",
    ],
)
def test_hostile_pages_take_time_in_proportion(body: str) -> None:
    began = time.process_time()
    people(body)
    assert time.process_time() - began < 5


def by_name(body: str, **page: str) -> dict[str, Person]:
    return {one.name: one for one in people(body, **page)}


def test_a_pattern_is_written_out_for_everybody_on_a_page_of_people_but_those_who_have_left() -> (
    None
):
    found = by_name(
        "<p>Addresses are firstname.lastname@uni.example (without accents).</p><h3>Staff</h3><ul><li>Tobias Hallgarten</li>"
        "<li>Siobhán Carrick</li><li>Kofi Adjei (kam12@uni.example)</li></ul><h3>Former members</h3><ul><li>Pavel Hruby</li></ul>"
    )
    assert found["Siobhán Carrick"].emails == ("siobhan.carrick@uni.example",)
    assert found["Kofi Adjei"].emails == ("kam12@uni.example",)
    assert not found["Pavel Hruby"].emails


def test_a_pattern_of_family_names_in_spanish() -> None:
    found = by_name(
        "<p>La materia está a cargo de la profesora Lucrecia Montenegro y de Ismael Tordesillas, con la ayuda de Belén Arce en los prácticos de computadora.</p>"
        "<p>Por correo, a <i>apellido</i>@est.uni.example.</p>"
    )
    assert found["Ismael Tordesillas"].emails == ("tordesillas@est.uni.example",)
    assert found["Lucrecia Montenegro"].role is Role.TEACHER
    assert found["Belén Arce"].role is Role.STAFF


def test_visitors_who_comment_are_not_people_of_the_page() -> None:
    found = by_name(
        "<h1>Guide 2</h1><p>Posted on 3 May by Ana Ruiz</p><section class=comments><p>Luis Vega says: thanks, luis.vega@mail.example</p></section>"
    )
    assert set(found) == {"Ana Ruiz"}
    assert found["Ana Ruiz"].role is Role.OWNER


def test_an_office_address_is_not_given_to_the_person_above_it() -> None:
    found = by_name(
        "<ul><li>Teacher: Rosalind Achterberg</li></ul><p>Helpdesk: learn@uni.example</p>"
    )
    assert not found["Rosalind Achterberg"].emails


def test_a_name_that_a_cell_breaks_in_two_is_one() -> None:
    found = by_name(
        "<table><tr><td>Лебединский<br>Всеволод Аркадьевич</td><td>зав. кафедрой</td><td>lebed (at) uni (dot) example</td></tr></table>"
    )
    assert found["Лебединский Всеволод Аркадьевич"].emails == ("lebed@uni.example",)


def test_lecturer_and_assistant_under_each_other_are_of_one_course() -> None:
    found = by_name(
        "<p>Profesor Titular: Ing. Néstor Gallardo</p><p>Profesora Adjunta: Dra. Candela Ibáñez Roca</p>"
    )
    assert {one.role for one in found.values()} == {Role.TEACHER}


def test_whose_page_it_is_as_its_first_line_says_in_the_genitive() -> None:
    found = by_name("<p>Страница доцента Кружилина Платона Игнатьевича</p>", title="Home")
    assert found["Кружилин Платон Игнатьевич"].role is Role.OWNER


def test_family_names_in_the_heading_over_files_are_told_with_each_file() -> None:
    found = [
        (one.name, one.place)
        for one in people(
            "<h3>Prácticos (Tordesillas)</h3><ul><li><a href=p3.odt>Práctico 3</a></li><li><a href=p4.odt>Práctico 4</a></li></ul>"
        )
    ]
    assert found == [("Tordesillas", 0), ("Tordesillas", 1)]


def test_text_that_ends_in_a_particle() -> None:
    """A line that is cut behind "de" or "von" must not stop the reading of its page."""
    assert names_within("Lectures are given by Ana Ruiz de") == ["Ana Ruiz"]
