"""Ctrl-C stops a harvest cleanly: at once, with a line that says how to go on, and without leaving anybody behind."""

from __future__ import annotations

import signal
import subprocess
import time

import psutil

from commands import Commands
from world import World


def test_ctrl_c_ends_a_harvest_that_waits_for_a_slow_server(
    commands: Commands, world: World
) -> None:
    world.clear_log()
    process = commands.start_afresh(
        "harvest", world.url("hcip2023"), world.url("slow", "/silent.html"), stderr=subprocess.PIPE
    )
    while not world.log("slow"):
        assert process.poll() is None
        time.sleep(0.01)  # gives the processor to the harvest; what is waited for is the log
    children = psutil.Process(process.pid).children(recursive=True)
    process.send_signal(signal.SIGINT)
    _, complaint = process.communicate(timeout=30)
    assert process.returncode == 130
    assert b"run the same command again" in complaint
    assert b"Traceback" not in complaint
    _, alive = psutil.wait_procs(children, timeout=10)
    assert not alive
    assert commands.run("doctor").returncode == 0
