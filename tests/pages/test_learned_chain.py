"""A chain at work gives the labels that the library it was taught with gives."""

from __future__ import annotations

import random
from itertools import pairwise, product
from pathlib import Path

import pycrfsuite
import pytest

from harvestman.learn.training import teach_weights
from harvestman.pages.learned.chain import (
    Chain,
    Column,
    ToldAt,
    Weights,
    from_bytes,
    spelt_out,
    to_bytes,
)
from harvestman.pages.learned.decoding import PlainDecoder, decoder_for

LABELS = "OTA"


def sequence(rng: random.Random, size: int) -> tuple[list[Column], list[str]]:
    """Labels that follow each other by habit, with columns of all kinds that tell them more or less."""
    labels = [rng.choice("OOTA")]
    for _ in range(size - 1):
        labels.append("A" if labels[-1] == "T" and rng.random() < 0.7 else rng.choice(LABELS))
    return [
        Column("c=", [y if rng.random() < 0.6 else rng.choice("xyz") for y in labels]),
        Column("n=", [None if rng.random() < 0.5 else y.lower() for y in labels]),
        Column("", [("bias", f"g{rng.randint(0, 3)}") for _ in labels]),
        Column("w=", [[rng.choice("abc"), y] if rng.random() < 0.3 else [] for y in labels]),
    ], labels


def test_features_are_spelt_out_item_by_item() -> None:
    columns = [Column("a=", ["x", None]), Column("", [("p", "q"), ()]), Column("w=", [[], ["u"]])]
    assert spelt_out(columns, 2) == [["a=x", "p", "q"], ["w=u"]]


def test_a_column_may_spell_its_values() -> None:
    def halves(value: int) -> tuple[str, ...]:
        return (f"small{value % 10}", f"large{value // 10}")

    column = Column("n=", [12, 30], halves)
    assert spelt_out([column], 2) == [["n=small2", "n=large1"], ["n=small0", "n=large3"]]
    chain = Chain(
        Weights.of(("A", "B"), ((0, 0), (0, 0)), {"n=small0": (0, 9), "n=large1": (9, 0)})
    )
    assert chain.tag([column]) == ["A", "B"]
    assert chain.tag([]) == []


def test_a_column_may_tell_of_the_items_around() -> None:
    told = (
        ToldAt(0, "own="),
        ToldAt(1, "before="),
        ToldAt(-2, "beyond=", lambda value: (value * 2,)),
    )
    column = Column.of(["^", "a", "b", "$"], told, margin=1)
    assert spelt_out([column], 2) == [["own=a", "before=^", "beyond=$$"], ["own=b", "before=a"]]
    features = {"own=a": (0, 5), "before=a": (0, 9), "beyond=$$": (9, 0)}
    weights = Weights.of(("A", "B"), ((0, 0), (0, 0)), features)
    for decoder in (decoder_for, PlainDecoder):
        assert Chain(weights, decoder).tag([column]) == ["A", "B"]


def test_every_column_has_a_value_for_each_item() -> None:
    weights = Weights.of(("A", "B"), ((0, 0), (0, 0)), {})
    columns = [Column("a=", ["x", "y"]), Column.of(["x"], (ToldAt(0, "b="),))]
    with pytest.raises(ValueError, match="a value for each item"):
        spelt_out(columns, 2)
    for decoder in (decoder_for, PlainDecoder):
        with pytest.raises(ValueError, match="a value for each item"):
            Chain(weights, decoder).tag(columns)


def test_labels_are_the_best_of_all_labellings() -> None:
    rng = random.Random(3)
    for _ in range(60):
        size, count = rng.randint(1, 6), rng.randint(1, 4)
        rows = [[rng.randint(-9, 9) for _ in range(count)] for _ in range(count)]
        scores = [[rng.randint(-9, 9) for _ in range(count)] for _ in range(size)]
        features = {str(place): tuple(row) for place, row in enumerate(scores)}
        labels = tuple("ABCD"[:count])
        chain = Chain(Weights.of(labels, tuple(map(tuple, rows)), features))

        def worth(path: tuple[int, ...]) -> int:
            steps = sum(rows[one][two] for one, two in pairwise(path))  # noqa: B023
            return steps + sum(row[at] for row, at in zip(scores, path, strict=True))  # noqa: B023

        best = max(map(worth, product(range(count), repeat=size)))
        said = chain.tag([Column("", [str(place) for place in range(size)])])
        assert worth(tuple(labels.index(label) for label in said)) == best


def test_labels_are_those_of_the_library(tmp_path: Path) -> None:
    rng = random.Random(7)
    taught = [sequence(rng, 12) for _ in range(60)]
    pairs = [(spelt_out(columns, len(labels)), labels) for columns, labels in taught]
    trainer = pycrfsuite.Trainer(verbose=False)
    for items, labels in pairs:
        trainer.append(items, labels)
    trainer.set_params({"c1": 0.2, "c2": 0.02, "feature.minfreq": 2, "max_iterations": 30})
    trainer.train(str(tmp_path / "model"))
    library = pycrfsuite.Tagger()
    library.open(str(tmp_path / "model"))
    chain = Chain(teach_weights(pairs, iterations=30))
    new = [sequence(rng, size) for size in (1, 2, 5, 30, 200)]
    for columns, labels in new:
        expected = library.tag(spelt_out(columns, len(labels)))
        assert chain.tag(columns) == expected
        assert [label for label, _ in chain.tag_surely(columns)] == expected


def test_the_surer_the_higher() -> None:
    weights = Weights.of(("O", "T"), ((0, 0), (0, 0)), {"f=a": (0, 4096), "f=b": (0, 40_960)})
    said = Chain(weights).tag_surely([Column("f=", ["a", "b", "?"])])
    assert [label for label, _ in said[:2]] == ["T", "T"]
    assert said[0][1] < said[1][1]
    assert said[2][1] == 0


def test_nothing_has_no_labels() -> None:
    chain = Chain(Weights.of(("O", "T"), ((0, 0), (0, 0)), {}))
    assert chain.tag([Column("f=", [])]) == []
    assert chain.tag_surely([Column("f=", [])]) == []


def test_a_model_comes_back_as_it_was_written() -> None:
    weights = Weights.of(("O", "T"), ((1, -2), (3, 4)), {"b": (5, -6), "a": (0, 7)})
    data = to_bytes(weights)
    again = from_bytes(data)
    assert to_bytes(again) == data
    assert (again.labels, again.transitions) == (weights.labels, weights.transitions)
