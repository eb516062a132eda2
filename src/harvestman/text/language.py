"""The language of a text: pieces from all over it are identified one by one, and the language of most running text wins.

One long string would let an English list of references speak for a Russian paper. The identifier is fastText's small model, which
we carry unchanged (`data/lid.176.ftz`, its licence is in NOTICE): packages that bring it bring a downloader as well.
"""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path
from typing import Any, Final

_PIECE: Final = 200
"""Characters of a piece: short enough for one language, long enough to be sure of it."""
_MOST_PIECES: Final = 24
_WORD: Final = re.compile(r"[^\W\d_]{2,}(?:['’-][^\W\d_]+)*")
# What fastText tells apart and our users do not; a Serbo-Croatian or Alemannic paper is very rare, a noisy piece is not.
_JOINED: Final = {"als": "de", "bar": "de", "nds": "de", "ast": "es", "wuu": "zh", "yue": "zh", "sh": "hr", "arz": "ar"}  # fmt: skip


def read_language(text: str) -> str:
    """The code (ISO 639-1) of the language that most of the running text is written in; "" when there is no text."""
    pieces = _pieces(text)
    if not pieces:
        return ""
    found: dict[str, float] = {}
    model = _model()
    for piece, weight in pieces:
        (label,), (share,) = model.predict(piece)
        code = label.removeprefix("__label__")
        code = _JOINED.get(code, code)
        found[code] = found.get(code, 0.0) + weight * share
    return max(sorted(found), key=lambda code: found[code])


def _pieces(text: str) -> list[tuple[str, float]]:
    """Pieces spread evenly over the text, only their words, each with its weight as running text."""
    clean = text.encode("utf-8", "ignore").decode("utf-8")
    step = max(_PIECE, len(clean) // _MOST_PIECES)
    found = []
    for start in range(0, len(clean), step):
        end = start + _PIECE
        piece = clean[start:end]
        if start and step > _PIECE:
            piece = piece.partition(" ")[2] or piece
        words = _WORD.findall(piece)
        letters = sum(map(len, words))
        # Names, titles and formulae have capitals, digits and signs; running text is small letters.
        running = sum(len(word) for word in words if not word[0].isupper())
        if letters:
            joined = " ".join(words)
            shown = joined.lower() if joined.isupper() else joined
            found.append((shown, letters * (0.1 + running / len(piece))))
    return found


@cache
def _model() -> Any:
    import fasttext  # noqa: PLC0415  (a compiled module: only when a document is read)

    return fasttext.load_model(str(Path(__file__).parent / "data" / "lid.176.ftz"))
