"""Many words looked for at once: the same answers as one by one."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from compiling import interpreted
from harvestman.text.many_words import AskedWords, ManyPlainWords, ManyWords

_LETTERS = st.text(alphabet="abü<", max_size=40)
_SOME = st.text(alphabet="abü<", min_size=1, max_size=4)


@given(words=st.sets(_SOME, max_size=8), text=_LETTERS)
def test_finds_what_a_search_for_each_word_finds(words: set[str], text: str) -> None:
    assert ManyWords(words).within(text) == {word for word in words if word in text}


@given(words=st.sets(st.text("ab<", min_size=1, max_size=4), max_size=8), text=_LETTERS)
def test_finds_plain_words_in_bytes(words: set[str], text: str) -> None:
    assert ManyPlainWords(words).within(text.encode()) == {word for word in words if word in text}


@given(words=st.sets(_SOME, max_size=8), text=_LETTERS)
def test_tells_where_words_stand(words: set[str], text: str) -> None:
    found = ManyWords(words).places(text)
    assert set(found) == {
        at for at in range(len(text)) for one in words if text.startswith(one, at)
    }


def test_a_word_inside_another_counts_too() -> None:
    words = ManyWords(["sched", "schedule", "edule", "hedge"])
    assert words.within("the schedule") == {"sched", "schedule", "edule"}


def test_half_a_character_in_a_text_does_no_harm() -> None:
    words = ManyWords(["<script", "missing"])
    assert words.within("\ud83d<script") == {"<script"}
    assert words.places("\ud83d<script") == [1]


def test_no_words_are_in_no_text() -> None:
    assert ManyWords().within("anything") == frozenset()


def test_words_that_are_asked_for_again_are_looked_for_together() -> None:
    asked = AskedWords()
    assert asked.is_within("script", b"<script>")
    assert not asked.is_within("style", b"<script>")
    assert asked.together().words == frozenset()  # not yet worth it
    for _ in range(300):
        asked.is_within("style", b"<script>")
    assert asked.together().words == {"script", "style"}
    assert asked.together() is asked.together()


def test_words_without_end_are_not_all_remembered(monkeypatch: pytest.MonkeyPatch) -> None:
    many_words = interpreted("harvestman.text.many_words")
    monkeypatch.setattr(many_words, "_MOST_WORDS", 3)
    monkeypatch.setattr(many_words, "_ASKS_A_BUILD", 1)
    asked = many_words.AskedWords()
    for number in range(10):
        assert asked.is_within(f"word{number}", f"a word{number}".encode())
    assert len(asked.together().words) == 3
