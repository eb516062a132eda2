"""Made-up pages in layouts that the training pages have too few of, printed from the papers of the training pages.

Each page draws one way of printing (order, tags, separators, what stands before and behind an entry) and keeps to it, as
sites do. Some list no papers: committees, attendees, past editions, timetables of sessions. There are no publication lists
among them: models that were taught with such lost real papers, and a rule tells them apart (`pages/learned/lookalikes.py`).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from html import escape
from random import Random
from typing import Any

from harvestman.learn.pages_synthetic_layouts import in_other_layout
from harvestman.learn.pages_synthetic_others import committee, plain_negative
from harvestman.learn.pages_synthetic_pool import LANGUAGES, ForeignPool, Pool, heading
from harvestman.learn.pages_synthetic_style import Style, box, enclose, entry, people_of
from harvestman.learn.pages_tongues import Tongue

_FOREIGN = 0.25  # share of pages in other languages than the pool's


def synthetic_pages(
    rows: Sequence[dict[str, Any]],
    texts: Sequence[str],
    *,
    count: int,
    seed: int,
    tongues: Mapping[str, Tongue] | None = None,
) -> list[tuple[str, dict[str, Any]]]:
    """Pages and their gold; those in other languages with titles and surnames of `tongues`."""
    rng = Random(seed)
    own = Pool(rows, texts, rng)
    pages = []
    for number in range(count):
        pool = own
        if rng.random() < _FOREIGN:
            language = rng.choice(sorted(LANGUAGES))
            pool = ForeignPool(language, rng, (tongues or {}).get(language))
        body, papers = _body(pool, rng)
        name = f"synthetic-{number}"
        pages.append((_page(body, pool), {"file": name, "site": name, "papers": papers}))
    return pages


def _body(pool: Pool, rng: Random) -> tuple[str, list[dict[str, Any]]]:
    """One page's worth: mostly a list of papers, at times the page of one, or what only looks like a list."""
    drawn = rng.random()
    if drawn < 0.54:
        return _listing(pool, rng)
    if drawn < 0.80:
        return in_other_layout(pool, rng)
    if drawn < 0.86:
        return _single(pool, rng)
    return plain_negative(pool, rng), []


def _page(body: str, pool: Pool) -> str:
    rng = pool.rng
    topic = pool.word("topics")
    menu = rng.sample(pool.words["menu"], rng.randint(0, min(9, len(pool.words["menu"]))))
    items = "".join(f"<li><a href='{m.split()[0].lower()}.html'>{m}</a></li>" for m in menu)
    top = f"<ul class=menu>{items}</ul>" if items and rng.random() < 0.7 else "<br>".join(menu)
    if rng.random() < 0.4:
        top += f"<h1>{topic} {rng.randint(1998, 2025)}</h1><p>{pool.word('places')}, June 3-5</p>"
    foot = (
        f"<hr><p>Last modified: May {rng.randint(1, 30)}, contact webmaster</p>"
        if rng.random() < 0.5
        else ""
    )
    return f"<html><head><title>{pool.word('headings')} - {topic}</title></head><body>{top}{body}{foot}</body></html>"


def _listing(pool: Pool, rng: Random) -> tuple[str, list[dict[str, Any]]]:
    style = Style(rng, pool.name_ways)
    papers = pool.some(rng.randint(4, 28))
    parts = [heading(pool.word("headings"), rng)]
    if rng.random() < 0.3 and pool.texts:
        parts.append(f"<p>{escape(rng.choice(pool.texts))}</p>")
    sessions = rng.random() < 0.55
    left = rng.randint(2, 6)
    entries: list[str] = []
    for number, paper in enumerate(papers, start=1):
        if sessions and left == 0:
            parts.append(enclose(entries, style))
            entries = []
            parts.append(_interlude(pool, rng, style))
            left = rng.randint(2, 6)
        left -= 1
        entries.append(entry(paper, number, style, pool))
        if rng.random() < 0.03:
            entries.append(_keynote(pool, rng, style))
        if sessions and rng.random() < 0.03:
            entries.append(_ceremony(pool, rng, style))
        if style.references and rng.random() < 0.5:
            entries.append(_references(pool, rng, style))
        if sessions and rng.random() < 0.04:
            entries.append(box(f"{rng.randint(9, 17)}:00 {pool.word('breaks')}", style))
    parts.append(enclose(entries, style))
    if rng.random() < 0.15:
        parts.append(committee(pool, rng))
    return "\n".join(parts), papers


def _interlude(pool: Pool, rng: Random, style: Style) -> str:
    chair = rng.choice(
        [
            "",
            f" ({pool.word('chair')}: {pool.person()})",
            f"<br>{pool.word('chair')}: {pool.person()}, {escape(pool.affiliation())}",
            f"<br>Session chair: {pool.person()}",
        ]
    )
    name = f"{pool.word('session')} {rng.randint(1, 9)}: {pool.word('topics')}{chair}"
    if style.alike and style.box != "pre":
        chair = rng.choice(("Chair: {}", "{} (chair)", "Session chair: {}, {}", "Moderator: {}"))
        people = chair.format(pool.person(), escape(pool.affiliation()))
        return box(
            style.title_wrap.format(f"{pool.word('topics')} {rng.choice(('I', 'II', ''))}".strip())
            + style.between
            + style.author_wrap.format(people),
            style,
        )
    pause = (
        f"<p>{rng.randint(9, 17)}:{rng.choice(('00', '30', '15'))} {pool.word('breaks')}</p>"
        if rng.random() < 0.5
        else ""
    )
    if style.box == "pre":
        name = name.replace("<br>", "\n")
        return f"<pre>{name}\n</pre>"
    return pause + heading(name, rng)


def _keynote(pool: Pool, rng: Random, style: Style) -> str:
    paper = pool.some(1)[0]
    between = style.between if style.box != "pre" else ", "
    speaker = f"{pool.person()}, {escape(pool.affiliation())}"
    return box(f"{pool.word('labels')}: {escape(paper['title'])}{between}{speaker}", style)


def _ceremony(pool: Pool, rng: Random, style: Style) -> str:
    """Words of welcome in the list of papers, with who says them."""
    between = style.between if style.box != "pre" else ", "
    people = rng.choice(("{}", "{} and {}", "{}, {}")).format(pool.person(), pool.person())
    return box(pool.word("ceremonies") + rng.choice((between, ": ", " - ")) + people, style)


def _references(pool: Pool, rng: Random, style: Style) -> str:
    """What an abstract cites; its entries are no papers of the event."""
    lines = []
    for number, paper in enumerate(pool.some(rng.randint(2, 5)), start=1):
        people = ", ".join(author["name"] for author in paper["authors"][:3])
        year = rng.randint(1985, 2015)
        lines.append(
            f"[{number}] {escape(people)}, {escape(paper['title'])}, {pool.word('topics')} Journal, "
            f"vol. {number + 3}, pp. {number * 9}-{number * 9 + 8}, {year}."
        )
    return "References<br>" + box("<br>".join(lines), style)


def _single(pool: Pool, rng: Random) -> tuple[str, list[dict[str, Any]]]:
    """A page of one paper: its title, authors and abstract."""
    style = Style(rng, pool.name_ways)
    style.box, style.upper_titles = rng.choice(("p", "div", "br")), False
    (paper,) = pool.some(1)
    title = escape(paper["title"].strip(), quote=False)
    printed = rng.choice(("<h1>{}</h1>", "<h2>{}</h2>", "<h3>{}</h3>", "<p><b>{}</b></p>")).format(
        title
    )
    people = rng.choice(
        ("<p>{}</p>", "<h4>{}</h4>", "<div class=authors>{}</div>", "{}<br>")
    ).format(people_of(paper, style, pool))
    text = escape(rng.choice(pool.texts)) if pool.texts else ""
    abstract = heading("Abstract", rng) if rng.random() < 0.7 else ""
    above = (
        heading(f"{pool.word('topics')} {rng.randint(1999, 2025)}", rng)
        if rng.random() < 0.4
        else ""
    )
    below = "<a href='p.pdf'>PDF</a>" if rng.random() < 0.4 else ""
    return f"{above}{printed}{people}{abstract}<p>{text}</p>{below}", [paper]
