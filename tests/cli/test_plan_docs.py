"""The page on the plan shows what its commands print."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest

from harvestman.cli.main import run
from harvestman.engine import InlineGuard

ROOT = Path(__file__).parent.parent.parent


def test_every_shown_command_prints_what_is_shown(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("HARVESTMAN_DATA", str(tmp_path))
    monkeypatch.setattr("harvestman.engine.open_guard", lambda *_, **__: InlineGuard())
    monkeypatch.chdir(ROOT)
    page = (ROOT / "docs" / "plan.md").read_text("utf-8")
    shown = re.findall(r"```console\n\$ harvestman (.+)\n((?:.*\n)*?)```", page)
    assert len(shown) >= 5
    for command, wanted in shown:
        assert run(shlex.split(command)) == 0
        assert capsys.readouterr().out == wanted, command
