"""Training of the reference reader, with one command and a fixed seed.

It learns from printed strings of all sources and from made-up Russian and Spanish ones; the few printed Russian and Spanish
strings count several times. Of the large sources a part is enough: three times as many strings took three times as long.
"""

from __future__ import annotations

import gzip
from collections.abc import Callable, Iterable
from pathlib import Path

import pycrfsuite

from harvestman.documents.references import features
from harvestman.learn.references_gold import SOURCES, Lesson, lessons
from harvestman.learn.references_synthetic import Pools, synthetic_references
from harvestman.learn.training import teach

FOLDER = Path(features.__file__).parent / "models"
SYNTHETIC = 2_500  # strings for each of Russian and Spanish
TIMES = {"ru_gold": 4, "es_gold": 4}
SHARES = {"grobid_citations": 2}
"""Every second string of the largest source is learned from."""
# L1 keeps the model small, rare features are noise.
_PARAMETERS = {"c1": 0.15, "c2": 0.02, "feature.minfreq": 4}

Say = Callable[[str], None]


def learn(
    texts: Path,
    *,
    out: Path = FOLDER,
    seed: int = 13,
    iterations: int = 60,
    synthetic: int = SYNTHETIC,
    say: Say = lambda _: None,
) -> None:
    """Train on the train splits of the reference strings in a folder of labelled texts; write the model."""
    gold = {source: lessons(texts, source, "train")[:: SHARES.get(source, 1)] for source in SOURCES}
    say(f"strings: { {source: len(found) for source, found in gold.items()} }")
    taught = [*_repeated(gold), *_made_up(gold, count=synthetic, seed=seed)]
    model = teach(
        (
            (pycrfsuite.ItemSequence(features.token_items(one.raw, one.tokens)), one.labels)
            for one in taught
        ),
        iterations=iterations,
        parameters=_PARAMETERS,
    )
    out.mkdir(parents=True, exist_ok=True)
    packed = gzip.compress(model, mtime=0)
    (out / "references.crfsuite.gz").write_bytes(packed)
    say(f"model: {len(taught)} strings, {len(packed)} bytes")


def _made_up(gold: dict[str, list[Lesson]], *, count: int, seed: int) -> list[Lesson]:
    """Made-up strings of three languages; Spanish and German lists cite English works too."""
    every = [one for found in gold.values() for one in found]
    russian, spanish, german = Pools(), Pools(), Pools()
    russian.add(one for one in every if one.language == "ru")
    spanish.add(one for one in every if one.language == "es")
    english = [one for one in gold["anystyle"] if one.language == "en"]
    spanish.add(english[::6], ("title", "container", "publisher", "place"))
    german.add(one for one in every if one.language == "de")
    german.add(english[::6], ("title", "container", "author"))
    return [
        *synthetic_references(russian, "ru", count=count, seed=seed),
        *synthetic_references(spanish, "es", count=count, seed=seed),
        *synthetic_references(german, "de", count=count, seed=seed),
    ]


def _repeated(gold: dict[str, list[Lesson]]) -> Iterable[Lesson]:
    for source, found in gold.items():
        for _ in range(TIMES.get(source, 1)):
            yield from found
