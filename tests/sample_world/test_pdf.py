"""PDFs: real ones, with the text of their spec, the same bytes every time."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pypdfium2 as pdfium
import pytest

from world import SITES, World, ask
from world.pdf import make_pdf, read_spec

SAMPLES = [
    "icsw2024/papers/07.pdf",
    "hquintanilla/docencia/sid/tema1.pdf",
    "hquintanilla/tesis/belaunde-2020.pdf",
    "snegiryov/files/poisk.pdf",
]


def words(text: str) -> str:
    """The letters and digits alone: a line may be broken anywhere."""
    return "".join(character for character in text.casefold() if character.isalnum())


@pytest.mark.parametrize("sample", SAMPLES)
def test_a_pdf_says_what_its_spec_says(world: World, sample: str) -> None:
    host, _, path = sample.partition("/")
    reply = ask(world.port, host, "/" + path)
    assert reply.headers["content-type"] == "application/pdf"
    document = pdfium.PdfDocument(reply.body)
    text = words("".join(page.get_textpage().get_text_range() for page in document))
    spec = read_spec((SITES / f"{sample}.toml").read_text("utf-8"))
    said = [spec.title, spec.abstract, *spec.references, *(name.name for name in spec.authors)]
    for part in said + [section for _, section in spec.sections]:
        assert words(part) in text


def test_the_same_bytes_every_time_and_in_every_process() -> None:
    file = SITES / "snegiryov/files/poisk.pdf.toml"
    script = (
        "import sys, pathlib; from world.pdf import make_pdf, read_spec;"
        "sys.stdout.buffer.write(make_pdf(read_spec(pathlib.Path(sys.argv[1]).read_text('utf-8'))))"
    )
    other = subprocess.run(
        [sys.executable, "-c", script, str(file)],
        env={**os.environ, "PYTHONHASHSEED": "7", "PYTHONPATH": str(SITES.parents[1])},
        capture_output=True,
        check=True,
    )
    assert other.stdout == make_pdf(read_spec(file.read_text("utf-8")))


def test_every_spec_can_be_read() -> None:
    specs = [read_spec(file.read_text("utf-8")) for file in SITES.rglob("*.pdf.toml")]
    assert len(specs) > 45
    assert {spec.language for spec in specs} == {"en", "es", "pt", "ru"}
    assert {spec.kind for spec in specs} == {"paper", "report", "slides"}


def test_a_misspelt_key_is_an_error() -> None:
    with pytest.raises(TypeError, match="titel"):
        read_spec('title = "a"\ntitel = "b"\n')


def test_what_was_made_once_is_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from world import pdf

    monkeypatch.setattr(pdf, "_folder", lambda: tmp_path)
    file = SITES / "icsw2024/papers/07.pdf.toml"
    first = pdf.build_pdf(file)
    monkeypatch.setattr(pdf, "make_pdf", lambda spec: pytest.fail("made again"))
    assert pdf.build_pdf(file) == first
    assert [kept.suffix for kept in tmp_path.iterdir()] == [".pdf"]
