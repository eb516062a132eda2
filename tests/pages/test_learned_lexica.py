"""Word lists: what was read by some is not remembered when others are used."""

from __future__ import annotations

import gzip
import random
from pathlib import Path

from harvestman.pages.learned import lexica
from harvestman.pages.learned.features import sketch
from harvestman.pages.learned.lexica import (
    TOKEN,
    Counts,
    known_words,
    look_up,
    names_run,
    placed,
    tokens_of,
    words_of,
)
from harvestman.pages.learned.name_lists import name_list
from harvestman.pages.learned.regions import cut

SIGNS = "ab Z.  ..--_'’‐19²½٣é中(,;\u00a0\u2028ß\U0001d54f\ud800"
_PAGE = "<p>Qwyx Zzorblat</p>"


def test_texts_are_read_anew_when_other_lists_are_used(tmp_path: Path) -> None:
    before = name_list("Qwyx Zzorblat")
    assert before is not None
    assert not before.is_known
    assert sketch(cut(_PAGE))[0].names == 0
    (tmp_path / "names.txt.gz").write_bytes(gzip.compress(b"qwyx\nzzorblat"))
    try:
        lexica.use(tmp_path)
        now = name_list("Qwyx Zzorblat")
        assert now is not None
        assert now.is_known
        assert sketch(cut(_PAGE))[0].names == 1
    finally:
        lexica.use()


def test_a_text_amounts_to_its_words() -> None:
    words = words_of("Anna Schmidt, Boris Petrov: On the mining")
    assert "".join(word.kind for word in words) == "CCpCCpSsl"
    assert names_run(words, backwards=False) == (4, ":S")
    assert names_run(words, backwards=True) == (0, "l")
    counts = Counts(words)
    assert (counts.letters, counts.names, counts.commas) == (7, 4, 1)
    assert (counts.small, counts.capitals) == (2, 4)
    assert "the" in known_words(words)
    assert known_words(words_of("the the")) == ["the"]
    nothing = Counts([])
    assert (nothing.letters, nothing.names, nothing.commas) == (0, 0, 0)


def test_every_sort_is_counted_up_to_255() -> None:
    counts = Counts(words_of("Anna University mining , " * 63 + "J. K. L."))
    assert (counts.letters, counts.names, counts.capitals) == (192, 66, 129)
    assert (counts.small, counts.commas) == (63, 63)


def test_names_are_looked_for_among_the_first_words_only() -> None:
    assert names_run(words_of("1 " * 6 + "Anna Schmidt x"), backwards=False) == (2, "l")
    assert names_run(words_of("1 " * 7 + "Anna Schmidt x"), backwards=False) == (0, "d")
    assert names_run(words_of("Anna " * 61 + "x"), backwards=False) == (60, "$")
    assert names_run(words_of("x Anna Schmidt."), backwards=True) == (2, "l")
    assert names_run(words_of("Anna Schmidt."), backwards=False) == (2, ".$")


def test_a_text_is_cut_at_its_blanks_as_it_would_be_as_a_whole() -> None:
    rng = random.Random(4)
    for _ in range(20_000):
        text = "".join(rng.choices(SIGNS, k=rng.randint(0, 14)))
        found = [(match.start(), match.end(), match.group()) for match in TOKEN.finditer(text)]
        words = words_of(text)
        assert [(*at, word.text) for *at, word in placed(words, text, 0)] == found, text
        assert tokens_of(text) == [token for *_, token in found]
        assert words == [look_up(token) for *_, token in found]


def test_people_of_a_remembered_text_are_not_shared() -> None:
    one, other = name_list("Anna Schmidt, Boris Petrov"), name_list("Anna Schmidt, Boris Petrov")
    assert one is not None
    assert other is not None
    one.people[0].affiliations = ["Oak University"]
    assert other.people[0].affiliations == []
