"""What most parts of the window work with."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

    from PySide6.QtWidgets import QMainWindow

    from subpunct_app.gui.background.jobs import Jobs
    from subpunct_app.gui.desk import Desk
    from subpunct_app.gui.file.opener import Opener
    from subpunct_app.gui.parts.message_bar import MessageBar
    from subpunct_app.gui.review.page import ReviewPage


@dataclass(frozen=True, slots=True)
class Workplace:
    """The window, what lies open in it, and who does the work.

    `finish_typing` puts what is typed into a cue, and tells whether that went well.
    """

    window: QMainWindow
    desk: Desk
    jobs: Jobs
    page: ReviewPage
    message: MessageBar
    opener: Opener
    finish_typing: Callable[[], bool]
