"""The sentences of the message bar."""

from __future__ import annotations

from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING

from subpunct_app.gui.texts.translation import tr
from subpunct_app.languages.language_data import language_name
from subpunct_app.review.learning.recalibration import ENOUGH
from subpunct_app.subtitles.reading.document_language import Source, foreign_note

if TYPE_CHECKING:
    from collections.abc import Sequence

    from subpunct_app.review.journal.records import FileState
    from subpunct_app.review.journal.resume import LeftReview
    from subpunct_app.review.journal.review_journal import ReviewJournal
    from subpunct_app.review.learning.recalibration import Learned, Taught
    from subpunct_app.review.model_queries import Punctuated
    from subpunct_app.review.session import ReviewSession
    from subpunct_app.subtitles.bare_stretches import BareRun
    from subpunct_app.subtitles.formats.adapter import Format


SOURCES = {
    Source.USER: tr("your choice"),
    Source.NAME: tr("from the file name"),
    Source.HEADER: tr("from the file header"),
    Source.TEXT: tr("detected from the text"),
}


def runs_note(runs: Sequence[BareRun], kind: Format) -> str:
    """Return where a text lacks the marks that it has elsewhere."""
    first, last, text = runs[0].first_cue, runs[0].last_cue, not kind.timed
    if first == last:
        place = tr("in paragraph {at}", at=first) if text else tr("in cue {at}", at=first)
    elif text:
        place = tr("from paragraph {first} to {last}", first=first, last=last)
    else:
        place = tr("from cue {first} to {last}", first=first, last=last)
    return tr(
        "Punctuation is missing {place}.",
        "Punctuation is missing in {n} places, the first {place}.",
        len(runs),
        place=place,
    )


def avoided_note(target: Path) -> str:
    """Return why an export does not go where the last one went."""
    return tr("Another program has changed {name}, so it was not replaced.", name=target.name)


def proposal_note(session: ReviewSession, answer: Punctuated) -> str:
    """Return what the editor could not see from the suggestions, empty where they say it all."""
    if answer.words is not None:
        return _part_note(len(answer.proposal.suggestions), len(answer.words))
    decided, left = len(session) - session.open_count, session.open_count
    if decided:
        kept = tr("Kept {n} earlier decision", "Kept {n} earlier decisions", decided)
        return f"{kept}; {tr('{left:,} left to review.', left=left)}"
    if not session:
        return tr("The model has no suggestions for this text.")
    transcript = answer.proposal.transcript
    if transcript.other_language:
        name = language_name(transcript.other_language)
        return tr("Lines in {name} are shown in grey and stay unchanged.", name=name)
    if not answer.foreign:
        return ""
    how = tr(
        "To punctuate that part, choose {name} in the status bar, select its cues and press "
        "Shift+F9.",
        name=language_name(answer.foreign),
    )
    return f"{foreign_note(answer.foreign, transcript.language)} {how}"


def _part_note(suggestions: int, words: int) -> str:
    count = tr("{n} suggestion", "{n} suggestions", suggestions)
    asked = tr("for the {n} selected word", "for the {n} selected words", words)
    return tr("{count} {asked}. Nothing else has changed.", count=count, asked=asked)


def left_note(name: str, left: LeftReview, source: FileState) -> str:
    """Return how far a review had come that goes on now, and what the file was then."""
    session = left.review.session if left.review else None
    decided = (len(session) - session.open_count, len(session)) if session is not None else None
    before, when = Path(left.journal.heading.path).name, _when(left.journal.written)
    if before != name:
        when = tr("{when} on {before}", when=when, before=before)
    if session and not left.journal.has_work:
        return tr("Restored the suggestions from {when}. None is decided yet.", when=when)
    work = _work_of(left.journal, decided)
    note = tr("Restored your work from {when}: {work}.", when=when, work=work)
    if left.is_of(source):
        return note
    return f"{tr('{name} has changed since, but not its words.', name=name)} {note}"


def outdated_note(name: str, journal: ReviewJournal, source: FileState) -> str:
    """Return why the work on an earlier state of a file is not brought back."""
    decisions, edited = len(journal.verdicts), len(journal.heading.texts)
    done = (
        tr("{n} decision", "{n} decisions", decisions) if decisions else "",
        tr("{n} edited cue", "{n} edited cues", edited) if edited else "",
        tr("a half-typed cue") if journal.place.typed is not None else "",
    )
    work, when = tr(" and ").join(filter(None, done)), _when(journal.written)
    if journal.heading.sha256 != source.sha256:
        changed = tr("{name} has changed since {when}", name=name, when=when)
    else:
        changed = tr("{name} was read differently at {when}", name=name, when=when)
    return tr("{changed}, so {work} could not be restored.", changed=changed, work=work)


def interrupted_note(journals: Sequence[ReviewJournal]) -> str:
    """Return what was under review when the program ended without being closed."""
    newest, others = journals[0], len(journals) - 1
    name = Path(newest.heading.path).name
    if others:
        name = tr("{name} and {n} more file", "{name} and {n} more files", others, name=name)
    decided = (len(newest.verdicts), len(newest.suggestions)) if newest.suggestions else None
    work = _work_of(newest, decided)
    return tr(
        "subpunct was closed unexpectedly while {name} was open. Nothing is lost: {work}.",
        name=name,
        work=work,
    )


def learned_note(learned: Learned) -> str:
    """Return what the decisions of a project made of the confidences, and which are sure."""
    right = tr(
        "After {n} decision here, {right:.0f} % of what you read was right",
        "After {n} decisions here, {right:.0f} % of what you read was right",
        learned.decisions,
        right=100 * learned.right,
    )
    said = tr("the model expected {said:.0f} %", said=100 * learned.said)
    change = tr("lowered") if learned.temperature > 1 else tr("raised")
    note = tr(
        "{right}; {said}. Its confidences were {change}.", right=right, said=said, change=change
    )
    if learned.line > 1:
        return f"{note} {tr('No suggestion is confident enough to accept unread.')}"
    sure = tr(
        "Above {line:.2f} at least {right:.0f} % are right.",
        line=learned.line,
        right=100 * learned.precision,
    )
    return f"{note} {sure}"


def taught_note(taught: Taught, *, used: bool) -> str:
    """Return what there is to learn in a project, or how much is missing."""
    if taught.learned is not None:
        unused = "" if used else f" {tr('Learning is off: see the Review menu.')}"
        return learned_note(taught.learned) + unused
    return tr(
        "{n} decision is saved for this folder. {enough} are needed to adjust confidences.",
        "{n} decisions are saved for this folder. {enough} are needed to adjust confidences.",
        taught.decisions,
        enough=ENOUGH,
    )


def _work_of(journal: ReviewJournal, decided: tuple[int, int] | None) -> str:
    """Return how many are decided of how many, where a model was asked, and what was edited."""
    texts, typed = journal.heading.texts, journal.place.typed
    parts = []
    if decided == (0, 0):
        parts.append(tr("no suggestions"))
    elif decided is not None:
        some, total = decided
        parts.append(tr("{some:,} of {total:,} decided", some=some, total=total))
    if texts:
        parts.append(tr("{n} cue edited", "{n} cues edited", len(texts)))
    if typed:
        parts.append(tr("cue {cue} half typed", cue=typed[0] + 1))
    return ", ".join(parts)


def _when(written: float) -> str:
    moment = datetime.fromtimestamp(written)
    today = moment.date() == datetime.now().date()
    return f"{moment:%H:%M}" if today else f"{moment.day} {moment:%B %Y, %H:%M}"
