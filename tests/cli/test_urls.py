"""`classify`, `eval urls`, `learn urls` as a person types them."""

from __future__ import annotations

import json
from pathlib import Path

from commands import Commands


def test_an_address_is_classified_and_the_reasons_are_told(empty: Commands) -> None:
    done = empty.run("classify", "http://www.icadl2010.org/", "https://www.example.edu/~smith/")
    assert done.returncode == 0
    first, second = done.stdout.splitlines()[1:]
    assert first.startswith("yes\t")
    assert "a year in the domain" in first
    assert second.startswith("no\t")


def test_lines_of_standard_input_are_answered_in_order(empty: Commands) -> None:
    urls = [
        "http://www.icadl2010.org/",
        "not an address at all",
        "ftp://[::bad",
        "http://пример.рф/",
    ]
    done = empty.run("classify", "--json", "-", input="\n".join([*urls, "", ""]))
    answers = [json.loads(line) for line in done.stdout.splitlines()]
    assert [a["url"] for a in answers] == urls
    assert answers[0]["conference"] is True
    assert all(0 <= a["probability"] <= 1 for a in answers)
    assert all(a["conference"] == (a["probability"] >= 0.5) for a in answers)


def test_a_table_is_judged(empty: Commands, tmp_path: Path) -> None:
    table = tmp_path / "some.tsv"
    table.write_text(
        "url\tlabel\tsource\tkind\n"
        "http://www.icadl2010.org/\t1\there\tevent-site\n"
        "https://www.example.edu/~smith/\t0\there\tuniversity\n"
        "http://www.icadl2011.org/\t0\tthere\tweb\n",
        encoding="utf-8",
    )
    figures = json.loads(empty.run("eval", "urls", str(table), "--json").stdout)
    assert figures["confusion"] == {"tp": 1, "fp": 1, "fn": 0, "tn": 1}
    assert figures["by_kind"] == {"event-site": 1.0, "university": 1.0, "web": 0.0}
    assert "said conference" in empty.run("eval", "urls", str(table)).stdout


def test_a_table_that_is_none_gets_a_clear_line(empty: Commands, tmp_path: Path) -> None:
    (tmp_path / "bad.tsv").write_text("a\tb\n1\t2\n", encoding="utf-8")
    for words in (
        ("eval", "urls", str(tmp_path / "bad.tsv")),
        ("eval", "urls", str(tmp_path / "missing.tsv")),
        ("eval", "urls", str(tmp_path / "bad.tsv"), "--cv", "1"),
        ("learn", "urls", str(tmp_path)),
    ):
        done = empty.run(*words)
        assert done.returncode == 2, words
        assert len(done.stderr.splitlines()) == 1
        assert "Traceback" not in done.stderr
