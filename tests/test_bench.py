"""The benches: their peers are those that are pinned, their processor time is counted in one way, their results go where they say."""

from __future__ import annotations

import importlib.util
import re
import sys
from pathlib import Path
from types import ModuleType

import pytest

ROOT = Path(__file__).resolve().parents[1]
_PIN = re.compile(r"^([\w.-]+)==(\S+)", re.MULTILINE)


def bench(name: str) -> ModuleType:
    spec = importlib.util.spec_from_file_location(f"bench_{name}", ROOT / "bench" / f"{name}.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    return module


def test_peers_have_the_versions_with_which_all_else_is_tested() -> None:
    peers = dict(_PIN.findall((ROOT / "bench/peers.txt").read_text()))
    pinned = dict(_PIN.findall((ROOT / "constraints.txt").read_text()))
    assert {"scrapy", "trafilatura", "simhash"} <= set(peers)
    shared = set(peers) & set(pinned)
    assert {name: peers[name] for name in shared} == {name: pinned[name] for name in shared}


def test_no_bench_counts_processor_time_by_itself() -> None:
    for script in (ROOT / "bench").glob("*.py"):
        if script.name != "processor_time.py":
            text = script.read_text()
            assert not re.search(
                r"time\.process_time\(|RUSAGE_CHILDREN|cpu_times|os\.times\(", text
            ), script


def test_results_replace_what_stood_in_their_block_and_nothing_else(tmp_path: Path) -> None:
    page = tmp_path / "speed.md"
    before = "# Speed\n\n<!-- measured: {} -->\nold\n<!-- end -->\n"
    page.write_text(before.format("one") + before.format("two"))
    results = bench("results")
    results.write(page, "two", results.table(("a", "b"), [("1", r"\1")]))
    table = "| a | b |\n| --- | --- |\n| 1 | \\1 |"
    assert page.read_text() == before.format("one") + before.format("two").replace("old", table)
    with pytest.raises(SystemExit, match="no block"):
        results.write(page, "three", "")
