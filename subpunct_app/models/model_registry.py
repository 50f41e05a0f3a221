"""Find models, choose one by the language of a text, and load it when it is needed."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from subpunct_app.languages.language_data import language_name
from subpunct_app.models.card import (
    AUTO,
    DEFAULT_MODEL,
    FILE,
    GRAPH,
    WEIGHTS,
    ModelCard,
    first_knowing,
    read_card,
    unreadable,
)
from subpunct_app.models.punctuator import Punctuator
from subpunct_app.runtime.environment import install_hint
from subpunct_app.runtime.errors import FileError, MissingModel, ModelError
from subpunct_app.runtime.folders import shipped_folder

if TYPE_CHECKING:
    from subpunct_app.subtitles.formats.document import Document
    from subpunct_app.subtitles.reading.document_language import Language


def model_folders() -> list[Path]:
    """Return the folders of all models at hand, by name."""
    root = shipped_folder("models")
    return sorted(folder for folder in root.glob("*") if (folder / FILE).is_file())


def readable_cards() -> list[ModelCard]:
    """Return the cards of all models at hand but for damaged ones, which `damage` tells of."""
    return [card for card in read_cards(model_folders()) if isinstance(card, ModelCard)]


def damage(before: str | None = None) -> str:
    """Return what is to be said of the models at hand whose cards cannot be read, if any is so.

    With `before` only of those that `auto` would look at before that model.
    """
    folders = [
        folder for folder in model_folders() if before is None or _turn(folder.name) < _turn(before)
    ]
    return " ".join(str(error) for error in read_cards(folders) if isinstance(error, ModelError))


def card_of(folder: Path) -> ModelCard:
    """Return the card of a model; one at hand goes by the name that its folder has now."""
    card = read_card(folder)
    return replace(card, id=folder.name) if folder.parent == shipped_folder("models") else card


def find(model: str) -> Path:
    """Return the folder of a model given by id or by folder; raise ModelError if there is none."""
    for folder in model_folders():
        if folder.name == model:
            return folder
    if (Path(model) / FILE).is_file():
        return Path(model)
    if model and Path(model).is_dir():
        raise ModelError(f"{model} holds no finished model.", "It needs a card.json.")
    known = ", ".join(folder.name for folder in model_folders()) or "none"
    raise MissingModel(f"There is no model {model}.", f"Installed: {known}.")


def knowing(language: str) -> str | None:
    """Return the id of a model that knows a language, that of the default one where it does."""
    found = first_knowing(cards_for(AUTO), language)
    return found.id if found else None


def choice(model: str) -> tuple[str, ...]:
    """Return the models that a text may be punctuated with, each by its id or as it was given."""
    return tuple(card.id for card in cards_for(AUTO)) if model == AUTO else (model,)


def cards_for(model: str) -> list[ModelCard]:
    """Return the cards of the models that a text may be punctuated with.

    For `auto` these are all at hand, the default one first, but for damaged ones and those that
    know no language that others before them do not. Raise ModelError where one is missing, or
    damaged with no other to take.
    """
    if model != AUTO:
        return [card_of(find(model))]
    default = find(DEFAULT_MODEL)
    chosen: list[ModelCard] = []
    for card in sorted(readable_cards(), key=lambda card: _turn(card.id)):
        if not all(first_knowing(chosen, code) for code in card.languages):
            chosen.append(card)
    return chosen or [card_of(default)]


def languages_of(cards: Iterable[ModelCard]) -> list[str]:
    """Return the languages that any of several models knows, each once, in their order."""
    return list(dict.fromkeys(code for card in cards for code in card.languages))


def load(
    model: str = DEFAULT_MODEL, *, device: str = "auto", threads: int = 0, exact: bool = False
) -> Punctuator:
    """Load a model onto a device; `auto` takes a GPU where there is one.

    On the CPU an int8 file runs on so many `threads`, 0 for as many as fit the machine, unless
    the `exact` weights are asked for. Raise ModelError where the model, the device, or torch for
    it is missing.
    """
    folder = find(model)
    card = card_of(folder)
    wanted = device_for(device)
    int8 = _runs_int8(card, wanted, exact=exact)
    # Where there is no torch, there may be no weights for it either.
    if not int8:
        _check_torch()
    check_files(card, folder, but=WEIGHTS if int8 else GRAPH)
    return open_model(card, folder, wanted, threads=threads, exact=exact)


def device_for(device: str) -> str:
    """Return the device that is meant: `auto` is a GPU where there is one."""
    return _accelerator() if device == "auto" else device


def check_device(device: str) -> None:
    """Raise ModelError where a device that is named, or torch for it, is missing."""
    if device in ("auto", "cpu"):
        return
    _check_torch()
    from subpunct_app.models.torch_runtime import best_device

    if device != best_device():
        raise ModelError(f"This machine has no {device} device.", "Use --device cpu or auto.")


def open_model(
    card: ModelCard, folder: Path, device: str, *, threads: int = 0, exact: bool = False
) -> Punctuator:
    """Run the files of a folder: int8 on the CPU where the card lists such a file, else torch.

    `exact` takes torch there too. Raise ModelError where a file or the device is missing.
    """
    if _runs_int8(card, device, exact=exact):
        try:
            from subpunct_app.models.onnx_runtime import OnnxPunctuator
        except ImportError as error:
            raise ModelError(
                f"onnxruntime cannot be loaded: {error}.", "Is there memory? Install it again."
            ) from error
        return OnnxPunctuator(card, folder, threads=threads)
    check_device(device)
    from subpunct_app.models.torch_runtime import TorchPunctuator

    return TorchPunctuator(card, folder, device)


def check_files(card: ModelCard, folder: Path, but: str = "") -> None:
    """Compare a model's files, but for one, with the sha256 in its card.

    Raise ModelError on a difference, and where one is missing or not open to us.
    """
    for name, digest in card.files.items():
        if name == but:
            continue
        try:
            with (folder / name).open("rb") as stored:
                same = hashlib.file_digest(stored, "sha256").hexdigest() == digest
        except FileNotFoundError as error:
            raise ModelError(
                f"The model {card.id} lacks {name}.", "Install the model again."
            ) from error
        except OSError as error:
            raise unreadable(folder / name, error) from error
        if not same:
            raise ModelError(
                f"{name} of the model {card.id} is damaged.", "Install the model again."
            )


def verify(folder: Path) -> None:
    """Raise ModelError unless a folder holds a whole model, as far as this machine can run it."""
    unused = find_spec("torch") is None and not (folder / WEIGHTS).exists()
    check_files(card_of(folder), folder, but=WEIGHTS if unused else "")


def read_cards(folders: Iterable[Path]) -> Iterator[ModelCard | ModelError]:
    """Yield the card of each of some models, or why it cannot be read."""
    for folder in folders:
        try:
            yield card_of(folder)
        except ModelError as error:
            yield error


class Choice(NamedTuple):
    """The model for a text, and the language that it is in, or is said to be in.

    It is `guessed` where nothing told the language and several models were at hand.
    """

    punctuator: Punctuator
    language: str
    guessed: bool = False


class Models:
    """Give each text a model that knows its language; one that was loaded is kept.

    Of several `cards` the first that knows a language is taken, and the first of all where
    nothing tells a text's language.
    """

    def __init__(self, cards: Sequence[ModelCard], load: Callable[[ModelCard], Punctuator]) -> None:
        self._cards = cards
        self._load = load
        self._loaded: dict[str, Punctuator] = {}

    @classmethod
    def only(cls, punctuator: Punctuator) -> Models:
        """Return the one model that is loaded already."""
        return cls((punctuator.card,), lambda _: punctuator)

    @property
    def first(self) -> ModelCard:
        """Return the card of the model that comes first."""
        return self._cards[0]

    def knowing(self, language: str) -> Punctuator | None:
        """Return the model that knows a language, None where there is none."""
        found = first_knowing(self._cards, language)
        return self._of(found) if found else None

    def lack(self, language: str) -> str:
        """Return the beginning of a sentence that says that none of them knows a language."""
        who = "No model here knows" if len(self._cards) > 1 else f"{self.first.id} does not know"
        return f"{who} {language_name(language)}"

    def for_text(self, document: Document, name: str, language: str | None = None) -> Choice:
        """Return the model for a document, and its language.

        Where nothing tells it for sure it is the first of the first model. Raise FileError where
        no model knows the language.
        """
        if language is not None:
            return Choice(self.knowing(language) or self._of(self.first), language)
        from subpunct_app.subtitles.reading.document_language import detect

        found = detect(document, name)
        if found is None:
            guessed = len(self._cards) > 1 and bool(document.cues)
            return Choice(self._of(self.first), self.first.languages[0], guessed)
        able = self.knowing(found.code)
        if able is None:
            raise self.refusal(name, found)
        return Choice(able, found.code)

    def refusal(self, name: str, found: Language) -> FileError:
        """Return what is to be said of a text in a language that no model knows, and what to do."""
        known = languages_of(self._cards)
        language = "another language" if len(known) > 1 else language_name(known[0])
        codes = " or ".join(filter(None, (", ".join(known[:-1]), known[-1])))
        hint = (
            f"If it is in {language} all the same, use --language {codes}; "
            "in the window, open it and say so there."
        )
        who = "no model here knows" if len(self._cards) > 1 else f"{self.first.id} does not know"
        able = first_knowing(readable_cards(), found.code)
        # One that cannot be read may be the one that knows it.
        other = f"Use --model {able.id}." if able else damage()
        return FileError(
            f"{name} is in {found.name} by its {found.source}, which {who}.",
            f"{other} {hint}".lstrip(),
        )

    def _of(self, card: ModelCard) -> Punctuator:
        if card.id not in self._loaded:
            self._loaded[card.id] = self._load(card)
        return self._loaded[card.id]


def models_of(names: Iterable[str], *, device: str = "auto", threads: int = 0) -> Models:
    """Return models by id or folder, loaded at once where there is no choice.

    Raise ModelError where there is no such one, or the only one cannot be loaded.
    """
    named = [(card_of(find(name)), name) for name in names]
    by_id = {card.id: name for card, name in named}
    if len(by_id) == 1:
        return Models.only(load(*by_id.values(), device=device, threads=threads))
    return Models(
        [card for card, _ in named],
        lambda card: load(by_id[card.id], device=device, threads=threads),
    )


def _check_torch() -> None:
    if find_spec("torch") is None:
        raise ModelError("This needs torch, which is not here.", install_hint("torch"))


def _turn(model: str) -> tuple[bool, str]:
    """Return what sorts models as `auto` looks at them: the default one first."""
    return model != DEFAULT_MODEL, model


def _runs_int8(card: ModelCard, device: str, *, exact: bool) -> bool:
    return device == "cpu" and not exact and GRAPH in card.files


def _accelerator() -> str:
    """Return the device to use, asking torch only where a driver makes a GPU likely."""
    nvidia = Path("/proc/driver/nvidia/version").exists() or Path("/dev/nvidia0").exists()
    windows = Path("C:/Windows/System32/nvcuda.dll").exists()
    apple = Path("/System/Library/CoreServices").exists()
    if not (nvidia or windows or apple) or find_spec("torch") is None:
        return "cpu"
    from subpunct_app.models.torch_runtime import best_device

    return best_device()
