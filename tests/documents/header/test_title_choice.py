"""The choice of a title among groups of lines, and how it is taught."""

from __future__ import annotations

import pytest

from harvestman.learn.documents_title_choice import Choice, teach_choice
from harvestman.text.linear import LinearModel


def test_groups_of_a_document_compete() -> None:
    choice = LinearModel(("title",), {"large": (2.0,), "course": (-1.0,)})
    first, second, third = choice.rivals([["large"], ["large", "course"], ["unknown"]])
    assert first > second > third
    assert first + second + third == pytest.approx(1.0)
    assert choice.rivals([]) == []


def test_what_all_groups_share_changes_nothing() -> None:
    choice = LinearModel(("title",), {"large": (2.0,), "spanish": (5.0,)})
    plain = choice.rivals([["large"], ["small"]])
    assert choice.rivals([["large", "spanish"], ["small", "spanish"]]) == pytest.approx(plain)


def test_weights_are_the_same_when_read_back() -> None:
    choice = LinearModel(("title",), {"large": (1.25,), "course": (-0.5,)})
    again = LinearModel.from_bytes(choice.to_bytes())
    assert again.to_bytes() == choice.to_bytes()
    assert again.rivals([["large"], ["course"]]) == choice.rivals([["large"], ["course"]])


def test_the_right_groups_get_the_weight() -> None:
    lesson = Choice([["large", "top"], ["small", "top"], ["small"]], [True, False, False])
    unanswered = Choice([["small"]], [False])
    taught = teach_choice([lesson, unanswered] * 5)
    large, small, _ = taught.rivals(lesson.groups)
    assert large > 0.8 > small
    assert taught.to_bytes() == teach_choice([lesson, unanswered] * 5).to_bytes()


def test_what_counts_less_is_learned_less() -> None:
    one = Choice([["a"], ["b"]], [True, False])
    other = Choice([["a"], ["b"]], [False, True], 0.3)
    a, b = teach_choice([one, other] * 5).rivals([["a"], ["b"]])
    assert a > b
