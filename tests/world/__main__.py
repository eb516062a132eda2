"""The world as a process of its own: `python -m world --port 0 --date 2024-06-01`, from the folder above this one.

Prints one JSON line a site when it is ready, then stays until it is told to end. Its clock is moved and its log is read
through the control host: `http://control.localhost:PORT/`.
"""

from __future__ import annotations

import argparse
import json
import signal
import sys
from datetime import date
from pathlib import Path

from world.folder import SITES
from world.server import FIRST_DAY, World


def main() -> None:
    """Serve until SIGINT or SIGTERM."""
    parser = argparse.ArgumentParser(prog="world", description="A little web on loopback.")
    parser.add_argument("--port", type=int, default=0, help="default: any that is free")
    parser.add_argument("--date", type=date.fromisoformat, default=FIRST_DAY)
    parser.add_argument("--sites", type=Path, action="append", help="more folders of sites")
    options = parser.parse_args()
    signals = {signal.SIGINT, signal.SIGTERM}
    signal.pthread_sigmask(signal.SIG_BLOCK, signals)
    with World(options.port, folders=(SITES, *(options.sites or ()))) as world:
        world.set_date(options.date)
        for site in world.sites.values():
            line = {"host": site.name, "url": world.url(site.name), "about": site.about}
            print(json.dumps(line, ensure_ascii=False))
        sys.stdout.flush()
        signal.sigwait(signals)


if __name__ == "__main__":
    main()
