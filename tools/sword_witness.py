"""Deposit a candidate to a SWORDv2 server of other people's making: `python tools/sword_witness.py`.

The server is Software Heritage's deposit service (`swh-deposit`, Django), installed from the package index into a virtual environment of its
own (some 150 packages, so not among the tools of the tests), on a throw-away PostgreSQL. Told are its service document's collection and what
came of four deposits: on behalf of another (it must refuse, and say why), with a wrong password, as it should be, and once more.
Exit code 0 when all four ended as they should.
"""

from __future__ import annotations

import asyncio
import os
import socket
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request
import venv
from base64 import b64encode
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "tests"))

from harvestman.fetch import Fetcher, FetchOptions
from harvestman.gather import SwordTarget, hand_over
from harvestman.model import (
    Author,
    Authority,
    Claim,
    Evidence,
    Field,
    SystemClock,
)
from harvestman.store import CandidateFound, Library, open_library
from servers.postgres import running_postgres

SETTINGS = """
import os
from swh.deposit.settings.development import *
DATABASES = {"default": {"ENGINE": "django.db.backends.postgresql", "NAME": os.environ["SWORD_DB"],
                         "HOST": os.environ["SWORD_SOCKET"], "USER": "postgres"}}
MEDIA_ROOT = os.environ["SWORD_MEDIA"]
ALLOWED_HOSTS = ["*"]
LOGGING = {"version": 1}
"""
CONFIG = """
max_upload_size: 20971520
checks: false
authentication_provider: basic
scheduler: {cls: memory}
storage: {cls: memory}
storage_metadata: {cls: memory}
swh_authority_url: http://uni.example/
"""
CLIENT = """
import django; django.setup()
from swh.deposit.models import DepositClient, DepositCollection
collection = DepositCollection.objects.create(name="papers")
DepositClient.objects.create_user(username="ann", password="secret", collections=[collection.id],
                                  provider_url="http://uni.example/", domain="uni.example/")
"""
WANTED = ("refused", "refused", "deposited", "deposited before")


def installed(folder: Path) -> Path:
    """The Python of an environment that has the server."""
    python = folder / "bin" / "python"
    if not python.exists():
        venv.create(folder, with_pip=True)
        subprocess.run([python, "-m", "pip", "install", "-q", "swh-deposit[server]"], check=True)
    return python


@contextmanager
def running_server(python: Path, folder: Path) -> Iterator[str]:
    """The address of a running server."""
    (folder / "witness_settings.py").write_text(SETTINGS, "utf-8")
    (folder / "config.yml").write_text(CONFIG, "utf-8")
    with running_postgres() as postgres:
        environment = {
            **os.environ,
            "SWORD_DB": postgres.new_database().partition("@/")[2].partition("?")[0],
            "SWORD_SOCKET": str(postgres.folder),
            "SWORD_MEDIA": str(folder / "media"),
            "DJANGO_SETTINGS_MODULE": "witness_settings",
            "PYTHONPATH": str(folder),
            "SWH_CONFIG_FILENAME": str(folder / "config.yml"),
        }
        for words in (["-m", "django", "migrate", "-v0"], ["-c", CLIENT]):
            subprocess.run([python, *words], env=environment, check=True, capture_output=True)
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            place = f"127.0.0.1:{free.getsockname()[1]}"
        command = [python, "-m", "django", "runserver", "--noreload", place]
        with (folder / "server.log").open("w") as log:
            server = subprocess.Popen(command, env=environment, stdout=log, stderr=log)
        try:
            yield f"http://{place}/1/"
        finally:
            server.terminate()
            server.wait()


def service_document(address: str) -> str:
    """The service document, as soon as the server answers."""
    key = b64encode(b"ann:secret").decode()
    request = urllib.request.Request(f"{address}servicedocument/", headers={"Authorization": f"Basic {key}"})  # fmt: skip  # noqa: S310
    for _ in range(200):
        try:
            with urllib.request.urlopen(request, timeout=30) as answer:  # noqa: S310
                return str(answer.read().decode())
        except urllib.error.HTTPError:
            raise
        except OSError:
            time.sleep(0.2)
    raise SystemExit("the server did not start")


async def deposits(library: Library, collection: str) -> list[str]:
    """How the four deposits end."""
    url = "http://uni.example/reeds.pdf"
    clock = SystemClock()
    claims = tuple(
        Claim(url, field, value, Evidence("sha256:0", "page 1"), "document", "1", Authority.LEARNED, 0.9, clock.now())
        for field, value in ((Field.TITLE, "Reeds & <Beds>"), (Field.AUTHORS, (Author("Helen Marsh"),)))
    )  # fmt: skip
    found = CandidateFound(url, "document", library.blobs.put(b"the bytes"), claims)
    candidates = library.candidates.keep("uni.example", [found])
    ends: list[str] = []
    options = FetchOptions(delay_s=0, allow_private=True, robots=False)
    async with Fetcher(options, clock=clock) as fetcher:
        for password, behalf in (("secret", "helen"), ("wrong", ""), ("secret", ""), ("secret", "")):  # fmt: skip
            target = SwordTarget(collection, "ann", password, behalf, in_progress=True)
            async for done in hand_over(library, fetcher, target, candidates, by="ann"):
                print(f"{done.outcome}: {done.receipt or done.detail}")
                ends.append(str(done.outcome))
    return ends


def main() -> int:
    """Install, start, deposit, tell."""
    home = Path(__file__).resolve().parents[1] / ".venv-sword"
    python = installed(home)
    with tempfile.TemporaryDirectory() as place, running_server(python, Path(place)) as address:
        print("collection papers:", "papers/" in service_document(address))
        database = str(Path(place) / "library.db")
        with open_library(database, clock=SystemClock()) as library:
            ends = asyncio.run(deposits(library, f"{address}papers/"))
    return 0 if tuple(ends) == WANTED else 1


if __name__ == "__main__":
    sys.exit(main())
