"""What changes a fingerprint and what does not."""

from __future__ import annotations

import hashlib
import pickle
import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dedup.papers import paper
from harvestman.dedup.texts import Fingerprint, fingerprint

TEXT = (
    "The finest efficient harvestmen gather at the well-known office of the naïve coöperative, "
    "while other spiders, which spin no webs at all, remain in the forest until the first snow falls. "
) * 3 + paper(1, 200)


def test_another_typesetting_is_the_same_text() -> None:
    reset = TEXT.replace(" ", "\n", 40).replace("fi", "ﬁ").replace("harvestmen", "harvest-\nmen")
    reset = (
        reset.replace("spiders", "SPI\u00adDERS")
        .replace("ï", "i\u0308")
        .replace("forest", "for\ufffe\nest")
    )
    assert fingerprint(reset) == fingerprint(TEXT)


def test_digits_and_notation_do_not_touch_the_simhash() -> None:
    with_formulas = TEXT.replace("while", "x2 = α + β · 37, 𝑥 ∈ ℝ (12) while")
    plain, formulas = fingerprint(TEXT), fingerprint(with_formulas)
    assert plain.simhash == formulas.simhash
    assert plain.sketch == formulas.sketch
    assert plain.notation != formulas.notation


def test_a_few_changed_words_move_few_bits() -> None:
    words = paper(2).split()
    words[300] = "otherword"
    one, two = fingerprint(paper(2)), fingerprint(" ".join(words))
    assert one.simhash != fingerprint(paper(3)).simhash
    assert (one.simhash ^ two.simhash).bit_count() <= 3
    assert (one.simhash ^ fingerprint(paper(3)).simhash).bit_count() > 12


@pytest.mark.parametrize(
    "text",
    [
        "Сенокосцы собирают урожай осенью, когда ночи становятся длиннее и холоднее. " * 2,
        "盲蛛在秋天收获的季节聚集在一起，它们的腿很长，身体很小，并且不会织网。它们生活在森林中。",
        "οι φαλαγγιοι μαζευονται το φθινοπωρο οταν οι νυχτες γινονται μεγαλες και κρυες στο δασος",
    ],
)
def test_every_script_has_words(text: str) -> None:
    assert fingerprint(text).shingles >= 8
    assert fingerprint(text) == fingerprint(text.replace("。", " \n "))


def test_a_text_with_next_to_no_words_tells_nothing() -> None:
    assert not fingerprint("").is_telling
    assert not fingerprint("1 2 3 4 α β γ " * 500).is_telling
    assert fingerprint(paper(1, 60)).is_telling


def test_a_title_is_kept_folded() -> None:
    assert fingerprint(TEXT, title="Ñandú: A  STUDY,\nPart 2").title == "nandu a study part 2"
    assert fingerprint(TEXT).title == ""


@given(st.text(max_size=300), st.text(max_size=60))
def test_any_text_has_one_that_survives_its_journey(text: str, title: str) -> None:
    fp = fingerprint(text, title=title)
    assert Fingerprint.from_bytes(fp.to_bytes()) == fp
    assert pickle.loads(pickle.dumps(fp)) == fp
    assert fp.simhash < 2**64


@pytest.mark.parametrize("data", [b"", b"\x01", b"\x02" * 900, b"\x01" * 100])
def test_other_bytes_are_no_fingerprint(data: bytes) -> None:
    with pytest.raises(ValueError, match="no fingerprint"):
        Fingerprint.from_bytes(data)


def test_a_hostile_text_takes_bounded_time() -> None:
    start = time.process_time()
    for text in ("-" * 5_000_000, "a-" * 2_500_000, "é\u0301" * 2_000_000, "word " * 2_000_000):
        fingerprint(text)
    assert time.process_time() - start < 20


def test_it_is_the_same_in_every_version() -> None:
    """Fingerprints are kept: a change of this value must come with a way for those that are."""
    fp = fingerprint(paper(7), title="Spiders")
    assert (fp.simhash, fp.words, fp.shingles) == (12786135545475762493, 600, 598)
    assert hashlib.sha256(fp.to_bytes()).hexdigest()[:16] == "41dd7785ba61076c"
