"""The list of words that names are made of: written and read, it has the words that it had, and no other."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from harvestman.text.name_words import NameWords, name_words, written

_WORDS = st.text(alphabet="abc'ж", min_size=1, max_size=6)


@given(st.sets(_WORDS), st.lists(st.text(alphabet="abc'ж ", max_size=6)))
def test_it_has_its_words_and_no_others(words: set[str], others: list[str]) -> None:
    known = NameWords(written(words))
    assert all(word in known for word in words)
    assert [word in known for word in others] == [word in words for word in others]


def test_the_shipped_list_knows_names() -> None:
    known = name_words()
    assert all(word in known for word in ("anna", "schmidt", "yu", "garcia"))
    assert not any(word in known for word in ("", "a b", "proceedings"))


def test_a_long_line_has_its_words_and_no_others() -> None:
    words = {f"ann{number}" for number in range(0, 3_000, 3)} | {"ann", "anna"}
    known = NameWords(written(words))
    asked = [*words, *(f"ann{number}" for number in range(3_001)), "ann ", "annz", "an"]
    assert [word for word in asked if (word in known) != (word in words)] == []
