from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Literal

import pytest

from subpunct_app.batch.batch_options import Order
from subpunct_app.batch.executor import Finished, Item, Parcel
from subpunct_app.batch.outcome import State
from subpunct_app.batch.punctuating import Punctuating, prepare
from subpunct_app.decoding.suggestions.options import Mode
from subpunct_app.models import model_registry as registry
from subpunct_app.models.card import FILE, ModelCard
from subpunct_app.models.model_registry import Models
from subpunct_app.models.punctuator import Ids, Probabilities
from subpunct_app.runtime.errors import ModelError
from subpunct_app.runtime.task import Task
from subpunct_app.subtitles.formats.adapter import OutputFormat
from subpunct_app.subtitles.formats.subrip import SUBRIP
from subpunct_app.subtitles.formats.webvtt import WEBVTT
from tests.decoding.proposing.test_pipeline import SRT, Greeter

FILES = {
    "a.srt": SRT,
    "b.srt": SRT.replace(b"good morning", b"good good good morning"),
    "c.txt": b"good morning",
    "empty.txt": b"\n",
    "picture.srt": b"\x89PNG\r\n\x1a\n",
    "broken.srt": b"no times\n\n" + SRT,
}


class Counter(Greeter):
    """Count how many windows come at once."""

    def __init__(self) -> None:
        super().__init__()
        self.batches: list[int] = []

    def predict(
        self, pieces: Ids, mask: Ids, features: Ids | None = None
    ) -> tuple[Probabilities, Probabilities]:
        self.batches.append(len(pieces))
        return super().predict(pieces, mask, features)


@pytest.fixture
def parcel(tmp_path: Path) -> Parcel:
    return parcel_of(tmp_path, FILES)


def parcel_of(folder: Path, files: Mapping[str, bytes]) -> Parcel:
    for name, content in files.items():
        (folder / name).write_bytes(content)
    return Parcel(tuple(Item(name, folder / name, 9) for name in files))


def restored(
    parcel: Parcel,
    order: Order | None = None,
    models: Models | None = None,
    *,
    together: bool = False,
) -> dict[str, Finished]:
    work = Punctuating(order or Order(), models or Models.only(Greeter()), together=together)
    return {one.outcome.source: one for one in work(parcel, Task())}


def test_every_file_gets_its_result_or_a_reason(parcel: Parcel) -> None:
    found = restored(parcel)
    assert {name: one.outcome.state.value for name, one in found.items()} == {
        "a.srt": "done",
        "b.srt": "done",
        "c.txt": "done",
        "empty.txt": "skipped",
        "picture.srt": "failed",
        "broken.srt": "review",
    }
    assert found["a.srt"].content == SRT.replace(b"good morning", b"Good morning.").replace(
        b"how are you", b"How are you?"
    )
    assert "is a picture" in found["picture.srt"].outcome.reason
    assert found["picture.srt"].content is None


@pytest.mark.parametrize("content", [b"some notes\n", SRT.replace(b"00:", b"0x:")])
def test_subtitles_of_which_nothing_can_be_read_have_failed(content: bytes, tmp_path: Path) -> None:
    headed, blank = b"WEBVTT\n\nNOTE nobody speaks\n", b"\xef\xbb\xbf\n"
    files = {"bad.srt": content, "headed.vtt": headed, "blank.vtt": blank}
    found = restored(parcel_of(tmp_path, files))
    assert found["bad.srt"].outcome.state is State.FAILED
    assert "bad.srt holds no cue" in found["bad.srt"].outcome.reason
    assert found["headed.vtt"].outcome.state is State.SKIPPED
    assert found["blank.vtt"].outcome.state is State.SKIPPED


def test_what_is_not_in_the_encoding_that_was_asked_for_has_failed(parcel: Parcel) -> None:
    found = restored(parcel, Order(encoding="utf-16"))
    assert {one.outcome.state for one in found.values()} == {State.FAILED}


def test_media_that_nobody_hears_are_left_out(tmp_path: Path) -> None:
    found = restored(parcel_of(tmp_path, {"talk.mp4": b"", "talk.WAV": b""}))
    assert [(one.outcome.state, one.content) for one in found.values()] == [
        (State.SKIPPED, None)
    ] * 2
    assert "left out" in found["talk.mp4"].outcome.reason


def test_files_of_a_parcel_share_batches_and_come_out_the_same(parcel: Parcel) -> None:
    alone, together = Counter(), Counter()
    one = restored(parcel, models=Models.only(alone))
    other = restored(parcel, models=Models.only(together), together=True)
    assert (alone.batches, together.batches) == ([1, 1, 1, 1], [4])
    assert {name: (x.content, x.outcome.state) for name, x in one.items()} == {
        name: (x.content, x.outcome.state) for name, x in other.items()
    }


def test_figures_tell_what_was_done_and_what_is_doubtful(parcel: Parcel) -> None:
    found = restored(parcel, Order(review_below=0.85))["a.srt"].outcome
    figures = found.figures
    assert figures is not None
    assert found.state is State.REVIEW
    assert (figures.words, figures.cues, figures.marks_before, figures.marks_after) == (5, 2, 0, 2)
    assert (figures.density_before, figures.density_after) == (0, 40)
    assert (figures.suggestions, figures.applied) == (3, 3)
    assert figures.doubtful == 1
    assert figures.first_doubtful == 2


def test_what_is_not_applied_counts_as_an_error_as_far_as_it_is_right(parcel: Parcel) -> None:
    def errors(minimum: float) -> Sequence[float]:
        one = restored(parcel, Order(minimum=minimum))["a.srt"].outcome
        return (one.expected_errors, one.figures.applied if one.figures else 0)

    (all_in, _), (none_in, applied) = errors(0.0), errors(1.1)
    assert applied == 0
    assert all_in + none_in == pytest.approx(3, abs=0.02)
    assert all_in < none_in


def test_marks_that_stand_already_are_counted(tmp_path: Path) -> None:
    parcel = parcel_of(tmp_path, {"a.txt": b"Good morning. How, are you?"})
    figures = restored(parcel, Order(mode=Mode.FILL))["a.txt"].outcome.figures
    assert figures is not None
    assert (figures.marks_before, figures.marks_after) == (3, 3)


def test_what_another_format_has_no_place_for_is_told(tmp_path: Path) -> None:
    timed = b"00:00:01.000 --> 00:00:02.000\ngood morning\n"
    parcel = parcel_of(tmp_path, {"a.vtt": b"WEBVTT\n\nSTYLE\n::cue {}\n\n" + timed})
    for kind, told in (
        (SUBRIP, "line 3: Notes, styles and regions have no place"),
        (WEBVTT, ""),
    ):
        outcome = restored(parcel, Order(kind=kind))["a.vtt"].outcome
        assert (outcome.state, outcome.reason[: len(told) or None]) == (State.DONE, told)


def test_a_language_that_the_model_does_not_know_is_a_failure(tmp_path: Path) -> None:
    parcel = parcel_of(tmp_path, {"a.de.srt": SRT})
    assert "German" in restored(parcel)["a.de.srt"].outcome.reason
    found = restored(parcel, Order(language="en"))["a.de.srt"].outcome
    assert found.state is State.DONE


@pytest.mark.parametrize("together", [False, True])
def test_each_file_is_restored_by_the_model_that_knows_its_language(
    tmp_path: Path, *, together: bool
) -> None:
    names = ("a.de.srt", "b.srt", "c.de.srt")
    parcel = parcel_of(tmp_path, dict.fromkeys(names, SRT))
    asked = {"en": Counter(), "de": Counter()}
    cards = [replace(Greeter.card, id=code, languages=(code,)) for code in asked]
    for card in cards:
        asked[card.id].card = card
    models = Models(cards, lambda card: asked[card.id])
    found = restored(parcel, models=models, together=together)
    told = [found[name].outcome.figures for name in names]
    assert [figures.language for figures in told if figures] == ["de", "en", "de"]
    assert [sum(one.batches) for one in asked.values()] == [1, 2]


def test_a_model_that_cannot_be_loaded_fails_the_files_of_its_language(tmp_path: Path) -> None:
    parcel = parcel_of(tmp_path, {"a.de.srt": SRT, "b.srt": SRT})

    def load(card: ModelCard) -> Greeter:
        if card.id == "de":
            raise ModelError("It is damaged.", "Install it again.")
        return Greeter()

    models = Models([Greeter.card, replace(Greeter.card, id="de", languages=("de",))], load)
    found = restored(parcel, models=models)
    told = {name: (one.outcome.state, one.outcome.reason) for name, one in found.items()}
    assert told == {
        "a.de.srt": (State.FAILED, "It is damaged. Install it again."),
        "b.srt": (State.DONE, ""),
    }


@pytest.fixture
def damaged(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """Have a damaged model, which comes before others of its kind; return what is said of it."""
    card = tmp_path / "models" / "finer" / FILE
    card.parent.mkdir(parents=True)
    card.write_text("{")
    monkeypatch.setattr(registry, "shipped_folder", tmp_path.joinpath)
    return f"The card of the model in {card.parent} is damaged. Install the model again."


def test_a_damaged_model_that_was_passed_over_is_told_of(tmp_path: Path, damaged: str) -> None:
    parcel = parcel_of(tmp_path, {"a.en.srt": SRT, "b.de.srt": SRT})
    told = {name: one.outcome for name, one in restored(parcel).items()}
    assert (told["a.en.srt"].state, told["a.en.srt"].reason) == (State.DONE, damaged)
    assert told["b.de.srt"].state is State.FAILED
    assert f"which greeter does not know. {damaged} If it is" in told["b.de.srt"].reason
    named = restored(parcel, Order(model="greeter"))["a.en.srt"].outcome
    assert named.reason == ""


def test_a_good_part_in_another_language_is_a_remark(tmp_path: Path) -> None:
    german = "und dann sind wir auf den markt gegangen wo sie das brot verkaufen das ich so mag\n"
    parcel = parcel_of(tmp_path, {"a.en.txt": german.encode() * 20, "b.en.txt": b"good morning"})
    told = {name: one.outcome.reason for name, one in restored(parcel).items()}
    sentence = "Much of it reads like German, but was punctuated as English."
    assert told == {"a.en.txt": sentence, "b.en.txt": ""}


@pytest.mark.parametrize("kind", [None, SUBRIP, WEBVTT])
def test_a_result_is_utf_8_on_request_whatever_its_format(
    tmp_path: Path, kind: OutputFormat | None
) -> None:
    text = SRT.replace(b"good morning", "café crème".encode("cp1252"))
    parcel = parcel_of(tmp_path, {"a.srt": text})
    found = restored(parcel, Order(kind=kind, to_utf8=True))
    assert "café" in (found["a.srt"].content or b"").decode("utf-8").lower()


def test_a_guess_at_the_language_is_told(parcel: Parcel) -> None:
    models = Models([Greeter.card, replace(Greeter.card, id="other")], lambda _: Greeter())
    for language, guessed in ((None, True), ("en", False)):
        found = restored(parcel, Order(language=language), models)["c.txt"]
        assert found.outcome.figures
        assert (found.outcome.figures.language, found.outcome.figures.guessed) == ("en", guessed)


def test_a_worker_without_the_device_says_so_before_any_file() -> None:
    device: Literal["cuda", "mps"] = "cuda" if sys.platform == "darwin" else "mps"
    with pytest.raises(ModelError, match=f"no {device} device"):
        prepare(Order(device=device), 1)
