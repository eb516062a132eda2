"""Cuts the stream of a dump into blocks of whole records, the unit that worker processes read.

The head is read carefully (encoding, document type, root element), its declarations are skipped unread. Behind it only
what could hide a record's end is looked at: comments and instructions are dropped, CDATA is written as plain text.
"""

from __future__ import annotations

import codecs
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import NoReturn

from harvestman.model import UsageError

RECORDS = (
    "article", "book", "data", "incollection", "inproceedings", "mastersthesis", "person", "phdthesis", "proceedings", "www",
)  # fmt: skip
"""The elements that are records, in today's DTD and in older ones."""
BLOCK_BYTES = 2 << 20
MAX_HEAD = 1 << 20
MAX_RECORD = 8 << 20
"""The longest real records, papers with thousands of authors, have about 300 KB."""

_ROOTS = frozenset({b"dblp", b"hdblp"})
_END = re.compile(rb"</(?:%s)\s*>" % b"|".join(name.encode() for name in RECORDS))
_ASIDES = {b"<!--": b"-->", b"<?": b"?>", b"<![CDATA[": b"]]>"}
_ASIDE = re.compile(rb"<!--|<!\[CDATA\[|<\?")
_SPACE = re.compile(rb"\s*")
_DECLARED = re.compile(rb"""encoding\s*=\s*["']([A-Za-z0-9._-]+)["']""")
_DOCTYPE = re.compile(rb"<!DOCTYPE\s+([^\s\[>]+)")
_IN_DOCTYPE = re.compile(rb"""<!--|"[^"]*"|'[^']*'|[\[\]>]""")
_ROOT = re.compile(rb"""<([^\s<>/]+)(?:\s+[^\s<>=]+\s*=\s*(?:"[^"<]*"|'[^'<]*'))*\s*>""")


@dataclass(frozen=True, slots=True)
class Block:
    """Some whole records of a dump."""

    number: int
    offset: int
    """About where it begins in the unpacked text."""
    encoding: str
    data: bytes


def cut_blocks(
    chunks: Iterable[bytes], *, name: str, size_bytes: int = BLOCK_BYTES
) -> Iterator[Block]:
    """The records of a dump in blocks, in their order; UsageError where it is no whole dblp dump."""
    return _Cutter(name, size_bytes).cut(iter(chunks))


class _Cutter:
    def __init__(self, name: str, size_bytes: int) -> None:
        self._name = name
        self._size = size_bytes
        self._read = 0
        self._passed = 0
        self._encoding = "utf-8"
        self._root = b"dblp"

    def cut(self, chunks: Iterator[bytes]) -> Iterator[Block]:
        held = b""
        number = 0
        for clean in self._pieces(self._after_head(chunks), chunks):
            held = held + clean if held else clean
            if len(held) < self._size:
                continue
            end = _last_record_end(held)
            if end:
                yield self._block(number, held, end)
                number += 1
                held = held[end:]
            elif len(held) > MAX_RECORD:
                self._fail(f"no record ends in the {MAX_RECORD >> 20} MiB before", held)
        end = _last_record_end(held)
        self._check_end(held[end:], number + end)
        if end:
            yield self._block(number, held, end)

    def _pieces(self, first: bytes, chunks: Iterator[bytes]) -> Iterator[bytes]:
        for clean in self._without_asides(first, chunks):
            self._passed = self._read - len(clean)
            for at in range(0, len(clean), self._size):
                piece = clean[at : at + self._size]
                self._passed += len(piece)
                yield piece

    def _block(self, number: int, held: bytes, end: int) -> Block:
        if b"\0" in held:
            self._fail("zero bytes stand in the text: the file is damaged", held)
        return Block(number, self._passed - len(held), self._encoding, held[:end])

    def _fail(self, what: str, held: bytes = b"") -> NoReturn:
        raise UsageError(
            f"{self._name}: {what} (near byte {max(0, self._read - len(held)):,} of the unpacked text)"
        )

    def _check_end(self, tail: bytes, records: int) -> None:
        close = rb"\s*</%s\s*>\s*" % re.escape(self._root)
        if not re.fullmatch(close, tail):
            if re.match(close, tail):
                self._fail(f"something follows the end of <{self._root.decode()}>", tail)
            self._fail("the text is cut off within a record; fetch the file again", tail)
        if not records:
            self._fail("there is no record in it")

    def _after_head(self, chunks: Iterator[bytes]) -> bytes:
        """Reads up to the root element; what follows it in the bytes read so far."""
        head = b""
        for chunk in chunks:
            self._read += len(chunk)
            head += chunk
            at = self._root_end(head)
            if at:
                return head[at:]
            if len(head) > MAX_HEAD:
                break
        if not head.strip():
            raise UsageError(f"{self._name}: is empty, or cut off right after its beginning")
        raise UsageError(f"{self._name}: is no dblp dump: no <dblp> is found at its beginning")

    def _root_end(self, head: bytes) -> int:
        """Where the records begin, or 0 when more must be read to know."""
        for mark in (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE):
            if head.startswith(mark):
                raise UsageError(f"{self._name}: is in UTF-16; only UTF-8 and ISO-8859-1 are read")
        at = len(codecs.BOM_UTF8) if head.startswith(codecs.BOM_UTF8) else 0
        while True:
            at = _after(_SPACE, head, at)
            rest = head[at : at + 9]
            if len(rest) < 9:
                return 0
            if rest.startswith((b"<?", b"<!--")):
                sign = b"<?" if rest.startswith(b"<?") else b"<!--"
                end = _aside_end(head, at, sign)
                if not end:
                    return 0
                if rest.startswith(b"<?xml"):
                    self._encoding = self._encoding_of(head[at:end])
                at = end
            elif rest.startswith(b"<!DOCTYPE"):
                at = self._doctype_end(head, at)
                if not at:
                    return 0
            else:
                return self._root_tag_end(head, at)

    def _encoding_of(self, declaration: bytes) -> str:
        declared = _DECLARED.search(declaration)
        encoding = declared.group(1).decode().lower() if declared else "utf-8"
        if encoding in ("utf-8", "utf8", "us-ascii", "ascii"):
            return "utf-8"
        if encoding in ("iso-8859-1", "latin1", "latin-1", "windows-1252"):
            return "iso-8859-1"
        raise UsageError(
            f"{self._name}: its encoding is {encoding}; only UTF-8 and ISO-8859-1 are read"
        )

    def _doctype_end(self, head: bytes, at: int) -> int:
        named = _DOCTYPE.match(head, at)
        if not named or named.end() == len(head):
            return 0
        if named.group(1) not in _ROOTS:
            shown = named.group(1)[:40].decode("ascii", "replace")
            raise UsageError(f"{self._name}: its document type is {shown!r}, not dblp")
        depth = 0
        at = named.end()
        while token := _IN_DOCTYPE.search(head, at):
            sign, at = token.group(), token.end()
            if sign == b"<!--":
                at = _aside_end(head, token.start(), sign)
                if not at:
                    return 0
            elif sign == b"[":
                depth += 1
            elif sign == b"]":
                depth -= 1
            elif sign == b">" and depth == 0:
                return at
        return 0

    def _root_tag_end(self, head: bytes, at: int) -> int:
        if not head.startswith(b"<", at):
            raise UsageError(f"{self._name}: is no XML and no packed file that we know")
        root = _ROOT.match(head, at)
        if not root:
            if b">" in head[at:]:
                raise UsageError(f"{self._name}: is no dblp dump: its root element is broken")
            return 0
        if root.group(1) not in _ROOTS:
            shown = root.group(1)[:40].decode("ascii", "replace")
            raise UsageError(f"{self._name}: is no dblp dump: its root element is <{shown}>")
        self._root = root.group(1)
        return root.end()

    def _without_asides(self, first: bytes, chunks: Iterator[bytes]) -> Iterator[bytes]:
        rest = b""
        data = first
        while True:
            if _has_aside(data) or data.endswith(b"<"):
                data, rest = self._clean(data)
            yield data
            chunk = next(chunks, None)
            if chunk is None:
                break
            self._read += len(chunk)
            data, rest = rest + chunk if rest else chunk, b""
        if rest:
            self._fail("the text is cut off within a comment or tag; fetch the file again", rest)

    def _clean(self, data: bytes) -> tuple[bytes, bytes]:
        """The text without its asides, and what must wait for more bytes."""
        parts: list[bytes] = []
        at = 0
        while found := _ASIDE.search(data, at):
            end = _aside_end(data, found.start(), found.group())
            if not end:
                break
            parts.append(data[at : found.start()])
            if found.group() == b"<![CDATA[":
                parts.append(_escaped(data[found.end() : end - 3]))
            at = end
        opened = found.start() if found else len(data) - _begun_length(data)
        parts.append(data[at:opened])
        rest = data[opened:]
        if len(rest) > MAX_RECORD:
            self._fail(f"a comment is longer than {MAX_RECORD >> 20} MiB", rest)
        clean = b"".join(parts)
        if _has_aside(clean):
            self._fail("a declaration stands between the records", rest)
        return clean, rest


def _aside_end(data: bytes, begin: int, sign: bytes) -> int:
    """Where a comment, instruction or CDATA section that begins there ends; 0 when it does not."""
    close = _ASIDES[sign]
    end = data.find(close, begin + len(sign))
    return end + len(close) if end >= 0 else 0


def _begun_length(data: bytes) -> int:
    """How many bytes at the end may be the beginning of a sign whose rest is still to come."""
    for length in range(8, 0, -1):
        if any(sign[:length] == data[-length:] for sign in _ASIDES if length < len(sign)):
            return length
    return 0


def _has_aside(data: bytes) -> bool:
    """Whether "<!" or "<?" occurs; looked for by the rarer sign, which takes a twentieth of the time."""
    for sign in (b"!", b"?"):
        at = data.find(sign)
        while at >= 0:
            if data.startswith(b"<", max(0, at - 1)):
                return True
            at = data.find(sign, at + 1)
    return False


def _escaped(literal: bytes) -> bytes:
    return literal.replace(b"&", b"&amp;").replace(b"<", b"&lt;").replace(b">", b"&gt;")


def _last_record_end(held: bytes) -> int:
    """Where the last record ends; looked for from the end, so that a block is not read twice."""
    window = 1 << 16
    while True:
        begin = max(0, len(held) - window)
        end = 0
        for found in _END.finditer(held, begin):
            end = found.end()
        if end or begin == 0:
            return end
        window *= 8


def _after(pattern: re.Pattern[bytes], text: bytes, at: int) -> int:
    match = pattern.match(text, at)
    return match.end() if match else at
