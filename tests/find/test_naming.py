from __future__ import annotations

import pytest

from harvestman.find.agreeing import agreement
from harvestman.find.naming import Naming, names_in, sought


@pytest.mark.parametrize(
    ("name", "text", "naming"),
    [
        ("Ana Ruiz", "Homepage of Ana Ruiz", Naming.FULL),
        ("A. Ruiz", "Ana Ruiz", Naming.INITIAL),
        ("Ruiz, Ana", "Dr. Ana Ruiz", Naming.FULL),
        ("Ana María Ruiz Pérez", "Ana Ruiz: home", Naming.FULL),
        ("Козлов Виктор Сергеевич", "Victor Kozlov", Naming.FULL),
        ("Л. В. Козлов", "Lev Kozlov", Naming.INITIAL),
        ("Thomas Weber", "Tobias Weber", Naming.OTHER),
        ("Ana Ruiz", "Publications of Marta Gil", Naming.NONE),
    ],
)
def test_how_far_a_text_names_a_person(name: str, text: str, naming: Naming) -> None:
    assert names_in(text, sought(name)) is naming


def test_affiliation_and_field_separate_namesakes() -> None:
    page = "Ana Ruiz works on sheep genetics at the University of Salamanca."
    own = agreement(
        page, "usal.example", affiliation="Universidad de Salamanca", field="genetics of sheep"
    )
    other = agreement(
        page, "usal.example", affiliation="University of Leeds", field="bridge building"
    )
    assert own.is_any
    assert not other.is_any
    assert not agreement(page, "", affiliation="", field="").is_known


def test_words_of_another_script_agree() -> None:
    page = "Saint Petersburg Polytechnic University, machine learning, reliability"
    own = agreement(page, "", affiliation="Санкт-Петербургский политехнический университет", field="машинное обучение, надёжность")  # fmt: skip
    assert own.field == 1.0
