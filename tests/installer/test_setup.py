from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
CPU_INDEX = "https://download.pytorch.org/whl/cpu"

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="there is no bash")


@pytest.fixture
def tools(tmp_path: Path) -> Path:
    """The programs that a machine without apt-get has."""
    folder = tmp_path / "tools"
    folder.mkdir()
    for name in ("bash", "dirname", "env"):
        (folder / name).symlink_to(str(shutil.which(name)))
    return folder


@pytest.fixture(scope="module")
def environment(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An environment that has pip and nothing else."""
    folder = tmp_path_factory.mktemp("environment")
    subprocess.run([sys.executable, "-m", "venv", folder], check=True)
    return folder


def interrupted(environment: Path) -> None:
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", environment], check=True)


def without_its_python(environment: Path) -> None:
    python = environment / "bin" / "python"
    python.parent.mkdir(parents=True)
    python.symlink_to(environment / "gone")


def set_up(
    folder: Path, tools: Path, python: str, **settings: str
) -> subprocess.CompletedProcess[str]:
    """Run the script where pip can get nothing."""
    shutil.copytree(ROOT / "installer", folder / "installer")
    shutil.copy(ROOT / "pyproject.toml", folder)
    script = folder / "installer" / "setup_debian.sh"
    nowhere = {"https_proxy": "http://127.0.0.1:9", "PIP_RETRIES": "0"}
    said = {"PATH": str(tools), "PYTHON": python, "PIP_CONFIG_FILE": os.devnull}
    environment = {**nowhere, **said, **settings}
    return subprocess.run([script], env=environment, capture_output=True, text=True, check=False)


@pytest.mark.slow
@pytest.mark.parametrize("left", [interrupted, without_its_python])
def test_what_an_earlier_run_left_is_mended(
    tmp_path: Path, tools: Path, left: Callable[[Path], None]
) -> None:
    folder = tmp_path / "sub punct"
    left(folder / ".venv")
    done = set_up(folder, tools, sys.executable, PIP_NO_INDEX="1")
    assert (done.returncode, done.stderr.splitlines()[-1][-17:]) == (1, "goes on from here")
    pip = [str(folder / ".venv" / "bin" / "python"), "-m", "pip", "--version"]
    assert subprocess.run(pip, capture_output=True, check=False).returncode == 0


@pytest.mark.slow
@pytest.mark.skipif(Path("/dev/nvidia0").exists(), reason="there is an NVIDIA card")
@pytest.mark.parametrize(
    ("card", "settings", "size", "asked"),
    [
        (False, {}, "0.7 GB", True),
        (True, {}, "3 GB, with torch for your NVIDIA card", False),
        (False, {"PIP_FIND_LINKS": "wheels"}, "0.7 GB, or 3 GB", False),
        (False, {"PIP_INDEX_URL": "https://127.0.0.1:9/simple"}, "0.7 GB, or 3 GB", False),
    ],
)
def test_torch_without_cuda_is_looked_for_where_there_is_no_card(
    tmp_path: Path,
    tools: Path,
    environment: Path,
    card: bool,
    settings: dict[str, str],
    size: str,
    asked: bool,
) -> None:
    if card:
        (tools / "nvidia-smi").symlink_to(str(shutil.which("true")))
    folder, pip_log = tmp_path / "subpunct", tmp_path / "pip.log"
    folder.mkdir()
    (folder / ".venv").symlink_to(environment)
    done = set_up(folder, tools, sys.executable, PIP_LOG=str(pip_log), **settings)
    assert f"setup: fetching Python packages (about {size}" in done.stderr
    assert (CPU_INDEX in pip_log.read_text(encoding="utf-8")) is asked
    # For nothing else, which would take long where that index cannot be reached.
    assert ("requirement torch==" in done.stderr) is asked
