"""The labeller finds what the library finds that taught its model, however many strings are read together."""

from __future__ import annotations

import pytest

from harvestman.documents.references import labelling
from harvestman.documents.references.columns import Neighbours
from harvestman.documents.references.features import token_columns, token_items
from harvestman.documents.references.labelling import Labeller
from harvestman.documents.references.neighbours import TaughtNeighbours
from harvestman.documents.references.tokens import Token, tokens_of
from harvestman.documents.references.weights import read_weights
from harvestman.text.tagging import shipped_model, shipped_tagger

PACKAGE = "harvestman.documents.references"
STRINGS = (
    "[4] Brandt, L. and Kay, A. (2010). “On rope.” In: Proc. of Knots, pp. 3–19. doi:10.5555/rope.4.1",
    "x",
    ")].(",
    "Котов В. Г., Лебедева О. П. Узлы и канаты // Вестник мореходства. – 1987. – № 4. – С. 12–19.",
    "Ruiz Díaz, A. y Gómez, L. (2016). Los puertos del sur. Revista de Costas, 8(1), 15-29.",
    "1999 http://www.rope.example.org/ notes | | and || more " * 9,
)


def read(strings: tuple[str, ...]) -> list[tuple[str, list[Token]]]:
    return [(string, tokens_of(string)) for string in strings]


@pytest.fixture
def labeller() -> Labeller:
    return Labeller(read_weights(shipped_model(PACKAGE, "references")))


def test_labels_are_those_of_the_library(labeller: Labeller) -> None:
    library = shipped_tagger(PACKAGE, "references")
    wanted = [library.tag(token_items(text, tokens)) for text, tokens in read(STRINGS)]
    assert labeller.tag(*token_columns(read(STRINGS))) == wanted
    for at, one in enumerate(STRINGS):  # remembered sums, and alone
        assert labeller.tag(*token_columns(read((one,)))) == [wanted[at]]


def test_what_is_remembered_is_bounded_and_never_missed(
    labeller: Labeller, monkeypatch: pytest.MonkeyPatch
) -> None:
    wanted = labeller.tag(*token_columns(read(STRINGS)))
    monkeypatch.setattr(labelling, "_SUMS", 20)
    monkeypatch.setattr(labelling, "_REMEMBERED", 5)
    for _ in range(3):
        assert labeller.tag(*token_columns(read(STRINGS))) == wanted
        assert labeller.tag(*token_columns(read(STRINGS[::-1]))) == wanted[::-1]


def test_no_strings_have_no_labels(labeller: Labeller) -> None:
    assert labeller.tag(*token_columns([])) == []


def test_other_files_are_no_models() -> None:
    with pytest.raises(ValueError, match="CRFsuite"):
        read_weights(bytes(100))


def test_a_piece_of_neighbours_may_be_the_sign_that_parts_them() -> None:
    taught = TaughtNeighbours({"-b=a||": 5, "-b=||b": 6, "-b=a|b": 7, "w=a": 8}, ["-b"])
    briefs = [None, "a", "|", "b", "a", "b", None]
    items, rows = taught.find(Neighbours(0, "-b", ((briefs, -1), (briefs, 0))), {})
    assert dict(zip(items.tolist(), rows.tolist(), strict=True)) == {2: 5, 3: 6, 5: 7}
