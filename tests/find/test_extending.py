"""A library that grows on its own: by author and field, by field from pages of a community, by known sources visited again."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path

import pytest

from find.little_web import little_web, open_for
from harvestman.find import Extension, ExtensionKind, PersonQuestion, extension_of
from harvestman.model import Status, UsageError
from world.pdf import Author, Spec, make_pdf

WORDS = "Reed beds clean waste water while ponds and wetlands keep the rest of it. " * 12

# Other words each: files with the same text are one document to the library.
TOWNS = (
    "Small towns plant reeds in wetlands, because a filter of gravel costs more than they have. "
    * 10
)
COGS = (
    "Wheels with teeth drive the pumps of wetlands, and each tooth must bear the load of a wave. "
    * 10
)


def paper(title: str, author: str, text: str = WORDS) -> bytes:
    return make_pdf(
        Spec(
            title,
            (Author(author, "University of Saltreach"),),
            abstract=text[:300],
            sections=(("1 Introduction", text), ("2 Results", text)),
            references=("A. Fenn. Sand. Journal of Ponds, 2001.", "B. Ash. Mud. Ponds 3, 2002."),
        )
    )


LIST = "<li>H. Marsh. {}. Journal of Wetlands {}, pp. 1-9, 2019."
TITLES = ("Reeds that stand", "Water that waits", "Mud that moves", "Herons that hunt", "Tides that turn",
          "Salt that stays", "Birds that breed", "Fish that flee", "Sand that sinks")  # fmt: skip
HOME = """<title>Helen Marsh: homepage</title><h1>Helen Marsh</h1><p>Professor of wetlands, University of Saltreach.
 Contact: marsh@saltreach.example. Research interests: wetlands. <a href=publications.html>Publications</a>"""
BLOG = """<title>Wetlands blog</title><h1>Wetlands: papers and links</h1><p>A new paper on wetlands and waste water:
 <a href=files/ponds.pdf>Ponds</a><p>And on gears: <a href=files/gears.pdf>Gears</a>"""


def publications(count: int) -> str:
    entries = "".join(LIST.format(title, n) for n, title in enumerate(TITLES[:count], start=1))
    return f"<title>Helen Marsh: publications</title><h1>Publications</h1><ul>{entries}</ul>"


@pytest.fixture(scope="module")
def sites() -> dict[str, dict[str, str | bytes]]:
    return {
        "marsh": {"index.html": HOME, "publications.html": publications(8)},
        "blog": {
            "index.html": BLOG,
            "files/ponds.pdf": paper("Ponds and wetlands for waste water", "Ann Fenn"),
            "files/gears.pdf": paper("Gears", "Max Cog", "Gears turn and bearings wear. " * 30),
        },
        "archive": {
            "index.html": "<title>Archive</title>",
            "reeds.pdf": paper("Reed beds for small towns", "Helen Marsh", TOWNS),
            "cogs.pdf": paper("Cogs of wetlands", "Max Cog", COGS),
        },
    }


@pytest.fixture
def web(tmp_path: Path, sites: dict[str, dict[str, str | bytes]]) -> Iterator[object]:
    with little_web(tmp_path / "web", sites) as served:
        yield served


def test_other_papers_of_an_author_in_a_field_are_held(web: object, tmp_path: Path) -> None:
    with open_for(web, tmp_path) as opened:  # type: ignore[arg-type]
        wanted = Extension(ExtensionKind.AUTHOR, "Helen Marsh", "wetlands")
        [done] = opened.find.extend([wanted])
        assert done.status is Status.SUCCESS, done.trail
        assert [url.rpartition("/")[2] for url in done.files] == ["reeds.pdf"]
        assert done.new == 1
        assert any("other authors" in step.outcome for step in done.trail)
        [again] = opened.find.extend([wanted])
        assert (again.new, again.files) == (0, done.files)
        assert "Helen Marsh" in {one.name for one in opened.find.authors(limit=5)}


def test_papers_that_a_community_links_to_are_held_if_they_are_of_the_field(
    web: object, tmp_path: Path
) -> None:
    with open_for(web, tmp_path) as opened:  # type: ignore[arg-type]
        [done] = opened.find.extend([Extension(ExtensionKind.FIELD, field="wetlands")])
        names = [url.rpartition("/")[2] for url in done.files]
        assert "ponds.pdf" in names, done.trail
        assert "gears.pdf" not in names


def test_what_is_new_on_a_known_page_is_kept(web: object, tmp_path: Path) -> None:
    with open_for(web, tmp_path) as opened:  # type: ignore[arg-type]
        asked = PersonQuestion("Helen Marsh", "University of Saltreach", "wetlands")
        [found] = opened.find.persons([asked])
        assert len(found.publications) == 8, found.trail
        (tmp_path / "web" / "marsh" / "publications.html").write_text(publications(9), "utf-8")
        [done] = opened.find.extend(revisit_after=timedelta(0))
        assert (done.extension.name, done.new) == ("Helen Marsh", 1), done.trail
        assert list(opened.find.extend(revisit_after=timedelta(days=1))) == []
        [again] = opened.find.persons([asked])
        assert len(again.publications) == 9


@pytest.mark.parametrize("plain", [None, {}, {"kind": "author"}, {"kind": "field", "name": "x"}, {"kind": "moon"}])  # fmt: skip
def test_what_says_not_how_to_grow_is_refused(plain: object) -> None:
    with pytest.raises(UsageError):
        extension_of(plain)


def test_an_extension_survives_its_job() -> None:
    one = Extension(ExtensionKind.AUTHOR, "Helen Marsh", "wetlands", "Saltreach")
    assert extension_of(one.to_plain()) == one
