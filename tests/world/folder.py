"""A site is a folder: its files as they are, its settings in `site.toml`, its own behaviour in `site.py`.

What is served at a path depends on the day: `index@2024-05-20.html` takes the place of `index.html` from that day on (or
is the first to be there), and settings may bound a path by `from` and `until`. Texts are kept in UTF-8 and sent in the
`encoding` that the settings name. `{{url:host/path}}` becomes the absolute address of that page with the present port.
"""

from __future__ import annotations

import gzip
import hashlib
import importlib.util
import mimetypes
import re
import sys
import tomllib
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, fields, replace
from datetime import UTC, date, datetime, time
from fnmatch import fnmatchcase
from functools import cache
from http import HTTPStatus
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import quote

from world.pdf import build_pdf
from world.wire import Request, Response, http_date

if TYPE_CHECKING:
    from world.server import World

SITES = Path(__file__).parent / "sites"
FOUNDED = date(2024, 1, 1)
"""The day from which an undated file is there."""

Answer = Callable[[Request, "World"], Response | None]

_LINK = re.compile(rb"\{\{url:([a-z0-9.-]+)(/[^}\s]*)?\}\}")
_DATED = re.compile(r"@(\d{4}-\d{2}-\d{2})(?=\.|$)")
_TEXT = (".html", ".htm", ".txt", ".xml", ".json", ".js", ".css", ".bib", ".rdf")
_PRIVATE = ("site.toml", "site.py", "truth.json", "__pycache__")
_TYPES = {".bib": "application/x-bibtex", ".ps": "application/postscript", ".js": "text/javascript"}


@dataclass(frozen=True, slots=True)
class Rule:
    """What `site.toml` says of the paths that match a pattern; the later of two rules wins."""

    status: int = 200
    content_type: str = ""
    """The header as sent, in place of the one that the file's ending gives."""
    encoding: str = "utf-8"
    """The bytes as sent, whatever the header says."""
    redirect: str = ""
    headers: dict[str, str] = field(default_factory=dict)
    gzip: bool = False
    """Compressed when the client takes it."""
    first: date = date.min
    """Written `from`: 404 before that day."""
    until: date = date.max
    """410 from that day on."""
    delay_s: float = 0.0
    bytes_per_s: float = float("inf")


class Site:
    """One host of the world."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.name = folder.name
        settings = _settings(folder / "site.toml")
        self.about: str = settings.pop("about", "")
        self.is_honest: bool = settings.pop("honest", True)
        """Whether every link of it works and a search engine would index it."""
        self._paths: dict[str, dict[str, Any]] = settings.pop("paths", {})
        if settings:
            raise ValueError(f"{folder / 'site.toml'}: unknown {', '.join(settings)}")
        for pattern in self._paths:
            self.rule(
                pattern
            )  # a misspelt setting fails when the world is built, not when it is asked
        self._behaviour = _behaviour(folder / "site.py")

    def rule(self, path: str) -> Rule:
        """The settings of a path: all rules that match it, laid over each other."""
        merged: dict[str, Any] = {}
        for pattern, settings in self._paths.items():
            if path == pattern or fnmatchcase(path, pattern):
                merged |= settings
        if "from" in merged:
            merged["first"] = merged.pop("from")
        known = {f.name for f in fields(Rule)}
        if unknown := merged.keys() - known:
            raise ValueError(f"{self.name}/site.toml: unknown {', '.join(sorted(unknown))}")
        return Rule(**merged)

    def answer(self, request: Request, world: World) -> Response:
        """What this site answers: its own behaviour first, then its settings and files."""
        if self._behaviour and (response := self._behaviour(request, world)):
            return response
        rule = self.rule(request.path)
        response = self._static(request, rule, world)
        return replace(response, delay_s=rule.delay_s, bytes_per_s=rule.bytes_per_s)

    def _static(self, request: Request, rule: Rule, world: World) -> Response:
        extra = tuple((name, _fill_text(value, world)) for name, value in rule.headers.items())
        if rule.redirect:
            target = _fill_text(rule.redirect, world).replace("/*", quote(request.path))
            status = rule.status if rule.status != 200 else 302
            return Response(b"", status, headers=(("Location", target), *extra))
        if world.today >= rule.until:
            return _error(410)
        found = self._file(request.path, world.today)
        if found is None and (self.folder / request.path.strip("/")).is_dir():
            return Response(b"", 301, headers=(("Location", quote(request.path) + "/"),))
        if found is None or world.today < rule.first:
            return _error(rule.status if rule.status >= 400 else 404)
        since, file = found
        body = self._content(file, rule, world)
        if rule.status < 400:
            modified = datetime.combine(max(since, rule.first), time(6), UTC)
            etag = '"' + hashlib.sha256(body).hexdigest()[:16] + '"'
            extra = (("ETag", etag), ("Last-Modified", http_date(modified)), *extra)
        if rule.gzip and "gzip" in request.headers.get("accept-encoding", ""):
            body = gzip.compress(body, mtime=0)
            extra = (*extra, ("Content-Encoding", "gzip"), ("Vary", "Accept-Encoding"))
        return Response(body, rule.status, rule.content_type or media_type(request.path), extra)

    def paths(self, today: date) -> Iterator[str]:
        """Every path that a file answers on that day."""
        seen: set[str] = set()
        for file in sorted(self.folder.rglob("*")):
            parts = file.relative_to(self.folder).parts
            if file.is_dir() or any(part in _PRIVATE for part in parts):
                continue
            path = _DATED.sub("", "/" + "/".join(parts)).removesuffix(".toml")
            rule = self.rule(path)
            if path not in seen and rule.first <= today < rule.until and self._file(path, today):
                seen.add(path)
                yield path

    def _file(self, path: str, today: date) -> tuple[date, Path] | None:
        """The file that answers a path on a day, and since when it does."""
        if path.endswith("/"):
            path += "index.html"
        wanted = self.folder / path.lstrip("/")
        if ".." in path or wanted.name in _PRIVATE:
            return None
        best = None
        for name in (wanted.name, wanted.name + ".toml", wanted.name + ".html"):
            stem, dot, ending = name.partition(".")
            for file in wanted.parent.glob(f"{stem}*{dot}{ending}") if stem else ():
                dated = _DATED.search(file.name)
                since = date.fromisoformat(dated.group(1)) if dated else FOUNDED
                if _DATED.sub("", file.name) == name and since <= max(today, FOUNDED):
                    best = max(best, (since, file)) if best else (since, file)
        return best

    def _content(self, file: Path, rule: Rule, world: World) -> bytes:
        if file.name.endswith(".pdf.toml"):
            return build_pdf(file)
        content = file.read_bytes()
        if file.suffix in _TEXT:
            content = _LINK.sub(lambda m: _url(m, world), content)
            if rule.encoding != "utf-8":
                content = content.decode("utf-8").encode(rule.encoding, "xmlcharrefreplace")
        return content


@cache
def media_type(path: str) -> str:
    """The Content-Type that a web server gives a file by its ending."""
    ending = "." + path.rsplit(".", 1)[-1] if "." in path.rsplit("/", 1)[-1] else ".html"
    kind = _TYPES.get(ending) or mimetypes.guess_type("x" + ending)[0] or "application/octet-stream"
    return f"{kind}; charset=utf-8" if ending in _TEXT else kind


def _settings(file: Path) -> dict[str, Any]:
    return tomllib.loads(file.read_text("utf-8")) if file.exists() else {}


def _behaviour(file: Path) -> Answer | None:
    """The site's own `answer`, from a module that no other world shares: its state is this world's."""
    if not file.exists():
        return None
    spec = importlib.util.spec_from_file_location(f"world_site_{file.parent.name}", file)
    assert spec
    assert spec.loader
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module  # dataclasses look themselves up there
    spec.loader.exec_module(module)
    answer: Answer = module.answer
    return answer


def _url(match: re.Match[bytes], world: World) -> bytes:
    return world.url(match.group(1).decode(), (match.group(2) or b"/").decode()).encode()


def _fill_text(text: str, world: World) -> str:
    return _LINK.sub(lambda m: _url(m, world), text.encode()).decode()


def _error(status: int) -> Response:
    title = f"{status} {HTTPStatus(status).phrase}"
    return Response(f"<!DOCTYPE html><title>{title}</title><h1>{title}</h1>\n".encode(), status)
