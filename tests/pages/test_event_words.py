"""The words by which the names of events are told."""

from __future__ import annotations

import pytest

from harvestman.pages.events.words import event_words
from harvestman.text import unaccent

LINES = (
    "5th Workshop on Legs in Motion",
    "Die 12. Fachtagung für Gangforschung",
    "Хроники (XI конференция)",
    "III Jornadas de Patas",
    "École d'été des araignées",
    "школа-семинар молодых арахнологов",
    "workshopped to death",
    "Spider web harvest paper thread",
    "sch, oo, l",
    "",
)


@pytest.mark.parametrize("line", LINES)
def test_the_quick_look_for_a_noun_says_what_the_pattern_says(line: str) -> None:
    words, folded = event_words(), unaccent(line)
    assert words.has_noun(folded) == (words.noun.search(folded) is not None)
