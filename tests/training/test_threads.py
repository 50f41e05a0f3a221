from __future__ import annotations

import os
import subprocess
import sys

import pytest

SHOW = "import os, subpunct_app.training.recipes; print(os.environ['OMP_WAIT_POLICY'])"


@pytest.mark.parametrize(("wanted", "used"), [("", "PASSIVE"), ("ACTIVE", "ACTIVE")])
def test_threads_rest_while_they_wait_unless_told_otherwise(wanted: str, used: str) -> None:
    own = {name: value for name, value in os.environ.items() if name != "OMP_WAIT_POLICY"}
    given = own | ({"OMP_WAIT_POLICY": wanted} if wanted else {})
    shown = subprocess.run(
        [sys.executable, "-c", SHOW], env=given, capture_output=True, text=True, check=True
    )
    assert shown.stdout.strip() == used
