"""What kind of thing a body is, by its header and its first bytes together.

Headers are often wrong: PDF as text/html, pages as text/plain or application/octet-stream, log-in pages where a PDF was
promised, or no header at all. Clear bytes win over the header; unclear ones leave it its word. After the MIME sniffing
standard (mimesniff.spec.whatwg.org), with the document types of our trade.
"""

from __future__ import annotations

import re

SNIFF_BYTES = 2048  # the standard looks at 1,445; old pages begin with long comments

HTML = "text/html"
XHTML = "application/xhtml+xml"
PDF = "application/pdf"
UNKNOWN = "application/octet-stream"

_SIGNATURES = (
    (b"%!PS-Adobe", "application/postscript"),
    (b"\x89PNG\r\n\x1a\n", "image/png"),
    (b"GIF87a", "image/gif"),
    (b"GIF89a", "image/gif"),
    (b"\xff\xd8\xff", "image/jpeg"),
    (b"II*\x00", "image/tiff"),
    (b"MM\x00*", "image/tiff"),
    (b"AT&TFORM", "image/vnd.djvu"),
    (b"PK\x03\x04", "application/zip"),
    (b"PK\x05\x06", "application/zip"),
    (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", "application/x-ole-storage"),
    (b"{\\rtf", "application/rtf"),
    (b"\x1f\x8b\x08", "application/gzip"),
    (b"BZh", "application/x-bzip2"),
    (b"\xfd7zXZ\x00", "application/x-xz"),
    (b"7z\xbc\xaf\x27\x1c", "application/x-7z-compressed"),
    (b"Rar!\x1a\x07", "application/vnd.rar"),
    (b"\x28\xb5\x2f\xfd", "application/zstd"),
    (b"\x7fELF", "application/x-executable"),
    (b"OggS\x00", "application/ogg"),
    (b"ID3\x03", "audio/mpeg"),
    (b"ID3\x04", "audio/mpeg"),
    (b"wOFF", "font/woff"),
    (b"wOF2", "font/woff2"),
)
_BEGINNINGS = tuple(signature for signature, _ in _SIGNATURES)
# Containers in which whole families of formats live: a header that names the format knows more than these bytes.
_CONTAINERS = frozenset({"application/zip", "application/x-ole-storage", "application/gzip"})
_SAYS_NOTHING = frozenset(
    {"", UNKNOWN, "text/plain", "binary/octet-stream", "application/unknown", "unknown/unknown"}
    | {"*/*", "application/x-unknown-content-type", "application/download", "content/unknown"}
)
_MEDIA_TYPE = re.compile(r"[a-z0-9!#$&^_.+-]{1,80}/[a-z0-9!#$&^_.+-]{1,100}")
_BEFORE_MARKUP = re.compile(rb"(?:\s+|<!--.*?(?:-->|\Z)|<\?xml[^>]*(?:>|\Z))*", re.DOTALL)
_SURE_HTML = re.compile(rb"<!doctype\s+html|<html[\s>]|<head[\s>]|<body[\s>]", re.IGNORECASE)
_LIKELY_HTML = re.compile(
    rb"<(?:script|iframe|h1|h2|div|font|table|a|style|title|b|br|p|meta|link|center|frameset)[\s>/]",
    re.IGNORECASE,
)
_XHTML_NAMESPACE = b"http://www.w3.org/1999/xhtml"
_XML_ROOTS = (
    (re.compile(rb"<rss[\s>]"), "application/rss+xml"),
    (re.compile(rb"<feed[\s>]"), "application/atom+xml"),
    (re.compile(rb"<(?:urlset|sitemapindex)[\s>]"), "application/xml"),
)
_BINARY = re.compile(rb"[\x00-\x08\x0b\x0e-\x1a\x1c-\x1f]")


def media_type(content_type: str, head: bytes) -> str:
    """The type of a body from its Content-Type header, which may be empty, and its first `SNIFF_BYTES` bytes."""
    said = _said(content_type)
    head = _as_ascii(head[:SNIFF_BYTES])
    if not head:
        return said or "text/plain"
    if b"%PDF-" in head[:1024]:  # readers take the mark anywhere in the first KiB
        return PDF
    if head.startswith(_BEGINNINGS):
        found = next(kind for signature, kind in _SIGNATURES if head.startswith(signature))
        return said if found in _CONTAINERS and _is_binary_name(said) else found
    if head[4:8] == b"ftyp":
        return said if said.startswith(("video/", "audio/", "image/")) else "video/mp4"
    if head.startswith(b"RIFF"):
        return {b"WEBP": "image/webp", b"WAVE": "audio/wav"}.get(head[8:12], "video/x-msvideo")
    return _text_type(said, head)


def _text_type(said: str, head: bytes) -> str:
    if marked := _markup_type(said, head):
        return marked
    if _BINARY.search(head):
        return UNKNOWN if said.startswith("text/") or said in (*_SAYS_NOTHING, XHTML) else said
    return "text/plain" if said in _SAYS_NOTHING else said


def _markup_type(said: str, head: bytes) -> str:
    """The type of a body that begins with a known tag, or an empty string."""
    start = _BEFORE_MARKUP.match(head)
    markup = head[start.end() :] if start else head
    if _SURE_HTML.match(markup):
        if _is_xml(said) and _XHTML_NAMESPACE in head:
            return XHTML
        return said if _is_xml(said) else HTML
    for root, found in _XML_ROOTS:
        if root.match(markup):
            return said if _is_xml(said) else found
    if said in _SAYS_NOTHING and _LIKELY_HTML.match(markup):
        return HTML
    if said in _SAYS_NOTHING and head.lstrip().startswith(b"<?xml"):
        return "application/xml"
    return ""


def _said(content_type: str) -> str:
    said = content_type.split(";", maxsplit=1)[0].split(",", maxsplit=1)[0].strip().lower()
    return said if _MEDIA_TYPE.fullmatch(said) else ""


def _is_xml(said: str) -> bool:
    return said.endswith(("/xml", "+xml"))


def _is_binary_name(said: str) -> bool:
    return said not in _SAYS_NOTHING and said.startswith(("application/", "font/")) and said != PDF


def _as_ascii(head: bytes) -> bytes:
    """The bytes without their mark; UTF-16 as the ASCII it mostly is in markup."""
    if head.startswith(b"\xef\xbb\xbf"):
        return head[3:]
    for mark, name in ((b"\xff\xfe", "utf-16-le"), (b"\xfe\xff", "utf-16-be")):
        if head.startswith(mark):
            return head[2:].decode(name, errors="replace").encode("ascii", errors="replace")
    return head
