from __future__ import annotations

import contextlib
import json
import os
import signal
import sys
import time
from collections.abc import Generator, Iterable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from subpunct_app.batch import watch as watching
from subpunct_app.batch.batch_options import Batch, Existing, Order
from subpunct_app.batch.executor import Finished, Parcel
from subpunct_app.batch.file_search import JOURNAL
from subpunct_app.cli.batch import BatchRun, RunOptions
from subpunct_app.cli.console import Console
from subpunct_app.runtime.environment import install_hint
from subpunct_app.runtime.errors import FileError, ModelError
from subpunct_app.runtime.task import Task
from subpunct_app.subtitles.formats.webvtt import WEBVTT
from tests.batch.pools import Alone, tree
from tests.cli.conftest import SAMPLES, Run, assert_one_line
from tests.limits import files_up_to
from tests.patience import PATIENCE
from tests.processes import running
from tests.subtitles.reading.test_document_language import ENGLISH_LINES, GERMAN_LINES, above

PNG = b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR" * 9


@pytest.fixture
def archive(tmp_path: Path) -> Path:
    folder = tmp_path / "archive"
    (folder / "deep").mkdir(parents=True)
    (folder / "one.srt").write_bytes((SAMPLES / "lecture.srt").read_bytes())
    (folder / "deep" / "two.srt").write_bytes((SAMPLES / "lecture.srt").read_bytes())
    return folder


@pytest.mark.slow
def test_a_folder_is_restored_reported_and_not_done_twice(
    run: Run, archive: Path, model: str
) -> None:
    # It starts processes that load the model.
    out, report = archive.parent / "out", archive.parent / "report.json"
    picture = archive / "deep" / "picture.srt"
    picture.write_bytes(PNG)
    outcome = run(
        *("batch", archive, "--out-dir", out, "--workers", "1"),
        *("--report", report, "--report", out / "report.html"),
    )
    assert_one_line(outcome, f"subpunct: {picture} is a picture, not text. Open", code=1)
    assert (out / "report.html").exists()
    assert outcome.out.startswith(b"3 files: 2 done")
    alone = run("punctuate", archive / "one.srt").out
    assert (out / "one.srt").read_bytes() == (out / "deep" / "two.srt").read_bytes() == alone
    rows = json.loads(report.read_text(encoding="utf-8"))["files"]
    assert [row["source"] for row in rows] == ["deep/picture.srt", "deep/two.srt", "one.srt"]
    assert rows[1]["figures"]["words"] == 302
    picture.unlink()
    before = (out / "one.srt").stat().st_mtime_ns
    outcome = run("batch", archive, "--out-dir", out, "--workers", "1", "--resume")
    assert (out / "one.srt").stat().st_mtime_ns == before


@pytest.mark.slow
def test_what_is_lost_or_guessed_is_counted_and_told_by_the_report(
    run: Run, tmp_path: Path, model: str
) -> None:
    # It starts a process that loads the model.
    folder, report = tmp_path / "in", tmp_path / "report.json"
    folder.mkdir()
    for name in ("a", "b"):
        text = "WEBVTT\n\nNOTE by hand\n\n00:01.000 --> 00:02.000\nhello there\n"
        (folder / f"{name}.vtt").write_text(text)
    options = ("--format", "srt", "--report", report, "--workers", "1")
    (folder / "both.vtt").write_bytes(above(ENGLISH_LINES, GERMAN_LINES).to_bytes())
    outcome = run("batch", folder, "--out-dir", tmp_path / "out", *options)
    assert outcome.code == 0
    lost, guessed, double = outcome.err.splitlines()
    assert lost == ("2 files with a remark, as on what srt cannot hold; --report lists them.")
    assert guessed.startswith(
        "2 files taken for English, because too little text shows the language"
    )
    assert double.startswith("1 file in two languages: the lines in one of them stay as they are")
    rows = {row["source"]: row for row in json.loads(report.read_text())["files"]}
    assert rows.pop("both.vtt")["figures"]["other_language"] == "de"
    assert all(row["reason"].startswith("line 3: Notes, styles") for row in rows.values())
    assert all(row["figures"]["guessed"] for row in rows.values())


def test_results_that_get_a_number_are_told(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = tree(tmp_path / "in", "talk.srt", "talk.vtt")
    batch = Batch(folder, tmp_path / "out", Order(kind=WEBVTT))
    BatchRun(batch, Alone(), RunOptions(), Console()).run()
    told = "1 result with a number, because the name was taken: talk-2.vtt of talk.srt."
    assert told in capsys.readouterr().err


class Brief(Console):
    """Have somebody stop the work before it begins."""

    @contextlib.contextmanager
    def patient_task(self, label: str) -> Iterator[Task]:
        task = Task()
        task.cancel()
        yield task


@pytest.mark.parametrize(
    ("options", "existing", "without"),
    [
        (RunOptions(resume=True), Existing.SKIP, "--resume"),
        (RunOptions(resume=True, watch=True), Existing.SKIP, "--watch and --resume"),
        (RunOptions(watch=True), Existing.SKIP, "--watch"),
        (
            RunOptions(resume=True, reports=(Path("report.json"),)),
            Existing.REPLACE,
            "--resume and --force and --report",
        ),
    ],
)
def test_results_that_were_removed_are_told_and_made_again_and_no_others(
    archive: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    options: RunOptions,
    existing: Existing,
    without: str,
) -> None:
    monkeypatch.chdir(archive.parent)
    batch = Batch(archive, archive.parent / "out", existing=existing)
    BatchRun(batch, Alone(), RunOptions(), Console(quiet=True)).run()
    gone, edited = batch.out / "deep" / "two.srt", batch.out / "one.srt"
    gone.unlink()
    edited.write_text("edited")
    BatchRun(batch, Alone(), options, Brief() if options.watch else Console()).run()
    told = f"1 result is missing; the same without {without} makes it again."
    assert told in capsys.readouterr().err
    again = replace(batch, existing=Existing.SKIP)
    BatchRun(again, Alone(), RunOptions(), Console()).run()
    assert "missing" not in capsys.readouterr().err
    assert (gone.exists(), edited.read_text()) == (True, "edited")


class Once(Alone):
    """Have somebody ask to stop once all is done."""

    def map(self, parcels: Iterable[Parcel], task: Task) -> Generator[Finished, None, None]:
        yield from super().map(parcels, task)
        task.cancel()


def test_a_report_that_cannot_be_written_does_not_end_the_watch(
    archive: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(watching, "REST_SECONDS", 0.1)
    batch, report = Batch(archive, archive.parent / "out"), archive.parent / "report.csv"
    report.mkdir()
    options = RunOptions(watch=True, reports=(report,))
    BatchRun(batch, Once(), options, Console()).run()
    assert "report.csv is a folder" in capsys.readouterr().err
    assert (batch.out / "one.srt").exists()


def test_a_watch_to_which_nothing_comes_is_reported_as_well(archive: Path) -> None:
    batch, report = Batch(archive, archive.parent / "out"), archive.parent / "report.json"
    BatchRun(batch, Alone(), RunOptions(), Console(quiet=True)).run()
    for _ in range(2):
        BatchRun(
            batch,
            Alone(),
            RunOptions(resume=True, watch=True, reports=(report,)),
            Brief(quiet=True),
        ).run()
        assert json.loads(report.read_text())["totals"]["files"] == 2


def test_one_file_is_counted_as_one(run: Run, tmp_path: Path, model: str) -> None:
    folder, out = tmp_path / "in", tmp_path / "out"
    for place in (folder, out):
        place.mkdir()
        (place / "talk.txt").write_text("it is there already")
    outcome = run("batch", folder, "--out-dir", out, "--model", model)
    assert outcome.out.startswith(b"1 file: 0 done, 0 of them to be reviewed; 1 skipped")
    assert_one_line(outcome, "1 file skipped, as a result exists already; --force")


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="there Ctrl+C is no signal to send")
@pytest.mark.parametrize(("signals", "watched"), [("I", False), ("I", True), ("HH", False)])
def test_ctrl_c_or_a_terminal_that_closes_ends_a_batch_that_can_go_on(
    run: Run, archive: Path, model: str, signals: str, watched: bool
) -> None:
    # It starts a program that starts processes that load the model.
    for number in range(400):
        (archive / f"{number}.srt").write_bytes((SAMPLES / "lecture.srt").read_bytes())
    out, report = archive.parent / "out", archive.parent / "report.json"
    command = [sys.executable, "-m", "subpunct_app", "batch", str(archive), "--out-dir", str(out)]
    with running(*command, "--report", str(report), *(["--watch"] if watched else [])) as batch:
        while not (out / "0.srt").exists() and batch.poll() is None:
            time.sleep(0.01)
        # As a terminal does: to the workers as well; one that closes, and then its shell.
        for one in signals:
            os.killpg(batch.pid, signal.SIGINT if one == "I" else signal.SIGHUP)
        printed, complaints = batch.communicate(timeout=PATIENCE)
    assert (batch.returncode, printed) == (130, b"")
    assert complaints.splitlines()[watched:] == [
        b"Finished files are kept; continue with --resume."
    ]
    assert 0 < json.loads(report.read_bytes())["totals"]["files"] < 400
    outcome = run("batch", archive, "--out-dir", out)
    assert_one_line(outcome, "unfinished batch", "--resume", JOURNAL, code=2)


class Filling(Alone):
    """Fill the disk after one file."""

    def map(self, parcels: Iterable[Parcel], task: Task) -> Generator[Finished, None, None]:
        with contextlib.ExitStack() as limits:
            for count, one in enumerate(super().map(parcels, task)):
                yield replace(one, outcome=replace(one.outcome, reason="No place. " * 9999 * count))
                limits.enter_context(files_up_to(20_000))


def test_a_report_is_written_where_a_full_disk_ends_the_work(archive: Path) -> None:
    batch, report = Batch(archive, archive.parent / "out"), archive.parent / "report.json"
    with pytest.raises(FileError, match="The journal"):
        BatchRun(batch, Filling(), RunOptions(reports=(report,)), Console(quiet=True)).run()
    assert [row["source"] for row in json.loads(report.read_text())["files"]] == ["deep/two.srt"]
    BatchRun(batch, Alone(), RunOptions(resume=True, reports=(report,)), Console(quiet=True)).run()
    assert json.loads(report.read_text())["totals"]["files"] == 2


def test_no_report_is_in_the_way_where_nothing_was_done(archive: Path) -> None:
    report = archive.parent / "report.json"
    (archive / "deep" / "two.srt").rename(archive / "deep" / "misfit.srt")
    batch = Batch(archive, archive.parent / "out")
    with pytest.raises(ModelError, match="do not fit together"):
        BatchRun(batch, Alone(), RunOptions(reports=(report,)), Console(quiet=True)).run()
    assert not report.exists()


def test_a_report_that_cannot_be_written_keeps_no_other_one_back(
    archive: Path, tmp_path: Path
) -> None:
    batch, reports = Batch(archive, tmp_path / "out"), [tmp_path / "a.json", tmp_path / "c.csv"]
    (tmp_path / "b.html").mkdir()
    all_three = [reports[0], tmp_path / "b.html", reports[1]]
    with pytest.raises(FileError, match=r"b\.html is a folder"):
        BatchRun(batch, Alone(), RunOptions(reports=tuple(all_three)), Console(quiet=True)).run()
    assert all("one.srt" in report.read_text() for report in reports)
    (archive / "new.srt").write_text("hello")
    BatchRun(
        batch, Alone(), RunOptions(resume=True, reports=tuple(reports)), Console(quiet=True)
    ).run()
    assert all("new.srt" in report.read_text() for report in reports)


@pytest.mark.parametrize("report", ["archive/notes.csv", "out/one.json", "out/other.json"])
def test_a_report_never_replaces_a_source_a_result_or_another(
    run: Run, archive: Path, model: str, report: str
) -> None:
    base = archive.parent
    (archive / "notes.csv").write_text("mine")
    outcome = run(
        *("batch", archive, "--out-dir", base / "out", "--format", "json", "--force"),
        *("--pattern", "*", "--report", base / report, "--report", base / "out" / "other.json"),
    )
    assert_one_line(outcome, "would replace", code=2)
    assert not (base / "out").exists()


def test_every_choice_reaches_the_workers(run: Run, tmp_path: Path, model: str) -> None:
    folder, out, report = tmp_path / "in", tmp_path / "out", tmp_path / "report.json"
    whisper, names = tmp_path / "whisper", tmp_path / "names.txt"
    for place in (folder, out, whisper):
        place.mkdir()
    for result in (folder / "talk.txt", out / "talk.vtt"):
        result.write_text("it is there already")
    names.write_text("DataCollator")
    outcome = run(
        *("batch", folder, "--out-dir", out, "--report", report, "--model", model),
        *("--device", "cpu", "--language", "en", "--mode", "fill", "--min-confidence", "0.6"),
        *("--marks", ",.", "--no-case", "--names", names, "--runs-only", "--format", "vtt"),
        *("--encoding", "latin-1", "--to-utf8", "--review-below", "0.7", "--transcribe", whisper),
    )
    assert outcome.code == 0
    order, usual = json.loads(report.read_text())["order"], Order().as_plain()
    assert {name for name in usual if order[name] == usual[name]} == set()


def test_folders_of_other_batches_are_told_as_left_out(run: Run, archive: Path, model: str) -> None:
    (archive / "one.srt").unlink()
    (archive / "deep" / "two.srt").write_text("")
    run("batch", archive, "--out-dir", archive / "marked", "--workers", "1")
    outcome = run("batch", archive, "--out-dir", archive / "fill", "--workers", "1")
    assert outcome.out.startswith(b"1 file:")
    assert_one_line(outcome, "1 folder left out, with results of other batches.")


@pytest.mark.parametrize(
    ("address", "mentions"),
    [
        ("127.0.0.1:1", ["No Ray cluster answers", "ray start"]),
        ("nonsense", ["not the address of a Ray cluster", "HOST:6379"]),
    ],
)
def test_a_cluster_that_is_not_there_is_told(
    run: Run, archive: Path, model: str, address: str, mentions: list[str]
) -> None:
    pytest.importorskip("ray", reason="Ray is not installed")
    out = archive.parent / "out"
    outcome = run("batch", archive, "--out-dir", out, "--ray", address)
    assert outcome.code == 2
    assert_one_line(outcome, *mentions)
    assert not out.exists()


def test_without_ray_the_way_to_it_is_told(
    run: Run, archive: Path, model: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "ray", None)
    outcome = run("batch", archive, "--out-dir", archive.parent / "out", "--ray", "auto")
    assert_one_line(outcome, "Ray is not installed", install_hint("ray"), code=2)


@pytest.mark.parametrize("where", [(), pytest.param(("--ray", "local"), marks=pytest.mark.slow)])
def test_a_device_that_is_not_there_is_told_at_once(
    run: Run, archive: Path, model: str, where: Sequence[str]
) -> None:
    # The second starts a cluster.
    if where:
        pytest.importorskip("ray", reason="Ray is not installed")
    out, device = archive.parent / "out", "cuda" if sys.platform == "darwin" else "mps"
    outcome = run("batch", archive, "--out-dir", out, "--device", device, *where)
    assert_one_line(outcome, device, "Use --device cpu or auto.", code=3)
    assert not out.exists()


@pytest.mark.slow
def test_a_batch_that_goes_on_renews_its_own_report(
    run: Run, archive: Path, tmp_path: Path, model: str
) -> None:
    report = tmp_path / "report.json"
    options = ("--out-dir", tmp_path / "out", "--workers", "1", "--language", "en", "--resume")
    going_on = ("batch", archive, *options, "--report", report)
    run(*going_on)
    run("batch", archive, *options)
    (archive / "new.srt").write_text("1\n00:00:01,000 --> 00:00:02,000\nhello\n")
    assert "exists already" not in run(*going_on).err
    assert "new.srt" in report.read_text()
    report.write_text("somebody's notes")
    outcome = run(*going_on)
    assert_one_line(outcome, "report.json exists already", "move it away")
    assert "--force" not in outcome.err
