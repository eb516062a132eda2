"""Opened models: labels, their chances, and models of single things."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pycrfsuite
import pytest

from harvestman.text.tagging import Tagger


@pytest.fixture
def tagger(tmp_path: Path) -> Tagger:
    trainer: Any = pycrfsuite.Trainer(verbose=False)
    for _ in range(5):
        trainer.append([["warm"], ["cold"]], ["Y", "N"])
        trainer.append([["warm"]], ["Y"])
        trainer.append([["cold"]], ["N"])
    trainer.train(str(tmp_path / "model"))
    return Tagger((tmp_path / "model").read_bytes())


def test_the_chances_of_all_labels_add_up_to_one(tagger: Tagger) -> None:
    (label, chances), _ = tagger.tag_with_chances([["warm"], ["cold"]], "YN?")
    assert label == "Y"
    assert chances["Y"] > chances["N"]
    assert chances["?"] == 0.0
    assert sum(chances.values()) == pytest.approx(1.0)
