"""What open tags amount to for a text inside them: its style, the path of its tags, class names and colour."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Final

(
    BOLD,
    ITALIC,
    UNDERLINE,
    LINK,
    HEADING,
    CELL,
    HEAD_CELL,
    ITEM,
    PRE,
    SUPER,
    QUOTED,
    SMALL,
    NAVIGATION,
) = (1 << bit for bit in range(13))
STYLES: Final = {
    "b": BOLD, "strong": BOLD, "i": ITALIC, "em": ITALIC, "cite": ITALIC, "var": ITALIC, "dfn": ITALIC,
    "u": UNDERLINE, "td": CELL, "th": HEAD_CELL, "li": ITEM, "dd": ITEM, "dt": ITEM, "pre": PRE,
    "sup": SUPER, "sub": SUPER, "q": QUOTED, "small": SMALL, "nav": NAVIGATION, "footer": NAVIGATION,
    "h1": HEADING, "h2": HEADING, "h3": HEADING, "h4": HEADING, "h5": HEADING, "h6": HEADING,
}  # fmt: skip
_ASKED: Final = frozenset(("href", "class", "id", "style", "color", "size", "src", "alt"))
_BARE: Final = re.compile(r"[^\s>\"']+")
# Classes that word processors put around misspelt words and stretches of blanks.
_WORD_PROCESSOR: Final = re.compile(r"spelle|grame|apple-|mso-?spacerun")
_BOLD_STYLE: Final = re.compile(r"font-weight\s*:\s*(?:bold|[6-9]00)", re.IGNORECASE)
_ITALIC_STYLE: Final = re.compile(r"font-style\s*:\s*italic", re.IGNORECASE)
_SUPER_STYLE: Final = re.compile(r"vertical-align\s*:\s*super", re.IGNORECASE)
_COLOUR_STYLE: Final = re.compile(r"(?<![-\w])color\s*:\s*([#\w]+)", re.IGNORECASE)


class TagLook:
    """What the open tags amount to, but for their numbers; the same object for all entries of a list."""

    __slots__ = ("colour", "flags", "names", "path")

    def __init__(self, flags: int, path: str, names: str, colour: str) -> None:
        self.flags, self.path, self.names, self.colour = flags, path, names, colour


def restyled(around: TagLook, name: str, values: dict[str, str]) -> TagLook:
    """The look inside a tag: its own style, its classes, and style by other means than tags."""
    look = TagLook(around.flags | STYLES.get(name, 0), around.path, around.names, around.colour)
    if name == "a":
        look.flags = look.flags | LINK if "href" in values else look.flags & ~LINK
    names = f"{values.get('class', '')} {values.get('id', '')}".strip().lower()
    if names and not _WORD_PROCESSOR.match(names):
        look.names = names[:80]
    if style := values.get("style"):
        if _BOLD_STYLE.search(style):
            look.flags |= BOLD
        if _ITALIC_STYLE.search(style):
            look.flags |= ITALIC
        if _SUPER_STYLE.search(style):
            look.flags |= SUPER
        if colour := _COLOUR_STYLE.search(style):
            look.colour = colour.group(1).lower()
    if name == "font":
        look.colour = (values.get("color", "") + values.get("size", "")).lower() or look.colour
    classes = values.get("class", "")
    if name not in ("sup", "sub", "font") and (name != "span" or classes or "id" in values):
        kind = classes.partition(" ")[0].lower()
        look.path = f"{look.path[-60:]} {name}.{kind}" if kind else f"{look.path[-60:]} {name}"
    return look


@lru_cache(maxsize=5_000)
def attributes_of(text: str) -> dict[str, str]:
    """What a tag says that is looked at; many tags of a page say the same.

    Each sign "=" is looked at, with the name before it and the value behind it: a fifth of the time of a pattern that tries every letter.
    """
    values: dict[str, str] = {}
    passed = 0
    sign = text.find("=")
    while sign >= 0:
        name = _name_before(text, passed, sign)
        sign += 1
        if name in _ASKED:
            start, stop, end = _value_behind(text, sign)
            if end:
                values[name] = text[start:stop]
                passed = sign = end
        sign = text.find("=", sign)
    return values


def _name_before(text: str, start: int, end: int) -> str:
    """The word that ends at a place, or before the blanks there."""
    while end > start and text[end - 1].isspace():
        end -= 1
    place = end
    while place > start and (text[place - 1].isalnum() or text[place - 1] == "_"):
        place -= 1
    return text[place:end].lower()


def _value_behind(text: str, place: int) -> tuple[int, int, int]:
    """Where the value that begins at a place, or behind the blanks there, begins and ends, and where the text goes on; 0 each where there is none."""
    size = len(text)
    while place < size and text[place].isspace():
        place += 1
    if place == size:
        return 0, 0, 0
    if text[place] == '"' or text[place] == "'":
        stop = text.find(text[place], place + 1)
        return (place + 1, stop, stop + 1) if stop >= 0 else (0, 0, 0)
    bare = _BARE.match(text, place)
    return (place, bare.end(), bare.end()) if bare else (0, 0, 0)
