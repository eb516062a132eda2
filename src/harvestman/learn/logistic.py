"""Maximum entropy by L-BFGS: logistic regression on sparse named features with an L2 penalty.

Features are counted by group (here: by registered domain): one that occurs in a single group says nothing about others.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import numpy as np
    from scipy.sparse import csr_matrix


@dataclass(frozen=True, slots=True)
class Example:
    """One labelled row: its named features (a name given twice counts twice), its group and its weight."""

    names: Sequence[str]
    label: bool
    group: str
    weight: float = 1.0


@dataclass(frozen=True, slots=True)
class Weights:
    """A trained model: a bias and a weight for each feature it knows."""

    bias: float
    by_name: Mapping[str, float]


def vocabulary(examples: Iterable[Example], least_groups: int) -> list[str]:
    """The features that occur in at least so many groups, sorted."""
    last: dict[str, str] = {}
    groups: dict[str, int] = {}
    for example in sorted(examples, key=lambda e: e.group):
        for name in set(example.names):
            if last.get(name) != example.group:
                last[name] = example.group
                groups[name] = groups.get(name, 0) + 1
    return sorted(name for name, count in groups.items() if count >= least_groups)


def separations(examples: Iterable[Example], names: Sequence[str]) -> list[float]:
    """How far each feature alone tells the classes apart: the root of its log ratio, between bounds.

    Penalties that follow it (naive Bayes as a prior, after Wang and Manning 2012) let a rare but pure feature speak sooner.
    """
    counts: dict[bool, dict[str, float]] = {True: {}, False: {}}
    totals = {True: 2.0, False: 2.0}
    for example in examples:
        count = counts[example.label]
        totals[example.label] += example.weight
        for name in set(example.names):
            count[name] = count.get(name, 0.0) + example.weight
    found = []
    for name in names:
        share, other = (
            (counts[label].get(name, 0.0) + 1.0) / totals[label] for label in (True, False)
        )
        found.append(max(0.2, min(3.0, abs(math.log(share / other))) ** 0.5))
    return found


def fit(
    examples: Sequence[Example],
    names: Sequence[str],
    *,
    scales: Sequence[float],
    penalty: float,
    steps: int,
) -> Weights:
    """Find the weights; a feature with scale s is penalised as if it were 1/s times as large."""
    import numpy as np  # noqa: PLC0415  (the extra `learn`: not needed to read this module)
    from scipy.optimize import minimize  # noqa: PLC0415

    scale = np.asarray(scales)
    matrix = _matrix(examples, names, scale)
    turned = matrix.T.tocsr()
    signs = np.array([1.0 if e.label else -1.0 for e in examples])
    weights = np.array([e.weight for e in examples])

    def loss(values: np.ndarray[Any, Any]) -> tuple[float, np.ndarray[Any, Any]]:
        margins = signs * (matrix @ values[:-1] + values[-1])
        total = weights @ np.logaddexp(0.0, -margins) + 0.5 * penalty * (values[:-1] @ values[:-1])
        slope = -signs * weights / (1.0 + np.exp(np.clip(margins, -30.0, 30.0)))
        return float(total), np.append(turned @ slope + penalty * values[:-1], slope.sum())

    start = np.zeros(len(names) + 1)
    found = minimize(loss, start, jac=True, method="L-BFGS-B", options={"maxiter": steps})
    values = found.x[:-1] * scale
    return Weights(float(found.x[-1]), dict(zip(names, values.tolist(), strict=True)))


def _matrix(
    examples: Sequence[Example], names: Sequence[str], scale: np.ndarray[Any, Any]
) -> csr_matrix:
    import numpy as np  # noqa: PLC0415
    from scipy.sparse import csr_matrix  # noqa: PLC0415

    column = {name: i for i, name in enumerate(names)}
    columns: list[int] = []
    starts = [0]
    for example in examples:
        columns += [column[name] for name in example.names if name in column]
        starts.append(len(columns))
    at = np.array(columns, dtype=np.int32)
    matrix = csr_matrix((scale[at], at, starts), shape=(len(examples), len(names)))
    matrix.sum_duplicates()
    return matrix
