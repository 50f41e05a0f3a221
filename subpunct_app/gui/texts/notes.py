"""The sentences of the message bar."""

from __future__ import annotations

from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING

from subpunct_app.languages.language_data import language_name
from subpunct_app.review.learning.recalibration import ENOUGH
from subpunct_app.runtime.errors import FileError
from subpunct_app.speech.media.media_files import is_media
from subpunct_app.subtitles.reading.document_language import Source, foreign_note
from subpunct_app.text.quantities import counted, counted_are

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
        return f"{sources[0].name} is a folder: a batch restores all that lies in it."
    does = "transcribes" if all(map(is_media, sources)) else "restores"
    return f"One file is open here at a time: a batch {does} all {len(sources):,}."


def sure_note(count: int, result: FileState) -> str:
    """Return how the review of a file begins that a batch has restored."""
    sure = f"{counted_are(count, 'sure one')} accepted, as in the batch. " if count else ""
    if result.changed:
        return sure + avoided_note(result.path)
    return f"{sure}Your export takes the place of {result.path}."


def runs_note(runs: Sequence[BareRun], kind: Format) -> str:
    """Return where a text lacks the marks that it has elsewhere."""
    cue = "cue" if kind.timed else "paragraph"
    first = runs[0]
    place = f"in {cue} {first.first_cue}"
    if first.first_cue != first.last_cue:
        place = f"from {cue} {first.first_cue} to {cue} {first.last_cue}"
    if len(runs) == 1:
        return f"Marks are missing {place}."
    return f"Marks are missing in {len(runs):,} places, first {place}."


def refusal(name: str, refused: Refused) -> FileError:
    """Return why a model makes no suggestions for a file, and what to do all the same."""
    card, language = refused.model.card, refused.language
    known = language_name(card.languages[0])
    by = "your choice" if language.source is Source.USER else f"its {language.source}"
    return FileError(
        f"{name} is in {language.name} by {by}, which {card.id} does not know.",
        f"If it is in {known} all the same, have it punctuated as {known}; the status bar sets any "
        "other language.",
    )


def language_note(name: str) -> str:
    """Return which language suggestions are made for where the text is treated in another now."""
    return f"The suggestions are still those for a text in {name}."


def proposal_note(session: ReviewSession, answer: Punctuated) -> str:
    """Return what the editor could not see from the suggestions, empty where they say it all."""
    if answer.words is not None:
        return _part_note(len(answer.proposal.suggestions), len(answer.words))
    decided = len(session) - session.open_count
    if decided:
        kept = "1 decision stays" if decided == 1 else f"{decided:,} decisions stay"
        left = f"{session.open_count:,}" if session.open_count else "nothing"
        return f"{kept} as before, {left} left to review."
    if not session:
        return "The model has nothing to suggest for this text."
    transcript = answer.proposal.transcript
    if transcript.other_language:
        return f"Lines in {language_name(transcript.other_language)} are grey and stay as they are."
    if not answer.foreign:
        return ""
    chosen = f"Choose {language_name(answer.foreign)} in the status bar"
    how = f"{chosen}, select the cues in it and press Shift+F9."
    return f"{foreign_note(answer.foreign, transcript.language)} {how}"


def unread_note(review: Review | None) -> str:
    """Return why an answer is not shown, and what stands there instead."""
    there = (
        "the suggestions are those of before" if review else "there are no suggestions for it yet"
    )
    return f"The text was edited while the model read it: {there}."


def missing_note(answer: Punctuated) -> str:
    """Return which model was asked instead of one that is not at hand, empty where it was."""
    asked = answer.model.card.id
    return f"{answer.missing} is not at hand: {asked} was asked." if answer.missing else ""


def given_up_note(answer: Punctuated) -> str:
    """Return how many of a text's own marks its suggestions change, empty where few do."""
    from subpunct_app.decoding.proposing.pipeline import own_marks

    found = own_marks(answer.proposal)
    if not found.worth_keeping:
        return ""
    if found.standing == 1:
        return "The only mark in the text would be changed or taken out; “Fill” keeps it."
    own = f"{found.given_up:,} of the {counted(found.standing, 'mark')} in the text"
    return f"{own} would be changed or taken out; “Fill” keeps them all."


def _part_note(suggestions: int, words: int) -> str:
    count, asked = counted(suggestions, "suggestion"), counted(words, "word")
    return f"{count} for the {asked} that were asked about; nothing else has changed."


def exported_text(file: OpenFile | None, *, modified: bool) -> str:
    """Return where the decisions are safe, for the status line."""
    if file is not None and file.busy and (modified or not file.exported):
        return "Not kept: open in another window"
    if file is None or not modified:
        return file.exported if file else ""
    return "Not exported · kept for later" if file.kept else "Not exported"


def exported_note(file: OpenFile, review: Review | None, edited: int) -> str:
    """Return where a file went, with how many changes and cues edited, and what is open."""
    edits = review.count_changes() if review else 0
    left = review.session.open_count if review else 0
    encoding = " as UTF-8" if file.as_utf8 else ""
    made = counted(edits, "accepted change")
    if edited:
        made += f" and {counted(edited, 'cue')} edited by hand"
    note = f"Exported to {file.target}{encoding} with {made}."
    undecided = "1 undecided one was" if left == 1 else f"{left:,} undecided ones were"
    return f"{note} {undecided} left out." if left else note


def avoided_note(target: Path) -> str:
    """Return why an export does not go where the last one went."""
    return f"{target.name} has been changed by something else, so it stays."


def lost_note(remarks: Sequence[Remark]) -> str:
    """Return what of a file found no place in the format that it was exported to."""
    first = remarks[0]
    more = f" ({len(remarks) - 1:,} more like it)" if len(remarks) > 1 else ""
    return f"Line {first.line}: {first.reason}{more}"


def left_note(name: str, left: LeftReview, source: FileState) -> str:
    """Return how far a review had come that goes on now, and what the file was then."""
    session = left.review.session if left.review else None
    decided = (len(session) - session.open_count, len(session)) if session is not None else None
    before = Path(left.journal.heading.path).name
    of = _when(left.journal.written) + ("" if before == name else f" on {before}")
    if session and not left.journal.has_work:
        return f"The suggestions of {of} are here again; none is decided."
    changed = "" if left.is_of(source) else f"{name} has changed since, but not its words. "
    return f"{changed}Your work of {of} goes on: {_work_of(left.journal, decided)}."


def outdated_note(name: str, journal: ReviewJournal, source: FileState) -> str:
    """Return why the work on an earlier state of a file is not brought back."""
    done = {"decision": len(journal.verdicts), "edited cue": len(journal.heading.texts)}
    done["half typed cue"] = int(journal.place.typed is not None)
    what = " and ".join(counted(count, noun) for noun, count in done.items() if count)
    are = "is" if sum(done.values()) == 1 else "are"
    changed = journal.heading.sha256 != source.sha256
    does = "has changed since" if changed else "is read otherwise than at"
    return f"{name} {does} {_when(journal.written)}: {what} of then {are} not applied."


def busy_note(name: str) -> str:
    """Return why decisions are not kept while another window keeps those about the same file."""
    return f"{name} is open in another window of subpunct, so decisions here are not kept."


def taken_note(name: str) -> str:
    """Return why decisions are not kept once the other window is closed."""
    return (
        f"{name} was worked on in another window, whose decisions are kept for later. Those here "
        "are not: export them, or open the file again to go on with the others."
    )


def changed_note(name: str) -> str:
    """Return that the open file is not what it was."""
    return f"{name} has been changed by something else. What you see is how it was before."


def gone_error(name: str) -> FileError:
    """Return that the open file is no longer where it was, and what to do."""
    return FileError(
        f"{name} was moved or deleted.",
        "Put it back, open it where it is now, or export what you have here.",
    )


def returned_note(name: str) -> str:
    """Return that a file is where it was again."""
    return f"{name} is there again."


def unkept_note(folder: Path) -> str:
    """Return why decisions are lost unless they are exported."""
    return f"Decisions cannot be kept in {folder}: export them before you close."


def kept_again_note() -> str:
    """Return that decisions are safe which could not be kept for a while."""
    return "Decisions are kept again, all that were made meanwhile too."


def interrupted_note(journals: Sequence[ReviewJournal]) -> str:
    """Return what was under review when the program ended without being closed."""
    newest = journals[0]
    name = Path(newest.heading.path).name
    others = f", and {len(journals) - 1} more" if len(journals) > 1 else ""
    decided = (len(newest.verdicts), len(newest.suggestions)) if newest.suggestions else None
    work = _work_of(newest, decided)
    return f"subpunct was interrupted in {name}{others}. Nothing is lost: {work}."


def damaged_settings_note(kept: Path) -> str:
    """Return what became of settings that nobody can read."""
    return (
        "Your settings are damaged, so subpunct begins with those of the first start; "
        f"the old file is kept as {kept}."
    )


def learned_note(learned: Learned) -> str:
    """Return what the decisions of a project made of the confidences, and which are sure."""
    right, said = f"{100 * learned.right:.0f} %", f"{100 * learned.said:.0f} %"
    change = "lowered" if learned.temperature > 1 else "raised"
    least = f"at least {100 * learned.precision:.0f} % are right"
    sure = f"Above {learned.line:.2f} they are sure: {least}."
    if learned.line > 1:
        sure = "Nothing is sure enough to be accepted unread."
    return (
        f"After {learned.decisions:,} decisions here: {right} of what you read was right, where "
        f"the model said {said}; its confidences are {change}. {sure}"
    )


def taught_note(taught: Taught, *, used: bool) -> str:
    """Return what there is to learn in a project, or how much is missing."""
    if taught.learned is not None:
        return learned_note(taught.learned) + ("" if used else " It is not used: see Review.")
    count = counted_are(taught.decisions, "decision")
    return f"{count} kept in this project; from {ENOUGH} on they weigh the confidences."


def forgotten_note(folder: Path) -> str:
    """Return what was forgotten."""
    return f"The decisions made in {folder} teach nothing any more."


def brought_back_note(folder: Path) -> str:
    """Return what is known again."""
    return f"The decisions made in {folder} teach again, from the next time you punctuate."


def decided_note(found: DecidedText, target: Path) -> str:
    """Return how much was written for training, and why not more."""
    why = "with something open, unread or never asked, or of two speakers without a mark between,"
    left = f"{found.left_out:,} {why} were left out."
    if not found.paragraphs:
        return f"No sentence is decided throughout yet; {left}"
    return f"Exported {counted(found.sentences, 'sentence')} to {target}; {left}"


def _work_of(journal: ReviewJournal, decided: tuple[int, int] | None) -> str:
    """Return how many are decided of how many, where a model was asked, and what was edited."""
    texts, typed = journal.heading.texts, journal.place.typed
    parts = []
    if decided == (0, 0):
        parts.append("nothing is suggested")
    elif decided is not None:
        parts.append("{:,} of {:,} are decided".format(*decided))
    if texts:
        parts.append(f"{counted_are(len(texts), 'cue')} edited")
    if typed:
        parts.append(f"cue {typed[0] + 1} is half typed")
    return ", ".join(parts)


def _when(written: float) -> str:
    moment = datetime.fromtimestamp(written)
    today = moment.date() == datetime.now().date()
    return f"{moment:%H:%M}" if today else f"{moment.day} {moment:%B %Y, %H:%M}"
