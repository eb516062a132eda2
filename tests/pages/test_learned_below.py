"""Names in the lines below a title that nothing else found."""

from __future__ import annotations

from harvestman.pages.learned.below import add_people_below
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
