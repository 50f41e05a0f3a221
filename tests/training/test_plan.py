from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from subpunct_app.runtime.errors import Cancelled, FileError
from subpunct_app.runtime.task import Task
from subpunct_app.training.data.leaks import screen
from subpunct_app.training.plan import Plan, Texts, short_names
from subpunct_app.training.recipes import recipe


class Halted(Task):
    """A task that is cancelled once it has come to some step."""

    def __init__(self, until: int) -> None:
        super().__init__()
        self.steps = 0
        self._until = until

    def step(self, done: int, total: int, message: str = "", *, timed: bool = False) -> None:
        super().step(done, total, message, timed=timed)
        self.steps += 1
        if self.steps == self._until:
            self.cancel()


def test_reading_stops_within_a_file_on_request(tmp_path: Path) -> None:
    (tmp_path / "long.txt").write_text("It goes on.\n" * 10_000)
    texts = Texts((tmp_path / "long.txt",), (tmp_path / "gone.txt",))
    task = Halted(until=3)
    with pytest.raises(Cancelled):
        texts.read("train", task)
    assert task.steps == 3


def test_reading_what_is_held_out_stops_on_request(tmp_path: Path) -> None:
    (tmp_path / "train.txt").write_text("We learn this.\n")
    (tmp_path / "dev.txt").write_text("It goes on.\n" * 10_000)
    texts = Texts((tmp_path / "train.txt",), (tmp_path / "dev.txt",))
    task = Halted(until=3)
    with pytest.raises(Cancelled):
        screen(texts.read("train"), texts, task)
    assert task.steps == 3


@pytest.mark.parametrize(
    ("paths", "names"),
    [
        (["a/dev.txt"], ["dev.txt"]),
        (["en/dev.txt", "zh/dev.txt", "more/other.txt"], ["en/dev.txt", "zh/dev.txt", "other.txt"]),
        (["dev.txt", "zh/dev.txt"], ["dev.txt", "zh/dev.txt"]),
        (["/a/x/dev.txt", "/b/x/dev.txt"], ["a/x/dev.txt", "b/x/dev.txt"]),
        (["x/dev.txt", "/x/dev.txt"], ["x/dev.txt", "/x/dev.txt"]),
        (["dev.txt", "dev.txt"], ["dev.txt", "dev.txt"]),
    ],
)
def test_files_are_told_apart_by_as_few_folders_as_it_takes(
    paths: list[str], names: list[str]
) -> None:
    assert short_names([Path(path) for path in paths]) == names


def subtitles(folder: Path, count: int) -> tuple[Path, ...]:
    paths = [folder / f"{number}.srt" for number in range(count)]
    for path in paths:
        cue = f"1\n00:00:01,000 --> 00:00:02,000\nThis is number{path.stem}.\n"
        path.write_text(cue, encoding="utf-8")
    return tuple(paths)


def test_a_folder_of_subtitles_is_divided_as_one_text(tmp_path: Path) -> None:
    paths = subtitles(tmp_path, 400)
    texts = Texts(paths, paths, paths)
    tuned, judged = (
        {path: text.spoken() for path, text in each}
        for each in (texts.each("dev"), texts.each("test"))
    )
    assert tuned
    assert judged
    assert all(f"number{path.stem}" in words for path, words in (tuned | judged).items())
    corpus, _ = screen(texts.read("train"), texts)
    learned = {word for word in corpus.vocabulary if word.startswith("number")}
    held = {f"number{path.stem}" for path in (*tuned, *judged)}
    assert len(learned) + len(held) == len(paths)
    assert learned.isdisjoint(held)


def test_subtitles_of_which_nothing_is_held_out_are_refused_together(tmp_path: Path) -> None:
    paths = subtitles(tmp_path, 3)
    texts = Texts(paths, paths)
    with pytest.raises(FileError, match=r"in 0\.srt and 2 more is held out"):
        screen(texts.read("train"), texts)


@pytest.mark.parametrize(
    ("train", "dev", "told"),
    [
        (["d/talks.txt"], ["d/news.txt"], "--train talks.txt --dev news.txt"),
        (["d/train/de.txt"], ["d/dev/de.txt"], "--train train/de.txt --dev dev/de.txt"),
        (["d/a/x.txt", "d/b/x.txt"], ["d/a/x.txt"], "--train a/x.txt b/x.txt --dev a/x.txt"),
    ],
)
def test_a_command_divides_what_the_run_divides(
    train: list[str], dev: list[str], told: str
) -> None:
    texts = Texts(tuple(map(Path, train)), tuple(map(Path, dev)))
    assert told in Plan(recipe("compact", {}), texts).command


def test_the_encoder_and_the_pieces_of_a_start_are_not_told_as_those_of_the_recipe() -> None:
    texts, starts = Texts((Path("a"),), (Path("b"),)), (Path("runs/one"),)
    made = recipe("compact", {"encoder": "other", "vocabulary": "500", "epochs": "3"})
    fresh, later = Plan(made, texts), Plan(made, texts, starts=starts)
    assert (fresh.settings["encoder"], fresh.settings["vocabulary"]) == ("other", 500)
    assert later.settings.keys() == fresh.settings.keys() - {"encoder", "vocabulary"}
    assert later.command.endswith("--set epochs=3.0")
    anew = replace(later, recipe=replace(made, new_pieces=True))
    assert anew.settings["vocabulary"] == 500
