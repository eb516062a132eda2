"""The desk's languages: English is written in the templates, where it is not the name of a field;
the rest are catalogues of GNU gettext that Babel reads at the start."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from pathlib import Path

from babel import Locale
from babel.messages.catalog import Catalog
from babel.messages.pofile import read_po

FOLDER = Path(__file__).parent / "languages"
LANGUAGES: Mapping[str, str] = {"en": "English", "es": "Español", "ru": "Русский"}
"""The languages of the pages, each by its own name."""
_MAX_HEADER = 500


class Words:
    """The words of one language, as Jinja asks for them."""

    def __init__(self, language: str) -> None:
        self.language = language
        self.locale = Locale(language)
        self._catalog = catalogue(language)

    def gettext(self, text: str) -> str:
        """A text in this language; the English one where nobody has translated it."""
        forms = self._forms(text)
        return (forms[0] if forms else "") or text

    def ngettext(self, one: str, many: str, number: int) -> str:
        """The form that goes with a number."""
        forms = self._forms(one)
        if len(forms) > 1:
            tags = _TAGS[self.language]
            which = self.locale.plural_form(number)
            said = forms[tags.index(which)] if which in tags[: len(forms)] else forms[-1]
            if said:
                return said
        return one if number == 1 else many

    def _forms(self, text: str) -> tuple[str, ...]:
        found = self._catalog.get(text)
        if found is None or not found.string:
            return ()
        return (found.string,) if isinstance(found.string, str) else tuple(found.string)


# The order in which catalogues give the forms that go with numbers.
_TAGS: Mapping[str, tuple[str, ...]] = {"es": ("one",), "ru": ("one", "few", "many")}


@cache
def catalogue(language: str) -> Catalog:
    """The catalogue of a language."""
    with (FOLDER / f"{language}.po").open("rb") as file:
        return read_po(file, locale=language)


def chosen_language(asked: str, remembered: str, accepted: str) -> str:
    """The language of a page: the one asked for, else the one chosen before, else the best that the browser accepts, else English."""
    for one in (asked, remembered):
        if one in LANGUAGES:
            return one
    best, best_weight = "en", 0.0
    for piece in accepted[:_MAX_HEADER].split(","):
        name, _, quality = piece.strip().partition(";q=")
        try:
            weight = float(quality or 1)
        except ValueError:
            continue
        language = name.strip().lower().partition("-")[0]
        if language in LANGUAGES and weight > best_weight:
            best, best_weight = language, weight
    return best
