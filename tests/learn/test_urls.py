"""Training and judging addresses, on a world of a few made-up hosts."""

import gzip
import json
from pathlib import Path

import pytest

from harvestman.learn.urls import (
    Row,
    cross_validate,
    evaluate_urls,
    judge,
    learn_urls,
    read_knowledge,
    read_rows,
    registered_domains,
)
from harvestman.model import UsageError

pytest.importorskip("scipy")
pytest.importorskip("tldextract")


@pytest.fixture
def data(tmp_path: Path) -> Path:
    """A folder of the shared shape: urls/train.tsv with venues and names beside it."""
    lines = ["url\tlabel\tsource\tkind\thost\tyear"]
    for i in range(40):
        letter = "abcdefghij"[i % 10]
        lines.append(f"http://www.ic{letter}x{2000 + i % 20}.org/\t1\tmade\tevent-site\t\t")
        lines.append(f"http://cs.uni{i}.edu/~iw{letter}x{i % 10:02d}/\t1\tmade\tevent-site\t\t")
        lines.append(f"http://shop{letter}{i}tools.com/\t0\tmade\tweb-host\t\t")
        lines.append(
            f"http://library{i}.com/catalog/books/{letter}lpha\t0\tother\tsearch-result\t\t"
        )
    (tmp_path / "urls").mkdir()
    (tmp_path / "urls" / "train.tsv").write_text("\n".join(lines) + "\n")
    tables = {
        "dblp-2023/series.tsv": "series\tabbreviation\nconf/icax\tICAX\n",
        "ratings/dblp_series_names.tsv": "dblp_series\tacronym\nconf/iwbx\tIWBX\n",
        "ceur-ws/events.tsv": "stem\nicbx\n",
        "acl-anthology/series.tsv": "acronym\nIWAX\n",
        "ratings/ratings.tsv": "source\tacronym\nCORE\tICCX\nGGS\tIGNORED\n",
    }
    for name, text in tables.items():
        path = tmp_path / "venues" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    lexica = tmp_path / "kairos" / "lexica"
    lexica.mkdir(parents=True)
    names = "Smith Garcia Miller D&amp;amp;#237;az Robertson Schneider Ivanova".split()
    (lexica / "names.txt.gz").write_bytes(gzip.compress("\n".join(names).encode()))
    return tmp_path / "urls"


def test_training_gives_a_model_and_the_same_bytes_again(data: Path, tmp_path: Path) -> None:
    first, second = tmp_path / "first.gz", tmp_path / "second.gz"
    told = learn_urls(data, target=first)
    learn_urls(data, target=second)
    assert first.read_bytes() == second.read_bytes()
    assert told["rows"] == 160
    assert told["bytes"] == first.stat().st_size


def test_cross_validation_both_ways(data: Path) -> None:
    figures = evaluate_urls(data / "train.tsv", cv=4)
    assert figures["folds"] == 4
    assert figures["by_rows"]["f1"] > 0.9
    assert figures["by_domain"]["f1"] > 0.9
    assert json.loads(json.dumps(figures)) == figures


def test_tables_that_are_not_as_they_should_be(tmp_path: Path) -> None:
    table = tmp_path / "table.tsv"
    table.write_bytes(b"url\tlabel\nhttp://caf\xe9.example/\t1\n")
    assert [row.is_event for row in read_rows(table)] == [True]
    for line in ("http://a.example/\tmaybe", "http://a.example/"):
        table.write_text(f"url\tlabel\n{line}\n")
        with pytest.raises(UsageError, match="line 2"):
            read_rows(table)


def test_rare_signs_in_addresses_do_not_stop_training(data: Path) -> None:
    rows = read_rows(data / "train.tsv")
    rows += [Row(f"http://ic{i}.example{i}.org/page=main/", True, "made", "web") for i in range(8)]
    said = cross_validate(rows, read_knowledge(data.parent), folds=2, by="rows")
    assert len(said) == len(rows)


def test_the_shipped_model_is_judged(data: Path) -> None:
    figures = evaluate_urls(data / "train.tsv")
    assert figures["urls"] == 160
    assert set(figures["by_kind"]) == {"event-site", "search-result", "web-host"}
    assert set(figures["by_source"]) == {"made", "other"}


def test_a_domain_is_in_one_fold_only(data: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    rows = [Row(f"http://a{i % 7}.example{i % 5}.org/{i}", i % 2 == 0, "", "") for i in range(60)]
    seen: list[tuple[set[str], set[str]]] = []

    class Stub:
        def __init__(self, trained_on: object) -> None:
            self._inside: set[str] = trained_on  # type: ignore[assignment]
            seen.append((self._inside, set()))

        def is_conference(self, url: str) -> bool:
            seen[-1][1].update(registered_domains([url]))
            return True

    def train(inside: list[Row], *_: object) -> set[str]:
        return set(registered_domains(row.url for row in inside))

    monkeypatch.setattr("harvestman.learn.urls._train", train)
    monkeypatch.setattr("harvestman.learn.urls.SiteClassifier", Stub)
    cross_validate(rows, read_knowledge(data.parent), folds=5, by="domain")
    assert len(seen) == 5
    assert all(not inside & outside for inside, outside in seen)


def test_the_figures() -> None:
    rows = [
        Row("a", True, "x", "k"),
        Row("b", True, "x", "k"),
        Row("c", False, "y", "m"),
        Row("d", False, "y", "m"),
    ]
    figures = judge(rows, [True, False, True, False])
    assert figures == {
        "urls": 4,
        "accuracy": 0.5,
        "precision": 0.5,
        "recall": 0.5,
        "f1": 0.5,
        "confusion": {"tp": 1, "fp": 1, "fn": 1, "tn": 1},
        "by_kind": {"k": 0.5, "m": 0.5},
        "by_source": {"x": 0.5, "y": 0.5},
    }


def test_only_negatives_have_no_precision() -> None:
    figures = judge([Row("a", False, "", "")], [False])
    assert (figures["accuracy"], figures["f1"]) == (1.0, 0.0)


def test_knowledge_leaves_out_lists_without_a_licence(data: Path) -> None:
    knowledge = read_knowledge(data.parent)
    assert {"icax", "iwbx", "icbx", "iwax", "iccx"} == set(knowledge.acronyms)
    assert "diaz" in knowledge.names


def test_registered_domains_know_private_suffixes() -> None:
    urls = ["http://www.cs.ox.ac.uk/x", "https://icx.github.io/", "http://a.b.example.org"]
    assert registered_domains(urls) == ["ox.ac.uk", "icx.github.io", "example.org"]


def test_wrong_use_is_told(tmp_path: Path, data: Path) -> None:
    with pytest.raises(UsageError, match="cannot be read"):
        read_rows(tmp_path / "none.tsv")
    (tmp_path / "odd.tsv").write_text("a\tb\n1\t2\n")
    with pytest.raises(UsageError, match="no column url"):
        read_rows(tmp_path / "odd.tsv")
    with pytest.raises(UsageError, match="folds"):
        evaluate_urls(data / "train.tsv", cv=1)
    with pytest.raises(UsageError, match="acronyms of series are needed"):
        read_knowledge(tmp_path / "nowhere")
