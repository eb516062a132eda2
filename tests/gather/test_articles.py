"""Web pages that are articles become candidates when they are asked for."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from gather.unseen import MadeUpSite, write_folder
from harvestman.gather.articles import is_article
from harvestman.learn.sites_eval import gather_sites

_WORDS = "The tide carries sand along the coast and leaves it in the bay. " * 60
_ARTICLE = f"""<title>Sand in the bay</title><h1>Sand in the bay</h1><p>Helen Marsh</p><p>Ashford University</p><h2>Abstract</h2>
<p>We follow the sand of one bay over ten years.</p><h2>Introduction</h2><p>{_WORDS}</p><h2>References</h2><p>A. Berg. Sand. Shores, 3, 1999.</p>"""
_SITE = MadeUpSite(
    "bay",
    "en",
    "scholar",
    "Ashford University",
    "ashford.example",
    {
        "index.html": "<title>Helen Marsh</title><h1>Helen Marsh</h1><p>h.marsh@ashford.example</p><a href=sand.html>Sand in the bay</a> <a href=blog.html>Blog</a>",
        "sand.html": _ARTICLE,
        "blog.html": f"<title>Blog</title><p>{_WORDS}</p>",
    },
)


@pytest.mark.parametrize(
    ("body", "text", "wanted"),
    [
        (b'<meta name="citation_title" content=x><meta name=citation_author content=y>', "", True),
        (b'<meta name="citation_title" content=x>', "", False),
        (b"", f"Resumen\n{_WORDS}\nPalabras clave: arena\n", True),
        (b"", f"Аннотация\n{_WORDS}\nСписок литературы\n", True),
        (b"", f"{_WORDS}\nReferences\n", False),
        (b"", "Abstract\nshort\nReferences\n", False),
    ],
)
def test_an_article_is_told_by_its_head_or_its_parts(body: bytes, text: str, wanted: bool) -> None:
    assert is_article(body, text) is wanted


@pytest.mark.parametrize(("articles", "wanted"), [(False, []), (True, ["bay/sand.html"])])
def test_articles_are_gathered_when_they_are_asked_for(
    tmp_path: Path, articles: bool, wanted: list[str]
) -> None:
    write_folder(tmp_path, [_SITE])
    site = json.loads((tmp_path / "sites.jsonl").read_text("utf-8"))
    found = gather_sites(tmp_path, [site], articles=articles)
    assert [one.place for one in found] == wanted
    for one in found:
        assert one.candidate.title == "Sand in the bay"
        assert "h.marsh@ashford.example" in one.candidate.emails
