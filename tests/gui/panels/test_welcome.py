from __future__ import annotations

from PySide6.QtWidgets import QPushButton

from subpunct_app.gui.panels.welcome import StartButton, WelcomePage
from subpunct_app.review.settings import Settings
from tests.gui.conftest import NewWindow


def test_a_single_key_is_no_part_of_the_names_on_the_first_page(new_window: NewWindow) -> None:
    keys = {"open": ("K",), "sample": ("U",)}
    page = new_window(remembered=Settings(shortcuts=keys)).findChild(WelcomePage)
    assert page is not None
    names = [button.accessibleName() for button in page.findChildren(StartButton)]
    texts = [button.text() for button in page.findChildren(QPushButton) if button.text()]
    assert (names, texts) == (["Open", "Transcribe", "Batch"], ["Try the &sample"])
