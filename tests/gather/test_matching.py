"""Names and organisations in the first part of a document."""

from __future__ import annotations

import pytest

from harvestman.gather.matching import Opening, names_organisation, place_of, same_organisation


@pytest.mark.parametrize(
    ("name", "text", "is_there"),
    [
        ("Gloria Perez", "Datos. G. Pérez, Universidad", True),
        ("Gloria Perez", "Datos. Pérez, Gloria", True),
        ("Gloria Perez", "Datos. Marta Pérez", False),
        ("M. Thomas", "Martin Mundhenk and Thomas Schneider", False),
        ("Igor Kuznetsov", "Логика. Кузнецов И. П.", True),
        ("Vladimir Khoroshevsky", "V. Khoroshevskiy, S. Mamoilenko", False),
        ("Laura Sandoval Montaño", "Laura Sandoval Montano", True),
        ("Helen Marsh", "marshes are wet", False),
    ],
)
def test_a_family_name_needs_its_given_name_beside_it(name: str, text: str, is_there: bool) -> None:
    assert (place_of(name, Opening.of(text)) is not None) is is_there


def test_organisations_are_compared_with_a_misprint_and_by_their_parts() -> None:
    assert same_organisation("Universidad Complutense de Madrid", "Depto. de Álgebra, Universidad Complutense de Madrid")  # fmt: skip
    assert same_organisation("Univeristy of Saltreach", "University of Saltreach")
    assert not same_organisation("University of Saltreach", "University of Nordhavn")
    opening = Opening.of("Sheet 1. Universty of Saltreach. Prove it.")
    assert names_organisation("University of Saltreach", opening)
    assert not names_organisation("University of Nordhavn and the Isles", opening)
