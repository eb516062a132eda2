"""How gathering fares on sites of kinds that it was not made for: course sites that print no author and no address, contact pages two
links away, teachers' lists with patronymics and transliterated addresses, namesakes, forms among the papers; frames in Latin-1,
Word's pages in windows-1251, wikis, learning platforms, lists of theses; blogs with comments, site builders, addresses told as a pattern, office files."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from gather.unseen import LATER_SITES, SITES, THIRD_SITES, write_folder
from harvestman.learn.sites_eval import judge_sites_folder


@pytest.fixture(scope="module")
def judged(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    folder: Path = tmp_path_factory.mktemp("unseen")
    write_folder(folder, (*SITES, *LATER_SITES, *THIRD_SITES))
    return judge_sites_folder(folder)


def test_every_document_is_found_and_no_other(judged: dict[str, Any]) -> None:
    assert judged["documents"] == {"found": 144, "all": 144, "stray": 0}


@pytest.mark.parametrize("language", ["en", "es", "ru"])
def test_authors_and_addresses_are_found_in_every_language(
    judged: dict[str, Any], language: str
) -> None:
    figures = judged["by_language"][language]
    assert figures["authors"]["f1"] >= 0.95
    assert figures["affiliations"]["f1"] >= 0.9
    assert figures["emails"]["precision"] >= 0.98
    assert figures["contact"]["coverage"] >= 0.9


def test_what_is_no_work_is_told(judged: dict[str, Any]) -> None:
    assert judged["not_a_candidate"]["f1"] >= 0.95
