"""The desk speaks every language whole: a word that a page says and a catalogue lacks fails here."""

from __future__ import annotations

import importlib.util
import re
from pathlib import Path

import pytest

from harvestman.web.desk.catalogues import LANGUAGES, Words, catalogue, chosen_language

TOOL = Path(__file__).parents[2] / "tools" / "desk_words.py"


@pytest.fixture(scope="module")
def tool() -> object:
    spec = importlib.util.spec_from_file_location("desk_words", TOOL)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.mark.parametrize("language", [one for one in LANGUAGES if one != "en"])
def test_no_word_is_missing_and_none_is_said_by_nobody(tool: object, language: str) -> None:
    assert tool.missing(language) == []  # type: ignore[attr-defined]
    said = {one if isinstance(one, str) else one[0] for one in tool.said()}  # type: ignore[attr-defined]
    known = {m.id if isinstance(m.id, str) else m.id[0] for m in catalogue(language) if m.id}
    assert known - said == set()


@pytest.mark.parametrize("language", LANGUAGES)
def test_places_for_values_are_the_same_in_every_language(language: str) -> None:
    for message in catalogue(language):
        if not message.id:
            continue
        english = message.id if isinstance(message.id, str) else message.id[1]
        forms = [message.string] if isinstance(message.string, str) else list(message.string or ())
        for form in forms:
            assert set(re.findall(r"%\(\w+\)s", form)) == set(re.findall(r"%\(\w+\)s", english)), (
                form
            )


def test_numbers_get_their_form() -> None:
    russian = Words("ru")
    told = {n: russian.ngettext("%(num)s page", "%(num)s pages", n) for n in (1, 2, 5, 11, 21, 22)}
    assert [told[n].split()[-1] for n in told] == [
        "страница",
        "страницы",
        "страниц",
        "страниц",
        "страница",
        "страницы",
    ]
    assert Words("es").ngettext("%(num)s page", "%(num)s pages", 2) == "%(num)s páginas"
    assert Words("en").ngettext("%(num)s page", "%(num)s pages", 2) == "%(num)s pages"


def test_the_language_is_chosen_by_address_then_cookie_then_browser() -> None:
    assert chosen_language("ru", "es", "en") == "ru"
    assert chosen_language("xx", "es", "ru") == "es"
    assert chosen_language("", "", "de, ru;q=0.5, es;q=0.8") == "es"
    assert chosen_language("", "", "de;q=oops") == "en"
