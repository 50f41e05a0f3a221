"""What makes no sense, or would harm a file, is refused on one line and changes nothing."""

from __future__ import annotations

import shlex
from pathlib import Path

import pytest

from tests.cli.conftest import SAMPLES, Run, assert_one_line

TRAIN = "train --train a.txt --dev b.txt --out runs/x --recipe"
BATCH = "batch . --out-dir out"
TIMED = "benchmark --rounds 1000000"
NO_FORMAT = ".srt, .vtt, .txt, .json"

# What is typed, the exit code, and what the line mentions.
REFUSED: list[tuple[str, int, str]] = [
    # Typer's own refusals, and what it would take.
    ("punctate", 2, "Try 'subpunct --help'."),
    ("--no-such-option check", 2, "Try 'subpunct --help'."),
    ("check", 2, "Try 'subpunct check --help'."),
    ("check --no-such-option", 2, "Try 'subpunct check --help'."),
    ("punctuate a --mode b", 2, "'review'. Try 'subpunct punctuate --help'."),
    ("punctuate a --min-confidence 2", 2, "1. Try 'subpunct punctuate --help'."),
    ("punctuate a --run-only", 2, "--runs-only). Try 'subpunct punctuate --help'."),
    ("models info", 2, "Try 'subpunct models info --help'."),
    ("batch a --out-dir", 2, "Try 'subpunct batch --help'."),
    ("diff a b --force=1", 2, "Try 'subpunct diff --help'."),
    ("models import a --name", 2, "Try 'subpunct models import --help'."),
    ("batch in --transcribe --out-dir out", 2, "--transcribe needs WHISPER"),
    ("punctuate a.srt -o --force", 2, "-o needs OUT"),
    ("evaluate --test --model m", 2, "--test needs FILE"),
    ("check ''", 2, "is empty"),
    ("batch '' --out-dir out", 2, "is empty"),
    ("batch in --out-dir ''", 2, "is empty"),
    ("batch in --out-dir=", 2, "is empty"),
    ("evaluate --test a.txt ''", 2, "is empty"),
    ("models import -- ''", 2, "is empty"),
    # A list of marks may be empty.
    ("punctuate a.srt --marks '' --encoding klingon", 2, "no encoding klingon"),
    ("punctuate a.srt --marks= --encoding klingon", 2, "no encoding klingon"),
    ("punctuate lecture.srt -o out.srt --in-place", 2, "one place only"),
    ("punctuate lecture.srt --out-dir out --in-place", 2, "one place only"),
    ("punctuate lecture.srt talk.txt", 2, "--out-dir DIR or --in-place"),
    ("punctuate lecture.srt talk.txt -o out.srt", 2, "--out-dir DIR or --in-place"),
    ("punctuate lecture.srt talk.txt --media a.mp4 --in-place", 2, "One VIDEO belongs"),
    ("punctuate lecture.srt deep/lecture.srt --out-dir out", 2, "2 of the results would be out/"),
    ("punctuate a deep/a a --out-dir out", 2, "a is a file that is named already. Name it once."),
    ("punctuate lecture.srt link.srt --in-place", 2, "link.srt is a file that is named already."),
    ("punctuate a.srt a.vtt --format srt --out-dir out", 2, "2 of the results would be out/a.srt"),
    ("punctuate lecture.srt --format vtt --in-place", 2, "a file keeps its format"),
    ("punctuate lecture.srt --format doc", 2, "doc"),
    ("punctuate - --in-place", 2, "stdin goes to stdout"),
    ("punctuate - --out-dir out", 2, "stdin goes to stdout"),
    ("punctuate lecture.srt --marks .x", 2, "not marks: x"),
    ("punctuate lecture.srt --device abacus", 2, "abacus"),
    ("punctuate lecture.srt --language pl", 2, "language pl"),
    ("punctuate lecture.srt --model no-such-model", 3, "no-such-model"),
    ("punctuate lecture.srt --track 2", 2, "--track N is a sound track of a film. Name that with"),
    (
        "punctuate lecture.srt -o mine.srt",
        1,
        "mine.srt exists already. Choose another name, or add",
    ),
    ("punctuate lecture.srt -o gone/out.srt", 1, "gone does not exist"),
    ("punctuate lecture.srt -o out.ass", 2, NO_FORMAT),
    ("punctuate lecture.srt -o out.PDF", 2, NO_FORMAT),
    ("punctuate lecture.srt -o out.mp4", 2, NO_FORMAT),
    ("punctuate - -o new.srt", 1, "stdin holds no text"),
    ("punctuate lecture.srt -o mine.srt --report mine.srt --force", 2, "mine.srt would replace"),
    ("punctuate lecture.srt -o mine.srt --report lecture.srt --force", 2, "would replace"),
    ("punctuate mine.srt -o lecture.srt --report link.srt --force", 2, "link.srt would replace"),
    ("punctuate lecture.srt -o - --report r.csv", 2, "End its name in .json; batch writes .csv"),
    ("punctuate lecture.srt --report -", 2, "stdout already"),
    ("punctuate lecture.srt --stream", 2, "stdin"),
    ("punctuate - -o out.txt --stream", 2, "--out does not go with --stream"),
    ("punctuate - --no-case --stream", 2, "--no-case"),
    ("punctuate - --stream --encoding hex", 2, "no encoding hex"),
    ("punctuate - --stream --encoding utf-8-twice", 2, "cannot be read while it comes"),
    ("punctuate - --stream --model en-compact", 3, "choose one trained by li2020"),
    ("align talk.txt no.mp4 -o talk.docx", 2, ".docx"),
    ("align talk.txt no.mp4 -o mine.srt", 1, "exists already"),
    ("align talk.txt no.mp4 -o talk.txt --force", 2, "talk.txt would replace"),
    ("align - no.mp4", 1, "stdin holds no text"),
    ("transcribe nope.mp4", 1, "nope.mp4 does not exist"),
    ("transcribe lecture.srt", 1, "lecture.srt is damaged, or no video or sound"),
    ("transcribe nope.mp4 -o speech.ass", 2, "speech.ass"),
    ("transcribe mine.srt -o mine.srt --force", 2, "mine.srt would replace"),
    (
        "evaluate --test lecture.srt --track 2",
        2,
        "--track N is a sound track of a film. Name that with --media",
    ),
    (f"{BATCH} --report report.pdf", 2, "not a kind of report"),
    (f"{BATCH} --marks comma", 2, "not marks: comma"),
    (f"{BATCH} --encoding klingon", 2, "no encoding klingon"),
    (f"{BATCH} --language pl", 2, "No model here knows the language pl"),
    (f"{BATCH} --force --existing version", 2, "--force replaces results"),
    (f"{BATCH} --report gone/report.json", 1, "gone does not exist"),
    (f"{BATCH} --report mine.json", 1, "mine.json exists already. Choose another name, or move"),
    (f"{BATCH} --transcribe small", 3, "subpunct models install small"),
    (f"{BATCH} --pattern *.vtt", 1, "holds no such files"),
    (f"{BATCH} --names names.txt --pattern names.txt", 1, "holds no such files"),
    (
        "batch films --out-dir out",
        1,
        "holds recordings, but no subtitles or texts. Let --transcribe",
    ),
    ("batch films --out-dir out --pattern *.en.srt", 1, "holds no such files"),
    ("batch lecture.srt --out-dir out", 1, "is not a folder. Use punctuate"),
    ("check - -", 2, "one stdin"),
    ("check - --html page.html", 2, "not to stdin"),
    ("check lecture.srt --html -", 2, "A report cannot go to stdout"),
    ("check . --html lecture.srt --force", 2, "lecture.srt would replace"),
    ("check lecture.srt --round-trip --html page.html", 2, "Run check twice"),
    ("diff lecture.srt lecture.srt --html -", 2, "Name a file instead of -"),
    ("diff lecture.srt lecture.srt --json -", 2, "Name a file instead of -"),
    (
        "diff lecture.srt lecture.srt --html mine.html",
        1,
        "mine.html exists already. Choose another",
    ),
    ("diff lecture.srt talk.txt --html talk.txt --force", 2, "talk.txt would replace"),
    ("diff lecture.srt empty.srt", 1, "empty.srt"),
    ("diff lecture.srt missing.srt", 1, "missing.srt"),
    ("diff - -", 2, "stdin"),
    ("evaluate --test talk.txt --strict-transfer", 2, "--reference"),
    ("evaluate --test talk.txt --scheme 5", 2, "5"),
    ("evaluate --test missing.txt", 1, "missing.txt"),
    ("evaluate --test talk.txt --model no-such-model", 3, "no-such-model"),
    ("evaluate --test talk.txt --json -", 2, "Name a file instead of -"),
    ("evaluate --test talk.txt --json mine.json", 1, "mine.json exists already"),
    ("evaluate --test talk.txt --json talk.txt --force", 2, "would replace"),
    ("evaluate --test talk.txt --json a.json --html a.json --force", 2, "would replace"),
    (f"{TRAIN} no-such-recipe", 2, "guerreiro2021"),
    (f"{TRAIN} guerreiro2021 --set seed=2 epochs", 2, "--set epochs gives no value. Write --set"),
    (f"{TRAIN} guerreiro2021 --set seed=2 no_such_value=1", 2, "no_such_value"),
    (f"{TRAIN} guerreiro2021 --set seed=2 epochs=many", 2, "epochs"),
    (f"{TRAIN} guerreiro2021 --set seed=2 name=mine", 2, "name"),
    (f"{TRAIN} guerreiro2021 --out films", 1, "is not empty. Choose another folder, or continue"),
    (f"{TRAIN} guerreiro2021 --out talk.txt", 1, "talk.txt is a file"),
    (f"{TRAIN} guerreiro2021 --out talk.txt/model", 1, "talk.txt is a file"),
    (f"{TRAIN} guerreiro2021 --start no/such/model", 3, "There is no model no/such/model"),
    (f"{TRAIN} compact --set features=true --start en-compact", 1, "There is no file"),
    (f"{TRAIN} compact --start one --encoder some/thing", 2, "Leave out either of the two"),
    (f"{TRAIN} compact --start one --set encoder=some/thing", 2, "Leave out either of the two"),
    ("rehearse none.srt", 1, "none.srt"),
    ("rehearse empty.srt", 1, "empty.srt holds no text"),
    ("rehearse lecture.srt", 1, "lecture.srt has no mark and no capital"),
    (f"{TIMED} --files 9", 2, "--files is for --batch"),
    (f"{TIMED} --words 99", 2, "--words is for --batch"),
    (f"{TIMED} --workers 2 --media", 2, "--workers is for --batch"),
    (f"{TIMED} --minutes 1 --batch", 2, "--minutes is for --media"),
    (f"{TIMED} --minutes 1 --film a.mp4", 2, "--minutes is for --media"),
    (f"{TIMED} --film none.mp4", 1, "none.mp4"),
    (f"{TIMED} --json mine.json", 1, "exists already"),
    ("benchmark --rules", 2, "--rules needs texts"),
    ("benchmark talk.txt", 2, "DATA is for --rules"),
    ("gui lecture.srt --screenshot lecture.srt", 1, "exists already"),
    ("gui lecture.srt --screenshot lecture.srt --force", 2, "lecture.srt would replace"),
    ("gui --screenshot window.jpg", 2, "The picture is PNG, which window.jpg does not say"),
    ("gui --screenshot window", 2, "End its name in .png"),
    ("models info no-such-model", 3, "no-such-model"),
    ("models info films", 3, "card.json"),
]


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "films").mkdir()
    (tmp_path / "films" / "talk.mp4").touch()
    (tmp_path / "lecture.srt").write_bytes((SAMPLES / "lecture.srt").read_bytes())
    (tmp_path / "link.srt").symlink_to("lecture.srt")
    (tmp_path / "talk.txt").write_text("Hello there. How are you, my friend?")
    (tmp_path / "names.txt").write_text("DataCollator\n")
    (tmp_path / "empty.srt").touch()
    for mine in ("mine.srt", "mine.json", "mine.html"):
        (tmp_path / mine).write_text("precious")
    return tmp_path


@pytest.mark.parametrize(("typed", "code", "told"), REFUSED, ids=[row[0] for row in REFUSED])
def test_what_makes_no_sense_is_refused_and_changes_nothing(
    run: Run, folder: Path, typed: str, code: int, told: str
) -> None:
    def files() -> dict[Path, bytes]:
        return {path: path.read_bytes() for path in folder.rglob("*") if path.is_file()}

    before = files()
    outcome = run(*shlex.split(typed))
    assert_one_line(outcome, told, code=code)
    assert outcome.out == b""
    assert files() == before
