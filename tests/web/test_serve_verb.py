"""`harvestman serve` before it serves: what is missing is told in one line."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from harvestman.cli.main import run


def test_without_its_extra_it_says_which_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("HARVESTMAN_DATA", str(tmp_path))
    monkeypatch.setitem(sys.modules, "uvicorn", None)
    monkeypatch.delitem(sys.modules, "harvestman.web.serving", raising=False)
    monkeypatch.delitem(sys.modules, "harvestman.web.front.protocol", raising=False)
    assert run(["serve", "--port", "0"]) == 2
    assert "pip install 'harvestman[serve]'" in capsys.readouterr().err
