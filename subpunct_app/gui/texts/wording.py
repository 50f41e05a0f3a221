"""What the window says about suggestions, decisions and statistics."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING, TypeAlias

from subpunct_app.gui.actions.action_list import Act
from subpunct_app.text.decisions import Decision, says_same, untouched
from subpunct_app.text.quantities import counted
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
    Mark.NONE: "no mark",
    Mark.COMMA: "comma",
    Mark.PERIOD: "full stop",
    Mark.QUESTION: "question mark",
    Mark.EXCLAMATION: "exclamation mark",
    Mark.COLON: "colon",
    Mark.SEMICOLON: "semicolon",
    Mark.ELLIPSIS: "ellipsis",
    Mark.DASH: "dash",
}
# What is offered where no model says what is likely.
_USUAL = (Mark.NONE, Mark.COMMA, Mark.PERIOD, Mark.QUESTION, Mark.EXCLAMATION)
# The actions whose keys stand below a suggestion, and what they do in few words.
HINTS = {
    Act.ACCEPT: "accept",
    Act.REJECT: "reject",
    Act.NEXT: "next",
    Act.NEXT_WORD: "any gap",
    Act.CAPITAL: "capital",
    Act.EVERYWHERE: "everywhere",
    Act.ACCEPT_ALIKE: "all like this",
    Act.ACCEPT_BEFORE: "all before",
}
_DEEDS = {
    Decision.ACCEPTED: "Accept",
    Decision.REJECTED: "Reject",
    Decision.OPEN: "Leave open",
}


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
        return "Nothing is suggested here; a mark that you type is put in this place"
    suggestion, verdict = review.session.suggestion(gap), review.session.verdict(gap)
    is_open = verdict.decision is Decision.OPEN
    as_suggested = verdict.edit == untouched(suggestion).edit
    text = _deed(review, gap, verdict.edit)
    if is_open and as_suggested and suggestion.asked:
        text = f"{_with_article(MARK_NAMES[suggestion.mark])} is perhaps missing here"
    text = text[0].upper() + text[1:]
    alike = len(review.alike(gap)) - 1
    like = f" · {alike:,} more like this" if alike else ""
    if not is_open:
        return f"{text}: {verdict.decision}{like}"
    if not as_suggested:
        return f"{text}: not decided yet{like}"
    return f"{text} ({_likelihood(suggestion):.2f}){like}{_why(review, gap)}"


def _deed(review: Review, gap: int, wanted: Edit) -> str:
    """Return what an edit does to a gap."""
    current = review.transcript.gaps[gap].current
    word, recased = review.transcript.spelling_of(gap), review.recased(gap, wanted)
    parts = [] if wanted.mark is current else [_exchange(current, wanted.mark)]
    if recased != word:
        parts.append(f"“{word}” becomes “{recased}”")
    return ", ".join(parts) or "leave it as it is"


def _why(review: Review, gap: int) -> str:
    """Say where a model alone would have proposed something else."""
    made, shown = review.session.made(gap), review.session.suggestion(gap)
    return "" if says_same(made, shown) else " · after what you decided elsewhere"


def _likelihood(suggestion: Suggestion) -> float:
    """Return how likely a suggested mark is right."""
    if suggestion.asked:
        return dict(suggestion.alternatives).get(suggestion.mark, 0.0)
    return suggestion.confidence


def decision_label(review: Review, gaps: Sequence[int], decision: Decision, which: str) -> str:
    """Return the name of a step for the history: what was decided, about which suggestions."""
    if len(gaps) == 1:
        return f"{_DEEDS[decision]} “{review.outcome(gaps[0])}”"
    return f"{_DEEDS[decision]} {len(gaps):,} {which}".strip()


def outlook_text(outlook: Outlook, pace: Pace, open_below: int, reading: float) -> str:
    """Return what it promises to look at the suggestions below the line, and how long it takes.

    Who looks at none may read the text instead, which takes so many seconds.
    """
    suggestions = counted(outlook.total, "suggestion")
    if outlook.looked == 0:
        return f"Look at none of {suggestions}; to read all of the text takes {_span(reading)}"
    everything = outlook.looked == outlook.total
    text = f"Look at {'all' if everything else f'{outlook.looked:,} of'} {suggestions}"
    if outlook.total == 1:
        text = "Look at the only suggestion"
    if outlook.caught is not None:
        text += f": about {100 * outlook.caught:.0f}\u00a0% of the model's errors are among them"
        text += ", the others have no suggestion" if everything and outlook.caught < 1 else ""
    return f"{text}; {_left_below(outlook.looked, open_below, pace)}"


def short_outlook_text(outlook: Outlook, pace: Pace, open_below: int, reading: float) -> str:
    """Return the same in few words, without the errors, for a line that has no room for more."""
    total = f"{outlook.total:,}"
    if outlook.looked == 0:
        return f"Look at none of {total}; to read it all takes {_span(reading)}"
    looked = "all" if outlook.looked == outlook.total else f"{outlook.looked:,} of"
    return f"Look at {looked} {total}; {_left_below(outlook.looked, open_below, pace)}"


def keys_text(keys: Mapping[Act, str]) -> str:
    """Return which keys decide, by the names of their actions, as rich text."""
    named = [(key, HINTS[act]) for act, key in keys.items() if key]
    named.append(("\u00a0".join([",", ".", "?", "!", ":"]), "put that mark"))
    pairs = (f"<b>{escape(key)}</b> {what}".replace(" ", "&nbsp;") for key, what in named)
    return " &nbsp; ".join(pairs)


def unchosen_text(following: str, place: str) -> str:
    """Return how to go on from a cue without suggestions.

    There may be a key that goes to the next suggestion, and one to a place in the cue.
    """
    here = f"{place} goes to a place in the cue" if place else "click on a word"
    if not following:
        return f"Nothing is chosen here: {here}"
    return f"Nothing is chosen here: {following} goes to the next suggestion, or {here}"


def followed_text(changed: int) -> str:
    """Return how many suggestions are others now because of what was decided."""
    if changed == 1:
        return "One more suggestion follows your decisions"
    return f"{changed:,} more suggestions follow your decisions"


def alike_text(alike: Alike) -> str:
    """Return why a word is not written otherwise anywhere."""
    if alike.by_place:
        return f"“{alike.word}” begins a sentence here: that tells nothing of its other places"
    return f"“{alike.word}” is written so everywhere"


def left_text(left: int, total: int) -> str:
    """Return how many suggestions are still undecided."""
    if total == 0:
        return "Nothing to review"
    return f"{left:,} left of {total:,}" if left else f"All {total:,} decided"


def needed_text(decisions: int, pace: Pace) -> str:
    """Return how long so many decisions take, and at which pace."""
    each = "at your pace" if pace.measured else f"at {pace.seconds:.0f}\u00a0s each"
    return f"{_span(decisions * pace.seconds)} {each}"


def _left_below(looked: int, still_open: int, pace: Pace) -> str:
    """Return how many of those to look at are open, unless all are, and how long they take."""
    if not still_open:
        return "none still open"
    left = f"{still_open:,} still open, " if still_open < looked else ""
    return f"{left}{needed_text(still_open, pace)}"


def _span(seconds: float) -> str:
    if seconds < 90:
        return f"{seconds:.0f}\u00a0s"
    hours, minutes = divmod(round(seconds / 60), 60)
    return f"{hours}\u00a0h {minutes:02}\u00a0min" if hours else f"{minutes}\u00a0min"


def _exchange(current: Mark, wanted: Mark) -> str:
    if current is Mark.NONE:
        return f"add {_with_article(MARK_NAMES[wanted])}"
    if wanted is Mark.NONE:
        return f"remove the {MARK_NAMES[current]}"
    return f"{MARK_NAMES[wanted]} instead of {MARK_NAMES[current]}"


def _with_article(name: str) -> str:
    return f"{'an' if name[0] in 'aeiou' else 'a'} {name}"


_HEADINGS = ("Kind", "Accepted", "By hand", "Rejected", "Right")


def summary(statistics: Statistics, pace: Pace) -> list[tuple[str, str]]:
    """Return what is said about the whole session, in names and values."""
    total, rate = statistics.total, statistics.per_minute
    return [
        ("Decisions", f"{total.decided:,}"),
        ("Accepted", f"{total.accepted:,}"),
        ("Changed by hand", f"{total.changed:,}"),
        ("Rejected", f"{total.rejected:,}"),
        ("Only asked about", f"{total.answered:,}"),
        ("Missed by the model", f"{total.missed:,}"),
        ("Accepted unread", f"{total.unread:,}"),
        ("Right as proposed", share_text(total)),
        ("Time at work", time_text(statistics.seconds)),
        ("Decisions a minute", "–" if rate is None else f"{rate:.1f}"),
        ("Left", remaining_text(statistics.left, pace)),
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
        return "Capital"
    return MARK_NAMES[kind].capitalize() if kind else "Removed mark"


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
