"""What docs/reports.md says of each report is what the commands write."""

from __future__ import annotations

import csv
import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator, Sequence
from dataclasses import asdict
from pathlib import Path

import pytest

from subpunct_app.benchmarks.batch_speed import BatchSpeed
from subpunct_app.benchmarks.measuring import Spent
from subpunct_app.benchmarks.media_speed import MediaSpeed
from subpunct_app.benchmarks.peers import PeerSpeed
from subpunct_app.benchmarks.program_speed import FileSpeed, KeySpeed, ModelSpeed, WindowSpeed
from subpunct_app.benchmarks.rule_worth import Worth
from subpunct_app.cli.benchmark import Figures
from subpunct_app.models import model_registry as registry
from subpunct_app.models.card import read_card
from subpunct_app.models.model_registry import find
from subpunct_app.runtime.folders import shipped_folder
from subpunct_app.speech.transcription.whisper_models import models_folder
from tests.cli.conftest import SAMPLES, Run
from tests.media import Media

PAGE = Path(__file__).parents[2] / "docs" / "reports.md"
NAME = re.compile(r"`([^`]+)`")
TYPES: dict[str, type | tuple[type, ...]] = {
    "text": str,
    "integer": int,
    "number": (int, float),
    "flag": bool,
    "list": list,
}


def documented(report: str) -> dict[str, str]:
    """Return the fields of a report, each with its type and unit."""
    _, section = PAGE.read_text(encoding="utf-8").split(f"\n## {report}\n")
    rows = [line.split(" | ") for line in section.split("\n## ")[0].splitlines() if "`" in line]
    tables = [(row[0], row[1]) for row in rows if row[0].startswith("| `")]
    return {name: kind for names, kind in tables for name in NAME.findall(names)}


def fields(value: object, fitting: set[str], name: str = "") -> Iterator[tuple[str, object]]:
    """Yield each field with what it holds; `*` stands for names that are not fixed."""
    if isinstance(value, list) and holds_objects(value, name, fitting):
        for entry in value:
            yield from fields(entry, fitting, f"{name}[]")
    elif isinstance(value, dict):
        for key, inner in value.items():
            below = f"{name}.{key}" if name else key
            free = f"{name}.*"
            yield from fields(inner, fitting, free if is_free(free, fitting) else below)
    else:
        yield name, value


def holds_objects(value: list[object], name: str, fitting: set[str]) -> bool:
    return isinstance(value[0], dict) if value else name not in fitting


def is_free(name: str, fitting: set[str]) -> bool:
    return any(f"{one}.".startswith(f"{name}.") for one in fitting)


def assert_told(report: str, *written: object) -> None:
    """Check that reports hold the fields that the page tells of, all of them and no others."""
    told = documented(report)
    found = [field for content in written for field in fields(content, set(told))]
    assert {name for name, _ in found} == set(told)
    for name, value in found:
        kind = told[name]
        if value is None:
            assert "null" in kind, name
        else:
            assert isinstance(value, TYPES[re.split(r"[ ,]", kind)[0]]), name
            assert isinstance(value, bool) == (kind == "flag"), name


def read(path: Path) -> object:
    return json.loads(path.read_text(encoding="utf-8"))


def test_the_report_of_punctuate_is_told(run: Run, lecture: Path, model: str) -> None:
    report = lecture.with_name("report.json")
    files = (lecture, lecture.with_name("gone.srt"))
    run("punctuate", *files, "--out-dir", lecture.with_name("out"), "--report", report)
    assert_told("`punctuate --report`", *json.loads(report.read_text(encoding="utf-8")))


@pytest.mark.slow
def test_the_reports_of_batch_are_told(run: Run, lecture: Path, model: str) -> None:
    # It starts a process that loads the model.
    folder = lecture.parent / "in"
    folder.mkdir()
    lecture.rename(folder / "lecture.srt")
    (folder / "empty.srt").write_text("")
    names = folder.with_name("names.txt")
    names.write_text("Hugging Face\n")
    report, table = folder.with_name("report.json"), folder.with_name("report.csv")
    run(
        *("batch", folder, "--out-dir", folder.with_name("out"), "--workers", "1"),
        *("--names", names, "--report", report, "--report", table),
    )
    written = json.loads(report.read_text(encoding="utf-8"))
    assert_told("`batch --report` with `.json`", written)
    totals = written["totals"]
    states = [totals[state] for state in ("done", "review", "skipped", "failed")]
    assert sum(states) == totals["files"] == 2
    columns = [re.sub(r"^files\[\]\.(figures\.)?", "", name) for name in documented_of_a_file()]
    assert next(csv.reader(table.open(encoding="utf-8"))) == columns


def documented_of_a_file() -> list[str]:
    """Return the fields of one file of a batch that the table in CSV has, too."""
    told = documented("`batch --report` with `.json`")
    return [name for name in told if name.startswith("files[].") and name != "files[].figures"]


@pytest.mark.skipif(os.name == "nt", reason="a closed pipe is told otherwise there")
def test_a_report_is_written_where_nobody_reads_what_is_printed(lecture: Path) -> None:
    text, report = SAMPLES / "lecture.txt", lecture.with_name("report")
    commands = (
        ("diff", lecture, text, "--html"),
        ("check", lecture, "--html"),
        ("evaluate", "--test", text, "--json"),
    )
    for number, command in enumerate(commands):
        written = report.with_suffix(f".{number}")
        words = [sys.executable, "-u", "-m", "subpunct_app", *command, written]
        reader, writer = os.pipe()
        os.close(reader)
        done = subprocess.run(words, stdout=writer, stderr=subprocess.PIPE, check=False)
        os.close(writer)
        assert (done.returncode, done.stderr) == (141, b"")
        assert written.stat().st_size > 0


@pytest.mark.skipif(os.name == "nt", reason="there are no named pipes there")
@pytest.mark.parametrize("command", [("diff", SAMPLES / "lecture.txt"), ("evaluate", "--test")])
def test_a_report_that_cannot_be_written_keeps_no_other_one_back(
    command: Sequence[str | Path], tmp_path: Path, model: str
) -> None:
    text, figures, page = (tmp_path / name for name in ("said.txt", "a.json", "b.html"))
    os.mkfifo(text)
    words = [sys.executable, "-m", "subpunct_app", *command, text]
    with subprocess.Popen(
        [*words, "--json", figures, "--html", page], stderr=subprocess.PIPE
    ) as run:
        # It opens once the command reads it, and has looked at the places of its reports.
        with text.open("w", encoding="utf-8") as said:
            figures.mkdir()
            said.write("Hello there. How are you, my friend? I am fine.")
        _, told = run.communicate()
    assert b"a.json is a folder" in told
    assert run.returncode == 1
    assert page.stat().st_size > 0


def test_what_check_prints_is_told(run: Run, lecture: Path, tmp_path: Path) -> None:
    (tmp_path / "bare.txt").write_text("12")
    (tmp_path / "bad.srt").write_text("1\n00:00:02,000 --> 00:00:01,000\nhello there\n")
    files = (lecture, tmp_path / "bare.txt", tmp_path / "bad.srt", tmp_path / "gone.srt")
    outcome = run("check", "--json", *files)
    compared = run("check", "--json", "--round-trip", lecture)
    assert_told("`check --json`", json.loads(outcome.out), json.loads(compared.out))


def test_what_diff_writes_is_told(run: Run, lecture: Path) -> None:
    report, old = lecture.with_name("report.json"), lecture.with_name("old.srt")
    old.write_bytes(lecture.read_bytes().replace(b"00:00:0", b"00:01:0", 1))
    run("diff", old, lecture, "--json", report)
    plain, other = lecture.with_name("old.txt"), lecture.with_name("new.txt")
    plain.write_text("hello there")
    other.write_text("Hello, there.")
    run("diff", plain, other, "--json", lecture.with_name("plain.json"))
    assert_told("`diff --json`", read(report), read(lecture.with_name("plain.json")))


def test_what_evaluate_writes_is_told(run: Run, tmp_path: Path, model: str) -> None:
    cues, text = SAMPLES / "lecture.vtt", tmp_path / "said.txt"
    text.write_text("Hello there. How are you, my friend? I am fine.")
    run("evaluate", "--test", text, "--json", tmp_path / "model.json", "--model", model)
    run(
        *("evaluate", "--test", cues, "--reference", text, "--model", model),
        *("--json", tmp_path / "rule.json"),
    )
    assert_told("`evaluate --json`", read(tmp_path / "model.json"), read(tmp_path / "rule.json"))


def test_the_json_of_cues_is_told(
    run: Run, lecture: Path, tmp_path: Path, model: str, media: Media, tiny_whisper: Path
) -> None:
    text = tmp_path / "text.txt"
    text.write_text("hello there how are you")
    written = [run("punctuate", file, "--format", "json").out for file in (lecture, text)]
    speech = ("transcribe", media.file("speech.wav"), "--whisper", tiny_whisper)
    written.append(run(*speech, "--format", "json").out)
    assert_told("`--format json`", *map(json.loads, written))


def test_what_benchmark_writes_is_told() -> None:
    spent = Spent(wall=0.2, cpu=0.1)
    key, far = KeySpeed(median=spent, slow=spent, worst=spent), {"find": spent}
    figures = Figures(
        FileSpeed(100, open=0.1, write=0.1, pysrt_open=0.2, pysrt_write=0.2),
        (ModelSpeed("en-compact", "int8, CPU", load=0.1, words_per_second=9.0),),
        start=0.1,
        peers=PeerSpeed("en-compact", 1_000, 1, embedded=9.0, torch_fp32=0.1, onnx_int8=0.3),
        window=WindowSpeed(100, 9, 9, spent, key, key_by_doubt=key, accept_all=spent, far=far),
        batch=BatchSpeed(2, 2, 9.0, 9.0, 9.0, 9.0, 9.0, start=0.1, memory=300.0),
        media=MediaSpeed(10_000, probe=spent, peaks=spent, silences=spent, memory=1_000_000),
    )
    assert_told("`benchmark --json`", figures.as_plain())


def test_what_the_worth_of_rules_says_is_told() -> None:
    one = Worth("case.names", "en", words=1_000, fired=9, right=8, wrong=1)
    assert_told("`benchmark --rules --json`", {"rules": [asdict(one) | {"net": one.net}]})


def test_what_models_print_is_told(run: Run, model: str) -> None:
    card = json.loads(run("models", "info", model, "--json").out)
    assert json.loads(run("models", "list", "--json").out)[0] | {"folder": card["folder"]} == card
    about = read_card(find(model)).about
    fixed = {name: value for name, value in card.items() if name not in about}
    assert_told("`models info --json`", fixed)


def test_the_speech_models_are_told(run: Run) -> None:
    (models_folder() / "tiny").mkdir(parents=True)
    (models_folder() / "tiny" / "model.bin").touch()
    (models_folder() / ".small.part").mkdir()
    (models_folder() / ".small.part" / "model.bin.part").touch()
    assert_told("`models speech --json`", json.loads(run("models", "speech", "--json").out))


def test_what_verifying_models_prints_is_told(run: Run, tmp_path: Path, model: str) -> None:
    shutil.copytree(shipped_folder("models") / model, tmp_path / "damaged")
    (tmp_path / "damaged" / "tokenizer.json").unlink()
    intact = json.loads(run("models", "verify", "--json").out)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(registry, "shipped_folder", lambda _: tmp_path)
        damaged = json.loads(run("models", "verify", "--json").out)
    assert_told("`models verify --json`", intact, damaged)
