"""Lists the words of the desk's pages that a catalogue lacks, or has for nobody: `python tools/desk_words.py [--write]`.

Words stand in templates as `_("…")`, in pages as texts of `desk.done` and problems of forms, and come from closed lists (fields,
states, kinds). `--write` brings the catalogues into order: what is new is added empty, what nobody says any more is dropped.
"""

from __future__ import annotations

import ast
import io
import re
import sys
from collections.abc import Iterator

from babel.messages.catalog import Catalog
from babel.messages.pofile import read_po, write_po
from jinja2.ext import babel_extract

from harvestman.gather import Handed, Hint
from harvestman.model import JOB_STATES, CandidateState, Field, RejectReason
from harvestman.web.api.job_list import ALL_KINDS
from harvestman.web.desk.catalogues import FOLDER, LANGUAGES
from harvestman.web.desk.rendering import TEMPLATES
from harvestman.web.desk.searching import FILTERS

DATES = ("visit", "submission", "notification", "camera-ready", "event")
Message = str | tuple[str, str]


def said() -> dict[Message, None]:
    """All words that pages say, in the order of the files."""
    found: dict[Message, None] = {}
    for path in sorted(TEMPLATES.glob("*.html")):
        with path.open("rb") as file:
            for _, _, text, _ in babel_extract(file, ("_", "gettext", "ngettext"), [], {}):
                message = tuple(one for one in text if one) if isinstance(text, tuple) else text
                found[message if isinstance(message, str) or len(message) > 1 else message[0]] = (
                    None
                )
    for path in sorted(TEMPLATES.parent.glob("*.py")):
        found |= dict.fromkeys(_done_texts(ast.parse(path.read_text("utf-8"))))
    closed = [
        *map(str, Field),
        *map(str, CandidateState),
        *map(str, RejectReason),
        *map(str, Hint),
        *map(str, Handed),
        *JOB_STATES,
        *ALL_KINDS,
        *FILTERS,
        *DATES,
    ]
    return found | dict.fromkeys(closed)


def _done_texts(tree: ast.AST) -> Iterator[str]:
    """The texts that Python code says: those of `desk.done`, and constants named `problem` or `text`."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and getattr(node.func, "attr", "") == "done":
            yield from (one.value for one in node.args[2:3] if isinstance(one, ast.Constant))
        if isinstance(node, ast.Assign) and getattr(node.targets[0], "id", "") in (
            "text",
            "problem",
        ):
            values = [node.value]
            if isinstance(node.value, ast.IfExp):
                values = [node.value.body, node.value.orelse]
            for value in values:
                if isinstance(value, ast.Constant) and isinstance(value.value, str) and value.value:
                    yield value.value


def missing(language: str) -> list[str]:
    """What a catalogue lacks: words without translation, and plurals without all their forms."""
    catalog = _read(language)
    lacks = []
    for message in said():
        name = message if isinstance(message, str) else message[0]
        found = catalog.get(name)
        forms = (
            ()
            if found is None
            else (found.string,)
            if isinstance(found.string, str)
            else found.string
        )
        wanted = 1 if isinstance(message, str) else catalog.num_plurals
        if found is None or len(forms) < wanted or not all(forms):
            lacks.append(name)
    return lacks


def _read(language: str) -> Catalog:
    with (FOLDER / f"{language}.po").open("rb") as file:
        return read_po(file, locale=language)


def _write(language: str) -> None:
    old = _read(language)
    new = Catalog(
        locale=language, header_comment=f"# The desk in {LANGUAGES[language]}.", fuzzy=False
    )
    for message in said():
        found = old.get(message if isinstance(message, str) else message[0])
        new.add(message, found.string if found else "")
    written = io.BytesIO()
    write_po(written, new, width=0, sort_output=True)
    # Babel's header names people and days that nobody keeps up.
    kept = ("Language:", "Plural-Forms:", "MIME-Version:", "Content-T")
    lines = written.getvalue().decode().splitlines(keepends=True)
    told = [
        one for one in lines if not re.match(r'"[A-Z][A-Za-z-]+:', one) or one[1:].startswith(kept)
    ]
    (FOLDER / f"{language}.po").write_text("".join(told), "utf-8")


def main() -> int:
    """Tell what is missing; with `--write` bring the catalogues into order first."""
    others = [language for language in LANGUAGES if language != "en"]
    if "--write" in sys.argv:
        for language in others:
            _write(language)
    lacks = [f"{language}: {name}" for language in others for name in missing(language)]
    print("\n".join(lacks) or "Nothing is missing.")
    return 1 if lacks else 0


if __name__ == "__main__":
    sys.exit(main())
