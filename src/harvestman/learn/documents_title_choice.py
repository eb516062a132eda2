"""Teaching the choice of a title: of all groups of a document's lines, those that are its title should have all the weight."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from harvestman.text.linear import LinearModel

_LEAST = 3
"""In so many documents a sign must occur."""
_PENALTY = 1.0
_ITERATIONS = 200


@dataclass(frozen=True, slots=True)
class Choice:
    """The groups of one document by their signs, and which of them are right."""

    groups: Sequence[Sequence[str]]
    right: Sequence[bool]
    weight: float = 1.0


def teach_choice(choices: Sequence[Choice], *, penalty: float = _PENALTY) -> LinearModel:
    """The weights under which the right groups are the likeliest of their documents, small ones preferred."""
    import numpy as np  # noqa: PLC0415  (the model is read without them)
    from scipy.optimize import minimize  # noqa: PLC0415
    from scipy.sparse import csr_matrix  # noqa: PLC0415

    usable = [choice for choice in choices if any(choice.right) and not all(choice.right)]
    counts = Counter(
        sign for choice in usable for sign in {s for group in choice.groups for s in group}
    )
    names = sorted(sign for sign, count in counts.items() if count >= _LEAST)
    column = {name: at for at, name in enumerate(names)}
    columns: list[int] = []
    starts, firsts, right, weights = [0], [], [], []
    for choice in usable:
        firsts.append(len(starts) - 1)
        weights.append(choice.weight)
        for signs, is_right in zip(choice.groups, choice.right, strict=True):
            columns += [column[sign] for sign in signs if sign in column]
            starts.append(len(columns))
            right.append(is_right)
    shape = len(starts) - 1, len(names)
    matrix = csr_matrix((np.ones(len(columns)), columns, starts), shape=shape)
    of = np.repeat(np.arange(len(firsts)), np.diff([*firsts, shape[0]]))
    wanted, importance = np.array(right, dtype=float), np.array(weights)

    def loss(values: Any) -> tuple[float, Any]:
        sums = matrix @ values
        sums -= np.maximum.reduceat(sums, firsts)[of]
        powers = np.exp(sums)
        shares = powers / np.add.reduceat(powers, firsts)[of]
        hit = np.add.reduceat(shares * wanted, firsts) + 1e-12
        slope = matrix.T @ ((shares - shares * wanted / hit[of]) * importance[of])
        cost = -(importance * np.log(hit)).sum() + 0.5 * penalty * (values @ values)
        return float(cost), slope + penalty * values

    start = np.zeros(len(names))
    found = minimize(loss, start, jac=True, method="L-BFGS-B", options={"maxiter": _ITERATIONS})
    taught = zip(names, found.x, strict=True)
    return LinearModel(
        ("title",), {name: (round(float(w), 4),) for name, w in taught if abs(w) >= 5e-4}
    )
