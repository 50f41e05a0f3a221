from __future__ import annotations

import numpy as np

from subpunct_app.decoding.inference.sums import Sums


def test_windows_count_by_their_weight_in_mean_and_spread() -> None:
    sums, every = Sums(1, 2), slice(0, 1)
    for weight, mark, case in ((3.0, 0.9, 1.0), (1.0, 0.5, 0.0)):
        marks = np.array([[mark, 1 - mark]], dtype=np.float32)
        cases = np.array([[case, 1 - case, 0.0, 0.0]], dtype=np.float32)
        sums.add(every, marks, cases, np.array([[weight]], dtype=np.float32))
    found = sums.means()
    np.testing.assert_allclose(found.marks, [[0.8, 0.2]], atol=1e-6)
    np.testing.assert_allclose(found.cases, [[0.75, 0.25, 0.0, 0.0]], atol=1e-6)
    np.testing.assert_allclose(found.spread, [(2 * 0.03) ** 0.5], atol=1e-4)
