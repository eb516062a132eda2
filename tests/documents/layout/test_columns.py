"""Reading order: a narrow column beside title and names is read after them, the labels of a form are not."""

from __future__ import annotations

from harvestman.documents.layout.building import build_page
from harvestman.documents.layout.words import Look, PrintedPage, Word

SMALL, LARGE = Look(8.0, "Serif"), Look(17.0, "Serif")
EDITORS = ["Edited by:", "Ursula Brandt,", "Ulm, Germany", "Reviewed by:", "Paolo Conti,", "Pavia, Italy", "Received:", "4 April 2019"]  # fmt: skip
TITLE = ["Counting the Ropes of Small Animals in", "Wet Meadows and on the Dry Hills That", "Stand Beside Them", "Ann Lee, Robert Brown and Maria Smith", "Institute of Ropes, University of Vigo", "We count ropes and tell how many there are"]  # fmt: skip
TEXT = "The ropes of small animals are counted by hand in the field, and the counts differ a lot."


def row(text: str, x: float, base: float, look: Look) -> Word:
    return Word(text, x, x + 0.45 * look.size * len(text), base, look)


def read(side: list[Word], wide: list[Word]) -> list[str]:
    below = [row(TEXT, 50.0, 330.0 + 12 * at, Look(11.0, "Serif")) for at in range(12)]
    page = build_page(PrintedPage(595.0, 842.0, [*side, *wide, *below]), 1)
    return [line.text for line in page.lines]


def test_a_narrow_column_beside_the_title_is_read_after_it() -> None:
    side = [row(text, 50.0, 80.0 + 14.3 * at, SMALL) for at, text in enumerate(EDITORS)]
    wide = [row(text, 200.0, 83.0 + 19.5 * at, LARGE) for at, text in enumerate(TITLE)]
    assert read(side, wide)[:14] == [*TITLE, *EDITORS]


def test_labels_of_a_form_stay_with_what_they_label() -> None:
    side = [row(text, 50.0, 80.0 + 19.5 * at, SMALL) for at, text in enumerate(EDITORS[:6])]
    wide = [row(text, 200.0, 80.0 + 19.5 * at, LARGE) for at, text in enumerate(TITLE)]
    assert read(side, wide)[:6] != TITLE
