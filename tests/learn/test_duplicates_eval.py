"""The judge of near-duplicates: its variants are what they say, and it counts what it should."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random

import pytest

from commands import Commands
from harvestman.dedup.texts import fingerprint
from harvestman.learn.duplicates_eval import Miss, judge_duplicates
from harvestman.learn.duplicates_negatives import lookalikes
from harvestman.learn.duplicates_variants import KINDS, variant

_SYLLABLES = "ba ce di fo gu ka le mi no pu ra se ti vo zu an er il or us fi".split()


def text(seed: int, paragraphs: int = 30) -> str:
    """Paragraphs of sentences with a number here and there."""
    rng = Random(seed)
    words = ["".join(rng.choices(_SYLLABLES, k=rng.randint(2, 4))) for _ in range(1500)]

    def sentence() -> str:
        return (
            f"{' '.join(rng.choices(words, k=12))} [{rng.randint(1, 40)}] {rng.randint(100, 9999)}."
        )

    return "\n\n".join(" ".join(sentence() for _ in range(4)) for _ in range(paragraphs))


def row(name: str, title: str | None) -> dict[str, object]:
    return {"file": name, "title": title, "authors": [{"name": "Ana Pérez"}], "category": "paper"}


@pytest.mark.parametrize("kind", KINDS)
def test_a_variant_differs_and_is_the_same_for_the_same_seed(kind: str) -> None:
    original = text(1)
    changed = variant(kind, original, seed="a", others=[text(2)])
    assert changed != original
    assert changed == variant(kind, original, seed="a", others=[text(2)])
    assert changed != variant(kind, original, seed="b", others=[text(2)])


def test_a_new_typesetting_keeps_every_word() -> None:
    original = text(1)
    reset = variant("re-typeset", original, seed="x").replace("-\n", "")
    for ligature, letters in (("ﬃ", "ffi"), ("ﬁ", "fi"), ("ﬂ", "fl"), ("ﬀ", "ff"), ("ﬄ", "ffl")):
        reset = reset.replace(ligature, letters)
    assert set(original.split()) <= set(reset.split())


def test_lookalikes_are_of_every_kind_and_never_the_same_text() -> None:
    pairs = lookalikes([text(n) for n in range(4)], seed="1")
    assert {one.kind for one in pairs} == {
        "same authors",
        "same template",
        "problem sheets",
        "math-heavy",
    }
    assert all(one.known != one.asked for one in pairs)
    exams = [one for one in pairs if one.kind == "math-heavy"]
    assert all(fingerprint(e.known).simhash == fingerprint(e.asked).simhash for e in exams)


def test_figures_count_what_was_found_and_what_was_wrong() -> None:
    texts = [text(n) for n in range(6)]
    rows = [row(f"{n}.pdf", f"A Title That Is Number {'abcdef'[n] * 20}") for n in range(6)]
    misses: list[Miss] = []
    figures = judge_duplicates([*rows, row("short.pdf", "x")], [*texts, "too short"], misses=misses)
    assert (figures["documents"], figures["too_short"]) == (6, 1)
    assert figures["precision"] == 1.0
    assert (
        figures["recall"] >= 0.85
    )  # this text is made of chance and has a number in every sentence
    assert figures["by_kind"]["cover page"] == {
        "asked": 6, "found": 6, "right": 6, "precision": 1.0, "recall": 1.0,
    }  # fmt: skip
    assert figures["by_kind"]["other documents"]["recall"] is None
    assert len(misses) == 30 - round(figures["recall"] * 30)


def test_a_copy_under_another_title_is_a_wrong_answer() -> None:
    texts = [text(1), text(1)]
    rows = [row("a.pdf", "One Title of a Paper"), row("b.pdf", "Something Else Altogether")]
    misses: list[Miss] = []
    figures = judge_duplicates(rows, texts, misses=misses)
    assert figures["by_kind"]["other documents"]["found"] == 2
    assert figures["precision"] < 0.7
    copies = judge_duplicates([rows[0], {**rows[0], "file": "c.doc"}], texts)
    assert copies["by_kind"]["other documents"]["found"] == 0  # the gold says that they are one


def test_the_command_judges_a_folder(tmp_path: Path) -> None:
    rows = [row(f"{n}.txt", f"Title of number {'abc'[n] * 20}") for n in range(3)]
    (tmp_path / "gold.jsonl").write_text("".join(json.dumps(r) + "\n" for r in rows))
    for number in range(3):
        (tmp_path / f"{number}.txt").write_text(text(number))
    commands = Commands(tmp_path)
    done = commands.run("eval", "duplicates", str(tmp_path), "--workers", "1", "--json")
    figures = json.loads(done.stdout)
    assert figures["documents"] == 3
    assert set(figures) >= {"precision", "recall", "by_kind"}
    assert commands.run("eval", "duplicates", str(tmp_path / "none")).returncode == 2
