from __future__ import annotations

from pathlib import Path

from subpunct_app.cli.gui import sort_files
from tests.cli.conftest import Run, assert_one_line


def test_video_and_subtitles_are_told_apart_as_the_window_does() -> None:
    video, subtitles = Path("a.mp4"), Path("a.SRT")
    assert sort_files([video, subtitles]) == (video, subtitles)
    assert sort_files([subtitles, video]) == (video, subtitles)
    assert sort_files([subtitles]) == (None, subtitles)
    assert sort_files([video]) == (video, None)
    assert sort_files([Path("notes.md")]) == (None, Path("notes.md"))
    assert sort_files([]) == (None, None)


def test_two_subtitle_files_are_refused(run: Run) -> None:
    outcome = run("gui", "a.srt", "b.vtt")
    assert outcome.code == 2
    assert_one_line(outcome, mentions=["one subtitle file", "one of each"])


def test_a_picture_does_not_overwrite_a_file(run: Run, lecture: Path) -> None:
    outcome = run("gui", lecture, "--screenshot", lecture)
    assert outcome.code == 1
    assert_one_line(outcome, mentions=["exists already"])
    outcome = run("gui", lecture, "--screenshot", lecture, "--force")
    assert outcome.code == 2
    assert_one_line(outcome, mentions=["lecture.srt would replace"])
