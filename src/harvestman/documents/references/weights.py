"""What a chain of labels was taught, read from the model file of CRFsuite as tables of numbers.

The library can only be asked with lists of strings; with its weights as rows of a table, what comes back again and again is
added up once (see `labelling`). The file's format is fixed since version 0.11 (Okazaki, crfsuite, crf1d_model.c and cqdb.c):
a head, features of 20 bytes each, and two dictionaries from names to numbers.
"""

from __future__ import annotations

import struct
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Numbers = NDArray[np.float32]

_HEAD = struct.Struct("<4sI4s9I")
_FEATURES = struct.Struct("<4sII")
_FEATURE = np.dtype([("type", "<u4"), ("source", "<u4"), ("target", "<u4"), ("weight", "<f8")])
_DICTIONARY = struct.Struct("<4s5I")
_RECORD = struct.Struct("<II")
_STATE, _TRANSITION = 0, 1


@dataclass(frozen=True, slots=True, eq=False)
class Weights:
    """A taught chain."""

    labels: tuple[str, ...]
    transitions: Numbers
    """From each label (row) to each (column)."""
    places: dict[str, int]
    """The row of each feature."""
    rows: Numbers
    """For each feature the weights of the labels; the last row is for features that were never taught: zeros."""


def read_weights(model: bytes) -> Weights:
    """The weights of a model file's bytes."""
    mark, _, kind, _, _, _, _, features_at, labels_at, names_at, _, _ = _HEAD.unpack_from(model)
    if mark != b"lCRF" or kind != b"FOMC":
        raise ValueError("no first-order model of CRFsuite")
    labels, names = _names(model, labels_at), _names(model, names_at)
    _, _, count = _FEATURES.unpack_from(model, features_at)
    found = np.frombuffer(model, _FEATURE, count, features_at + _FEATURES.size)
    rows = np.zeros((len(names) + 1, len(labels)), np.float32)
    transitions = np.zeros((len(labels), len(labels)), np.float32)
    for table, wanted in ((rows, _STATE), (transitions, _TRANSITION)):
        of_kind = found[found["type"] == wanted]
        table[of_kind["source"], of_kind["target"]] = of_kind["weight"]
    places = {name: place for place, name in enumerate(names)}
    return Weights(tuple(labels), transitions, places, rows)


def _names(model: bytes, at: int) -> list[str]:
    """The names of a dictionary, in the order of their numbers."""
    _, _, _, _, count, offsets_at = _DICTIONARY.unpack_from(model, at)
    names = []
    for offset in np.frombuffer(model, "<u4", count, at + offsets_at).tolist():
        _, size = _RECORD.unpack_from(model, at + offset)
        start = at + offset + _RECORD.size
        names.append(model[start : start + size - 1].decode("utf-8"))  # a zero ends each name
    return names
