"""From a page's bytes to its text, as the HTML standard says: byte order mark, header, meta tag, then detection."""

from __future__ import annotations

import re
from typing import Final

import webencodings

_META: Final = re.compile(
    rb"""<meta[^>]{0,400}?charset\s*+=\s*+["']?\s*+([a-zA-Z0-9_:.\-]+)|<\?xml[^>]{0,200}?encoding\s*=\s*["']([a-zA-Z0-9_:.\-]+)""",
    re.IGNORECASE,
)
_HEADER: Final = re.compile(r"charset\s*+=\s*+[\"']?\s*+([^\s;\"']+)", re.IGNORECASE)
_UTF8_MARK: Final = b"\xef\xbb\xbf"
_BOMS: Final = ((_UTF8_MARK, "utf-8"), (b"\xfe\xff", "utf-16be"), (b"\xff\xfe", "utf-16le"))
# Every page begins with "<": in UTF-16 without a byte order mark, a zero byte stands beside it.
_WIDE: Final = ((b"<\x00", "utf-16le"), (b"\x00<", "utf-16be"))
_WIDE_STARTS: Final = (b"<\x00", b"\x00<")
# The standard looks at 1,024 bytes; pages of the 1990s have their meta tag behind long comments and scripts.
_PRESCAN_BYTES: Final = 16 * 1024
_DETECT_BYTES: Final = 64 * 1024


def decode_html(body: bytes, content_type: str = "") -> tuple[str, str]:
    """The text of a page and the name of the encoding in which it was read. Never fails: bad bytes become U+FFFD."""
    encoding = declared_encoding(body, content_type)
    if (encoding == "utf-8" or (encoding is None and not body.startswith(_WIDE_STARTS))) and (
        text := _as_utf8(body)
    ) is not None:
        return text, "utf-8"
    if encoding is None or _is_wrong(encoding, body):
        encoding = detect_encoding(body)
    text, _ = webencodings.decode(body, encoding, errors="replace")
    return text, encoding


def _as_utf8(body: bytes) -> str | None:
    """The text of bytes that are UTF-8 throughout, as those of most pages; None for others."""
    try:
        return body.removeprefix(_UTF8_MARK).decode("utf-8")
    except UnicodeDecodeError:
        return None


def declared_encoding(body: bytes, content_type: str = "") -> str | None:
    """What byte order mark, Content-Type header or meta tag say, in the standard's name for it."""
    for mark, name in _BOMS:
        if body.startswith(mark):
            return name
    header = _HEADER.search(content_type)
    if header and (known := webencodings.lookup(header.group(1))):
        return str(known.name)
    start = body[:_PRESCAN_BYTES]
    lowered = start.lower()
    if b"<meta" not in lowered and b"<?xml" not in lowered:
        return None  # a quarter of the time of looking for what such a tag says
    for meta in _META.finditer(_without_comments(start)):
        if known := webencodings.lookup((meta.group(1) or meta.group(2)).decode("ascii")):
            # A meta tag that can be read as ASCII cannot be UTF-16: the standard takes it for UTF-8.
            return "utf-8" if known.name.startswith("utf-16") else str(known.name)
    return None


def _without_comments(start: bytes) -> bytes:
    """What a meta tag may stand in; one in a comment does not count."""
    parts: list[bytes] = []
    at = 0
    while (begin := start.find(b"<!--", at)) >= 0:
        parts.append(start[at:begin])
        end = start.find(b"-->", begin + 4)
        at = end + 3 if end >= 0 else len(start)
    return b"".join([*parts, start[at:]]) if parts else start


def detect_encoding(body: bytes) -> str:
    """The encoding of undeclared bytes: UTF-8 when they are, else the likeliest of the usual single-byte ones."""
    sample = body[:_DETECT_BYTES]
    for start, name in _WIDE:
        if sample.startswith(start):
            return name
    if _is_utf8(sample):
        return "utf-8"
    return _likeliest_cyrillic(sample) or "windows-1252"


def _is_utf8(sample: bytes) -> bool:
    try:
        sample.decode("utf-8")
    except UnicodeDecodeError as error:
        return error.start >= len(sample) - 3 and len(sample) == _DETECT_BYTES
    return True


def _is_wrong(declared: str, body: bytes) -> bool:
    """Whether the bytes show that the declaration is an old template's, or the server's, mistake."""
    sample = body[:_DETECT_BYTES]
    if sample.isascii() or declared.startswith("utf-16"):
        return False
    if declared != "utf-8":  # text that is valid multi-byte UTF-8 throughout is nothing else
        return _is_utf8(sample)
    if _is_utf8(sample):
        return False
    text = sample.decode("utf-8", errors="replace")
    bad = text.count(
        "\ufffd"
    )  # a few bad bytes in a UTF-8 page are damage; mostly bad ones are another encoding
    return bad * 2 > sum(not character.isascii() for character in text)


def _likeliest_cyrillic(sample: bytes) -> str | None:
    """windows-1251, koi8-r or ibm866, when the high bytes read as Russian words in one of them.

    Running Russian is nearly all lower-case letters, with о, е, а, и, н, т the most frequent; the wrong Cyrillic table
    turns case around or gives signs, and a Western European text has single high letters between Latin ones.
    """
    high = bytes(b for b in sample if b >= 0x80)
    if len(high) < 8:
        return None
    runs = re.findall(rb"[\x80-\xff]{3,}", sample)
    if sum(map(len, runs)) < len(high) * 0.6:
        return None
    best, best_score = None, 0.5
    for name in ("windows-1251", "koi8-r", "ibm866"):
        text = high.decode(
            {"ibm866": "cp866", "windows-1251": "cp1251"}.get(name, name), errors="replace"
        )
        score = sum(2 if c in "оеаинт" else 1 if "а" <= c <= "я" else 0 for c in text) / len(text)
        if score > best_score:
            best, best_score = name, score
    return best
