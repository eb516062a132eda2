"""Where a text calls the entries of its reference list."""

from __future__ import annotations

import pytest

from harvestman.documents.calls import with_calls
from harvestman.model import Reference, Section

BY_NAME = [
    Reference("", authors=("Ana Ruiz", "Lavinia Quill"), year="2019"),
    Reference("", authors=("Ершов А.П.",), year="2001"),
    Reference("", authors=("Ruiz, A.", "Berg, J.", "Doe, X."), year="2020a"),
    Reference("", authors=("Ruiz, A.", "Berg, J.", "Doe, X."), year="2020b"),
    Reference("", authors=("Jan van der Berg",), year="2019"),
    Reference("", authors=("Quill, L.",), year="2019"),
    Reference("", title="Without a name"),
]
BY_NUMBER = [Reference(f"entry {number}") for number in range(12)]


def called(text: str, citations: list[Reference]) -> list[tuple[str, tuple[int, ...]]]:
    (section,) = with_calls([Section("", text)], citations)
    return [(text[call.start : call.end], call.citations) for call in section.calls]


@pytest.mark.parametrize(
    ("text", "calls"),
    [
        ("As shown (Ruiz and Quill, 2019).", [("Ruiz and Quill, 2019", (0,))]),
        ("Ruiz & Quill (2019) say so.", [("Ruiz & Quill (2019", (0,))]),
        ("Показано (Ершов, 2001).", [("Ершов, 2001", (1,))]),
        (
            "(Ruiz et al., 2020a; Quill, 2019)",
            [("Ruiz et al., 2020a", (2,)), ("Quill, 2019", (5,))],
        ),
        (
            "Ruiz et al. (2020a, 2020b) again",
            [("Ruiz et al. (2020a", (2,)), ("2020b", (3,))],
        ),
        ("Quill’s 2019 survey", [("Quill’s 2019", (5,))]),
        ("In 2019 nobody was named.", []),
        ("Ruiz worked alone. It was 2019.", []),
        ("Nobody and Quill (1999)", []),
    ],
)
def test_calls_by_author_and_year(text: str, calls: list[tuple[str, tuple[int, ...]]]) -> None:
    assert called(text, BY_NAME) == calls


@pytest.mark.parametrize(
    ("text", "calls"),
    [
        ("As shown [3].", [("3", (2,))]),
        ("See [1, 4–6,12].", [("1", (0,)), ("4–6", (3, 4, 5)), ("12", (11,))]),
        ("The interval [0, 1] and the year [99] are no entries.", []),
        ("Backwards [6-4]", [("6", (5,)), ("4", (3,))]),
    ],
)
def test_calls_by_number(text: str, calls: list[tuple[str, tuple[int, ...]]]) -> None:
    assert called(text, BY_NUMBER) == calls


def test_a_document_calls_in_one_way() -> None:
    text = "Ruiz and Quill (2019) and Ершов (2001) looked at the interval [1]."
    assert [entries for _, entries in called(text, BY_NAME)] == [(0,), (1,)]


def test_without_a_list_nothing_is_called() -> None:
    body = (Section("", "As shown [3]."),)
    assert with_calls(body, ()) == body
