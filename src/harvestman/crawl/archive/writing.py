"""Writing a WARC file: what went over the wire, record by record, each packed by itself.

A file is only ever added to, a whole record at a time. A run that was killed in the middle of one leaves a torn tail; the
next run cuts it off before it adds anything, and knows again which bodies the file already holds.
"""

from __future__ import annotations

import fcntl
import gzip
import os
import platform
import threading
import uuid
from collections.abc import Callable
from datetime import datetime
from pathlib import Path
from types import TracebackType
from typing import Self

from harvestman import __version__
from harvestman.crawl.archive.reading import Broken, WarcReader
from harvestman.crawl.archive.records import (
    NOT_MODIFIED,
    PAGE_FIELD,
    SAME_BYTES,
    digest_of,
    record_bytes,
    request_block,
    response_block,
    warc_date,
)
from harvestman.fetch import Exchanged
from harvestman.model import Clock, Page, StoreError, UsageError

_MAX_KNOWN = 1_000_000  # bodies remembered for revisits; beyond that they are written again
_LEVEL = 6
_BEGINNINGS = (b"\x1f", b"W")  # of an archive of which even the first record is torn


class WarcWriter:
    """Adds exchanges to a file, from any thread; packed when its name ends in `.gz`. Use it in a `with` block."""

    def __init__(
        self, path: Path, *, clock: Clock, new_id: Callable[[], str] = lambda: str(uuid.uuid4())
    ) -> None:
        self.path = path
        self._clock = clock
        self._new_id = new_id
        self._is_packed = path.name.lower().endswith(".gz")
        self._lock = threading.Lock()
        self._known: dict[tuple[str, str], str] = {}
        """The date of the record that holds a body of this digest from this address."""
        self._file = -1

    def __enter__(self) -> Self:
        if not self.path.name.lower().endswith((".warc", ".warc.gz")):
            raise UsageError(f"{self.path} does not end in .warc.gz or .warc: name an archive so")
        try:
            self._file = os.open(self.path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o644)
            fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            self._go_to_end()
            self._write(self._information())
        except BlockingIOError:
            os.close(self._file)
            raise UsageError(f"{self.path} is being written by another harvest") from None
        except OSError as error:
            self._close()
            raise self._failure(error) from None
        except BaseException:
            self._close()
            raise
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        with self._lock:
            self._close()

    def add(self, exchanged: Exchanged) -> None:
        """Add the request and its answer; an answer whose bytes the file holds already becomes a revisit."""
        url = exchanged.request.url
        payload = digest_of(exchanged.body)
        date = warc_date(exchanged.began)
        answer = self._record_id()
        common = (("WARC-Target-URI", url), ("WARC-Date", date))
        with self._lock:
            is_whole = bool(exchanged.body) and not exchanged.cut
            held_since = self._known.get((url, payload)) if is_whole else None
            if exchanged.http_status == 304:
                fields = [("WARC-Type", "revisit"), ("WARC-Profile", NOT_MODIFIED)]
            elif held_since is not None:
                fields = [
                    ("WARC-Type", "revisit"),
                    ("WARC-Profile", SAME_BYTES),
                    ("WARC-Refers-To-Target-URI", url),
                    ("WARC-Refers-To-Date", held_since),
                ]
            else:
                fields = [("WARC-Type", "response")]
            fields += [("WARC-Record-ID", answer), *common]
            fields.append(("Content-Type", "application/http; msgtype=response"))
            if exchanged.http_status != 304:
                fields.append(("WARC-Payload-Digest", payload))
            if exchanged.cut:
                fields.append(("WARC-Truncated", exchanged.cut))
            asked = [
                ("WARC-Type", "request"),
                ("WARC-Record-ID", self._record_id()),
                *common,
                ("WARC-Concurrent-To", answer),
                ("Content-Type", "application/http; msgtype=request"),
            ]
            block = response_block(exchanged, with_body=held_since is None)
            self._write(record_bytes(asked, request_block(exchanged)), record_bytes(fields, block))
            if is_whole and held_since is None:
                self._remember(url, payload, date)

    def add_rendered(self, page: Page, html: bytes) -> None:
        """Add what a browser made of a page, as a conversion of it."""
        fields = [
            ("WARC-Type", "conversion"),
            ("WARC-Record-ID", self._record_id()),
            ("WARC-Target-URI", page.final_url),
            ("WARC-Date", warc_date(page.fetched)),
            (PAGE_FIELD, page.url),
            ("WARC-Payload-Digest", digest_of(html)),
            ("Content-Type", page.content_type),
        ]
        with self._lock:
            self._write(record_bytes(fields, html))

    def _go_to_end(self) -> None:
        """Find the end of the last whole record, and cut off what a killed writer left behind it."""
        size = os.fstat(self._file).st_size
        if not size:
            return
        with WarcReader(self.path) as reader:
            for record in reader:
                if isinstance(record, Broken):
                    continue
                head = record.head
                if head.kind == "response" and not head.fields.first("WARC-Truncated"):
                    self._remember(head.target, _as_written(head.digest), _date(head.date))
            whole = reader.whole_until
        if not whole and not os.pread(self._file, 5, 0).startswith(_BEGINNINGS):
            raise UsageError(f"{self.path} is no WARC file: name another one to write to")
        os.ftruncate(self._file, whole)
        os.lseek(self._file, whole, os.SEEK_SET)

    def _information(self) -> bytes:
        lines = (
            f"software: Harvestman/{__version__}",
            "format: WARC File Format 1.1",
            "conformsTo: http://iipc.github.io/warc-specifications/specifications/warc-format/warc-1.1/",
            f"hostname-os: {platform.system()}",
            "note: transfer coding is undone (X-Orig-Transfer-Encoding), content coding is kept",
        )
        fields = [
            ("WARC-Type", "warcinfo"),
            ("WARC-Record-ID", self._record_id()),
            ("WARC-Date", warc_date(self._clock.now())),
            ("WARC-Filename", self.path.name),
            ("Content-Type", "application/warc-fields"),
        ]
        return record_bytes(fields, ("\r\n".join(lines) + "\r\n").encode())

    def _write(self, *records: bytes) -> None:
        if self._file < 0:
            return  # closed: what was still under way is not kept by the harvest either
        data = b"".join(gzip.compress(r, _LEVEL) if self._is_packed else r for r in records)
        left = memoryview(data)
        try:
            while left:
                left = left[os.write(self._file, left) :]
        except OSError as error:
            raise self._failure(error) from None

    def _close(self) -> None:
        if self._file >= 0:
            os.close(self._file)
            self._file = -1

    def _remember(self, url: str, payload: str, date: str) -> None:
        if len(self._known) < _MAX_KNOWN:
            self._known[url, payload] = date

    def _record_id(self) -> str:
        return f"<urn:uuid:{self._new_id()}>"

    def _failure(self, error: OSError) -> StoreError:
        reason = error.strerror or type(error).__name__
        return StoreError(
            f"the archive {self.path} cannot be written: {reason}; check the place, then run it again"
        )


def _as_written(digest: str) -> str:
    name, colon, value = digest.partition(":")
    return f"{name}{colon}{value.upper()}"


def _date(moment: datetime | None) -> str:
    return warc_date(moment) if moment else ""
