from __future__ import annotations

import json
import os
import re
import shutil
from collections.abc import Sequence
from pathlib import Path

import pytest

from subpunct_app.decoding.proposing import pipeline
from subpunct_app.decoding.proposing.pipeline import accepted
from subpunct_app.models import model_registry as registry
from subpunct_app.runtime.folders import shipped_folder
from subpunct_app.subtitles.files import MOST_TEXT
from subpunct_app.text.decisions import Edits
from subpunct_app.text.words import Suggestion
from tests.cli.conftest import SAMPLES, Run, assert_one_line
from tests.limits import links
from tests.subtitles.reading.test_document_language import ENGLISH_LINES, GERMAN_LINES, above

PNG = b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR" * 9
DAMS = Path(__file__).parents[1] / "written" / "dams.srt"
TIMES = re.compile(rb"^[\d:,]+ --> [\d:,]+$", re.MULTILINE)


def words(content: bytes) -> list[str]:
    return re.sub(r"[,.?!:]", "", content.decode()).casefold().split()


def test_a_single_file_goes_to_stdout(run: Run, lecture: Path, model: str) -> None:
    before = lecture.read_bytes()
    outcome = run("punctuate", lecture, "--model", model)
    assert outcome.code == 0
    assert words(outcome.out) == words(before)
    assert TIMES.findall(outcome.out) == TIMES.findall(before)
    assert outcome.out.count(b".") > 10
    assert lecture.read_bytes() == before
    assert run("punctuate", "-", stdin=before).out == outcome.out
    unsure = run("punctuate", lecture, "--min-confidence", "1")
    assert unsure.out.count(b",") < outcome.out.count(b",")


def test_marks_of_the_text_that_give_way_are_told(run: Run, model: str) -> None:
    text = b"hello, there: how are you, today\n"
    restored = run("punctuate", "-", stdin=text)
    assert "marks of its own replaced or removed; --mode fill keeps them" in restored.err
    filled = run("punctuate", "-", "--mode", "fill", stdin=text)
    assert "replaced or removed" not in filled.err
    assert all(mark in filled.out for mark in (b"Hello,", b"there:", b"you,"))


def test_names_are_written_as_a_file_spells_them(run: Run, tmp_path: Path, model: str) -> None:
    names = tmp_path / "names.txt"
    names.write_bytes("\ufeff# ours\r\nBlue Book\r\nwoRld\r\n".encode())
    text = b"hello world this is the blue book\n"
    outcome = run("punctuate", "-", "--names", names, stdin=text)
    assert b"woRld" in outcome.out
    assert b"Blue Book" in outcome.out
    assert b"oRl" not in run("punctuate", "-", "--names", names, "--no-case", stdin=text).out


def test_a_film_named_as_names_is_refused_unread(run: Run, tmp_path: Path, model: str) -> None:
    film = tmp_path / "film.mp4"
    film.touch()
    os.truncate(film, MOST_TEXT + 1)
    outcome = run("punctuate", "-", "--names", film, stdin=b"hello\n")
    assert_one_line(outcome, "film.mp4 is far too large", code=1)


def test_the_result_goes_where_it_should(run: Run, lecture: Path, model: str) -> None:
    expected = run("punctuate", lecture).out
    out = lecture.with_name("out.srt")
    assert run("punctuate", lecture, "-o", out).out == b""
    assert run("punctuate", lecture, "--out-dir", lecture.parent / "new").code == 0
    assert run("punctuate", lecture, "--in-place").code == 0
    assert out.read_bytes() == expected
    assert (lecture.parent / "new" / "lecture.srt").read_bytes() == expected
    assert lecture.read_bytes() == expected


def test_the_report_lists_what_was_proposed(run: Run, lecture: Path, model: str) -> None:
    path = lecture.with_name("report.json")
    assert run("punctuate", lecture, "--in-place", "--report", path).code == 0
    report = json.loads(path.read_text(encoding="utf-8"))
    assert set(report) == {
        *("file", "model", "language", "cues", "words", "gaps"),
        *("suggestions", "applied", "seconds"),
    }
    assert (report["cues"], report["words"], report["gaps"]) == (25, 302, 303)
    assert report["applied"] == len(report["suggestions"])
    assert set(report["suggestions"][0]) == {
        *("cue", "word", "before", "after", "confidence", "alternatives")
    }


def test_the_report_tells_of_files_that_failed(run: Run, lecture: Path, model: str) -> None:
    path, gone = lecture.with_name("report.json"), lecture.with_name("gone.srt")
    told = {"file": str(gone), "error": f"{gone} does not exist. Check the name and the folder."}
    assert run("punctuate", gone, lecture, "--in-place", "--report", path).code == 1
    rows = json.loads(path.read_text(encoding="utf-8"))
    assert (rows[0], rows[1]["file"]) == (told, str(lecture))
    assert run("punctuate", gone, "--in-place", "--report", path, "--force").code == 1
    assert json.loads(path.read_text(encoding="utf-8")) == told


@pytest.mark.parametrize("signs", [".", ". ?"])
def test_only_chosen_marks_are_put(run: Run, lecture: Path, model: str, signs: str) -> None:
    outcome = run("punctuate", lecture, "--marks", signs, "--no-case")
    text = TIMES.sub(b"", outcome.out)
    assert b"." in text
    assert b"," not in text
    assert text == text.lower()


def test_only_runs_are_restored_if_that_is_asked(run: Run, model: str) -> None:
    before, after = DAMS.read_bytes(), run("punctuate", DAMS, "--runs-only").out
    head, tail = before.index(b"what i would like"), before.index(b", the gravity dam")
    assert after.startswith(before[: head - len(b"now ")])
    assert after.endswith(before[tail:])
    assert words(after) == words(before)
    assert after.count(b".") > before.count(b".") + 5


@pytest.mark.parametrize("suffix", ["vtt", "txt", "json"])
def test_a_result_can_have_another_format(run: Run, lecture: Path, model: str, suffix: str) -> None:
    expected = run("punctuate", lecture, "--format", suffix)
    assert expected.code == 0
    assert expected.out.startswith({"vtt": b"WEBVTT", "txt": b"Good", "json": b"{"}[suffix])
    named = lecture.with_suffix(f".{suffix}")
    assert run("punctuate", lecture, "-o", named).code == 0
    assert (
        run("punctuate", lecture, "--format", suffix, "--out-dir", lecture.parent / "new").code == 0
    )
    assert named.read_bytes() == expected.out
    assert (lecture.parent / "new" / named.name).read_bytes() == expected.out


def test_captions_of_youtube_keep_their_form_or_become_subrip(
    run: Run, tmp_path: Path, model: str
) -> None:
    captions = tmp_path / "captions.sbv"
    before = (
        b"0:00:01.000,0:00:03.500\r\ngood morning everyone\r\nbefore we start\r\n\r\n"
        b"0:00:04.000,0:00:07.250\r\nlook at the glass in front of you\r\n"
    )
    captions.write_bytes(before)
    assert run("punctuate", captions, "--out-dir", tmp_path / "new").code == 0
    after = (tmp_path / "new" / "captions.sbv").read_bytes()
    assert after.startswith(b"0:00:01.000,0:00:03.500\r\nGood morning")
    assert words(after) == words(before)
    as_srt = run("punctuate", captions, "--format", "srt").out
    assert TIMES.findall(as_srt) == [
        b"00:00:01,000 --> 00:00:03,500",
        b"00:00:04,000 --> 00:00:07,250",
    ]
    run("punctuate", captions, "--out-dir", tmp_path / "new", "--format", "srt")
    assert (tmp_path / "new" / "captions.srt").read_bytes() == as_srt
    assert_one_line(run("punctuate", DAMS, "-o", captions), "no .sbv file")


def test_a_name_that_tells_no_format_takes_that_of_the_file(
    run: Run, lecture: Path, model: str
) -> None:
    expected = run("punctuate", lecture).out
    for name in ("out", "lecture.srt.bak", "lecture v1.2"):
        assert run("punctuate", lecture, "-o", lecture.with_name(name)).code == 0
        assert lecture.with_name(name).read_bytes() == expected
    assert run("punctuate", lecture, "--format", "srt").out == expected
    own = lecture.rename(lecture.with_suffix(".sub"))
    assert run("punctuate", own, "-o", own.with_name("new.sub")).code == 0
    asked = own.with_name("new.md")
    assert run("punctuate", own, "--format", "txt", "-o", asked).code == 0


def test_what_a_new_format_cannot_hold_is_told(run: Run, lecture: Path, model: str) -> None:
    lecture.write_bytes(lecture.read_bytes().replace(b"good", b"<font color=red>good</font>", 1))
    outcome = run("punctuate", lecture, "--format", "vtt")
    assert outcome.code == 0
    assert outcome.err.startswith(f"{lecture}: line 3: Fonts and colours have no place")


def test_a_text_cannot_become_subtitles(run: Run, lecture: Path, model: str) -> None:
    outcome = run("punctuate", "-", "-o", lecture.with_name("new.srt"), stdin=b"hello there")
    assert_one_line(outcome, "without times", code=1)


def test_a_second_run_changes_nothing(run: Run, lecture: Path, model: str) -> None:
    run("punctuate", lecture, "--in-place")
    outcome = run("punctuate", lecture, "--report", lecture.with_name("again.json"))
    report = json.loads(lecture.with_name("again.json").read_text(encoding="utf-8"))
    assert outcome.code == 0
    assert report["suggestions"] == []


def test_bad_files_do_not_stop_good_ones(run: Run, lecture: Path, model: str) -> None:
    folder = lecture.parent
    (folder / "picture.srt").write_bytes(PNG)
    (folder / "empty.srt").touch()
    (folder / "folder.srt").mkdir()
    (folder / "circle.srt").symlink_to(folder / "circle.srt")
    bad = ["picture.srt", "folder.srt", "missing.srt", "empty.srt", "circle.srt"]
    names = [*bad, "lecture.srt"]
    report = folder / "report.json"
    files = [folder / name for name in names]
    outcome = run("punctuate", *files, "--out-dir", folder / "out", "--quiet", "--report", report)
    assert outcome.code == 1
    assert outcome.err.count("\n") == len(bad)
    assert {path.name for path in (folder / "out").iterdir()} == {"lecture.srt"}
    rows = json.loads(report.read_bytes())
    assert [(row["file"], "error" in row) for row in rows] == [
        (str(file), file.name in bad) for file in files
    ]


def test_what_another_program_wrote_meanwhile_is_not_lost(
    run: Run, lecture: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def changed_first(suggestions: Sequence[Suggestion], minimum: float) -> Edits:
        lecture.write_bytes(b"1\n00:00:01,000 --> 00:00:02,000\nnew words\n")
        return accepted(suggestions, minimum)

    monkeypatch.setattr(pipeline, "accepted", changed_first)
    for options in (["--in-place"], ["--out-dir", lecture.parent, "--force"]):
        lecture.write_bytes((SAMPLES / "lecture.srt").read_bytes())
        outcome = run("punctuate", lecture, *options)
        assert_one_line(outcome, str(lecture), "changed by another program", code=1)
        assert b"new words" in lecture.read_bytes()


@pytest.mark.parametrize("code", ["EN", "eng", "en_gb"])
def test_a_language_goes_by_any_of_its_codes(run: Run, lecture: Path, code: str) -> None:
    outcome = run("punctuate", lecture, "--language", code)
    assert outcome.code == 0
    assert outcome.out == run("punctuate", lecture, "--language", "en").out


def test_a_file_in_another_language_is_refused(run: Run, lecture: Path, model: str) -> None:
    polish = lecture.rename(lecture.with_name("lecture.pl.srt"))
    outcome = run("punctuate", polish)
    assert (outcome.code, outcome.out) == (1, b"")
    assert_one_line(outcome, "Polish", "no model", "--language en", "in the window")
    assert run("punctuate", polish, "--language", "en").code == 0


def test_each_file_gets_the_model_that_knows_its_language(run: Run, lecture: Path) -> None:
    german = lecture.with_name("vortrag.srt")
    cue = "1\n00:00:01,000 --> 00:00:04,000\n{}\n"
    bare = "ich glaube dass es heute regnet wir bleiben hier weil das wetter schlecht ist"
    german.write_text(cue.format(bare), "utf-8")
    report = json.loads(run("punctuate", german, lecture, "--in-place", "--report", "-").out)
    told = [(row["model"], row["language"]) for row in report]
    assert told == [("europe-compact", "de"), ("en-compact", "en")]
    assert german.read_text("utf-8") == cue.format(
        "Ich glaube, dass es heute regnet. Wir bleiben hier, weil das Wetter schlecht ist."
    )
    named = run("punctuate", german, "--model", "en-compact")
    assert_one_line(named, "German", "--model europe-compact")


@links
def test_a_model_that_is_damaged_keeps_no_other_file_back(
    run: Run, lecture: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    models, damaged = tmp_path / "models", tmp_path / "models" / "europe-compact"
    weights = shutil.ignore_patterns("model.*")
    shutil.copytree(shipped_folder("models") / damaged.name, damaged, ignore=weights)
    (damaged / "model.onnx").write_bytes(b"damaged")
    (models / "en-compact").symlink_to(shipped_folder("models") / "en-compact")
    monkeypatch.setattr(registry, "shipped_folder", tmp_path.joinpath)
    german, new = lecture.with_name("vortrag.txt"), tmp_path / "new"
    german.write_text("ich glaube dass es heute regnet und wir bleiben hier weil es schlecht ist")
    outcome = run("punctuate", german, lecture, "--out-dir", new)
    assert (outcome.code, [path.name for path in new.iterdir()]) == (1, [lecture.name])
    assert f"{german}: model.onnx of the model europe-compact is damaged" in outcome.err
    assert run("punctuate", german).code == 3


def test_lines_in_another_language_stay_and_are_told_of(run: Run, tmp_path: Path) -> None:
    document = above(ENGLISH_LINES, GERMAN_LINES)
    path = tmp_path / "talk.vtt"
    path.write_bytes(document.to_bytes())
    outcome = run("punctuate", path)
    assert "talk.vtt: lines in German stay as they are" in outcome.err
    lines = outcome.out.decode().splitlines()
    assert [line for line in lines if line in GERMAN_LINES] == [*GERMAN_LINES]
    assert lines[-2].startswith("And the answer was")


def test_a_good_part_in_another_language_is_told_of(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "talk.txt"
    path.write_text("\n".join([*ENGLISH_LINES * 9, *GERMAN_LINES * 9]), "utf-8")
    told = f"{path}: Much of it reads like German, but was punctuated as English."
    assert told in run("punctuate", path, "--language", "en").err.splitlines()
    path.write_text("\n".join(ENGLISH_LINES * 18), "utf-8")
    assert "reads like" not in run("punctuate", path).err


def test_a_guess_of_the_language_is_told(run: Run, tmp_path: Path) -> None:
    short = tmp_path / "charla.srt"
    short.write_text("1\n00:00:01,000 --> 00:00:04,000\nhola qué tal estás\n", "utf-8")
    assert "charla.srt: taken for English" in run("punctuate", short).err
    for known in (("--language", "es"), ("--model", "en-compact")):
        assert "taken for" not in run("punctuate", short, *known).err


def test_the_result_is_utf_8_on_request(run: Run, tmp_path: Path, model: str) -> None:
    (tmp_path / "a.txt").write_bytes("the café is open but the other café is not".encode("cp1252"))
    assert "café".encode("cp1252") in run("punctuate", tmp_path / "a.txt").out
    assert "café".encode() in run("punctuate", tmp_path / "a.txt", "--to-utf8").out
    for named in (("--format", "txt"), ("--encoding", "cp1252", "--language", "en")):
        assert "café".encode() in run("punctuate", tmp_path / "a.txt", "--to-utf8", *named).out
