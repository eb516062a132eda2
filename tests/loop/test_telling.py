"""Those who want to know are told what has changed: by signed posts that are repeated until they are taken, and by digests in a folder."""

from __future__ import annotations

import email
import email.policy
import hashlib
import hmac
import json
import threading
from collections.abc import Callable, Iterator
from datetime import timedelta
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest

from harvestman.api import Harvestman
from harvestman.model import SetClock

SECRET = "walks softly"
ONE = (
    "one.jsonl",
    b'{"title": "Gaits of *long* legs", "authors": [{"name": "Ana Ruiz"}], "year": 2024}',
)
TWO = ("two.jsonl", b'{"title": "Knees of the walking ones", "year": 2023}')


class Receiver(ThreadingHTTPServer):
    """Takes posts, or refuses them."""

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), _Taking)
        self.answer = 204
        self.posts: list[tuple[dict[str, str], bytes]] = []

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.server_address[1]}/hook?token=t0p"


class _Taking(BaseHTTPRequestHandler):
    server: Receiver

    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers["Content-Length"]))
        self.server.posts.append((dict(self.headers), body))
        self.send_response(self.server.answer)
        self.end_headers()

    def log_message(self, *_: object) -> None:
        """Quiet."""


@pytest.fixture
def receiver() -> Iterator[Receiver]:
    with Receiver() as one:
        threading.Thread(target=one.serve_forever, daemon=True).start()
        yield one
        one.shutdown()


@pytest.fixture
def hm(opened: Callable[..., Harvestman], receiver: Receiver) -> Iterator[Harvestman]:
    with opened(webhooks=receiver.url, webhook_secret=SECRET) as one:
        yield one


def test_a_receiver_is_told_what_changes_after_it_was_added(
    hm: Harvestman, receiver: Receiver, clock: SetClock
) -> None:
    hm.import_papers(TWO)
    clock.advance(60)
    hm.loop.run()
    assert not receiver.posts
    clock.advance(60)
    hm.import_papers(ONE)
    hm.loop.run()
    hm.loop.run()
    ((headers, body),) = receiver.posts
    (told,) = [one for one in json.loads(body)["changes"] if one["thing"] == "paper"]
    assert (told["kind"], told["title"], told["authors"]) == (
        "new",
        "Gaits of *long* legs",
        ["Ana Ruiz"],
    )
    signed = headers["X-Harvestman-Timestamp"].encode() + b"." + body
    expected = hmac.new(SECRET.encode(), signed, hashlib.sha256).hexdigest()
    assert headers["X-Harvestman-Signature"] == f"sha256={expected}"


def test_what_is_not_taken_is_sent_again_ever_later_and_then_told_as_failed(
    hm: Harvestman, receiver: Receiver, clock: SetClock
) -> None:
    hm.loop.run()
    clock.advance(60)
    hm.import_papers(ONE)
    receiver.answer = 503
    began = clock.now()
    hm.loop.run(until=began + timedelta(days=4))
    assert 8 < len(receiver.posts) < 40
    assert len({headers["X-Harvestman-Delivery"] for headers, _ in receiver.posts}) == 1
    assert "503" in hm.loop.state().failed[0].error
    receiver.answer = 200
    receiver.posts.clear()
    hm.loop.run(until=clock.now() + timedelta(days=1))
    assert len(receiver.posts) == 1
    assert not hm.loop.round().steps


def test_no_job_holds_the_address_of_a_receiver_or_the_secret(
    hm: Harvestman, clock: SetClock
) -> None:
    hm.loop.run()
    clock.advance(60)
    hm.import_papers(ONE)
    hm.loop.run()
    kept = repr(hm.library.jobs.newest())
    assert "t0p" not in kept
    assert SECRET not in kept


@pytest.mark.parametrize("form", ["md", "eml"])
def test_once_a_day_a_digest_is_written(
    opened: Callable[..., Harvestman], clock: SetClock, tmp_path: Path, form: str
) -> None:
    folder = tmp_path / "digests"
    with opened(digest_folder=str(folder), digest_form=form) as hm:
        hm.loop.run()
        clock.advance(timedelta(days=1).total_seconds())
        hm.import_papers(ONE)
        hm.loop.run()
        hm.import_papers(TWO)
        hm.loop.run()  # the same day
        (first,) = folder.iterdir()
        clock.advance(timedelta(days=1).total_seconds())
        hm.loop.run()
        assert len(list(folder.iterdir())) == 2
    text = first.read_text("utf-8")
    if form == "eml":
        mail = email.message_from_string(text, policy=email.policy.default)
        assert mail["Subject"] == "New in the library, 2024-04-17"
        assert mail["To"] is None
        text = mail.get_content()
    assert "1 new papers." in text
    assert "- Gaits of \\*long\\* legs (Ana Ruiz)" in text
