"""Author strings in every order and with every mark."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from harvestman.documents.references import parse_names

NAMES = [
    ("Ruiz, A. and B. Gil", ["Ruiz, A.", "B. Gil"]),
    ("Ruiz, A., Gil, B., & Roa, C.", ["Ruiz, A.", "Gil, B.", "Roa, C."]),
    ("Ruiz AB, Gil C, van der Roa D", ["Ruiz, AB", "Gil C", "van der Roa D"]),
    ("A. Ruiz, B. Gil y C. Roa", ["A. Ruiz", "B. Gil", "C. Roa"]),
    ("Ruiz Díaz, Ana María", ["Ruiz Díaz, Ana María"]),
    ("Ruiz Díaz, Ana", ["Ruiz Díaz, Ana"]),
    ("Brandt, Lena, Tom Okafor, and Mary Kay", ["Brandt, Lena", "Tom Okafor", "Mary Kay"]),
    ("Brandt, L. Maria; Okafor, Tom", ["Brandt, L. Maria", "Okafor, Tom"]),
    ("Brandt, L./Okafor, T./Kay, M.", ["Brandt, L.", "Okafor, T.", "Kay, M."]),
    ("Brandt, L. et al.", ["Brandt, L."]),
    ("Котов В.Г. и др.", ["Котов В.Г."]),
    ("Котов В. Г., Смирнова А. Б.", ["Котов В. Г.", "Смирнова А. Б."]),
    ("Котов, В.Г.", ["Котов, В.Г."]),
    ("В. Г. Котов и А. Б. Смирнова", ["В. Г. Котов", "А. Б. Смирнова"]),
    ("Silva, C. da C., & Rocha, A. dos S.", ["Silva, C. da C.", "Rocha, A. dos S."]),
    ("Okafor, T., Jr. and Kay, M.", ["Okafor, T., Jr.", "Kay, M."]),
    ("Instituto de Geografía y Estadística", ["Instituto de Geografía y Estadística"]),
    ("UNESCO", ["UNESCO"]),
    ("Brandt, L. (ed.)", ["Brandt, L."]),
    ("", []),
    (" ,;. ", []),
]


@pytest.mark.parametrize(("text", "names"), NAMES, ids=[text for text, _ in NAMES])
def test_persons_are_parted(text: str, names: list[str]) -> None:
    assert parse_names(text) == names


@settings(max_examples=200, deadline=None)
@given(st.text(alphabet="AbЯя ,.;&-()/y'и1", max_size=120))
def test_no_name_is_empty(text: str) -> None:
    assert all(any(c.isalpha() for c in name) for name in parse_names(text))
