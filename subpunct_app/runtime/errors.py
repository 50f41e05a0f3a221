"""The one tree of errors that a user can act on."""

from __future__ import annotations

_ENDS = (".", "?", "!", "…", ":")


class SubpunctError(Exception):
    """Say what went wrong in one sentence, and what to do about it in another."""

    def __init__(self, message: str, hint: str = "") -> None:
        super().__init__(message, hint)
        self.message = message
        self.hint = hint

    def __str__(self) -> str:
        # What a foreign library said often ends without a full stop.
        end = "." if self.hint and not self.message.endswith(_ENDS) else ""
        return f"{self.message}{end} {self.hint}".rstrip()


class FileError(SubpunctError):
    """A file cannot be read, understood or written."""


class MediaError(SubpunctError):
    """A video or sound file cannot be used."""


class ModelError(SubpunctError):
    """A model is missing, damaged or does not fit."""


class MissingModel(ModelError):
    """A model is not at hand."""


class SettingsError(SubpunctError):
    """An option or a setting makes no sense."""


class Cancelled(SubpunctError):
    """The user asked the work to stop."""

    def __init__(self, message: str = "Cancelled.", hint: str = "") -> None:
        super().__init__(message, hint)
