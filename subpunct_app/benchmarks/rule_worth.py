"""Measure what each rule of decoding is worth: leave it out, and count what that mends and breaks.

The marks and capitals of punctuated text are taken off, once all and once half of the marks. The
model is asked once about each text, and what it says is decoded without each rule in turn.
"""

from __future__ import annotations

import lzma
from collections import Counter
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from subpunct_app.benchmarks.rehearsal import counted_as, spellings, strip_marks
from subpunct_app.decoding.evidence.habits import Habits
from subpunct_app.decoding.inference.windows import predict_together
from subpunct_app.decoding.proposing.model_input import questions
from subpunct_app.decoding.rules import RULES, PredictedText
from subpunct_app.decoding.suggestions.decode import suggest
from subpunct_app.decoding.suggestions.options import Options
from subpunct_app.runtime.task import Task
from subpunct_app.subtitles.files import read
from subpunct_app.subtitles.formats.parse import parse
from subpunct_app.subtitles.reading.passes import read_words
from subpunct_app.training.data.readers import part_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path

    from subpunct_app.benchmarks.rehearsal import Written
    from subpunct_app.decoding.rules import Rule
    from subpunct_app.models.model_registry import Models
    from subpunct_app.models.punctuator import Punctuator
    from subpunct_app.subtitles.formats.document import Document
    from subpunct_app.subtitles.reading.transcript import Transcript

_KEPT = (0.0, 0.5)
_PER = 100_000
# What the text itself tells can be left out like a rule.
_LINES, _STANDING = "text.lines", "text.standing_marks"


@dataclass(frozen=True, slots=True)
class Worth:
    """How many gaps of so many words a rule, or a group of them, changes, and for the better."""

    rule: str
    language: str
    words: int
    fired: int
    right: int
    wrong: int

    @property
    def net(self) -> float:
        """Return how many more gaps are right with the rule, in 100,000 words."""
        return _PER * (self.right - self.wrong) / max(1, self.words)


def rule_worth(
    paths: Sequence[Path], models: Models, task: Task, *, part: str | None = None
) -> list[Worth]:
    """Return what each rule is worth in each language of some files, the groups first.

    Only the documents of a `part` count, where a model learned from the others (see `part_of`).
    """
    changes = Counter[tuple[str, str, str]]()
    words = Counter[str]()
    for at, path in enumerate(paths):
        task.step(at, len(paths), "Decoding without each rule")
        documents = list(_documents(path, part))
        if not documents:
            continue
        punctuator, language, _ = models.for_text(max(documents, key=_length), path.name)
        for document in documents:
            for kept in _KEPT:
                bare, truth = strip_marks(document, language, kept=kept)
                transcript = read_words(bare, language)
                if transcript.words:
                    words[language] += len(transcript.words)
                    text = predicted(transcript, punctuator)
                    changes.update(_changes(transcript, text, truth, language))
    task.step(len(paths), len(paths), "Decoding without each rule")
    return [
        Worth(
            rule,
            language,
            words[language],
            *(changes[rule, language, what] for what in ("fired", "right", "wrong")),
        )
        for rule in left_out()
        for language in sorted(words)
    ]


def left_out() -> list[str]:
    """Return the names of all that can be left out: groups of rules, rules, habits of a text."""
    groups = dict.fromkeys(f"{rule.id.partition('.')[0]}.*" for rule in RULES)
    return [*groups, *(rule.id for rule in RULES), _LINES, _STANDING]


def predicted(transcript: Transcript, punctuator: Punctuator) -> PredictedText:
    """Return a text with what a model says of it."""
    asked = questions(transcript, {}, punctuator.card, Options())
    said = predict_together(punctuator, asked, Task())
    words, gaps, language = transcript.words, transcript.gaps, transcript.language
    habits = Habits.of(words, gaps, said[0], language)
    return PredictedText(words, gaps, said[-1], language, habits)


def _changes(
    transcript: Transcript, text: PredictedText, truth: Sequence[Written], language: str
) -> Iterator[tuple[str, str, str]]:
    """Yield for each gap that a rule changes that it fired, and whether that was right or wrong."""
    spelled = [*spellings(transcript), ""]
    full = _written(text, RULES, spelled)
    silent = [rule for rule in RULES if next(iter(rule.find(text)), None) is None]
    for name in left_out():
        less, rules = _without(name, text)
        if less is text and len(rules) == len(RULES) - sum(rule not in rules for rule in silent):
            continue
        for now, before, right in zip(full, _written(less, rules, spelled), truth, strict=True):
            if now != before:
                yield name, language, "fired"
            if (now == right) is not (before == right):
                yield name, language, "right" if now == right else "wrong"


def _without(name: str, text: PredictedText) -> tuple[PredictedText, Sequence[Rule]]:
    """Return a text and the rules for it, both without what is left out."""
    habits = text.habits
    if name == _LINES:
        return replace(text, habits=replace(habits, lines=None)), RULES
    if name == _STANDING:
        return replace(text, habits=replace(habits, standing=None)), RULES
    if name.endswith("*"):
        return text, [rule for rule in RULES if not rule.id.startswith(name[:-1])]
    return text, [rule for rule in RULES if rule.id != name]


def _written(text: PredictedText, rules: Sequence[Rule], spelled: Sequence[str]) -> list[Written]:
    """Return the mark in each gap and the word after it, with everything accepted."""
    found = [(counted_as(gap.current), word) for gap, word in zip(text.gaps, spelled, strict=True)]
    for one in suggest(text, Options(), rules):
        word = one.case.apply(spelled[one.gap], text.language)
        found[one.gap] = (counted_as(one.mark), word)
    return found


def _length(document: Document) -> int:
    return len(document.text)


def _documents(path: Path, part: str | None) -> Iterator[Document]:
    """Yield the subtitles in a file, or the documents of a text, which blank lines part."""
    content = read(path)
    name = path.name
    if path.suffix == ".xz":
        content, name = lzma.decompress(content), path.stem
    if not name.endswith(".txt"):
        yield parse(content)
        return
    for document in content.decode("utf-8", "surrogateescape").split("\n\n"):
        lines = document.strip("\n")
        if lines and part in (None, part_of(lines)):
            yield parse(f"{lines}\n".encode("utf-8", "surrogateescape"))
