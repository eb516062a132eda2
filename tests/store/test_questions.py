"""Questions of `find`: kept before they are looked for, answered once, and looked for anew when that is wanted."""

from __future__ import annotations

from harvestman.model import SetClock
from harvestman.store import Library

ASKED = {"title": "Reed Beds"}


def test_a_question_is_kept_once_and_waits_for_its_answer(library: Library) -> None:
    first = library.questions.begin("paper", "reed beds", ASKED)
    library.questions.spend(first, 3)
    again = library.questions.begin("paper", "reed beds", ASKED)
    assert (again.id, again.requests, again.answer) == (first.id, 3, None)
    assert library.questions.begin("person", "reed beds", ASKED).id != first.id


def test_an_answer_stays_until_the_question_is_opened_again(
    library: Library, clock: SetClock
) -> None:
    one = library.questions.begin("paper", "reed beds", ASKED)
    library.questions.settle(one, {"status": "success", "url": "https://a.example/"}, requests=4)
    kept = library.questions.begin("paper", "reed beds", ASKED)
    assert kept.answer == {"status": "success", "url": "https://a.example/"}
    assert (kept.answered, kept.requests) == (clock.now(), 4)
    anew = library.questions.reopen(kept)
    assert (anew.id, anew.answer, anew.requests) == (one.id, None, 0)
    assert library.questions.get(one.id) == anew
    assert library.questions.get("nobody") is None
