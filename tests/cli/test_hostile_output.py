"""What strangers wrote does not reach a terminal, and what is no file gets its line."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from click.testing import CliRunner

# The verbs are loaded here, before a test says what a terminal is: each keeps the function that it finds.
from harvestman.cli import plan_import, plan_rank, printing, watch_add, watch_calendar  # noqa: F401
from harvestman.cli.documents_given import given_documents
from harvestman.cli.main import cli, run
from harvestman.cli.papers import command

HOSTILE_TEXT = "a\x9b31mb\x7fc\u202ed\u200ee\u061cf"
HOSTILE = "a\x9b31mb\x7fc\u202ed\u200ee\u061cf\x1b[2Jg"


def test_a_terminal_gets_nothing_that_it_would_obey(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(printing, "is_terminal", lambda: True)
    printing.print_piece(f"@article{{{HOSTILE},\n\ttitle = {{x}}}}\n")
    assert capsys.readouterr().out == "@article{a31mbcdef[2Jg,\n\ttitle = {x}}\n"
    printing.print_line(HOSTILE)
    shown = capsys.readouterr().out.rstrip("\n")
    assert shown.isprintable()
    assert printing.json_line({"title": HOSTILE}).isprintable()


def test_an_error_that_repeats_what_a_stranger_wrote_is_harmless(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Such as a repository's own words of refusal in the last line of `gather --held`."""
    assert run(["--config", str(tmp_path / HOSTILE), "status"]) == 2
    told = capsys.readouterr().err.rstrip("\n")
    assert "31mb" in told
    assert told.isprintable()


def test_calendars_and_tables_of_values_on_a_terminal_are_harmless(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    volume = f"<title>{HOSTILE_TEXT} 2010</title><booktitle>{HOSTILE_TEXT}</booktitle><year>2010</year><url>db/conf/x/x.html</url>"
    dblp = f"<dblp><proceedings key='conf/x/1' mdate='2010-01-02'>{volume}</proceedings></dblp>"
    (tmp_path / "dblp.xml").write_text(dblp, "utf-8")
    (tmp_path / "events.csv").write_text(f"acronym,start\n{HOSTILE_TEXT},2026-06-10\n", "utf-8")
    monkeypatch.setattr(printing, "is_terminal", lambda: True)
    library = ("--db", str(tmp_path / "h.db"))
    for words in (f"plan import {tmp_path}/dblp.xml", f"watch add {tmp_path}/events.csv"):
        told = CliRunner().invoke(cli, [*library, *words.split()])
        assert told.exit_code == 0, told.output
    for words in ("plan rank --csv", "watch calendar --ical - --now 2026-06-01 --weeks 9"):
        told = CliRunner().invoke(cli, [*library, *words.split()])
        assert "31mb" in told.output, words
        assert all(line.isprintable() for line in told.output.splitlines()), words


def test_a_file_or_pipe_gets_every_character(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(printing, "is_terminal", lambda: False)
    kept = HOSTILE.replace("\x1b[2J", "")  # which click leaves out by itself
    printing.print_piece(kept)
    assert capsys.readouterr().out == kept


def test_pipes_and_links_that_lead_nowhere_are_among_what_a_folder_gives(tmp_path: Path) -> None:
    (tmp_path / "paper.txt").write_text("words")
    os.mkfifo(tmp_path / "pipe.pdf")
    (tmp_path / "nowhere.pdf").symlink_to(tmp_path / "gone.pdf")
    (tmp_path / "folder").mkdir()
    (tmp_path / "again").symlink_to(tmp_path)
    names = [str(one.inside) for one in given_documents([str(tmp_path)], tmp_path)]
    assert names == ["nowhere.pdf", "paper.txt", "pipe.pdf"]


def test_a_number_that_no_database_takes_is_wrong_use() -> None:
    assert CliRunner().invoke(command, ["--limit", "99999999999999999999"]).exit_code == 2
