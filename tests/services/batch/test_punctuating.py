from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from subpunct_app.core.errors import ModelError
from subpunct_app.core.task import Task
from subpunct_app.punctuation.base import Ids, Probabilities
from subpunct_app.punctuation.card import ModelCard
from subpunct_app.services.batch.crew import Finished
from subpunct_app.services.batch.order import Item, Order, Parcel
from subpunct_app.services.batch.outcome import State
from subpunct_app.services.batch.punctuating import Punctuating
from subpunct_app.services.models import Models
from tests.services.test_pipeline import SRT, Greeter

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
    for name, content in FILES.items():
        (tmp_path / name).write_bytes(content)
    return Parcel(tuple(Item(name, tmp_path / name, 9) for name in FILES))


def restored(work: Punctuating, parcel: Parcel) -> dict[str, Finished]:
    return {one.outcome.source: one for one in work(parcel, Task())}


def test_every_file_gets_its_result_or_a_reason(parcel: Parcel) -> None:
    found = restored(Punctuating(Order(), Models.only(Greeter())), parcel)
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
    (tmp_path / "bad.srt").write_bytes(content)
    (tmp_path / "headed.vtt").write_bytes(b"WEBVTT\n\nNOTE nobody speaks\n")
    (tmp_path / "blank.vtt").write_bytes(b"\xef\xbb\xbf\n")
    names = ("bad.srt", "headed.vtt", "blank.vtt")
    items = tuple(Item(name, tmp_path / name, 9) for name in names)
    found = restored(Punctuating(Order(), Models.only(Greeter())), Parcel(items))
    assert found["bad.srt"].outcome.state is State.FAILED
    assert "bad.srt holds no cue" in found["bad.srt"].outcome.reason
    assert found["headed.vtt"].outcome.state is State.SKIPPED
    assert found["blank.vtt"].outcome.state is State.SKIPPED


def test_what_is_not_in_the_encoding_that_was_asked_for_has_failed(parcel: Parcel) -> None:
    found = restored(Punctuating(Order(encoding="utf-16"), Models.only(Greeter())), parcel)
    assert {one.outcome.state for one in found.values()} == {State.FAILED}


def test_media_that_nobody_hears_are_left_out(tmp_path: Path) -> None:
    names = ("talk.mp4", "talk.WAV")
    items = tuple(Item(name, tmp_path / name, 9) for name in names)
    found = restored(Punctuating(Order(), Models.only(Greeter())), Parcel(items))
    assert [(one.outcome.state, one.content) for one in found.values()] == [
        (State.SKIPPED, None)
    ] * 2
    assert "left out" in found["talk.mp4"].outcome.reason


def test_files_of_a_parcel_share_batches_and_come_out_the_same(parcel: Parcel) -> None:
    alone, together = Counter(), Counter()
    one = restored(Punctuating(Order(), Models.only(alone)), parcel)
    other = restored(Punctuating(Order(), Models.only(together), together=True), parcel)
    assert (alone.batches, together.batches) == ([1, 1, 1, 1], [4])
    assert {name: (x.content, x.outcome.state) for name, x in one.items()} == {
        name: (x.content, x.outcome.state) for name, x in other.items()
    }


def test_figures_tell_what_was_done_and_what_is_doubtful(parcel: Parcel) -> None:
    found = restored(Punctuating(Order(review_below=0.85), Models.only(Greeter())), parcel)[
        "a.srt"
    ].outcome
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
        order = Order(minimum=minimum)
        one = restored(Punctuating(order, Models.only(Greeter())), parcel)["a.srt"].outcome
        return (one.expected_errors, one.figures.applied if one.figures else 0)

    (all_in, _), (none_in, applied) = errors(0.0), errors(1.1)
    assert applied == 0
    assert all_in + none_in == pytest.approx(3, abs=0.02)
    assert all_in < none_in


def test_marks_that_stand_already_are_counted(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text("Good morning. How, are you?")
    work = Punctuating(Order(mode="fill"), Models.only(Greeter()))
    parcel = Parcel((Item("a.txt", tmp_path / "a.txt", 9),))
    figures = restored(work, parcel)["a.txt"].outcome.figures
    assert figures is not None
    assert (figures.marks_before, figures.marks_after) == (3, 3)


def test_another_format_is_written(parcel: Parcel) -> None:
    found = restored(Punctuating(Order(kind="vtt"), Models.only(Greeter())), parcel)[
        "a.srt"
    ].content
    assert found is not None
    assert found.startswith(b"WEBVTT\n")


def test_what_another_format_has_no_place_for_is_told(tmp_path: Path) -> None:
    timed = b"00:00:01.000 --> 00:00:02.000\ngood morning\n"
    (tmp_path / "a.vtt").write_bytes(b"WEBVTT\n\nSTYLE\n::cue {}\n\n" + timed)
    parcel = Parcel((Item("a.vtt", tmp_path / "a.vtt", 9),))
    for kind, told in (("srt", "line 3: Notes, styles and regions have no place"), ("vtt", "")):
        outcome = restored(Punctuating(Order(kind=kind), Models.only(Greeter())), parcel)[
            "a.vtt"
        ].outcome
        assert (outcome.state, outcome.reason[: len(told) or None]) == (State.DONE, told)


def test_a_language_that_the_model_does_not_know_is_a_failure(tmp_path: Path) -> None:
    (tmp_path / "a.de.srt").write_bytes(SRT)
    parcel = Parcel((Item("a.de.srt", tmp_path / "a.de.srt", 9),))
    found = restored(Punctuating(Order(), Models.only(Greeter())), parcel)["a.de.srt"].outcome
    assert "German" in found.reason
    order = replace(Order(), language="en")
    found = restored(Punctuating(order, Models.only(Greeter())), parcel)["a.de.srt"].outcome
    assert found.state is State.DONE


@pytest.mark.parametrize("together", [False, True])
def test_each_file_is_restored_by_the_model_that_knows_its_language(
    tmp_path: Path, *, together: bool
) -> None:
    names = ("a.de.srt", "b.srt", "c.de.srt")
    for name in names:
        (tmp_path / name).write_bytes(SRT)
    parcel = Parcel(tuple(Item(name, tmp_path / name, 9) for name in names))
    asked = {"en": Counter(), "de": Counter()}
    cards = [replace(Greeter.card, id=code, languages=(code,)) for code in asked]
    for card in cards:
        asked[card.id].card = card
    models = Models(cards, lambda card: asked[card.id])
    found = restored(Punctuating(Order(), models, together=together), parcel)
    told = [found[name].outcome.figures for name in names]
    assert [figures.language for figures in told if figures] == ["de", "en", "de"]
    assert [sum(one.batches) for one in asked.values()] == [1, 2]


def test_a_model_that_cannot_be_loaded_fails_the_files_of_its_language(tmp_path: Path) -> None:
    (tmp_path / "a.de.srt").write_bytes(SRT)
    (tmp_path / "b.srt").write_bytes(SRT)
    parcel = Parcel(tuple(Item(name, tmp_path / name, 9) for name in ("a.de.srt", "b.srt")))

    def load(card: ModelCard) -> Greeter:
        if card.id == "de":
            raise ModelError("It is damaged.", "Install it again.")
        return Greeter()

    models = Models([Greeter.card, replace(Greeter.card, id="de", languages=("de",))], load)
    found = restored(Punctuating(Order(), models), parcel)
    told = {name: (one.outcome.state, one.outcome.reason) for name, one in found.items()}
    assert told == {
        "a.de.srt": (State.FAILED, "It is damaged. Install it again."),
        "b.srt": (State.DONE, ""),
    }


def test_shared_batches_hold_windows_of_any_length(tmp_path: Path) -> None:
    words = np.random.default_rng(1).integers(1, 300, 8).tolist()
    texts = {f"{at}.txt": " ".join(["good morning you"] * count) for at, count in enumerate(words)}
    for name, text in texts.items():
        (tmp_path / name).write_text(text)
    parcel = Parcel(tuple(Item(name, tmp_path / name, 9) for name in texts))
    alone = restored(Punctuating(Order(language="en"), Models.only(Greeter())), parcel)
    both = restored(
        Punctuating(Order(language="en"), Models.only(Greeter()), together=True), parcel
    )
    assert {name: one.content for name, one in alone.items()} == {
        name: one.content for name, one in both.items()
    }


@pytest.mark.parametrize("kind", [None, "srt", "vtt"])
def test_a_result_is_utf_8_on_request_whatever_its_format(tmp_path: Path, kind: str | None) -> None:
    (tmp_path / "a.srt").write_bytes(SRT.replace(b"good morning", "café crème".encode("cp1252")))
    work = Punctuating(Order(kind=kind, to_utf8=True), Models.only(Greeter()))
    found = restored(work, Parcel((Item("a.srt", tmp_path / "a.srt", 9),)))
    assert "café" in (found["a.srt"].content or b"").decode("utf-8").lower()


def test_a_guess_at_the_language_is_told(parcel: Parcel) -> None:
    models = Models([Greeter.card, replace(Greeter.card, id="other")], lambda _: Greeter())
    for language, guessed in ((None, True), ("en", False)):
        found = restored(Punctuating(Order(language=language), models), parcel)["c.txt"]
        assert found.outcome.figures
        assert (found.outcome.figures.language, found.outcome.figures.guessed) == ("en", guessed)
