from __future__ import annotations

import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

INSTALLER = Path(__file__).parents[2] / "installer"

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="there is no bash")


@pytest.fixture
def tools(tmp_path: Path) -> Path:
    """The programs that a machine without apt-get has."""
    folder = tmp_path / "tools"
    folder.mkdir()
    for name in ("bash", "dirname", "env"):
        (folder / name).symlink_to(str(shutil.which(name)))
    return folder


def interrupted(environment: Path) -> None:
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", environment], check=True)


def without_its_python(environment: Path) -> None:
    python = environment / "bin" / "python"
    python.parent.mkdir(parents=True)
    python.symlink_to(environment / "gone")


def set_up(folder: Path, tools: Path, python: str) -> subprocess.CompletedProcess[str]:
    """Run the script where pip can get nothing."""
    shutil.copytree(INSTALLER, folder / "installer")
    script = folder / "installer" / "setup_debian.sh"
    nowhere = {"PATH": str(tools), "PYTHON": python, "PIP_NO_INDEX": "1", "PIP_CONFIG_FILE": ""}
    return subprocess.run([script], env=nowhere, capture_output=True, text=True, check=False)


@pytest.mark.slow
@pytest.mark.parametrize("left", [interrupted, without_its_python])
def test_what_an_earlier_run_left_is_mended(
    tmp_path: Path, tools: Path, left: Callable[[Path], None]
) -> None:
    folder = tmp_path / "sub punct"
    left(folder / ".venv")
    done = set_up(folder, tools, sys.executable)
    assert (done.returncode, done.stderr.splitlines()[-1][-17:]) == (1, "goes on from here")
    pip = [str(folder / ".venv" / "bin" / "python"), "-m", "pip", "--version"]
    assert subprocess.run(pip, capture_output=True, check=False).returncode == 0


def test_a_missing_python_is_told_on_two_lines(tmp_path: Path, tools: Path) -> None:
    done = set_up(tmp_path / "sub punct", tools, "")
    assert done.returncode == 1
    assert [line[:7] for line in done.stderr.splitlines()] == ["setup: ", "setup: "]
