"""A season of a little world, written as sites whose pages change on given days, and what was public when.

Conferences are announced, notify, publish, move and vanish; files appear late; a professor's list grows. `write_season` makes the
sites, which `World` serves beside its own (for their search engine); the truth is in what it returns.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from pathlib import Path

_PAGE = '<!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>{title}</title>{head}</head><body><h1>{title}</h1>{body}</body></html>'
_MOVED = """from datetime import date

from world import Request, Response, World


def answer(request: Request, world: World) -> Response | None:
    if world.today < date({year}, {month}, {day}):
        return None
    return Response(b"", 301, headers=(("Location", world.url("{to}", request.path)),))
"""
_PEOPLE = (
    "Ada Marlow",
    "Benedikt Ross",
    "Chiara Love",
    "Dmitri Sokolov",
    "Elif Celik",
    "Farid Nazari",
)


@dataclass(frozen=True, slots=True)
class PublicPaper:
    """A paper of the season, and when it could first be seen."""

    title: str
    author: str
    event: str
    """Such as HERON 2024; "" for those of the professor."""
    year: int
    listed: date
    """When its title stood on a public page."""
    file: date | None
    """When its file could be fetched."""


@dataclass(frozen=True, slots=True)
class Conference:
    """One edition, and its days."""

    acronym: str
    name: str
    about: Sequence[str]
    """What each of its papers is about."""
    start: date
    notified: date
    papers_out: date
    files_out: date
    announced: date
    moves: date | None = None
    vanishes: date | None = None

    @property
    def host(self) -> str:
        """Where its site is."""
        return f"{self.acronym.lower()}{self.start.year}"

    def papers(self) -> list[PublicPaper]:
        """What it publishes."""
        return [
            PublicPaper(
                f"{about[0].upper()}{about[1:]}, as seen from {self.name.lower()}",
                _PEOPLE[(number + len(self.acronym)) % len(_PEOPLE)],
                f"{self.acronym} {self.start.year}",
                self.start.year,
                self.notified,
                self.files_out,
            )
            for number, about in enumerate(self.about)
        ]


_JUNE = date(2024, 6, 3)
CONFERENCES = (
    Conference("HERON", "Standing Birds", ("the patience of reeds", "a theory of one leg", "still water and what it hides"),
               _JUNE, date(2024, 5, 20), _JUNE, _JUNE, date(2024, 1, 10)),
    Conference("PLOVER", "Shore Running", ("tides as a schedule", "footprints that last a minute", "sand in every joint"),
               date(2024, 6, 5), date(2024, 5, 22), date(2024, 6, 5), date(2024, 6, 14), date(2024, 1, 10)),
    Conference("CURLEW", "Long Bills", ("probing mud by touch", "the curve of the beak", "calls across the moor"),
               date(2024, 6, 10), date(2024, 5, 21), date(2024, 6, 10), date(2024, 6, 10), date(2024, 1, 10), moves=date(2024, 5, 28)),
    Conference("DUNLIN", "Winter Flocks", ("turning together without a leader", "grey on grey", "counting what will not stand still"),
               date(2024, 6, 4), date(2024, 5, 24), date(2024, 6, 4), date(2024, 6, 4), date(2024, 1, 10), vanishes=date(2024, 6, 20)),
    Conference("AVOCET", "Shallow Lakes", ("sweeping for shrimps", "salt and its friends", "the brief life of puddles"),
               date(2024, 6, 12), date(2024, 5, 30), date(2024, 6, 12), date(2024, 6, 12), date(2024, 5, 18)),
)  # fmt: skip
"""The last is announced during the season: only its edition of the year before is known at its beginning."""
BEFORE = "avocet2023"
PROFESSOR = "Wilhelmina Stork"
UNIVERSITY = "University of Fenmouth"
_GROWS = (date(2024, 1, 1), date(2024, 5, 25), date(2024, 6, 8))
_LISTED = (
    ("Nests on chimneys", "Wheels on poles", "Frogs and how to find them", "Clapping as a language", "Thermals over warm towns", "Deltas after the thaw"),
    ("Journeys south by the eastern way",),
    ("Journeys south by the western way",),
)  # fmt: skip


def professors_papers() -> list[PublicPaper]:
    """What her list shows, each from its day on."""
    return [
        PublicPaper(title, PROFESSOR, "", 2023, day, None)
        for day, titles in zip(_GROWS, _LISTED, strict=True)
        for title in titles
    ]


def everything() -> list[PublicPaper]:
    """All that is public at the end of the season."""
    return [paper for one in CONFERENCES for paper in one.papers()] + professors_papers()


def write_season(folder: Path) -> Path:
    """The sites of the season, below a folder."""
    for one in CONFERENCES:
        _write_conference(folder / one.host, one, moved_to=f"{one.acronym.lower()}conf")
    _write_before(folder / BEFORE)
    _write_professor(folder / "wstork")
    return folder


def _write(path: Path, title: str, body: str, *, head: str = "") -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(_PAGE.format(title=title, head=head, body=body), "utf-8")


def _write_conference(folder: Path, one: Conference, *, moved_to: str) -> None:
    title, papers = f"{one.acronym} {one.start.year}", one.papers()
    about = f"<p>International Conference on {one.name}, Fenmouth, Ireland, {_days(one.start)}</p>"
    dates = (
        f"<h2>Important dates</h2><table><tr><td>Notification</td><td>{one.notified:%d %B %Y}</td></tr>"
        f"<tr><td>Conference</td><td>{_days(one.start)}</td></tr></table>"
    )
    listed = about + dates + '<p>See the <a href="accepted.html">accepted papers</a>.</p>'
    programme = about + '<p>The <a href="programme.html">programme</a> links to all papers.</p>'
    _write(folder / "index.html", f"{title}: Call for Papers", about + dates)
    _write(folder / f"index@{one.notified}.html", title, listed)
    _write(folder / f"index@{one.papers_out}.html", title, programme)
    items = "".join(f"<li><b>{p.title}</b><br>{p.author}</li>" for p in papers)
    _write(
        folder / f"accepted@{one.notified}.html", f"Accepted papers · {title}", f"<ul>{items}</ul>"
    )
    items = "".join(
        f'<li><a href="papers/{n}.html">{p.title}</a>. {p.author}</li>'
        for n, p in enumerate(papers, 1)
    )
    _write(folder / f"programme@{one.papers_out}.html", f"Programme · {title}", f"<ol>{items}</ol>")
    for number, paper in enumerate(papers, 1):
        _write_paper(folder / "papers", number, paper, one, host=one.host)
    (folder / "site.toml").write_text(_rules(one), "utf-8")
    if one.moves:
        new = folder.parent / moved_to
        _copy(folder, new, one.host, moved_to)
        day = one.moves
        (folder / "site.py").write_text(
            _MOVED.format(year=day.year, month=day.month, day=day.day, to=moved_to), "utf-8"
        )


def _write_paper(
    folder: Path, number: int, paper: PublicPaper, one: Conference, *, host: str
) -> None:
    head = (
        f'<meta name="citation_title" content="{paper.title}"><meta name="citation_author" content="{paper.author}">'
        f'<meta name="citation_publication_date" content="{one.start:%Y/%m/%d}">'
        f'<meta name="citation_conference_title" content="International Conference on {one.name}">'
        f'<meta name="citation_pdf_url" content="{{{{url:{host}/papers/{number}.pdf}}}}">'
    )
    body = f'<p>{paper.author}</p><p><a href="{number}.pdf">PDF</a></p>'
    _write(folder / f"{number}.html", paper.title, body, head=head)
    words = (
        f"{paper.title} is what {paper.author} writes of, with {one.about[number - 1]} in mind. "
    )
    (folder / f"{number}.pdf.toml").write_text(
        f'title = "{paper.title}"\nabove = "{one.acronym} {one.start.year}"\n'
        f'abstract = "{words * 3}"\n[[authors]]\nname = "{paper.author}"\naffiliation = "{UNIVERSITY}"\n'
        f'[[sections]]\nheading = "Introduction"\ntext = "{words * 6}"\n',
        "utf-8",
    )


def _rules(one: Conference) -> str:
    until = f"until = {one.vanishes}\n" if one.vanishes else ""
    return (
        f'about = "A conference of the season."\n[paths."/*"]\nfrom = {one.announced}\n{until}'
        f'[paths."/papers/*.html"]\nfrom = {one.papers_out}\n{until}'
        f'[paths."/papers/*.pdf"]\nfrom = {one.files_out}\n{until}'
    )


def _copy(folder: Path, new: Path, host: str, moved_to: str) -> None:
    """The same site under another host."""
    for file in folder.rglob("*.*"):
        place = new / file.relative_to(folder)
        place.parent.mkdir(parents=True, exist_ok=True)
        text = file.read_text("utf-8").replace(f"{{{{url:{host}/", f"{{{{url:{moved_to}/")
        place.write_text(text, "utf-8")


def _write_before(folder: Path) -> None:
    """An edition that is over, without papers: only its site says where the series is."""
    about = "<p>International Conference on Shallow Lakes, Fenmouth, Ireland, 12-13 June 2023</p>"
    _write(folder / "index.html", "AVOCET 2023", f"{about}<p>Thank you all for coming!</p>")


def _write_professor(folder: Path) -> None:
    home = (
        f"<p>Professor of zoology, {UNIVERSITY}. Contact: stork@fenmouth.example. Research interests: storks.</p>"
        '<p><a href="publications.html">Publications</a></p>'
    )
    _write(folder / "index.html", f"{PROFESSOR}: homepage", home)
    shown: list[PublicPaper] = []
    for day in _GROWS:
        shown = [paper for paper in professors_papers() if paper.listed <= day]
        items = "".join(
            f"<li>W. Stork. {paper.title}. Journal of Large Birds {n}, pp. 1-9, {paper.year}."
            for n, paper in enumerate(shown, 1)
        )
        name = "publications.html" if day == _GROWS[0] else f"publications@{day}.html"
        _write(folder / name, f"{PROFESSOR}: publications", f"<ul>{items}</ul>")


def _days(start: date) -> str:
    return f"{start.day}–{(start + timedelta(days=2)).day} {start:%B %Y}"
