"""Every verb as a person or a program would use it."""

from __future__ import annotations

import json
import re
import sqlite3
import subprocess
from contextlib import closing
from pathlib import Path

import click
import pytest

from commands import COMMAND, Commands
from harvestman.cli.main import VERBS, cli
from harvestman.cli.subverbs import SubverbGroup
from harvestman.formats import exporter_names
from pages.test_reading_once import LIST
from world import World


def lines(text: str) -> list[dict[str, object]]:
    return [json.loads(line) for line in text.splitlines()]


def truth(world: World, host: str) -> dict[str, list[str]]:
    """The titles that the world says are there, with their authors."""
    path = Path(__file__).parent.parent / "world" / "sites" / host / "truth.json"
    return {p["title"]: p["authors"] for p in json.loads(path.read_text("utf-8"))["papers"]}


def test_the_table_of_verbs_says_what_the_verbs_say() -> None:
    context = click.Context(cli)
    for verb, sentence in VERBS.items():
        command = cli.get_command(context, verb)
        assert command is not None
        assert (command.help or "").splitlines()[0] == sentence


def test_every_verb_and_sub_verb_has_json() -> None:
    context = click.Context(cli)
    for verb in VERBS.keys() - {"completion"}:
        command = cli.get_command(context, verb)
        assert command is not None
        subverbs = command.list_commands(context) if isinstance(command, click.Group) else []
        group = command if isinstance(command, click.Group) else None
        leaves = [group.get_command(context, name) for name in subverbs] if group else [command]
        for leaf in leaves:
            assert leaf is not None
            assert any("--json" in option.opts for option in leaf.params), f"{verb} {leaf.name}"


def test_every_sub_verb_starts_its_help_with_its_line_in_the_table() -> None:
    context = click.Context(cli)
    for verb in ("plan", "merges", "eval"):
        group = cli.get_command(context, verb)
        assert isinstance(group, SubverbGroup)
        for name, sentence in group.subverbs.items():
            command = group.get_command(context, name)
            assert command is not None
            assert (command.help or "").splitlines()[0] == sentence


@pytest.mark.parametrize("host", ["icsw2024", "hcip2023"])
def test_the_papers_are_the_truth(filled: Commands, world: World, host: str) -> None:
    found = {p["title"]: p for p in lines(filled.run("papers", "--json").stdout)}
    for title, authors in truth(world, host).items():
        assert title in found
        assert [a["name"] for a in found[title]["authors"]] == authors  # type: ignore[attr-defined]


def test_papers_have_the_documented_keys(filled: Commands) -> None:
    for paper in lines(filled.run("papers", "--json").stdout):
        assert {"id", "title", "authors", "year", "doi", "pdf", "venue", "url"} <= set(paper)
        for author in paper["authors"]:  # type: ignore[attr-defined]
            assert {"name", "affiliations"} <= set(author)


def test_papers_in_a_pipe_are_tab_separated(filled: Commands) -> None:
    rows = [row.split("\t") for row in filled.run("papers").stdout.splitlines()]
    assert rows[0] == ["id", "year", "authors", "title", "venue", "file"]
    assert len({len(row) for row in rows}) == 1


def test_papers_on_a_terminal_are_a_table(filled: Commands) -> None:
    shown = filled.on_terminal("papers", "--limit", "3")
    assert "─" in shown
    assert "title" in shown


def test_search_and_filters(filled: Commands) -> None:
    everything = lines(filled.run("papers", "--json").stdout)
    some = lines(filled.run("papers", "POSTER abandoned", "--json").stdout)
    assert [p["title"] for p in some] == ["Poster: A Map of Abandoned Wikis"]
    of_2023 = lines(filled.run("papers", "--year", "2023", "--json").stdout)
    assert 0 < len(of_2023) < len(everything)
    assert {p["year"] for p in of_2023} == {2023}
    by_author = lines(filled.run("papers", "--author", "duboisson", "--json").stdout)
    assert by_author
    assert all("Duboisson" in json.dumps(p["authors"], ensure_ascii=False) for p in by_author)
    with_file = lines(filled.run("papers", "--with-pdf", "--json").stdout)
    without = lines(filled.run("papers", "--without-pdf", "--json").stdout)
    assert len(with_file) + len(without) == len(everything)
    assert len(lines(filled.run("papers", "--limit", "2", "--json").stdout)) == 2


def test_nothing_found_is_exit_1(filled: Commands) -> None:
    for words in (
        ["papers", "zzzunheardof"],
        ["papers", "zzzunheardof", "--json"],
        ["export", "zzz", "--format", "ris"],
    ):
        assert filled.run(*words).returncode == 1


def test_show_says_who_says_so(filled: Commands) -> None:
    paper = lines(filled.run("papers", "abandoned wikis", "--json").stdout)[0]
    shown = filled.run("show", str(paper["id"])[:8])
    assert shown.returncode == 0
    assert "Poster: A Map of Abandoned Wikis" in shown.stdout
    assert "highwire" in shown.stdout
    plain = json.loads(filled.run("show", str(paper["id"]), "--json").stdout)
    claim = next(c for c in plain["claims"] if c["field"] == "title" and c["shown"])
    assert claim["value"] == plain["title"]
    assert "posters.html" in claim["evidence"]["source"]
    assert claim["evidence"]["locator"]


def test_show_of_an_unknown_id_is_wrong_use(filled: Commands) -> None:
    done = filled.run("show", "nosuchpaper")
    assert done.returncode == 2
    assert "harvestman papers" in done.stderr


@pytest.mark.parametrize(
    ("name", "sign"),
    [("bibtex", "@inproceedings{"), ("ris", "TY  - "), ("csl-json", '"title"'), ("jsonl", '{"id"')],
)
def test_export_writes_every_format(filled: Commands, tmp_path: Path, name: str, sign: str) -> None:
    printed = filled.run("export", "--format", name)
    assert printed.returncode == 0
    assert sign in printed.stdout
    target = tmp_path / "papers"
    assert filled.run("export", "--format", name, "-o", str(target)).returncode == 0
    assert target.read_bytes().decode().replace("\r\n", "\n") == printed.stdout.replace(
        "\r\n", "\n"
    )
    assert [p.name for p in tmp_path.iterdir()] == ["papers"]


def test_export_to_a_place_that_cannot_be_written(filled: Commands) -> None:
    done = filled.run("export", "--format", "ris", "-o", "/proc/nowhere/x")
    assert done.returncode == 2
    assert "cannot be written" in done.stderr


def test_export_of_no_paper_says_so_and_leaves_the_file_alone(
    filled: Commands, tmp_path: Path
) -> None:
    kept, none = tmp_path / "kept.bib", tmp_path / "none.bib"
    kept.write_text("@misc{dear, title = {Dear to Me}}")
    for target in (kept, none):
        done = filled.run("export", "zzzunheardof", "-o", str(target))
        assert done.returncode == 1
        assert f"No such paper: {target} is left as it was." in done.stderr
    assert "Dear to Me" in kept.read_text()
    assert not none.exists()
    assert "No such paper." in filled.run("export", "zzzunheardof", "--format", "ris").stderr


def test_export_names_all_formats(filled: Commands) -> None:
    done = filled.run("export")
    told = re.sub(r"-\s+", "-", filled.run("export", "--help").stdout)  # names may be wrapped
    for name in exporter_names():
        assert name in done.stderr
        assert f" {name}," in told


def test_export_names_the_nearest_format(filled: Commands) -> None:
    done = filled.run("export", "--format", "bibtexx")
    assert done.returncode == 2
    assert "bibtex" in done.stderr


def test_status_counts_and_says_what_to_do(filled: Commands) -> None:
    plain = json.loads(filled.run("status", "--json").stdout)
    assert plain["papers"] >= 21
    assert plain["by_status"]["not-found"] == 1
    assert plain["failures"][0]["remedy"]
    text = filled.run("status").stdout
    assert "not-found" in text
    assert plain["failures"][0]["remedy"] in text
    site = plain["failures"][0]["url"]
    told = json.loads(filled.run("status", "--ignore", site, "--json").stdout)
    assert (len(told["failures"]) < len(plain["failures"]), len(told["ignored_sites"])) == (True, 1)
    told = json.loads(filled.run("status", "--heed", told["ignored_sites"][0], "--json").stdout)
    assert (told["failures"], told["ignored_sites"]) == (plain["failures"], [])


def test_config_hides_passwords(empty: Commands) -> None:
    done = empty.run("--db", "postgresql://me:s3cret@host/db", "config")
    assert done.returncode == 0
    assert "s3cret" not in done.stdout
    assert "me:***@host" in done.stdout


def test_doctor_is_content_with_a_good_library(filled: Commands) -> None:
    checks = {c["check"]: c["ok"] for c in lines(filled.run("doctor", "--json").stdout)}
    assert checks["database"] is True
    assert checks["blobs"] is True
    assert checks["engine"] is True
    assert checks["readers"] is True
    assert checks["models"] is True


def test_doctor_finds_missing_bytes(world: World, empty: Commands) -> None:
    assert empty.run("harvest", world.url("hcip2023"), "--depth", "0").returncode == 0
    with closing(sqlite3.connect(empty.folder / "harvestman.db")) as library, library:
        assert library.execute("DELETE FROM page_bytes").rowcount == 1
    done = empty.run("doctor")
    assert done.returncode == 1
    assert "FAILED" in done.stdout


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_completion_prints_a_script_and_completes(empty: Commands, shell: str) -> None:
    assert "_HARVESTMAN_COMPLETE" in empty.run("completion", shell).stdout
    environ = empty.environ | {
        "_HARVESTMAN_COMPLETE": "bash_complete",
        "COMP_WORDS": "harvestman ha",
        "COMP_CWORD": "1",
    }
    done = subprocess.run([*COMMAND], env=environ, capture_output=True, text=True, check=False)
    assert "harvest" in done.stdout


def test_a_reader_that_leaves_the_pipe_is_no_fault(filled: Commands) -> None:
    script = (
        " ".join([*COMMAND, "papers", "--json"]) + " | head -n 1 >/dev/null; echo ${PIPESTATUS[0]}"
    )
    done = subprocess.run(
        ["bash", "-c", script], env=filled.environ, capture_output=True, text=True, check=False
    )
    assert done.stdout.strip() == "0"
    assert done.stderr == ""


def test_harvest_with_json_tells_each_page_and_the_sum(empty: Commands, world: World) -> None:
    done = empty.run(
        "harvest", world.url("hcip2023", "/proceedings.html"), "--depth", "0", "--json"
    )
    page, total = lines(done.stdout)
    assert page["status"] == "success"
    assert page["papers"] == 6
    assert total["read"] == 1
    assert total["papers"] == 6


def test_a_harvest_of_a_scholars_list_says_what_it_is(empty: Commands, tmp_path: Path) -> None:
    site = tmp_path / "sites" / "lee"
    site.mkdir(parents=True)
    (site / "index.html").write_bytes(LIST.body)
    with World(folders=(site.parent,)) as world:
        for _ in range(2):  # the page is kept, and read no more
            told = empty.run("harvest", world.url("lee")).stdout
            assert f"{world.url('lee')} lists publications of Ann Lee (12)" in told
            assert "harvestman find person 'Ann Lee'" in told
            assert "--browser" not in told


def test_harvesting_again_asks_nothing_again(empty: Commands, world: World) -> None:
    words = ("harvest", world.url("hcip2023"), "--depth", "1", "--json")
    assert empty.run(*words).returncode == 0
    world.clear_log()
    again = lines(empty.run(*words).stdout)
    assert {line.get("status") for line in again} == {"unchanged", None}
    told = empty.run(*words[:-1]).stdout
    assert f"Nothing new: {again[-1]['known']} papers of this site are known." in told
    assert "No paper was found" not in told
    assert "--reread" in told
    assert not world.log("hcip2023")
    asked_again = empty.run(*words, "--again")
    assert asked_again.returncode == 0
    assert {e.status for e in world.log("hcip2023") if e.target != "/robots.txt"} == {304}


def test_the_limit_is_kept(empty: Commands, world: World) -> None:
    done = empty.run("harvest", world.url("trap"), "--depth", "20", "--limit", "15", "--json")
    assert lines(done.stdout)[-1]["pages"] == 15
