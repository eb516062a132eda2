"""First looks never say no where an expression would say yes."""

import re

from hypothesis import given
from hypothesis import strategies as st

from harvestman.text.beginnings import Beginnings, Signs, has_digit

WORDS = ("univ*", "école", "lab", "s.a.", "кафедра", "by", "k*")
TEXTS = st.text(alphabet="univercoleébyskſKКафедра LAB.,(1٣²-\n", max_size=30) | st.text(
    max_size=20
)


@given(TEXTS)
def test_a_text_that_begins_with_a_word_may_begin_with_it(text: str) -> None:
    words = "|".join(re.escape(word).replace(r"\*", r"\w*") for word in WORDS)
    if re.match(words, text, re.IGNORECASE):
        assert Beginnings(WORDS).may_begin(text)


@given(TEXTS)
def test_every_word_within_a_text_is_come_by(text: str) -> None:
    beginnings = Beginnings(WORDS)
    words = "|".join(re.escape(word).replace(r"\*", r"\w*") for word in WORDS)
    places = []
    at = beginnings.next_in(text, 0)
    while at >= 0:
        places.append(at)
        at = beginnings.next_in(text, at + 1)
    found = re.finditer(rf"(?<!\w)(?:{words})", text, re.IGNORECASE)
    assert {match.start() for match in found} <= set(places)


def test_most_texts_have_none() -> None:
    assert not Beginnings(WORDS).may_begin("Ana Ruiz")
    assert Beginnings(WORDS).next_in("Ana Ruiz, Glab", 0) == -1


@given(TEXTS, st.integers(0, 30))
def test_the_first_sign_is_found_and_so_is_a_digit(text: str, end: int) -> None:
    found = re.compile("[,é(]").search(text, 0, end)
    assert Signs(",é(").first_in(text, end) == (-1 if found is None else found.start())
    assert Signs(",é(").are_in(text) == bool(re.search("[,é(]", text))
    assert has_digit(text) == bool(re.search(r"\d", text))
