"""A folder of whole sites on loopback, for judging harvests: each site is `<site>.localhost`, and nothing else is there.

A site's files answer under its own paths; a folder answers with its index, `/name` with `name.html`. Absolute links to the site's real host are
turned to the name here, in tags and scripts. What is not in the folder is 404, as it would be on a site of which only this was saved.
"""

from __future__ import annotations

import http.server
import json
import posixpath
import re
import threading
import unicodedata
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Protocol, TypeVar
from urllib.parse import quote, unquote

_PAGES = (".html", ".htm", ".xhtml")
_TURNED = (".js", ".mjs", ".json", ".xml")
_TYPES = {
    ".html": "text/html",
    ".htm": "text/html",
    ".xhtml": "application/xhtml+xml",
    ".js": "text/javascript",
    ".mjs": "text/javascript",
    ".json": "application/json",
    ".xml": "application/xml",
    ".txt": "text/plain",
    ".bib": "text/plain",
    ".csv": "text/csv",
    ".pdf": "application/pdf",
}
_NOT_COUNTED = frozenset(
    ".js .mjs .css .png .jpg .jpeg .gif .svg .webp .ico .woff .woff2 .ttf .eot".split()
)
_TAGS = re.compile(rb"<script\b.*?</script\s*>|<[a-z!/][^>]*>", re.IGNORECASE | re.DOTALL)


class Engine(Protocol):
    """A search engine that answers at the host `search`."""

    def answer(self, query: str) -> bytes:
        """The JSON for a query string."""
        ...


T = TypeVar("T", bound=Engine)


class SiteFolder:
    """The sites of a folder: `sites.jsonl` and a folder of files each."""

    def __init__(self, folder: Path) -> None:
        lines = (folder / "sites.jsonl").read_text("utf-8").splitlines()
        self.rows: dict[str, Mapping[str, Any]] = {
            row["site"]: row for line in lines if line.strip() for row in (json.loads(line),)
        }
        self.files = {site: _files(folder / site) for site in self.rows}
        hosts = {_bare_host(row["host"]): site for site, row in self.rows.items()}
        self.hosts = hosts
        longest = sorted(map(re.escape, hosts), key=len, reverse=True)
        self._own = re.compile(
            rf"(https?:)?//(?:www\.)?({'|'.join(longest)})(?::(?:80|443))?(?=[/\"'?#\s>\\]|\Z)".encode(),
            re.IGNORECASE,
        )

    def find(self, site: str, path: str) -> str | None:
        """The file that answers a path; a name with a slash behind it where the slash is missing; None where there is none."""
        files = self.files[site]
        decoded = unicodedata.normalize("NFC", unquote(path.partition("?")[0]))
        bare = posixpath.normpath("/" + decoded.lstrip("/")).strip("/")
        is_folder = not bare or decoded.endswith("/")
        if not is_folder:
            for name in (bare, f"{bare}.html"):
                if name in files:
                    return name
        for index in ("index.html", "index.htm"):
            inside = f"{bare}/{index}".lstrip("/")
            if inside in files:
                return inside if is_folder else f"{bare}/"
        return None

    def body(self, site: str, name: str, port: int) -> bytes:
        """A file as it is served."""
        data = self.files[site][name].read_bytes()
        ending = posixpath.splitext(name)[1].lower()

        def turned(found: re.Match[bytes]) -> bytes:
            here = self.hosts[found[2].lower().decode()]
            return (b"http:" if found[1] else b"") + f"//{here}.localhost:{port}".encode()

        if ending in _TURNED:
            return self._own.sub(turned, data)
        if ending in _PAGES:
            return _TAGS.sub(lambda tag: self._own.sub(turned, tag[0]), data)
        return data

    def pages(self, site: str) -> int:
        """How many pages a site has."""
        return sum(name.lower().endswith(_PAGES) for name in self.files[site])


class SitesServed:
    """The folder while it is served."""

    def __init__(self, folder: SiteFolder, server: _Server) -> None:
        self.folder = folder
        self._server = server

    def front(self, site: str) -> str:
        """The address of a site's front page."""
        path = quote(str(self.folder.rows[site]["root"]).lstrip("/"), safe="/~+,;=:@!$&()*?")
        return f"http://{site}.localhost:{self._server.server_address[1]}/{path}"

    def address(self, host: str) -> str:
        """The address of a host of this web, such as `search`."""
        return f"http://{host}.localhost:{self._server.server_address[1]}/"

    def search(self, make: Callable[[SiteFolder, int], T]) -> T:
        """Let the host `search` answer by an engine that `make` makes of the folder and the port."""
        engine = make(self.folder, self._server.server_address[1])
        self._server.engine = engine
        return engine

    def requests(self, site: str) -> int:
        """How often pages, data and documents of a site were asked for; scripts, styles, pictures and robots.txt apart."""
        return self._server.asked[site]


@contextmanager
def serve_sites(folder: Path) -> Iterator[SitesServed]:
    """Serve a folder of sites on a free port."""
    sites = SiteFolder(folder)
    server = _Server(sites)
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield SitesServed(sites, server)
    finally:
        server.shutdown()
        server.server_close()
        thread.join()


class _Server(http.server.ThreadingHTTPServer):
    daemon_threads = True
    request_queue_size = 128

    def __init__(self, folder: SiteFolder) -> None:
        super().__init__(("127.0.0.1", 0), _Handler)
        self.folder = folder
        self.asked: Counter[str] = Counter()
        self.engine: Engine | None = None
        self.lock = threading.Lock()

    def handle_error(self, request: Any, client_address: Any) -> None:
        """A client that hangs up is no news."""


class _Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    server: _Server

    def do_GET(self) -> None:
        """Answer with a file, a redirect to a folder, or 404."""
        site = (self.headers.get("Host") or "").partition(":")[0].casefold()
        site = site.removesuffix(".localhost")
        folder, path = self.server.folder, self.path
        if path == "/robots.txt":
            self._send(200, b"User-agent: *\nAllow: /\n", "text/plain")
            return
        if site == "search" and self.server.engine is not None:
            with self.server.lock:
                found = self.server.engine.answer(path.partition("?")[2])
            self._send(200, found, "application/json")
            return
        if site not in folder.files:
            self._send(404, b"", "text/plain")
            return
        if posixpath.splitext(path.partition("?")[0])[1].lower() not in _NOT_COUNTED:
            with self.server.lock:
                self.server.asked[site] += 1
        name = folder.find(site, path)
        if name is None:
            self._send(404, b"<!doctype html><title>404</title><p>Not found", "text/html")
        elif name.endswith("/"):
            self._send(301, b"", "text/plain", location=f"/{quote(name)}")
        else:
            body = folder.body(site, name, self.server.server_address[1])
            self._send(200, body, _type_of(name, body))

    def _send(self, status: int, body: bytes, kind: str, *, location: str = "") -> None:
        self.send_response(status)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(body)))
        if location:
            self.send_header("Location", location)
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, format: str, *args: Any) -> None:  # noqa: A002 - the library's own name
        """Say nothing."""


def _type_of(name: str, body: bytes) -> str:
    kind = _TYPES.get(posixpath.splitext(name)[1].lower(), "application/octet-stream")
    if kind != "text/html":
        return kind
    try:
        body.decode()
    except UnicodeDecodeError:
        return kind  # let the page say what it is
    return f"{kind}; charset=utf-8"


def _files(folder: Path) -> dict[str, Path]:
    return {
        unicodedata.normalize("NFC", path.relative_to(folder).as_posix()): path
        for path in sorted(folder.rglob("*"))
        if path.is_file()
    }


def _bare_host(host: str) -> str:
    return host.casefold().removeprefix("www.")
