"""A search engine over a folder of sites, as SearXNG answers: for judging `find` without the web.

BM25 over the text of pages and documents; words of titles count three times, those of links to a thing twice. Accents and case do not
count, plurals and Russian endings are cut. It knows `filetype:`, and can be told to know pages only.
"""

from __future__ import annotations

import json
import math
import posixpath
import re
from collections import Counter, defaultdict
from urllib.parse import parse_qs, quote, urljoin, urlsplit

from selectolax.lexbor import LexborHTMLParser

from harvestman.documents import read_plain_text
from harvestman.learn.sites_served import SiteFolder
from harvestman.text import decode_html, unaccent

_PAGES = ("html", "htm")
_FAMILIES = {
    "doc": {"doc", "docx"},
    "ppt": {"ppt", "pptx"},
    "html": set(_PAGES),
    "htm": set(_PAGES),
}
_SHOWN = 10
_MOST_TEXT = 200_000
_SNIPPET = 220
_WORD = re.compile(r"[^\W_]+")
_TYPE = re.compile(r"\bfiletype:(\w+)", re.IGNORECASE)
_ENDINGS = re.compile("(?:иями|ями|ами|ого|его|ому|ему|ыми|ими|иях|ией|ах|ях|ов|ев|ей|ой|ый|ий|ая|яя|ое|ее|ые|ие|ам|ям|ом|ем|ую|юю|[аяоеыиуюьй])$")  # fmt: skip


def _tokens(text: str) -> list[str]:
    return [_stem(word) for word in _WORD.findall(unaccent(text))]


def _stem(word: str) -> str:
    if len(word) <= 4:
        return word
    if "а" <= word[0] <= "я":
        return _ENDINGS.sub("", word)
    return word[:-1] if word.endswith("s") and not word.endswith("ss") else word


class SiteSearch:
    """The engine; `answer` is what its address answers to a query string."""

    def __init__(self, folder: SiteFolder, port: int, *, knows_files: bool) -> None:
        self._urls: list[str] = []
        self._titles: list[str] = []
        self._texts: list[str] = []
        self._postings: dict[str, dict[int, int]] = defaultdict(dict)
        self._lengths: list[int] = []
        self._index(folder, port, knows_files=knows_files)
        self._mean = sum(self._lengths) / max(1, len(self._lengths))
        self.asked = 0

    def answer(self, query: str) -> bytes:
        """SearXNG's JSON for a query string."""
        given = parse_qs(query)
        words = given.get("q", [""])[0]
        first = (int(given.get("pageno", ["1"])[0]) - 1) * _SHOWN
        self.asked += 1
        found = self._search(words)[first : first + _SHOWN]
        results = [
            {"url": self._urls[n], "title": self._titles[n], "content": self._snippet(n, words)}
            for n in found
        ]
        return json.dumps({"query": words, "results": results}, ensure_ascii=False).encode()

    def _index(self, folder: SiteFolder, port: int, *, knows_files: bool) -> None:
        links: dict[str, list[str]] = defaultdict(list)
        for site, files in folder.files.items():
            for name, path in files.items():
                url = f"http://{site}.localhost:{port}/{quote(name, safe='/~+,;=:@!$&()*')}"
                if _ending(name) in _PAGES:
                    title, text = _read_page(folder.body(site, name, port), url, links)
                elif knows_files:
                    text = read_plain_text(path.read_bytes())[:_MOST_TEXT]
                    title = " ".join(text[:400].split())[:90] or posixpath.basename(name)
                else:
                    continue
                self._urls.append(url)
                self._titles.append(title)
                self._texts.append(text)
        for number, url in enumerate(self._urls):
            counts = Counter(_tokens(self._texts[number]))
            shown = re.sub(r"[/._%-]", " ", urlsplit(url).path)
            for word in _tokens(self._titles[number]):
                counts[word] += 3
            for word in _tokens(" ".join((*dict.fromkeys(links[url]), shown))):
                counts[word] += 2
            for word, count in counts.items():
                self._postings[word][number] = count
            self._lengths.append(sum(counts.values()))

    def _search(self, words: str) -> list[int]:
        wanted = [kind.lower() for kind in _TYPE.findall(words)]
        endings = set().union(*(_FAMILIES.get(kind, {kind}) for kind in wanted))
        scores: dict[int, float] = defaultdict(float)
        for word in dict.fromkeys(_tokens(_TYPE.sub(" ", words))):
            held = self._postings.get(word, {})
            weight = math.log(1 + (len(self._urls) - len(held) + 0.5) / (len(held) + 0.5))
            for number, count in held.items():
                length = 0.25 + 0.75 * self._lengths[number] / self._mean
                scores[number] += weight * count * 2.2 / (count + 1.2 * length)
        fitting = [
            n for n in scores if not endings or (_ending(self._urls[n]) or "html") in endings
        ]
        return sorted(fitting, key=lambda n: (-scores[n], self._urls[n]))

    def _snippet(self, number: int, words: str) -> str:
        text, wanted = self._texts[number], set(_tokens(words))
        starts = range(0, min(len(text), 60_000), _SNIPPET // 2)
        best = max(
            starts,
            key=lambda at: len(wanted & set(_tokens(text[at : at + _SNIPPET]))),
            default=0,
        )
        return " ".join(text[best : best + _SNIPPET].split())


def _ending(name: str) -> str:
    return posixpath.splitext(name)[1].lower().lstrip(".")


def _read_page(body: bytes, url: str, links: dict[str, list[str]]) -> tuple[str, str]:
    html, _ = decode_html(body, "text/html")
    tree = LexborHTMLParser(html)
    for node in tree.css("a[href]"):
        try:
            target = urljoin(url, node.attributes.get("href") or "").partition("#")[0]
        except ValueError:
            continue
        links[target].append(" ".join(node.text().split())[:200])
    tree.strip_tags(["script", "style", "noscript"])
    title = tree.css_first("title")
    text = tree.body.text(separator=" ") if tree.body else ""
    return (" ".join(title.text().split()) if title else ""), " ".join(text.split())[:_MOST_TEXT]
