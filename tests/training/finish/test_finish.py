from __future__ import annotations

from pathlib import Path

import pytest

from subpunct_app.models.card import read_card
from subpunct_app.runtime.errors import FileError
from subpunct_app.runtime.folders import shipped_folder
from subpunct_app.training.finish.finish import read_about


@pytest.mark.parametrize(
    ("content", "named"),
    [
        (None, "cannot be read"),
        ("{", "cannot be read"),
        ('{"name": "x",\n"languages" []}', "line 2"),
        pytest.param(f'{{"limits": {"9" * 5000}}}', "cannot be read as JSON", id="long number"),
        pytest.param("[" * 100_000, "cannot be read as JSON", id="deep brackets"),
        ("[]", "no JSON object"),
        ('{"languages": "en"}', "languages"),
        ('{"languages": null}', "languages"),
        ('{"languages": ["en", 1]}', "languages"),
        ('{"name": ["My model"]}', "name"),
        ('{"name": ""}', "name"),
        ('{"files": [], "window": "30 ms", "id": "zzz"}', "files, id, window"),
    ],
)
def test_what_no_card_can_hold_is_refused(tmp_path: Path, content: str | None, named: str) -> None:
    about = tmp_path / "about.json"
    if content is not None:
        about.write_text(content, encoding="utf-8")
    with pytest.raises(FileError, match=rf"about\.json.*{named}|{named}.*about\.json"):
        read_about(about)


@pytest.mark.skipif(not Path("/dev/zero").is_char_device(), reason="needs a device without end")
def test_what_never_ends_is_refused() -> None:
    with pytest.raises(FileError, match="/dev/zero is a device"):
        read_about(Path("/dev/zero"))


def test_a_file_that_is_far_too_large_is_not_read_whole(tmp_path: Path) -> None:
    with (tmp_path / "film.json").open("wb") as film:
        film.truncate(2 << 20)
    with pytest.raises(FileError, match=r"film\.json is far too large"):
        read_about(tmp_path / "film.json")


def test_a_byte_order_mark_does_no_harm(tmp_path: Path) -> None:
    (tmp_path / "about.json").write_text('{"name": "Mine"}', encoding="utf-8-sig")
    assert read_about(tmp_path / "about.json") == {"name": "Mine"}


def test_the_shipped_models_say_what_a_card_can_hold() -> None:
    for file in shipped_folder("models").glob("*/about.json"):
        card = read_card(file.parent)
        about = read_about(file)
        assert (about["name"], tuple(about["languages"])) == (card.name, card.languages)
