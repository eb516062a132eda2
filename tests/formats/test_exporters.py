"""Formats are found by entry point, ours and other people's alike; the plug-in shown in the docs works as shown."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest

from harvestman import formats
from harvestman.formats import exporter_names, format_of_file, get_exporter, load_exporters
from harvestman.model import Author, Kind, Paper, PluginError, UsageError

DOCS = Path(__file__).parents[2] / "docs" / "formats.md"


def _install(folder: Path, *, entry_points: str, module: str = "", name: str = "plugin") -> None:
    """What pip would leave behind of a package with one module."""
    (folder / f"harvestman_{name}.py").write_text(module, "utf-8")
    info = folder / f"harvestman_{name}-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text(
        f"Metadata-Version: 2.1\nName: harvestman-{name}\nVersion: 1.0\n"
    )
    (info / "entry_points.txt").write_text(f"[harvestman.exporters]\n{entry_points}\n")


def test_the_built_in_formats_register_like_all_others() -> None:
    exporters = load_exporters()
    assert set(exporters) >= {"bibtex", "csl-json", "jsonl", "ris"}
    assert exporter_names() == sorted(exporters)
    assert all(name == exporter.name for name, exporter in exporters.items())
    assert all(exporter.extension.startswith(".") for exporter in exporters.values())


@pytest.mark.parametrize(
    ("asked", "nearest"),
    [("bibtx", "bibtex"), ("BibTeX", "bibtex"), ("csl", "csl-json"), ("json", "jsonl")],
)
def test_an_unknown_name_is_answered_with_the_nearest(asked: str, nearest: str) -> None:
    with pytest.raises(UsageError, match=f"no format '{asked}'. Did you mean {nearest}?"):
        get_exporter(asked)


def test_a_name_like_no_other_is_answered_with_all() -> None:
    with pytest.raises(UsageError, match=r"Valid are: .*bibtex, csl-json, .*jsonl, .*ris"):
        get_exporter("xml")


def test_papers_are_written_one_at_a_time() -> None:
    taken: list[int] = []

    def endless() -> Iterator[Paper]:
        for number in range(10**9):
            taken.append(number)
            yield Paper(f"Paper {number}")

    for name in ("bibtex", "csl-json", "jsonl", "ris"):
        taken.clear()
        pieces = get_exporter(name).write(endless())
        next(pieces)
        assert len(taken) <= 2


def test_the_plug_in_of_the_docs_works(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    text = DOCS.read_text("utf-8")
    section = text[text.index("## Adding a format") :]
    module = re.search(r"```python\n(.*?)```", section, re.DOTALL)
    project = re.search(r"```toml\n(.*?)```", section, re.DOTALL)
    assert module
    assert project
    points = tomllib.loads(project[1])["project"]["entry-points"]["harvestman.exporters"]
    lines = "\n".join(f"{name} = {value}" for name, value in points.items())
    _install(tmp_path, entry_points=lines, module=module[1], name="markdown")
    monkeypatch.syspath_prepend(tmp_path)
    paper = Paper("T", authors=(Author("Ana Ruiz"),), pdf="https://example.org/t.pdf")
    written = list(get_exporter("markdown").write([paper, Paper("U")]))
    assert written == ["- Ana Ruiz: [T](https://example.org/t.pdf)\n", "- U\n"]


@pytest.mark.parametrize(
    ("module", "reason"),
    [
        ("import no_such_module", "ModuleNotFoundError"),
        ("raise SyntaxError('half a file')", "half a file"),
        ("", "has no attribute 'Broken'"),
        ("class Broken:\n    name = 'broken'", "AttributeError"),
        ("class Broken:\n    def __init__(self, x): ...", "TypeError"),
        (
            "class Broken:\n    name, media_type, extension, write = 'broken', 7, '.x', print",
            "must be text",
        ),
        (
            "class Broken:\n    name, media_type, extension, write = 'other', 'a/b', '.x', print",
            "calls itself 'other'",
        ),
    ],
)
def test_a_broken_plug_in_is_named_and_harms_no_other(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, module: str, reason: str
) -> None:
    name = tmp_path.name  # a module of its own for each case: imports are kept
    points = f"broken = harvestman_{name}:Broken"
    _install(tmp_path, entry_points=points, module=module, name=name)
    monkeypatch.syspath_prepend(tmp_path)
    with pytest.raises(PluginError, match=f"format 'broken' .*{name}.*{reason}"):
        get_exporter("broken")
    with pytest.raises(PluginError, match="broken"):
        load_exporters()
    assert get_exporter("ris").name == "ris"


def test_two_plug_ins_of_one_name_are_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    _install(tmp_path, entry_points="ris = harvestman_rival:RIS", name="rival")
    monkeypatch.syspath_prepend(tmp_path)
    with pytest.raises(PluginError, match=r"Two plug-ins .*harvestman.formats.ris:RIS"):
        get_exporter("ris")


def test_the_docs_name_every_format_field_and_kind() -> None:
    text = DOCS.read_text("utf-8")
    words = [*exporter_names(), *(str(kind) for kind in Kind), *Paper.__dataclass_fields__]
    assert [word for word in words if f"`{word}`" not in text] == []


def test_the_room_exports_what_it_says() -> None:
    assert formats.__all__ == sorted(
        formats.__all__, key=lambda name: (not name.isupper(), not name[0].isupper(), name)
    )
    assert all(hasattr(formats, name) for name in formats.__all__)


@pytest.mark.parametrize(
    ("path", "form"),
    [("a.bib", "bibtex"), ("/x/A.BIB", "bibtex"), ("a.ris", "ris"), ("a.csl.json", "csl-json"), ("a.biblatex.bib", "biblatex"), ("a.jsonl", "jsonl"), ("a.xml", ""), ("bib", "")],
)  # fmt: skip
def test_the_ending_of_a_file_says_its_format(path: str, form: str) -> None:
    assert format_of_file(path) == form
