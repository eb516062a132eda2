"""Labels of one habit out of many, made-up strings, and training on a handful of strings of our own."""

from __future__ import annotations

import gzip
import json
from pathlib import Path

import pytest

from harvestman.documents.references import parse_reference
from harvestman.learn.references import learn
from harvestman.learn.references_gold import SOURCES, Lesson, lessons
from harvestman.learn.references_synthetic import Pools, synthetic_references
from harvestman.text.tagging import Tagger

ROWS: dict[str, list[dict[str, object]]] = {
    "anystyle": [
        {
            "raw": "Kay, A. In Rope and Sail, vol. 7, no. 4, pp. 12-19. Knots Press, 1999.",
            "language": "en",
            "segments": [
                ["Kay, A.", "author"], ["In Rope and Sail,", "container"], ["vol. 7, no. 4,", "volume"],
                ["pp. 12-19.", "pages"], ["Knots Press,", "publisher"], ["1999.", "date"],
            ],
            "fields": {},
        }
    ],
    "parscit": [
        {
            "raw": "Kay, Ada; Roa, Bea (2001): Ropes. In: Taue. Bremen: Knoten.",
            "language": "de",
            "segments": [
                ["Kay, Ada", "author"], [";", "other"], ["Roa, Bea", "author"], ["(", "other"], ["2001", "date"],
                ["):", "other"], ["Ropes", "title"], [". In:", "other"], ["Taue", "container"], [".", "other"],
                ["Bremen", "place"], [":", "other"], ["Knoten", "publisher"], [".", "other"],
            ],
            "fields": {},
        }
    ],
    "scielo": [
        {
            "raw": "Roa B, Gil C. Los nudos. Rev Cuerdas. 2012;46(1):377-86.",
            "language": "es",
            "fields": {
                "authors": ["Roa, B", "Gil, C"], "title": "Los nudos", "container": "Rev Cuerdas", "year": "2012",
                "volume": "46", "issue": "1", "pages": "377-386",
            },
        }
    ],
    "ru_gold": [
        {
            "raw": "Котов В. Г. Узлы. М.: Наука, 1987. 312 с.",
            "language": "ru",
            "segments": [
                ["Котов В. Г.", "author"], ["Узлы", "title"], [".", "other"], ["М.", "place"], [":", "other"],
                ["Наука", "publisher"], [",", "other"], ["1987", "date"], [".", "other"], ["312", "pages"],
                ["с.", "other"],
            ],
            "fields": {},
        },
        {
            "raw": "Котов В. Г. Узлы // Вестник верёвок. 1987. № 3. С. 1–9.",
            "language": "ru",
            "segments": [
                ["Котов В. Г.", "author"], ["Узлы", "title"], ["//", "other"], ["Вестник верёвок", "container"],
                [".", "other"], ["1987", "date"], [". №", "other"], ["3", "issue"], [". С.", "other"],
                ["1–9", "pages"], [".", "other"],
            ],
            "fields": {},
        },
    ],
    "es_gold": [
        {
            "raw": "Gil Roa, Ana. Los cabos. Vigo: Marea, 2003. https://doi.org/10.5555/cabos.1",
            "language": "es",
            "segments": [
                ["Gil Roa, Ana", "author"], [".", "other"], ["Los cabos", "title"], [".", "other"], ["Vigo", "place"],
                [":", "other"], ["Marea", "publisher"], [",", "other"], ["2003", "date"], [". https://doi.org/", "other"],
                ["10.5555/cabos.1", "doi"],
            ],
            "fields": {},
        }
    ],
}  # fmt: skip


@pytest.fixture
def data(tmp_path: Path) -> Path:
    folder = tmp_path / "refs"
    folder.mkdir()
    for source in SOURCES:
        lines = [
            json.dumps({"split": "train", "source": source, **row}, ensure_ascii=False)
            for row in ROWS.get(source, [])
        ]
        (folder / f"{source}.jsonl").write_text("\n".join(lines), encoding="utf-8")
    return tmp_path


def labelled(lesson: Lesson) -> dict[str, str]:
    """The words of each label, with single blanks."""
    found: dict[str, list[str]] = {}
    for token, label in zip(lesson.tokens, lesson.labels, strict=True):
        found.setdefault(label, []).append(token.text)
    return {label: " ".join(words) for label, words in found.items() if label != "other"}


def test_volume_and_issue_are_parted_and_announcing_words_belong_to_no_field(data: Path) -> None:
    (one,) = lessons(data / "refs", "anystyle", "train")
    assert labelled(one) == {
        "author": "Kay , A", "container": "Rope and Sail", "volume": "7", "issue": "4", "pages": "12 - 19",
        "publisher": "Knots Press", "date": "1999",
    }  # fmt: skip


def test_persons_become_one_author_part(data: Path) -> None:
    (one,) = lessons(data / "refs", "parscit", "train")
    assert labelled(one)["author"] == "Kay , Ada ; Roa , Bea"
    assert labelled(one)["place"] == "Bremen"


def test_german_lists_are_made_up_with_their_editors_and_offices(data: Path) -> None:
    pools = Pools()
    pools.add(lessons(data / "refs", "parscit", "train"))
    made = synthetic_references(pools, "de", count=200, seed=5)
    assert len(made) == 200
    assert any("(Hrsg.)" in one.raw and labelled(one).get("editor") for one in made)
    assert any("Bundes" in labelled(one).get("author", "") for one in made)


def test_fields_alone_are_found_in_the_string(data: Path) -> None:
    (one,) = lessons(data / "refs", "scielo", "train")
    assert labelled(one) == {
        "author": "Roa B , Gil C", "title": "Los nudos", "container": "Rev Cuerdas", "date": "2012", "volume": "46",
        "issue": "1", "pages": "377 - 86",
    }  # fmt: skip


def test_the_length_of_a_russian_book_is_no_page(data: Path) -> None:
    book = lessons(data / "refs", "ru_gold", "train")[0]
    assert "pages" not in labelled(book)
    assert labelled(book)["total"] == "312"


def test_a_resolver_s_link_has_the_label_of_its_end(data: Path) -> None:
    (one,) = lessons(data / "refs", "es_gold", "train")
    assert labelled(one)["doi"] == "https://doi.org/10.5555/cabos.1"


def test_made_up_strings_are_the_same_each_time_and_wholly_labelled(data: Path) -> None:
    pools = Pools()
    pools.add(lessons(data / "refs", "ru_gold", "train"))
    made = synthetic_references(pools, "ru", count=40, seed=5)
    assert made == synthetic_references(pools, "ru", count=40, seed=5)
    assert made != synthetic_references(pools, "ru", count=40, seed=6)
    assert len(made) == 40
    assert all(len(one.labels) == len(one.tokens) for one in made)
    assert any("Узлы" in labelled(one)["title"] for one in made)


def test_training_is_reproducible_and_its_model_reads(data: Path, tmp_path: Path) -> None:
    said: list[str] = []
    for name in ("one", "two"):
        learn(data / "refs", out=tmp_path / name, iterations=12, synthetic=60, say=said.append)
    first, second = (
        (tmp_path / name / "references.crfsuite.gz").read_bytes() for name in ("one", "two")
    )
    assert first == second
    assert said[-1].startswith("model: ")
    tagger = Tagger(gzip.decompress(first))
    reference = parse_reference("Котов В. Г. Узлы. М.: Наука, 1987. 312 с.", tagger=tagger)
    assert reference.authors == ("Котов В. Г.",)
    assert reference.year == "1987"
