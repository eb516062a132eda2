"""What the repository has already."""

from __future__ import annotations

from pathlib import Path

import pytest

from harvestman.gather.held import load_held
from harvestman.model import Candidate, CandidateAuthor, UsageError


def candidate(title: str, author: str = "", *, doi: str = "", url: str = "http://u.example/a.pdf") -> Candidate:  # fmt: skip
    authors = (CandidateAuthor(author),) if author else ()
    return Candidate(url, title, authors, doi=doi)


def test_works_are_known_by_identifier_and_by_title_with_an_author(tmp_path: Path) -> None:
    file = tmp_path / "held.csv"
    file.write_text('dc.title[es],dc.contributor.author,dc.identifier.doi\nReed Beds,"Marsh, Helen||Quill, P.",10.5555/x\n')  # fmt: skip
    index = load_held(file)
    assert index.has(candidate("Anything", doi="10.5555/X"))
    assert index.has(candidate("REED BEDS", "H. Marsh"))
    assert not index.has(candidate("Reed Beds", "Anna Green"))
    assert not index.has(candidate("Other", "Helen Marsh"))


def test_a_file_that_is_no_list_is_told(tmp_path: Path) -> None:
    (tmp_path / "x.csv").write_text("a,b\n1,2\n")
    with pytest.raises(UsageError, match="no column"):
        load_held(tmp_path / "x.csv")
    with pytest.raises(UsageError, match="cannot be read"):
        load_held(tmp_path / "nothing.csv")
