"""What is said on the console of what became of a batch."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

from subpunct_app.batch.mirror import plain_name
from subpunct_app.batch.order import Existing
from subpunct_app.batch.outcome import State
from subpunct_app.batch.totals import left_out_text
from subpunct_app.languages.codes import language_name
from subpunct_app.runtime.paths import is_there
from subpunct_app.speech.media.media_files import is_media
from subpunct_app.text.counting import counted, counted_are

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from subpunct_app.batch.account import Account
    from subpunct_app.batch.order import Batch
    from subpunct_app.batch.outcome import Outcome
    from subpunct_app.batch.totals import Totals


def summary(totals: Totals) -> Iterator[str]:
    """Yield the totals of a batch, line by line."""
    yield (
        f"{counted(totals.files, 'file')}: {totals.done + totals.review:,} done, "
        f"{totals.review:,} of them to be reviewed; {totals.skipped:,} skipped, "
        f"{totals.failed:,} failed"
    )
    yield (
        f"{counted(totals.words, 'word')}, {counted(totals.applied, 'change')}, "
        f"about {counted(round(totals.expected_errors), 'error')} left"
    )
    yield f"{totals.seconds:,.1f} s, {counted(round(totals.words_per_second), 'word')} a second"


def notes(account: Account) -> Iterator[str]:
    """Yield what is to be said of several files at once."""
    outcomes = account.outcomes
    if left_out := left_out_text(account):
        yield left_out
    if standing := sum(one.state is State.SKIPPED and bool(one.target) for one in outcomes):
        skipped = f"{counted(standing, 'file')} skipped, as a result exists already"
        yield f"{skipped}; --force replaces it, --existing version writes another."
    if renamed := list(_renamed(account)):
        numbered = f"{counted(len(renamed), 'result')} with a number, as others have that name"
        yield f"{numbered}: {renamed[0].target} of {renamed[0].source}."
    if remarked := sum(map(_has_remark, outcomes)):
        yield f"{counted(remarked, 'file')} {_remarks(account)}; a --report tells which."
    if guessed := list(_guessed(outcomes)):
        taken = f"{counted(len(guessed), 'file')} taken for {language_name(guessed[0])}"
        why = "as too little tells the language; --language names it, a --report tells which"
        yield f"{taken}, {why}."
    if double := sum(map(_in_two_languages, outcomes)):
        holding = f"{counted(double, 'file')} of two languages: one of them stays as it is"
        yield f"{holding}; a --report tells which."


def gone_text(
    batch: Batch, outcomes: Iterable[Outcome], *, reported: bool, watched: bool, resume: bool
) -> str:
    """Return how many results are not there any more though their files are, empty without any.

    What makes these again is to replace no others, and finds the report there that was written: so
    it is told which of the options that were given are to be left out.
    """
    existing = batch.existing
    gone = sum(_is_gone(one, batch) for one in outcomes)
    # There the same would make another version of all others, too.
    if not gone or existing is Existing.VERSION:
        return ""
    replaces = existing is Existing.REPLACE
    given = {"--watch": watched, "--resume": resume, "--force": replaces, "--report": reported}
    left_out = " and ".join(filter(given.get, given))
    without = f" without {left_out}" if left_out else ""
    told = f"{counted_are(gone, 'result')} not there any more"
    return f"{told}; the same{without} makes what is missing."


def has_note(outcome: Outcome) -> bool:
    """Tell whether there is something to be said of a file that was restored."""
    return bool(outcome.reason) and outcome.state.has_result


def _is_gone(outcome: Outcome, batch: Batch) -> bool:
    gone = outcome.state.has_result and not os.path.lexists(batch.out / outcome.target)
    return gone and is_there(batch.folder / outcome.source)


def _renamed(account: Account) -> Iterator[Outcome]:
    """Yield what has a number in its name that nobody asked for."""
    batch = account.batch
    for one in account.outcomes:
        made = one.state.has_result and batch.existing is not Existing.VERSION
        if made and one.target != plain_name(one.source, batch.order.kind):
            yield one


def _remarks(account: Account) -> str:
    """Return what the remarks on texts are about."""
    kind = account.batch.order.kind
    return "with a remark" if kind is None else f"with a remark, as on what {kind} has no place for"


def _has_remark(outcome: Outcome) -> bool:
    """Tell of a loss in another format, a part in another language, or a damaged model."""
    return has_note(outcome) and not is_media(Path(outcome.source))


def _guessed(outcomes: Iterable[Outcome]) -> Iterator[str]:
    """Yield the language of each file where nothing told it: it is the same for all of them."""
    for outcome in outcomes:
        if outcome.figures and outcome.figures.guessed:
            yield outcome.figures.language


def _in_two_languages(outcome: Outcome) -> bool:
    return bool(outcome.figures and outcome.figures.other_language)
