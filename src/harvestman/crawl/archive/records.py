"""A WARC record as bytes and back: its head, its digests, its dates (ISO 28500, version 1.1)."""

from __future__ import annotations

import base64
import hashlib
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import UTC, datetime
from http import HTTPStatus
from urllib.parse import urlsplit

from harvestman.fetch import Exchanged, Headers

VERSION = b"WARC/1.1\r\n"
SAME_BYTES = "http://netpreserve.org/warc/1.1/revisit/identical-payload-digest"
NOT_MODIFIED = "http://netpreserve.org/warc/1.1/revisit/server-not-modified"
PAGE_FIELD = "Harvestman-Page"
"""Our own field on a `conversion` record: the address that was asked for, where the target is the one that answered."""

_DROPPED = frozenset({"transfer-encoding"})


@dataclass(frozen=True, slots=True)
class RecordHead:
    """What stands in front of a record's block; names are compared without case."""

    fields: Headers
    length: int
    """Bytes of the block, as the head says."""

    @property
    def kind(self) -> str:
        """response, request, revisit, …"""
        return self.fields.first("WARC-Type").lower()

    @property
    def target(self) -> str:
        """The address that the record is about; some writers put it into angle brackets."""
        return self.fields.first("WARC-Target-URI").strip("<>")

    @property
    def digest(self) -> str:
        """The payload's digest, in one spelling."""
        return self.fields.first("WARC-Payload-Digest").lower()

    @property
    def date(self) -> datetime | None:
        """When it was captured; None when the head does not say so."""
        try:
            moment = datetime.fromisoformat(self.fields.first("WARC-Date"))
        except ValueError:
            return None
        return moment.astimezone(UTC) if moment.tzinfo else moment.replace(tzinfo=UTC)


def record_bytes(fields: Iterable[tuple[str, str]], block: bytes) -> bytes:
    """A whole record, not packed."""
    sent = [*fields, ("WARC-Block-Digest", digest_of(block)), ("Content-Length", str(len(block)))]
    head = "".join(f"{name}: {_one_line(value)}\r\n" for name, value in sent)
    return b"".join((VERSION, head.encode(), b"\r\n", block, b"\r\n\r\n"))


def digest_of(data: bytes) -> str:
    """The digest as archives write it: the name of the sum, and base 32."""
    sum_ = hashlib.sha1(data, usedforsecurity=False).digest()  # what every other tool compares
    return "sha1:" + base64.b32encode(sum_).decode()


def warc_date(moment: datetime) -> str:
    """A date as WARC/1.1 has it, with its microseconds: two captures of one second keep their order."""
    return moment.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%S.%fZ")


def request_block(exchanged: Exchanged) -> bytes:
    """The request as it was sent, but for what the connection itself added."""
    parts = urlsplit(exchanged.request.url)
    path = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
    fields = (("Host", parts.netloc), *exchanged.request.headers.fields)
    return _message(f"GET {path} HTTP/1.1", fields)


def response_block(exchanged: Exchanged, *, with_body: bool = True) -> bytes:
    """The answer: its head as sent, its body without transfer coding."""
    fields: list[tuple[str, str]] = []
    for name, value in exchanged.headers.fields:
        if name.lower() in _DROPPED:  # undone, so the block must not claim it
            fields.append((f"X-Orig-{name}", value))
        else:
            fields.append((name, value))
    code = exchanged.http_status
    phrase = HTTPStatus(code).phrase if code in HTTPStatus._value2member_map_ else "Unnamed"
    head = _message(f"HTTP/1.1 {code} {phrase}", fields)
    return head + exchanged.body if with_body else head


def _message(first: str, fields: Iterable[tuple[str, str]]) -> bytes:
    lines = [first, *(f"{name}: {_one_line(value)}" for name, value in fields)]
    return ("\r\n".join(lines) + "\r\n\r\n").encode()


def _one_line(value: str) -> str:
    return " ".join(value.splitlines()) if not value.isprintable() else value
