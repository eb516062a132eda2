"""Lists of references to learn from: printed ones with known entries, and lists that are typeset here from single strings.

Reference strings are printed as lists in many ways (hanging, indented, flush or gapped; numbered or not; narrow or wide;
over columns and pages), since the lists that come with their lines marked are few, English, and mostly without places.
"""

from __future__ import annotations

import gzip
import json
import random
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from harvestman.documents.layout.lines import Line
from harvestman.documents.structure.labels import chain_of, label_of

Lesson = tuple[list[Line], list[str]]
"""Lines and, for each, B (an entry begins), I (it goes on) or O (no part of an entry)."""

_AFTER = {
    "en": (
        "Appendix A",
        "About the authors",
        "A Proofs",
        "Acknowledgements",
        "Biography",
        "Table 1",
        "Author contributions",
    ),
    "de": ("Anhang", "Zu den Autoren", "Anmerkungen", "Kontakt", "Zusammenfassung"),
    "ru": ("Приложение 1", "Сведения об авторах", "Приложение А", "Abstract", "ПРИЛОЖЕНИЕ"),
    "es": ("Anexos", "Apéndice A", "Sobre los autores", "Anexo I", "Agradecimientos"),
}


def rows(path: Path) -> list[dict[str, Any]]:
    """The records of a file of JSON lines, gzipped or not."""
    data = path.read_bytes()
    text = (gzip.decompress(data) if path.suffix == ".gz" else data).decode()
    return [json.loads(line) for line in text.split("\n") if line]


def marked_lists(refs: Path) -> list[Lesson]:
    """Lists whose lines were marked by people: GROBID's reference segmenter and anystyle's finder."""
    lessons = [
        _segmented(row["items"])
        for row in rows(refs / "grobid" / "reference-segmenter.corpus.jsonl.gz")
    ]
    lessons += [
        _found(row["items"])
        for row in rows(refs / "lines" / "anystyle_finder.jsonl.gz")
        if row["split"] == "train"
    ]
    lessons += [
        lesson
        for row in rows(refs / "grobid" / "segmentation.corpus.jsonl.gz")
        if (lesson := _zoned(row["items"])) is not None
    ]
    return [lesson for lesson in lessons if lesson[0]]


def _printed_lines(items: Sequence[Sequence[str]]) -> Iterator[list[Sequence[str]]]:
    line: list[Sequence[str]] = []
    for item in items:
        if item[0] == "\n":
            if line:
                yield line
            line = []
        else:
            line.append(item)
    if line:
        yield line


def _segmented(items: Sequence[Sequence[str]]) -> Lesson:
    """One list. Where entries have labels only these count: several works may share one number."""
    labelled = sum(label == "B-label" for _, label in items) > 2
    lines: list[Line] = []
    labels: list[str] = []
    for pieces in _printed_lines(items):
        text = " ".join(piece for piece, _ in pieces).strip()
        if not text:
            continue
        first = pieces[0][1]
        begins = first == "B-label" if labelled else first in ("B-bibl", "B-label")
        lines.append(Line(text, 1))
        labels.append("B" if begins else "O" if first == "O" else "I")
    return lines, labels


def _found(items: Sequence[Sequence[str]]) -> Lesson:
    """Stretches of theses: a new entry begins behind a blank line or at the left edge of an indented list."""
    width = [
        len(text) - len(text.lstrip()) for text, label in items if label == "ref" and text.strip()
    ]
    least = min(width, default=0)
    hanging = sum(one > least for one in width) > 0.2 * len(width)
    blanks = sum(
        label == "blank" and items[n - 1][1] == "ref" for n, (_, label) in enumerate(items) if n
    )
    gapped = blanks > 0.15 * len(width)
    lines: list[Line] = []
    labels: list[str] = []
    before = "blank"
    for text, label in items:
        if label in ("blank", "meta"):
            before = "blank" if label == "blank" else before
            continue
        if label == "ref":
            indent = len(text) - len(text.lstrip())
            begins = (
                (indent <= least)
                if hanging
                else (gapped and before == "blank") or label_of(text) is not None
            )
            if labels and labels[-1] == "O":
                begins = True
            labels.append("B" if begins else "I")
        else:
            labels.append("O")
        lines.append(Line(" ".join(text.split()), 1))
        before = label
    if not (hanging or gapped):
        return [], []
    return lines, labels


def _zoned(items: Sequence[Sequence[str]]) -> Lesson | None:
    """A whole document by zones: a numbered list in its zone teaches where lists end."""
    lines: list[Line] = []
    inside: list[bool] = []
    for pieces in _printed_lines(items):
        text = " ".join(piece for piece, _ in pieces).strip()
        kinds = {label[2:] for _, label in pieces}
        if not text or kinds & {"page", "note:headnote", "note:footnote"}:
            continue
        lines.append(Line(text, 1))
        inside.append("listBibl" in kinds)
    if True not in inside:
        return None
    first = inside.index(True)
    lines, inside = lines[first : first + 400], inside[first : first + 400]
    zone = [line for line, is_in in zip(lines, inside, strict=True) if is_in]
    starts = {zone[label.line].text for label in chain_of(zone)}
    if len(starts) < 5:
        return None
    labels = []
    begun = False
    for line, is_in in zip(lines, inside, strict=True):
        begins = is_in and line.text in starts
        begun = begun or begins
        labels.append("O" if not is_in or not begun else "B" if begins else "I")
    return lines, labels


def strings_by_document(refs: Path) -> list[tuple[str, list[str]]]:
    """Training strings in groups that could be lists, with their language."""
    groups: dict[str, tuple[str, list[str]]] = {}
    for name in (
        "grobid_citations.jsonl.gz",
        "scielo.jsonl.gz",
        "ru_gold.jsonl",
        "es_gold.jsonl",
        "anystyle.jsonl.gz",
    ):
        seen: Counter[str] = Counter()
        for row in rows(refs / "refs" / name):
            if row["split"] != "train":
                continue
            source = row["source"].partition("#")[0] + row.get("path", "")
            if name.startswith("anystyle"):
                seen[row["language"]] += 1
                source += f":{row['language']}:{seen[row['language']] // 25}"
            elif name in ("ru_gold.jsonl", "es_gold.jsonl"):
                source = row["source"]
            groups.setdefault(source, (row["language"], []))[1].append(row["raw"])
    for row in rows(refs / "refs" / "es_rendered.jsonl"):
        key = f"es:{row['source']}:{row.get('style')}"
        groups.setdefault(key, ("es", []))[1].append(row["raw"])
    for row in rows(refs / "refs" / "ru_unlabelled.jsonl.gz"):
        groups.setdefault(row["source"] + row["path"], ("ru", []))[1].append(row["raw"])
    return [group for _, group in sorted(groups.items()) if len(group[1]) >= 4]


def prose_by_language(refs: Path) -> dict[str, list[str]]:
    """Lines that are no entries, to stand behind and between lists."""
    prose: dict[str, list[str]] = {}
    for row in rows(refs / "lines" / "train.jsonl"):
        if row["label"] == 0:
            prose.setdefault(row["language"], []).append(row["text"])
    for row in rows(refs / "grobid" / "segmentation.corpus.jsonl.gz"):
        texts = [
            text
            for text, label in row["items"]
            if label in ("I-body", "I-div:annex", "I-div:acknowledgement")
        ]
        prose.setdefault("en", []).extend(texts[40:70])
    return prose


class Typesetter:
    """Prints strings as lists, each time in another way."""

    def __init__(self, prose: dict[str, list[str]], *, seed: int) -> None:
        self._prose = prose
        self._random = random.Random(seed)

    def printed(self, strings: Sequence[str], language: str, *, is_sorted: bool = False) -> Lesson:
        """A list of these strings with what may stand behind it; sorted ones are printed as templates do it."""
        rng = self._random
        entries = [" ".join(text.split()) for text in strings]
        if len(entries) > 60:
            start = rng.randrange(len(entries) - 50)
            entries = entries[start : start + 50]
        numbering = rng.choices(
            ("none", "square", "dot", "round", "bare", "key", "bullet"),
            (90, 10, 0, 0, 0, 0, 0) if is_sorted else (56, 12, 14, 2, 4, 8, 4),
        )[0]
        if not is_sorted and numbering in ("none", "key") and rng.random() < 0.7:
            entries.sort()
        self._width = rng.choice((42, 48, 55, 62, 70, 80, 90, 100, 110))
        self._style = rng.choices(("hanging", "flush", "indented"), (50, 35, 15))[0]
        if is_sorted:
            self._width = rng.choice((44, 48, 50, 52, 55, 60, 90))
            self._style = rng.choices(("hanging", "flush"), (75, 25))[0]
        self._gap = (
            rng.choice((0.0, 0.0, 0.0, 3.0, 6.0, 9.0))
            if self._style != "flush"
            else rng.choice((0.0, 2.5, 4.0, 6.0, 6.0))
        )
        self._ragged = rng.random() < 0.4
        self._size = rng.choice((8.0, 9.0, 10.0, 11.0, 12.0))
        self._hyphenates = rng.random() < 0.6
        self._lines_in_column = rng.randint(28, 60)
        self._placed = rng.random() < 0.85
        self._has_heads = rng.random() < 0.3
        self._language = language
        self._restart()
        for n, entry in enumerate(entries, 1):
            self._entry(self._label(numbering, n, entry) + entry)
        if rng.random() < 0.6:
            self._behind(language)
        lines = (
            self._lines if self._placed else [Line(line.text, line.page) for line in self._lines]
        )
        return lines, self._labels

    def prose(self, language: str) -> Lesson:
        """Lines below a heading that promised a list but did not bring one."""
        self._width, self._style, self._gap, self._ragged = 80, "flush", 0.0, False
        self._size, self._hyphenates, self._lines_in_column, self._placed = 10.0, True, 45, True
        self._has_heads, self._language = False, language
        self._restart()
        for _ in range(self._random.randint(1, 4)):
            self._behind(language)
        return self._lines, self._labels

    def _restart(self) -> None:
        self._lines: list[Line] = []
        self._labels: list[str] = []
        self._column, self._y, self._left = 0, 60.0, 60.0

    def _label(self, numbering: str, n: int, entry: str) -> str:
        year = next(
            (
                w.strip("().,:;")
                for w in entry.split()
                if w.strip("().,:;").isdigit() and len(w.strip("().,:;")) == 4
            ),
            "2001",
        )
        name = "".join(c for c in entry[:12] if c.isalpha()) or "Abc"
        return {
            "none": "",
            "square": f"[{n}] ",
            "dot": f"{n}. ",
            "round": f"({n}) ",
            "bare": f"{n} ",
            "bullet": "• ",
            "key": f"[{name[:3]}{year[2:]}] ",
        }[numbering]

    def _entry(self, text: str) -> None:
        step = 2.0 * self._size
        room = self._width if self._style != "hanging" else self._width - 4
        lines = self._broken(text, room)
        for n, line in enumerate(lines):
            inside = {"hanging": n > 0, "flush": False, "indented": n == 0}[self._style]
            self._put(
                line,
                "I" if n else "B",
                step if inside else 0.0,
                gap=0.0 if n else self._gap,
                last=n + 1 == len(lines),
            )

    def _broken(self, text: str, room: int) -> list[str]:
        lines: list[str] = []
        line = ""
        for word in text.split(" "):
            if len(line) + len(word) + 1 <= room or not line:
                line = f"{line} {word}" if line else word
                continue
            left = room - len(line) - 2
            if (
                self._hyphenates
                and left > 2
                and word.isalpha()
                and len(word) - left > 2
                and len(word) > 6
            ):
                lines.append(f"{line} {word[:left]}-")
                line = word[left:]
            else:
                lines.append(line)
                line = word
        return [*lines, line]

    def _behind(self, language: str) -> None:
        rng = self._random
        heading = rng.choice(_AFTER.get(language, _AFTER["en"]))
        pool = self._prose.get(language) or self._prose["en"]
        if rng.random() < 0.7:
            self._put(
                heading,
                "O",
                0.0,
                gap=12.0,
                last=True,
                bold=rng.random() < 0.6,
                size=self._size * rng.choice((1.0, 1.2)),
            )
        start = rng.randrange(len(pool))
        for text in pool[start : start + rng.randint(2, 12)]:
            for n, line in enumerate(self._broken(" ".join(text.split())[:600], self._width)):
                self._put(line, "O", 0.0, gap=2.0 if n == 0 else 0.0, last=False)

    def _running_head(self) -> None:
        """A running head that was not recognised as one."""
        pool = self._prose.get(self._language) or self._prose["en"]
        words = " ".join(self._random.choice(pool).split()[:9])[:70]
        number = str(self._random.randint(2, 400))
        text = self._random.choice((words, f"{words} {number}", f"{number} {words}", number))
        end = self._left + len(text) * self._size * 0.47
        page = 1 + self._column // 2
        self._lines.append(
            Line(text, page, self._left, 30.0, end, 30.0 + self._size, self._size, "", False)
        )
        self._labels.append("O")

    def _put(
        self,
        text: str,
        label: str,
        indent: float,
        *,
        gap: float,
        last: bool,
        bold: bool = False,
        size: float = 0.0,
    ) -> None:
        size = size or self._size
        if len(self._lines) and len(self._lines) % self._lines_in_column == 0:
            self._column += 1
            self._y, self._left = 60.0, 60.0 if self._column % 2 == 0 else 320.0
            if self._has_heads and self._column % 2 == 0:
                self._running_head()
        right = self._left + self._width * self._size * 0.5
        natural = self._left + indent + len(text) * self._size * 0.47
        x1 = natural if last or self._ragged else right
        self._y += self._size * 1.2 + gap
        page, column = 1 + self._column // 2, self._column % 2
        self._lines.append(
            Line(
                text,
                page,
                self._left + indent,
                self._y,
                min(x1, right + 2),
                self._y + self._size,
                size,
                "",
                bold,
                False,
                0,
                column,
            )
        )
        self._labels.append(label)


def unlabelled(lesson: Lesson) -> Lesson:
    """The same list without its numbers: what a list of its look is when entries are not counted."""
    lines, labels = lesson
    bare: list[Line] = []
    for line, label in zip(lines, labels, strict=True):
        found = label_of(line.text) if label == "B" else None
        bare.append(
            replace(line, text=line.text[found.end :])
            if found and len(line.text) > found.end
            else line
        )
    return bare, labels
