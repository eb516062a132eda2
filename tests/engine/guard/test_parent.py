"""Children never outlive their parent, however it ends; and it ends at once, whatever its children do."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import psutil
import pytest

from engine.processes import await_death, number_in

# Run as a file, so that the main module is a script as it is for an installed command.
SCRIPT = """
import sys
from engine import jobs
from harvestman.engine import open_guard

def main():
    ending, paths = sys.argv[1], sys.argv[2:]
    guard = open_guard("local:2")
    if ending == "falls off its end":
        for path in paths:
            guard.submit(jobs.announce_and_wait, path)
        sys.stdin.readline()
        return
    try:
        with guard:
            for item, outcome in guard.map(jobs.announce_and_wait, paths):
                print(item, outcome)
    except KeyboardInterrupt:
        sys.exit(130)

main()
"""


@pytest.fixture
def told(tmp_path: Path) -> list[Path]:
    return [tmp_path / "first", tmp_path / "second"]


@pytest.fixture
def script(tmp_path: Path) -> Path:
    path = tmp_path / "harvest-script"
    path.write_text(SCRIPT)
    return path


def _start(script: Path, ending: str, told: list[Path]) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, str(script), ending, *map(str, told)],
        env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )


def _family(told: list[Path]) -> Iterator[int]:
    """The two children, once they work, and the nursery they come from."""
    for path in told:
        yield number_in(path)
    nursery = psutil.Process(number_in(told[0])).parent()
    assert nursery is not None
    yield nursery.pid


@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGTERM])
def test_a_killed_parent_leaves_no_children(
    script: Path, told: list[Path], number: signal.Signals
) -> None:
    with _start(script, "is killed", told) as parent:
        family = list(_family(told))
        parent.send_signal(number)
        assert parent.wait(timeout=10) == -number
        for pid in family:
            await_death(pid)


def test_ctrl_c_ends_everything_quickly_and_without_a_word(script: Path, told: list[Path]) -> None:
    with _start(script, "is interrupted", told) as parent:
        family = list(_family(told))
        os.killpg(parent.pid, signal.SIGINT)
        output, errors = parent.communicate(timeout=10)
        assert (parent.returncode, output, errors) == (130, "", "")
        for pid in family:
            await_death(pid)


def test_a_parent_that_forgets_to_close_still_ends(script: Path, told: list[Path]) -> None:
    with _start(script, "falls off its end", told) as parent:
        family = list(_family(told))
        _, errors = parent.communicate("\n", timeout=10)
        assert (parent.returncode, errors) == (0, "")
        for pid in family:
            await_death(pid)


def test_a_child_shares_what_the_nursery_has_loaded(tmp_path: Path) -> None:
    code = (
        "from engine import jobs; from harvestman.engine import open_guard; import psutil, sys\n"
        "with open_guard('local:1', preload=['lxml.html', 'extruct']) as guard:\n"
        "    child = psutil.Process(guard.submit(jobs.pid, 0).result().value)\n"
        "    print(child.memory_full_info().uss, child.parent().memory_full_info().rss)\n"
    )
    script = tmp_path / "measure"
    script.write_text(code)
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    command = [sys.executable, str(script)]
    told = subprocess.run(command, env=environment, capture_output=True, text=True, check=True)
    own, all_of_it = map(int, told.stdout.split())
    assert own < all_of_it / 2
