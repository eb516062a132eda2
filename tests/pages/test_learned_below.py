"""Names in the lines below a title that nothing else found."""

from __future__ import annotations

from harvestman.pages.learned.below import add_people_below, add_people_between
from harvestman.pages.learned.bundles import Bundle
from harvestman.pages.learned.features import sketch
from harvestman.pages.learned.people import Person
from harvestman.pages.learned.regions import cut

_PAGE = (
    "<p>How Bees Queue <a href='1.pdf'>[pdf]</a></p>"
    "<p><b>Ana Ruiz</b><span class='s'>1</span>, Luis Pérez<span class='s'>2</span></p>"
    "<p>University of León</p><p>Eva Gil</p><p>Graz University of Technology</p>"
    "<p>10:30 Coffee</p><p>Peter Jones</p>"
)


def test_names_and_institutions_below_a_title_are_its_people() -> None:
    one = Bundle("How Bees Queue", 0)
    add_people_below([one], sketch(cut(_PAGE)))
    assert [(person.name, person.affiliations) for person in one.people] == [
        ("Ana Ruiz", ["University of León"]),
        ("Luis Pérez", ["University of León"]),
        ("Eva Gil", ["Graz University of Technology"]),
    ]


def test_nothing_is_taken_below_where_names_stand_above() -> None:
    one, other = Bundle("How Bees Queue", 0), Bundle("How Wasps Queue", 9)
    other.people, other.names_region = [Person("Peter Jones")], 8
    add_people_below([one, other], sketch(cut(_PAGE)))
    assert one.people == []


def test_a_person_overlooked_between_others_is_added() -> None:
    page = (
        "<table><tr><td><strong>How Bees Queue</strong><br>Ana Ruiz (University of León, Spain)<br>"
        "Yong Yu (INRIA, France)<br>Eva Gil (Graz University of Technology)</td></tr></table>"
    )
    one = Bundle("How Bees Queue", 0)
    one.people, one.names_region = [Person("Ana Ruiz"), Person("Eva Gil")], 1
    add_people_between([one], sketch(cut(page)))
    assert [(person.name, person.affiliations) for person in one.people] == [
        ("Ana Ruiz", ["University of León, Spain"]),
        ("Yong Yu", ["INRIA, France"]),
        ("Eva Gil", ["Graz University of Technology"]),
    ]


def test_lines_that_are_not_all_people_add_nobody() -> None:
    page = (
        "<table><tr><td><strong>How Bees Queue</strong><br>Ana Ruiz (University of León, Spain)<br>"
        "In this paper we queue (and wait)</td></tr></table>"
    )
    one = Bundle("How Bees Queue", 0)
    one.people, one.names_region = [Person("Ana Ruiz")], 1
    add_people_between([one], sketch(cut(page)))
    assert [person.name for person in one.people] == ["Ana Ruiz"]


def test_names_that_are_links_in_one_line_are_all_taken() -> None:
    page = (
        "<p><a href='g'>Avigdor Gal</a><span>, </span><a href='k'>Sarah Keren</a><span>, </span>"
        "<a href='b'>Christian Bockermann</a><span>: </span></p><p>How Bees Queue</p>"
    )
    sketches = sketch(cut(page))
    title = next(at for at, one in enumerate(sketches) if "Bees" in one.region.text)
    one = Bundle("How Bees Queue", title)
    one.people, one.names_region = [Person("Christian Bockermann")], title - 1
    add_people_between([one], sketches)
    names = [person.name for person in one.people]
    assert names == ["Avigdor Gal", "Sarah Keren", "Christian Bockermann"]
