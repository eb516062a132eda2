"""Word lists: what was read by some is not remembered when others are used."""

from __future__ import annotations

import gzip
from pathlib import Path

from harvestman.pages.learned import lexica
from harvestman.pages.learned.features import sketch
from harvestman.pages.learned.lexica import Counts, read_words
from harvestman.pages.learned.name_lists import name_list
from harvestman.pages.learned.regions import cut

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
    read = read_words("Anna Schmidt, Boris Petrov: On the mining", characters=800, most=80)
    assert read.kinds == "CCpCCpSsl"
    assert read.lead == (4, ":S")
    assert read.trail == (0, "l")
    counts = Counts._make(read.counts)
    assert (counts.letters, counts.names, counts.commas) == (7, 4, 1)
    assert (counts.small, counts.capitals) == (2, 4)
    assert "the" in read.known
    again = read_words("the the", characters=800, most=80)
    assert again.known == ["the"]
    assert read_words("", characters=800, most=80).counts == (0,) * 7


def test_people_of_a_remembered_text_are_not_shared() -> None:
    one, other = name_list("Anna Schmidt, Boris Petrov"), name_list("Anna Schmidt, Boris Petrov")
    assert one is not None
    assert other is not None
    one.people[0].affiliations = ["Oak University"]
    assert other.people[0].affiliations == []
