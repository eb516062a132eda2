"""`harvestman import`: papers from files come into the library, joined with what it knows."""

from __future__ import annotations

import json
from typing import Any

from commands import Commands

BIB = """
@inproceedings{ruiz2018,
  author = {Ruiz, Ana and Ershov, Andrei},
  title = {Automatic Search for Papers That Nobody Cites},
  booktitle = {Proceedings of JCDL},
  year = 2018,
  doi = {10.1145/3197026.3197069},
}
@article{broken, title = {never closed
@article{knuth1984, author = "Donald E. Knuth", title = "Literate Programming at Home", year = 1984}
"""


def lines(text: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in text.splitlines()]


def papers(commands: Commands) -> dict[str, dict[str, Any]]:
    return {paper["title"]: paper for paper in lines(commands.run("papers", "--json").stdout)}


def claims(commands: Commands, paper: str) -> list[dict[str, Any]]:
    (shown,) = lines(commands.run("show", paper, "--json").stdout)
    found: list[dict[str, Any]] = shown["claims"]
    return found


def test_a_broken_entry_costs_one_line_and_the_rest_is_kept(empty: Commands) -> None:
    (empty.folder / "refs.bib").write_text(BIB)
    done = empty.run("import", "refs.bib")
    assert done.returncode == 1
    assert "refs.bib, line 9: Line 9 is not valid BibTeX" in done.stderr
    assert "2 entries read, 2 say something new: 2 new papers." in done.stdout
    assert set(papers(empty)) == {
        "Automatic Search for Papers That Nobody Cites",
        "Literate Programming at Home",
    }


def test_the_evidence_names_file_and_entry(empty: Commands) -> None:
    (empty.folder / "refs.bib").write_text(BIB)
    empty.run("import", "refs.bib")
    paper = papers(empty)["Literate Programming at Home"]
    assert paper["year"] == 1984
    for claim in claims(empty, paper["id"]):
        assert claim["evidence"]["source"].startswith("file:refs.bib#knuth1984:")
        assert claim["evidence"]["locator"].startswith("line 10 of sha256:")
        assert (claim["reader"], claim["authority"]) == ("import-bibtex", "embedded")


def test_importing_again_changes_nothing(empty: Commands) -> None:
    (empty.folder / "refs.bib").write_text(BIB)
    empty.run("import", "refs.bib")
    before = papers(empty)
    told = {title: claims(empty, paper["id"]) for title, paper in before.items()}
    done = empty.run("import", "refs.bib")
    assert "2 entries read, 0 say something new: 0 new papers." in done.stdout
    assert papers(empty) == before
    # Not even the times of the claims.
    assert {title: claims(empty, paper["id"]) for title, paper in before.items()} == told


def test_a_corrected_entry_takes_the_place_of_what_it_said(empty: Commands) -> None:
    file = empty.folder / "refs.bib"
    file.write_text(BIB)
    empty.run("import", "refs.bib")
    file.write_text(BIB.replace("year = 1984", "year = 1985"))
    assert "1 say something new: 0 new papers" in empty.run("import", "refs.bib").stdout
    assert papers(empty)["Literate Programming at Home"]["year"] == 1985


def test_what_another_file_of_the_same_name_says_takes_nothing_away(empty: Commands) -> None:
    (empty.folder / "other").mkdir()
    (empty.folder / "refs.bib").write_text("@misc{a, author={Ana Ruiz}, title={The first of two}}")
    (empty.folder / "other" / "refs.bib").write_text(
        "@misc{a, author={Ivan Petrov}, title={Something else altogether}}"
    )
    done = empty.run("import", "refs.bib", "other/refs.bib")
    assert done.returncode == 0, done.stderr
    assert set(papers(empty)) == {"The first of two", "Something else altogether"}


def test_all_formats_are_one_paper_in_the_library(empty: Commands) -> None:
    (empty.folder / "refs.bib").write_text(BIB)
    empty.run("import", "refs.bib")
    before = papers(empty).keys()
    for name, ending in (("ris", ".ris"), ("csl-json", ".json"), ("jsonl", ".jsonl")):
        empty.run("export", "--format", name, "-o", f"all{ending}")
        done = empty.run("import", f"all{ending}")
        assert done.returncode == 0, done.stderr
        assert "2 say something new: 0 new papers" in done.stdout
    assert papers(empty).keys() == before
    (paper,) = [p for p in papers(empty).values() if p["doi"]]
    readers = {claim["reader"] for claim in claims(empty, paper["id"])}
    assert readers == {"import-bibtex", "import-ris", "import-csl-json", "import-jsonl"}


def test_a_harvested_paper_is_joined_with_its_entry(filled: Commands, empty: Commands) -> None:
    harvested = papers(filled)
    title = next(t for t, p in harvested.items() if p["authors"] and len(t) > 20)
    author = harvested[title]["authors"][0]["name"]
    (filled.folder / "mine.bib").write_text(
        f"@misc{{mine, author={{{author}}}, title={{{title}}}, note={{read it}}}}"
    )
    db = str(empty.folder / "copy.db")
    (empty.folder / "copy.db").write_bytes((filled.folder / "harvestman.db").read_bytes())
    done = filled.run("--db", db, "import", "mine.bib")
    assert "1 say something new: 0 new papers" in done.stdout, done.stderr


def test_a_dry_run_keeps_nothing(empty: Commands) -> None:
    (empty.folder / "refs.bib").write_text(BIB)
    done = empty.run("import", "refs.bib", "--dry-run", "--json")
    assert done.returncode == 1
    first, fault, second, counts = lines(done.stdout)
    assert (first["entry"], second["entry"]) == ("ruiz2018", "knuth1984")
    assert first["authors"] == ["Ana Ruiz", "Andrei Ershov"]
    assert "never" not in first
    assert fault["place"] == "line 9"
    assert (counts["entries"], counts["faulty"], counts["changed"]) == (2, 1, 0)
    assert not (empty.folder / "harvestman.db").exists()


def test_an_unknown_ending_needs_a_format(empty: Commands) -> None:
    (empty.folder / "refs.txt").write_text("@misc{a, title={A title of some length}}")
    refused = empty.run("import", "refs.txt")
    assert refused.returncode == 2
    assert "say --format" in refused.stderr
    assert empty.run("import", "refs.txt", "--format", "bibtex").returncode == 0


def test_a_file_without_entries_is_nothing_found(empty: Commands) -> None:
    (empty.folder / "refs.ris").write_text("nothing of the kind\n")
    (empty.folder / "empty.bib").write_text("")
    done = empty.run("import", "refs.ris", "empty.bib")
    assert (done.returncode, done.stdout) == (1, "")
    assert "No entry was found in refs.ris, empty.bib." in done.stderr
