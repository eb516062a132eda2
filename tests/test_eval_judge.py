"""The judge of accuracy: falls are noticed, floors only rise unless told otherwise, other data is told apart."""

from __future__ import annotations

import importlib.util
import json
import sys
from pathlib import Path
from types import ModuleType

import pytest

ROOT = Path(__file__).parent.parent
HEADER = "title\tstart_month\tstart_year\tcountry\tcity\tkind\tsplit\n"
RIGHT = "X 2006, Lima, Peru, 7-8 August 2006\t8\t2006\tPeru\tLima\tdated\tdev\n"
WRONG = "X 2007, Lima, Peru, 7-8 August 2007\t9\t2007\tPeru\tLima\tdated\tdev\n"


@pytest.fixture
def judge() -> ModuleType:
    spec = importlib.util.spec_from_file_location("judge", ROOT / "eval" / "judge.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules["judge"] = module
    spec.loader.exec_module(module)
    return module


@pytest.fixture
def data(tmp_path: Path) -> Path:
    write(tmp_path / "data", RIGHT)
    return tmp_path / "data"


def write(data: Path, *rows: str) -> None:
    (data / "venues").mkdir(parents=True, exist_ok=True)
    (data / "venues" / "titles.tsv").write_text(HEADER + "".join(rows), encoding="utf-8")


def words(data: Path, *more: str) -> list[str]:
    return [str(data), "--only", "titles", "--floors", str(data / "floors.json"), *more]


def test_without_data_nothing_is_judged(judge: ModuleType, tmp_path: Path) -> None:
    assert judge.main([str(tmp_path / "nowhere")]) == 0
    assert judge.main([str(tmp_path)]) == 0


def test_several_judges_can_be_named(
    judge: ModuleType, data: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    judge.main([str(data), "--only", "titles,urls", "--floors", str(data / "floors.json")])
    told = capsys.readouterr().out
    assert "titles (1 files" in told
    assert "urls: no data" in told
    assert "papers" not in told
    with pytest.raises(SystemExit):
        judge.main([str(data), "--only", "titles,nobody"])
    assert "no such judge: nobody" in capsys.readouterr().err


def test_a_figure_below_what_was_asked_for_fails(judge: ModuleType, data: Path) -> None:
    assert judge.main(words(data)) == 0
    write(data, RIGHT, WRONG)
    assert judge.main(words(data)) == 1


def test_a_fall_tells_which_programs_are_missing(
    judge: ModuleType,
    data: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("PATH", str(data))
    judge.main(words(data))
    assert "Not read here" not in capsys.readouterr().out
    write(data, RIGHT, WRONG)
    judge.main(words(data))
    assert "Not read here: scanned documents. apt install tesseract" in capsys.readouterr().out


def test_floors_rise_and_fall_only_when_told(
    judge: ModuleType, data: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert judge.main(words(data, "--update")) == 0
    floors = data / "floors.json"
    pins = json.loads(floors.read_text())
    assert pins["titles"]["figures"]["dev month f1"] == 1.0
    pins["titles"]["figures"]["dev all_four"] = 1.5
    floors.write_text(json.dumps(pins))
    assert judge.main(words(data)) == 1
    assert "BELOW" in capsys.readouterr().out
    assert judge.main(words(data, "--update")) == 1
    assert json.loads(floors.read_text())["titles"]["figures"]["dev all_four"] == 1.5
    assert judge.main(words(data, "--update", "--lower")) == 0
    assert json.loads(floors.read_text())["titles"]["figures"]["dev all_four"] == 1.0


def test_on_other_data_only_what_was_asked_for_counts(
    judge: ModuleType, data: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    judge.main(words(data, "--update"))
    pins = json.loads((data / "floors.json").read_text())
    pins["titles"]["figures"]["dev all_four"] = 1.5
    (data / "floors.json").write_text(json.dumps(pins))
    write(data, RIGHT, RIGHT)
    assert judge.main(words(data)) == 0
    assert "not that of floors.json" in capsys.readouterr().out


def test_fewer_mismatches_are_better(judge: ModuleType) -> None:
    plan = judge.JUDGES["plan"]
    assert judge.is_met(
        plan, "oracle mismatches", 0.0, judge.floor_of(plan, "oracle mismatches", {})
    )
    assert not judge.is_met(plan, "oracle mismatches", 1.0, 0.0)
    kept = judge.updated(plan, {"oracle mismatches": 2.0}, {"oracle mismatches": 0.0}, lower=False)
    assert kept == {"oracle mismatches": 0.0}


def test_the_pinned_floors_are_not_below_what_was_asked_for(judge: ModuleType) -> None:
    pins = json.loads((ROOT / "eval" / "floors.json").read_text("utf-8"))
    for name, each in judge.JUDGES.items():
        figures = pins[name]["figures"]
        asked = {key: floor for key, floor in each.least.items() if key not in each.unpinned}
        assert set(asked) | (set(each.most) - each.unpinned) <= set(figures)
        assert not each.unpinned & set(figures)
        assert all(figures[key] >= floor for key, floor in asked.items())
