from __future__ import annotations

import ast
import pkgutil
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import subpunct_app
from installer.licences import licence_files, system_licence_files
from subpunct_app.runtime.folders import shipped_folder
from tests.cli.conftest import SAMPLES
from tests.patience import PATIENCE

SPEC = Path(__file__).parents[2] / "installer" / "subpunct.spec"
PACKAGE = Path(subpunct_app.__file__).parent
LECTURE = str(SAMPLES / "lecture.srt")
WRITTEN = str(Path(__file__).parents[1] / "written" / "dams.srt")


def left_out() -> list[str]:
    """Return the libraries that the folder without Python does not hold."""
    for node in ast.parse(SPEC.read_text(encoding="utf-8")).body:
        if isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == "LEFT_OUT":
            names: list[str] = ast.literal_eval(node.value)
            return names
    raise AssertionError("The spec leaves nothing out.")


def without_them(*arguments: str) -> subprocess.CompletedProcess[str]:
    code = (
        f"import sys; sys.frozen = True; sys.modules.update(dict.fromkeys({left_out()!r})); "
        f"from subpunct_app.cli.program import main; sys.exit(main({list(arguments)!r}))"
    )
    command = [sys.executable, "-c", code]
    return subprocess.run(command, capture_output=True, text=True, check=False, timeout=PATIENCE)


def analysed(what: str, place: Path) -> str:
    """Return the first of what the spec has PyInstaller take, by the name of the argument."""
    hooks = place / "PyInstaller" / "utils" / "hooks.py"
    hooks.parent.mkdir(parents=True)
    for package in (hooks.parent, hooks.parents[1]):
        (package / "__init__.py").touch()
    hooks.write_text(
        "from importlib.util import find_spec\n"
        "def collect_submodules(name): return [find_spec(name).origin]\n"
        "def collect_data_files(name): return []\n"
    )
    code = (
        f"import runpy, sys; Analysis = lambda *_, **given: sys.exit(given[{what!r}][0]); "
        f"names = dict(Analysis=Analysis, SPECPATH={str(SPEC.parent)!r}); "
        f"runpy.run_path({str(SPEC)!r}, names)"
    )
    command = [sys.executable, "-c", code]
    done = subprocess.run(command, cwd=place, capture_output=True, text=True, check=False)
    return done.stderr.strip()


# Commands are imported by name: only where a package is one may it be looked through for modules.
def test_every_module_is_found_by_what_looks_for_modules() -> None:
    found = {module.name for module in pkgutil.walk_packages([str(PACKAGE)], "subpunct_app.")}
    files = {path.relative_to(PACKAGE.parent).with_suffix("") for path in PACKAGE.rglob("*.py")}
    names = {".".join(path.parts).removesuffix(".__init__") for path in files}
    assert names - found == {"subpunct_app"}


# Somebody may have installed an older one, and then fetched what is new into the clone.
def test_the_folder_is_made_of_the_modules_beside_its_spec_whatever_is_installed(
    tmp_path: Path,
) -> None:
    (tmp_path / "subpunct_app").mkdir()
    (tmp_path / "subpunct_app" / "__init__.py").touch()
    made_of = analysed("hiddenimports", tmp_path)
    assert made_of == str(SPEC.parents[1] / "subpunct_app" / "__init__.py")


@pytest.mark.slow
@pytest.mark.skipif(sys.platform != "linux", reason="needs Linux")
def test_a_program_that_runs_keeps_its_code_when_another_one_takes_its_place(
    tmp_path: Path,
) -> None:
    hook = analysed("runtime_hooks", tmp_path / "spec")
    assert Path(hook).is_file()
    pytest.importorskip("PyInstaller", reason="PyInstaller is not installed")
    code = tmp_path / "program.py"
    code.write_text("print('open', flush=True)\ninput()\nimport wave\nprint('a'.encode('cp273'))\n")
    make = [sys.executable, "-m", "PyInstaller", "--distpath", "made", "--runtime-hook", hook]
    subprocess.run([*make, str(code)], cwd=tmp_path, capture_output=True, check=True)
    program = tmp_path / "made" / "program" / "program"
    pipe = subprocess.PIPE
    with subprocess.Popen([program], stdin=pipe, stdout=pipe, text=True) as running:
        assert running.stdout is not None
        assert running.stdout.readline() == "open\n"
        for file in (program, program.parent / "_internal" / "base_library.zip"):
            file.unlink()
            file.write_text("another version", encoding="utf-8")
        assert running.communicate("\n")[0] == "b'\\x81'\n"


@pytest.mark.parametrize(
    ("module", "said"),
    [
        ("PySide6", "LGPL-3.0-only OR GPL-2.0-only OR GPL-3.0-only"),
        ("PySide6", "GNU LESSER GENERAL PUBLIC LICENSE"),
        ("shiboken6", "GNU LESSER GENERAL PUBLIC LICENSE"),
        ("ctranslate2", "The OpenNMT Authors.\n\nPermission is hereby granted, free of charge"),
        ("flatbuffers", "TERMS AND CONDITIONS FOR USE, REPRODUCTION, AND DISTRIBUTION"),
        ("tokenizers", "TERMS AND CONDITIONS FOR USE, REPRODUCTION, AND DISTRIBUTION"),
        ("pysrt", "GNU GENERAL PUBLIC LICENSE"),
        ("av", "Redistribution and use in source and binary forms"),
        ("onnxruntime", "THIRD PARTY SOFTWARE NOTICES"),
        ("no_package", ""),
    ],
)
def test_the_folder_holds_the_licence_of_what_is_bundled(module: str, said: str) -> None:
    held = [Path(file).read_text(encoding="utf-8") for _, file in licence_files([module])]
    assert said in "".join(held)
    assert bool(held) is bool(said)


def test_no_folder_is_made_of_what_comes_without_its_licence(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    about = tmp_path / "bare-1.dist-info"
    about.mkdir()
    (about / "METADATA").write_text("Metadata-Version: 2.1\nName: bare\nVersion: 1\nLicense: MIT\n")
    (about / "RECORD").write_text("bare.py,,\nbare-1.dist-info/METADATA,,\n")
    monkeypatch.syspath_prepend(tmp_path)
    with pytest.raises(LookupError, match="bare comes without its licence"):
        list(licence_files(["bare"]))


@pytest.mark.skipif(shutil.which("dpkg") is None, reason="needs Debian")
def test_the_folder_holds_the_licences_of_libraries_of_the_system() -> None:
    files = dict(system_licence_files([str(shutil.which("dpkg")), __file__]))
    about = files["licences/Debian/dpkg/copyright"]
    assert "General Public License" in Path(about).read_text(encoding="utf-8")
    assert "licences/Debian/common-licenses/GPL-2" in files
    assert not list(system_licence_files([__file__]))


@pytest.mark.slow
@pytest.mark.parametrize(
    "arguments",
    [
        ["--help"],
        ["models", "list"],
        ["check", LECTURE],
        ["punctuate", LECTURE, "-o", "-"],
        ["rehearse", WRITTEN],
        ["evaluate", "--test", WRITTEN],
        ["diff", LECTURE, LECTURE],
        ["gui", LECTURE, "--punctuate", "--screenshot", "window.png"],
    ],
    ids=" ".join,
)
def test_the_program_runs_without_what_is_left_out(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, arguments: list[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    done = without_them(*arguments)
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize(
    "arguments",
    [
        ["punctuate", LECTURE, "--device", "cuda"],
        ["punctuate", "-", "--stream"],
        ["evaluate", "--test", WRITTEN, "--exact"],
    ],
)
def test_what_needs_torch_says_so(tmp_path: Path, arguments: list[str]) -> None:
    model, weights = tmp_path / "model", shutil.ignore_patterns("model.safetensors")
    shutil.copytree(shipped_folder("models") / "en-compact", model, ignore=weights)
    told = (
        "subpunct: This needs torch, which is not here. The program without Python cannot do this"
    )
    assert without_them(*arguments, "--model", str(model)).stderr.startswith(told)


@pytest.mark.parametrize(
    "arguments",
    [
        ["train", "--recipe", "compact", "--train", WRITTEN, "--dev", WRITTEN, "--out", "model"],
        ["evaluate", "--test", WRITTEN, "--html", "page.html"],
        ["batch", WRITTEN, "--out-dir", "out", "--ray", "local"],
        ["benchmark", "--peers"],
    ],
)
def test_what_the_folder_cannot_do_is_told_without_a_way_to_install_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, arguments: list[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    done = without_them(*arguments)
    assert done.returncode == 2
    assert "The program without Python cannot do this: see README.md." in done.stderr
    assert "pip" not in done.stderr
