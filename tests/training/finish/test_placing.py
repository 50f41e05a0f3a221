from __future__ import annotations

from pathlib import Path

import pytest

from subpunct_app.models.card import FILE, ModelCard, read_card, write_card
from subpunct_app.text.words import Mark
from subpunct_app.training.finish.placing import place
from tests.limits import files_up_to

BEFORE = ModelCard("before", "Before", ("en",), (Mark.NONE,), files={"model.onnx": "0"})
AFTER = ModelCard("after", "After", ("de",), (Mark.NONE,), files={"model.onnx": "1", "more": "2"})


@pytest.fixture
def out(tmp_path: Path) -> Path:
    folder = tmp_path / "out"
    folder.mkdir()
    (folder / "model.onnx").write_text("before")
    write_card(BEFORE, folder)
    return folder


@pytest.fixture
def made(tmp_path: Path) -> Path:
    folder = tmp_path / "made"
    folder.mkdir()
    for name in AFTER.files:
        (folder / name).write_text("after")
    return folder


def test_a_model_takes_the_place_of_another(made: Path, out: Path) -> None:
    place(AFTER, made, out)
    assert read_card(out) == AFTER
    assert {path.name for path in out.iterdir()} == {FILE, *AFTER.files}
    assert (out / "model.onnx").read_text() == "after"
    assert list(made.iterdir()) == []


def test_a_card_that_does_not_fit_on_the_disk_leaves_the_model_before(
    made: Path, out: Path
) -> None:
    with files_up_to(20), pytest.raises(OSError, match="too large"):
        place(AFTER, made, out)
    assert read_card(out) == BEFORE
    assert (out / "model.onnx").read_text() == "before"


def test_a_file_that_is_missing_leaves_the_model_before(made: Path, out: Path) -> None:
    (made / "more").unlink()
    with pytest.raises(FileNotFoundError):
        place(AFTER, made, out)
    assert read_card(out) == BEFORE
    assert {path.name for path in out.iterdir()} == {FILE, "model.onnx"}
    assert (out / "model.onnx").read_text() == "before"


def test_the_card_comes_when_all_files_have_their_places(made: Path, out: Path) -> None:
    (out / "more").mkdir()
    with pytest.raises(OSError, match="more"):
        place(AFTER, made, out)
    assert not (out / FILE).exists()
