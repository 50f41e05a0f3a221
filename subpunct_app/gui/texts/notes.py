"""The sentences of the message bar."""

from __future__ import annotations

from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING

from subpunct_app.gui.texts.translation import tr
from subpunct_app.languages.language_data import language_name
from subpunct_app.review.learning.recalibration import ENOUGH
from subpunct_app.runtime.errors import FileError
from subpunct_app.speech.media.media_files import is_media
from subpunct_app.subtitles.reading.document_language import Source, foreign_note

if TYPE_CHECKING:
    from collections.abc import Sequence

    from subpunct_app.gui.file.open_file import OpenFile
    from subpunct_app.review.journal.records import FileState
    from subpunct_app.review.journal.resume import LeftReview
    from subpunct_app.review.journal.review_journal import ReviewJournal
    from subpunct_app.review.learning.decided_text import DecidedText
    from subpunct_app.review.learning.recalibration import Learned, Taught
    from subpunct_app.review.model_queries import Punctuated, Refused
    from subpunct_app.review.session import ReviewSession
    from subpunct_app.review.views.open_review import Review
    from subpunct_app.subtitles.bare_stretches import BareRun
    from subpunct_app.subtitles.formats.adapter import Format
    from subpunct_app.subtitles.formats.document import Remark


def many_note(sources: Sequence[Path]) -> str:
    """Return why files are not opened, and what takes them all."""
    if len(sources) == 1:
        name = sources[0].name
        return tr("{name} is a folder. A batch can punctuate everything in it.", name=name)
    if all(map(is_media, sources)):
        return tr(
            "Only one file can be open at a time. A batch can transcribe it.",
            "Only one file can be open at a time. A batch can transcribe all {n}.",
            len(sources),
        )
    return tr(
        "Only one file can be open at a time. A batch can punctuate it.",
        "Only one file can be open at a time. A batch can punctuate all {n}.",
        len(sources),
    )


def sure_note(count: int, result: FileState) -> str:
    """Return how the review of a file begins that a batch has restored."""
    sure = tr(
        "{n} confident suggestion was accepted, as in the batch.",
        "{n} confident suggestions were accepted, as in the batch.",
        count,
    )
    replaces = tr("Your export will replace {path}.", path=result.path)
    then = avoided_note(result.path) if result.changed else replaces
    return f"{sure} {then}" if count else then


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


def refusal(name: str, refused: Refused) -> FileError:
    """Return why a model makes no suggestions for a file, and what to do all the same."""
    card, language = refused.model.card, refused.language
    known = language_name(card.languages[0])
    return FileError(
        tr(
            "{name} is in {language} ({why}), which {model} does not support.",
            name=name,
            language=language.name,
            why=SOURCES[language.source],
            model=card.id,
        ),
        tr(
            "If the text is in {known}, punctuate it as {known}. You can choose any other language "
            "in the status bar.",
            known=known,
        ),
    )


SOURCES = {
    Source.USER: tr("your choice"),
    Source.NAME: tr("from the file name"),
    Source.HEADER: tr("from the file header"),
    Source.TEXT: tr("detected from the text"),
}


def language_note(name: str) -> str:
    """Return which language suggestions are made for where the text is treated in another now."""
    return tr("The suggestions were made for text in {name}.", name=name)


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


def unread_note(review: Review | None) -> str:
    """Return why an answer is not shown, and what stands there instead."""
    if review:
        return tr(
            "You edited the text while the model was reading it. The previous suggestions are "
            "still shown."
        )
    return tr("You edited the text while the model was reading it. There are no suggestions yet.")


def missing_note(answer: Punctuated) -> str:
    """Return which model was asked instead of one that is not at hand, empty where it was."""
    if not answer.missing:
        return ""
    asked = answer.model.card.id
    return tr("{model} is not installed, so {asked} was used.", model=answer.missing, asked=asked)


def given_up_note(answer: Punctuated) -> str:
    """Return how many of a text's own marks its suggestions change, empty where few do."""
    from subpunct_app.decoding.proposing.pipeline import own_marks

    found = own_marks(answer.proposal)
    if not found.worth_keeping:
        return ""
    return tr(
        "The only mark in the text would be changed or removed. “Fill” keeps it.",
        "{some:,} of the {n} marks in the text would be changed or removed. “Fill” keeps them all.",
        found.standing,
        some=found.given_up,
    )


def _part_note(suggestions: int, words: int) -> str:
    count = tr("{n} suggestion", "{n} suggestions", suggestions)
    asked = tr("for the {n} selected word", "for the {n} selected words", words)
    return tr("{count} {asked}. Nothing else has changed.", count=count, asked=asked)


def exported_text(file: OpenFile | None, *, modified: bool) -> str:
    """Return where the decisions are safe, for the status line."""
    if file is not None and file.busy and (modified or not file.exported):
        return tr("Not saved: open in another window")
    if file is None or not modified:
        return file.exported if file else ""
    return tr("Not exported · kept for later") if file.kept else tr("Not exported")


def exported_note(file: OpenFile, review: Review | None, edited: int) -> str:
    """Return where a file went, with how many changes and cues edited, and what is open."""
    edits = review.count_changes() if review else 0
    left = review.session.open_count if review else 0
    target = tr("{path} as UTF-8", path=file.target) if file.as_utf8 else file.target
    made = tr("{n} accepted change", "{n} accepted changes", edits)
    if edited:
        by_hand = tr("{n} cue edited by hand", "{n} cues edited by hand", edited)
        made = tr("{made} and {by_hand}", made=made, by_hand=by_hand)
    note = tr("Exported to {target} with {made}.", target=target, made=made)
    if not left:
        return note
    omitted = tr(
        "{n} undecided suggestion was left out.", "{n} undecided suggestions were left out.", left
    )
    return f"{note} {omitted}"


def avoided_note(target: Path) -> str:
    """Return why an export does not go where the last one went."""
    return tr("Another program has changed {name}, so it was not replaced.", name=target.name)


def lost_note(remarks: Sequence[Remark]) -> str:
    """Return what of a file found no place in the format that it was exported to."""
    first, others = remarks[0], len(remarks) - 1
    note = tr("Line {line}: {reason}", line=first.line, reason=first.reason)
    return note + (tr(" ({others:,} more like it)", others=others) if others else "")


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


def busy_note(name: str) -> str:
    """Return why decisions are not kept while another window keeps those about the same file."""
    return tr(
        "{name} is open in another window of subpunct. Decisions made here are not saved.",
        name=name,
    )


def taken_note(name: str) -> str:
    """Return why decisions are not kept once the other window is closed."""
    return tr(
        "The other window has saved its decisions about {name}. Those made here are not saved: "
        "export them, or open the file again to continue with the saved ones.",
        name=name,
    )


def changed_note(name: str) -> str:
    """Return that the open file is not what it was."""
    return tr("Another program has changed {name}. You see it as it was before.", name=name)


def gone_error(name: str) -> FileError:
    """Return that the open file is no longer where it was, and what to do."""
    return FileError(
        tr("{name} was moved or deleted.", name=name),
        tr("Put it back, open it where it is now, or export what you have here."),
    )


def returned_note(name: str) -> str:
    """Return that a file is where it was again."""
    return tr("{name} is back.", name=name)


def unkept_note(folder: Path) -> str:
    """Return why decisions are lost unless they are exported."""
    return tr(
        "Decisions cannot be saved in {folder}. Export them before you close the window.",
        folder=folder,
    )


def kept_again_note() -> str:
    """Return that decisions are safe which could not be kept for a while."""
    return tr("Decisions are saved again, including those made in the meantime.")


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


def damaged_settings_note(kept: Path) -> str:
    """Return what became of settings that nobody can read."""
    return tr(
        "Your settings file is damaged, so the default settings are used. The old file was kept as "
        "{kept}.",
        kept=kept,
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


def forgotten_note(folder: Path) -> str:
    """Return what was forgotten."""
    return tr("Nothing is learned any more from the decisions made in {folder}.", folder=folder)


def brought_back_note(folder: Path) -> str:
    """Return what is known again."""
    return tr(
        "The decisions made in {folder} count again, from the next time you punctuate.",
        folder=folder,
    )


def decided_note(found: DecidedText, target: Path) -> str:
    """Return how much was written for training, and why not more."""
    left = tr(
        "{n} was left out: undecided, unread, or shared by two speakers.",
        "{n} were left out: undecided, unread, or shared by two speakers.",
        found.left_out,
    )
    if not found.paragraphs:
        return f"{tr('No sentence is fully decided yet.')} {left}"
    count = tr("{n} sentence", "{n} sentences", found.sentences)
    return f"{tr('Exported {count} to {target}.', count=count, target=target)} {left}"


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
