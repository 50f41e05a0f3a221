from __future__ import annotations

import os
import subprocess
import sys

import pytest

from subpunct_app.cli.exit_codes import CANNOT_RUN
from tests.patience import PATIENCE


@pytest.mark.slow
@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="screens have names on Linux")
def test_a_screen_that_is_gone_is_told_in_one_line() -> None:
    gone = {"QT_QPA_PLATFORM": "xcb", "DISPLAY": "/nowhere:0"}
    done = subprocess.run(
        [sys.executable, "-m", "subpunct_app", "gui"],
        env=os.environ | gone,
        check=False,
        capture_output=True,
        text=True,
        timeout=PATIENCE,
    )
    assert done.returncode == CANNOT_RUN
    assert done.stderr.startswith("subpunct: No window can be opened: the screen is gone")
    assert done.stderr.count("\n") == 1
