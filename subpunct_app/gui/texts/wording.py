"""What the window says about suggestions, decisions and statistics."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING, TypeAlias

from subpunct_app.gui.actions.action_list import Act
from subpunct_app.gui.texts.translation import tr
from subpunct_app.text.decisions import Decision, says_same, untouched
from subpunct_app.text.words import Mark

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from subpunct_app.review.budget import Outlook, Pace
    from subpunct_app.review.editing.everywhere import Alike
    from subpunct_app.review.statistics import Counts, Statistics, SuggestionKind
    from subpunct_app.review.views.open_review import Review
    from subpunct_app.text.decisions import Edit
    from subpunct_app.text.words import Suggestion


Alternatives: TypeAlias = list[tuple[Mark, float | None]]

MARK_NAMES = {
    Mark.NONE: tr("no mark"),
    Mark.COMMA: tr("comma"),
    Mark.PERIOD: tr("full stop"),
    Mark.QUESTION: tr("question mark"),
    Mark.EXCLAMATION: tr("exclamation mark"),
    Mark.COLON: tr("colon"),
    Mark.SEMICOLON: tr("semicolon"),
    Mark.ELLIPSIS: tr("ellipsis"),
    Mark.DASH: tr("dash"),
}
# What is offered where no model says what is likely.
_USUAL = (Mark.NONE, Mark.COMMA, Mark.PERIOD, Mark.QUESTION, Mark.EXCLAMATION)
# The actions whose keys stand below a suggestion, and what they do in few words.
HINTS = {
    Act.ACCEPT: tr("accept"),
    Act.REJECT: tr("reject"),
    Act.NEXT: tr("next"),
    Act.NEXT_WORD: tr("next word"),
    Act.CAPITAL: tr("capital"),
    Act.EVERYWHERE: tr("everywhere"),
    Act.ACCEPT_ALIKE: tr("all like this"),
    Act.ACCEPT_BEFORE: tr("all before"),
}
_DEEDS = {
    Decision.ACCEPTED: (tr("Accept “{what}”"), tr("Accept {n} {what}")),
    Decision.REJECTED: (tr("Reject “{what}”"), tr("Reject {n} {what}")),
    Decision.OPEN: (tr("Leave “{what}” open"), tr("Leave {n} {what} open")),
}
_VERDICTS = {Decision.ACCEPTED: tr("accepted"), Decision.REJECTED: tr("rejected")}


def marks_of(review: Review, gap: int) -> Alternatives:
    """Return the marks to choose from at a gap, likeliest first, the chosen one among them."""
    suggestion = review.session.suggestion(gap)
    marks: Alternatives = list(suggestion.alternatives)
    if suggestion.by_editor:
        marks = [(mark, None) for mark in _USUAL]
    known = {mark for mark, _ in marks}
    for mark in (review.session.verdict(gap).edit.mark, suggestion.mark):
        if mark not in known:
            known.add(mark)
            marks.insert(0, (mark, None))
    return marks


def describe(review: Review, gap: int) -> str:
    """Return what accepting would do at a gap, in words, and what was decided."""
    if gap == review.session.pointed:
        return tr("No suggestion here. Type a mark to put it in this place.")
    suggestion, verdict = review.session.suggestion(gap), review.session.verdict(gap)
    is_open = verdict.decision is Decision.OPEN
    as_suggested = verdict.edit == untouched(suggestion).edit
    text = _deed(review, gap, verdict.edit)
    if is_open and as_suggested and suggestion.asked:
        text = tr("maybe {mark} is missing here", mark=_with_article(MARK_NAMES[suggestion.mark]))
    text = text[0].upper() + text[1:]
    alike = len(review.alike(gap)) - 1
    like = tr(" · {n} more like this", " · {n} more like this", alike) if alike else ""
    if not is_open:
        return f"{text}: {_VERDICTS[verdict.decision]}{like}"
    if not as_suggested:
        return f"{text}: {tr('not decided yet')}{like}"
    return f"{text} ({_likelihood(suggestion):.2f}){like}{_why(review, gap)}"


def _deed(review: Review, gap: int, wanted: Edit) -> str:
    """Return what an edit does to a gap."""
    current = review.transcript.gaps[gap].current
    word, recased = review.transcript.spelling_of(gap), review.recased(gap, wanted)
    parts = [] if wanted.mark is current else [_exchange(current, wanted.mark)]
    if recased != word:
        parts.append(tr("“{word}” becomes “{recased}”", word=word, recased=recased))
    return ", ".join(parts) or tr("leave it as it is")


def _why(review: Review, gap: int) -> str:
    """Say where a model alone would have proposed something else."""
    made, shown = review.session.made(gap), review.session.suggestion(gap)
    return "" if says_same(made, shown) else tr(" · adjusted to your other decisions")


def _likelihood(suggestion: Suggestion) -> float:
    """Return how likely a suggested mark is right."""
    if suggestion.asked:
        return dict(suggestion.alternatives).get(suggestion.mark, 0.0)
    return suggestion.confidence


def decision_label(review: Review, gaps: Sequence[int], decision: Decision, which: str) -> str:
    """Return the name of a step for the history: what was decided, about which suggestions."""
    one, several = _DEEDS[decision]
    if len(gaps) == 1:
        return one.format(what=review.outcome(gaps[0]))
    return several.format(n=f"{len(gaps):,}", what=which).strip()


def outlook_text(outlook: Outlook, pace: Pace, open_below: int, reading: float) -> str:
    """Return what it promises to review the suggestions below the line, and how long it takes.

    Who looks at none may read the text instead, which takes so many seconds.
    """
    if outlook.looked == 0:
        time = _span(reading)
        return tr("Review no suggestions; reading the whole text takes {time}", time=time)
    everything = outlook.looked == outlook.total
    text = tr(
        "Review {looked:,} of {n} suggestion",
        "Review {looked:,} of {n} suggestions",
        outlook.total,
        looked=outlook.looked,
    )
    if everything:
        text = tr("Review the only suggestion", "Review all {n} suggestions", outlook.total)
    if outlook.caught is not None:
        caught = 100 * outlook.caught
        text += tr(" to find about {caught:.0f}\u00a0% of the model's errors", caught=caught)
        text += tr(" (the others have no suggestion)") if everything and outlook.caught < 1 else ""
    return f"{text}; {_left_below(outlook.looked, open_below, pace)}"


def keys_text(keys: Mapping[Act, str]) -> str:
    """Return which keys decide, by the names of their actions, as rich text."""
    named = [(key, HINTS[act]) for act, key in keys.items() if key]
    named.append(("\u00a0".join([",", ".", "?", "!", ":"]), tr("choose that mark")))
    pairs = (f"<b>{escape(key)}</b> {what}".replace(" ", "&nbsp;") for key, what in named)
    return " &nbsp; ".join(pairs)


def unchosen_text(following: str, place: str) -> str:
    """Return how to go on from a cue without suggestions.

    There may be a key that goes to the next suggestion, and one to a place in the cue.
    """
    if following and place:
        return tr(
            "Nothing is selected. {following} goes to the next suggestion, {place} to the next "
            "word.",
            following=following,
            place=place,
        )
    if following:
        return tr(
            "Nothing is selected. {following} goes to the next suggestion, or click on a word.",
            following=following,
        )
    if place:
        return tr("Nothing is selected. {place} goes to the next word.", place=place)
    return tr("Nothing is selected. Click on a word.")


def alike_text(alike: Alike) -> str:
    """Return why a word is not written otherwise anywhere."""
    if alike.by_place:
        return tr(
            "“{word}” begins a sentence here, so its other places stay as they are",
            word=alike.word,
        )
    return tr("“{word}” is already written like this everywhere", word=alike.word)


def left_text(left: int, total: int) -> str:
    """Return how many suggestions are still undecided."""
    if total == 0:
        return tr("Nothing to review")
    if not left:
        return tr("All {total:,} decided", total=total)
    return tr("{left:,} left of {total:,}", left=left, total=total)


def needed_text(decisions: int, pace: Pace) -> str:
    """Return how long so many decisions take, and at which pace."""
    time = _span(decisions * pace.seconds)
    if pace.measured:
        return tr("{time} at your pace", time=time)
    return tr("{time} at {each:.0f}\u00a0s each", time=time, each=pace.seconds)


def _left_below(looked: int, still_open: int, pace: Pace) -> str:
    """Return how many of those to look at are open, unless all are, and how long they take."""
    if not still_open:
        return tr("none left")
    time = needed_text(still_open, pace)
    return tr("{left:,} left, {time}", left=still_open, time=time) if still_open < looked else time


def _span(seconds: float) -> str:
    if seconds < 90:
        return f"{seconds:.0f}\u00a0s"
    hours, minutes = divmod(round(seconds / 60), 60)
    return f"{hours}\u00a0h {minutes:02}\u00a0min" if hours else f"{minutes}\u00a0min"


def _exchange(current: Mark, wanted: Mark) -> str:
    if current is Mark.NONE:
        return tr("add {mark}", mark=_with_article(MARK_NAMES[wanted]))
    if wanted is Mark.NONE:
        return tr("remove the {mark}", mark=MARK_NAMES[current])
    return tr("{new} instead of {old}", new=MARK_NAMES[wanted], old=MARK_NAMES[current])


def _with_article(name: str) -> str:
    return f"{'an' if name[0] in 'aeiou' else 'a'} {name}"


_HEADINGS = (tr("Kind"), tr("Accepted"), tr("By hand"), tr("Rejected"), tr("Right"))


def summary(statistics: Statistics, seconds: float, pace: Pace) -> list[tuple[str, str]]:
    """Return what is said about the whole session, so many seconds long, in names and values."""
    total = statistics.total
    return [
        (tr("Decisions"), f"{total.decided:,}"),
        (tr("Accepted"), f"{total.accepted:,}"),
        (tr("Changed by hand"), f"{total.changed:,}"),
        (tr("Rejected"), f"{total.rejected:,}"),
        (tr("Answered questions"), f"{total.answered:,}"),
        (tr("Missed by the model"), f"{total.missed:,}"),
        (tr("Accepted unread"), f"{total.unread:,}"),
        (tr("Right as proposed"), share_text(total)),
        (tr("Time spent"), time_text(seconds)),
        (tr("Decisions per minute"), f"{60 / pace.seconds:.1f}" if pace.measured else "–"),
        (tr("Left"), remaining_text(statistics.left, pace)),
    ]


def by_kind(statistics: Statistics) -> list[tuple[str, ...]]:
    """Return a table of what was decided about each kind of suggestion, with its headings."""
    rows = [
        (
            kind_name(kind),
            f"{counts.accepted:,}",
            f"{counts.changed:,}",
            f"{counts.rejected:,}",
            share_text(counts),
        )
        for kind, counts in statistics.by_kind.items()
        if counts.read
    ]
    return [_HEADINGS, *rows] if rows else []


def kind_name(kind: SuggestionKind) -> str:
    """Return a kind of suggestion in words."""
    if kind is None:
        return tr("Capital")
    return MARK_NAMES[kind].capitalize() if kind else tr("Removed mark")


def share_text(counts: Counts) -> str:
    """Return the share that was accepted as proposed."""
    return "–" if counts.acceptance is None else f"{100 * counts.acceptance:.0f} %"


def time_text(seconds: float) -> str:
    """Return a time at work in words."""
    minutes, rest = divmod(round(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    if hours:
        return f"{hours} h {minutes:02} min"
    return f"{minutes} min {rest:02} s" if minutes else f"{rest} s"


def remaining_text(left: int, pace: Pace) -> str:
    """Return how many suggestions are left, and how long they take as the slider reckons it."""
    return f"{left:,}, {needed_text(left, pace)}" if left else "0"
