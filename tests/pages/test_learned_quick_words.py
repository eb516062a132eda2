"""Words that are looked for by their first letters are those that the expression finds."""

from collections.abc import Callable

from hypothesis import given
from hypothesis import strategies as st

from harvestman.pages.learned.quick_words import QuickWords
from harvestman.pages.wording import pattern, words_for

ORGANISATIONS = QuickWords("organisation")
WORDS = [word.replace("*", "") for word in words_for("entries", "organisation")]
PIECES = st.sampled_from([*WORDS, "Ana", "of", "Óscar", "K", "ity"])
TEXTS = st.lists(PIECES | st.text(max_size=3), max_size=5).map("".join) | st.lists(
    PIECES, max_size=5
).map(" ".join)


@given(TEXTS, st.sampled_from([str.lower, str.upper, str.title]))
def test_they_are_found_where_the_expression_finds_them(
    text: str, cased: Callable[[str], str]
) -> None:
    asked = cased(text)
    wanted = pattern("entries", "organisation")
    assert ORGANISATIONS.are_in(asked) == (wanted.search(asked) is not None)
    assert ORGANISATIONS.are(asked) == (wanted.fullmatch(asked) is not None)
