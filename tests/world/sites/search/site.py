"""A search engine over the world's own text, with the JSON answers of SearXNG (`/search?q=…&format=json&pageno=N`).

It sees what a real one would: the pages of the honest sites that are up on the day, and the PDFs by their text. Scoring is
plain: rare words count more, words of the title three times, a phrase in quotes must occur.
"""

from __future__ import annotations

import html
import json
import math
import re
from collections import Counter
from dataclasses import dataclass
from datetime import date
from urllib.parse import quote, urlparse

from world import Request, Response, Site, World
from world.pdf import read_spec

PER_PAGE = 10

_WORD = re.compile(r"\w+")
_PHRASE = re.compile(r'"([^"]+)"')
_SITE = re.compile(r"\bsite:(\S+)")
_UNSEEN = re.compile(r"<(script|style|head)\b.*?</\1\s*>|<!--.*?-->", re.DOTALL | re.IGNORECASE)
_TITLE = re.compile(r"<title[^>]*>(.*?)</title", re.DOTALL | re.IGNORECASE)
_TAG = re.compile(r"<[^>]+>")


@dataclass(frozen=True, slots=True)
class Indexed:
    """One address that can be found."""

    url: str
    title: str
    text: str
    words: Counter[str]


_index: dict[date, list[Indexed]] = {}


def answer(request: Request, world: World) -> Response | None:
    if request.path == "/robots.txt":
        return Response(b"User-agent: *\nDisallow: /search\n", content_type="text/plain")
    if request.path not in ("/", "/search"):
        return None
    asked = request.query.get("q", "").strip()
    if request.query.get("format") != "json":
        return Response(_page(asked, find(asked, world)[:PER_PAGE]).encode())
    if not asked:
        return Response(b'{"error": "No query"}', 400, "application/json")
    page = request.query.get("pageno", "1")
    if not page.isdecimal() or page == "0":
        return Response(b'{"error": "Invalid value for parameter pageno"}', 400, "application/json")
    found = find(asked, world)
    first = (int(page) - 1) * PER_PAGE
    results = [
        _result(hit, score, place)
        for place, (hit, score) in enumerate(found[first : first + PER_PAGE], first + 1)
    ]
    answers = {
        "query": asked,
        "number_of_results": len(found),
        "results": results,
        "answers": [],
        "corrections": [],
        "infoboxes": [],
        "suggestions": [],
        "unresponsive_engines": [],
    }
    return Response(
        json.dumps(answers, ensure_ascii=False).encode(), content_type="application/json"
    )


def find(asked: str, world: World) -> list[tuple[Indexed, float]]:
    """What matches, best first; equal scores by address."""
    index = _index.get(world.today)
    if index is None:
        index = _index[world.today] = list(_build(world))
    host = _SITE.search(asked)
    phrases = [_fold(phrase) for phrase in _PHRASE.findall(asked)]
    terms = set(_WORD.findall(_fold(_SITE.sub(" ", asked))))
    spread = {term: sum(term in page.words for page in index) for term in terms}
    found = []
    for page in index:
        if host and host.group(1) not in page.url:
            continue
        if any(phrase not in _fold(f"{page.title} {page.text}") for phrase in phrases):
            continue
        score = sum(
            (1 + math.log(page.words[term])) * math.log(1 + len(index) / spread[term])
            for term in terms
            if term in page.words
        )
        if score:
            found.append((page, round(score / (1 + math.log(1 + len(page.words)) / 8), 4)))
    return sorted(found, key=lambda hit: (-hit[1], hit[0].url))


def _build(world: World) -> list[Indexed]:
    pages = []
    for site in world.sites.values():
        if site.is_honest:
            for path in site.paths(world.today):
                title, text = _read(site, path, world)
                if title or text:
                    words = Counter(_WORD.findall(_fold(f"{title} {title} {title} {text}")))
                    pages.append(Indexed(world.url(site.name, quote(path)), title, text, words))
    return pages


def _read(site: Site, path: str, world: World) -> tuple[str, str]:
    """Title and text of a page or a PDF; nothing of anything else."""
    if path.endswith(".pdf"):
        spec = read_spec((site.folder / (path.lstrip("/") + ".toml")).read_text("utf-8"))
        names = ", ".join(author.name for author in spec.authors)
        sections = " ".join(text for _, text in spec.sections)
        return spec.title, f"{names}. {spec.abstract} {sections}"
    if not path.endswith((".html", ".htm")):
        return "", ""
    body = site.answer(Request("GET", site.name, path), world).body
    assert isinstance(body, bytes)
    source = body.decode(site.rule(path).encoding, "replace")
    title = _TITLE.search(source)
    return _plain(title.group(1) if title else path), _plain(_UNSEEN.sub(" ", source))


def _plain(source: str) -> str:
    return " ".join(html.unescape(_TAG.sub(" ", source)).split())


def _fold(text: str) -> str:
    return " ".join(text.casefold().replace("ё", "е").split())


def _result(hit: Indexed, score: float, place: int) -> dict[str, object]:
    return {
        "url": hit.url,
        "title": hit.title,
        "content": hit.text[:240],
        "publishedDate": None,
        "engine": "world",
        "template": "default.html",
        "parsed_url": list(urlparse(hit.url)),
        "engines": ["world"],
        "positions": [place],
        "score": score,
        "category": "general",
    }


def _page(asked: str, found: list[tuple[Indexed, float]]) -> str:
    items = "".join(
        f'<article><h3><a href="{html.escape(hit.url)}">{html.escape(hit.title)}</a></h3>'
        f"<p>{html.escape(hit.text[:240])}</p></article>\n"
        for hit, _ in found
    )
    return (
        f"<!DOCTYPE html><title>{html.escape(asked) or 'Search'}</title>"
        f'<form action="/search"><input name="q" value="{html.escape(asked)}"></form>\n{items}'
    )
