from __future__ import annotations

from dataclasses import replace
from functools import partial

import pytest
from hypothesis import given
from hypothesis import strategies as st

from subpunct_app.subtitles.formats.parse import parse
from subpunct_app.subtitles.reading.passes import read_words
from subpunct_app.subtitles.reading.rereading import reread
from tests.growth import calls_in
from tests.subtitles.reading.spoken import cues


def test_who_spoke_last_before_a_change_goes_on_behind_it() -> None:
    before = cues("ANN: so", "BOB: we", "went", "BOB: out", "in")
    after = before.with_texts({3: "BOB: out now"})
    found, splice = reread(read_words(before), after, [3])
    assert splice.new == range(2, 6)
    assert found == read_words(after)


@pytest.mark.parametrize("changed", [[0], [0, 202]])
def test_passages_in_another_language_stay_what_they_are(changed: list[int]) -> None:
    before = replace(read_words(cues(*["so we went"] * 203)), passages={5: "es"})
    document = before.document.with_texts(dict.fromkeys(changed, "so we go"))
    found, _ = reread(before, document, changed)
    assert found == replace(read_words(document), passages={5: "es"})


@pytest.mark.parametrize(
    "texts",
    [
        ["Ann: so it is", "and so", "it was", "and so", "it is"],
        ["Ann: so it is", "and so Bob:", "it was", "and so", "it is"],
        ["Ann: so it is", "Bob:", "and so", "it was", "it is"],
        ["Ann: so it is", "and so\n- it was", "it was", "(laughs)", "it is"],
        ["so it is", "Ann:", "(laughs)", "it was", "it is"],
    ],
)
def test_who_spoke_last_is_known_wherever_the_name_stands(texts: list[str]) -> None:
    naming = ["Ann: yes", "Bob: no"] * 4
    for at in (3, 4):
        before = read_words(cues(*naming, *texts))
        place = len(naming) + at
        document = before.document.with_texts({place: "Cy: but it was"})
        assert reread(before, document, [place])[0] == read_words(document)
        document = before.document.with_texts({place: "but it was not"})
        assert reread(before, document, [place])[0] == read_words(document)


def test_one_line_that_is_shown_again_may_make_all_captions_roll() -> None:
    flat = cues("we", "we\nsaw", "saw\nthe", "the\nbridge", "by night", "so")
    rolls = flat.with_texts({4: "bridge\nby night"})
    assert reread(read_words(flat), rolls, [4])[0] == read_words(rolls)
    assert reread(read_words(rolls), flat, [4])[0] == read_words(flat)
    assert len(read_words(rolls).words) < len(read_words(flat).words)


LINES = st.sampled_from(["we", "we went", "we went\nout", "out", "out\nthere", "there", ""])


@given(data=st.data())
def test_near_the_beginning_a_line_that_is_shown_again_is_found(data: st.DataObject) -> None:
    count = 8
    payloads = data.draw(st.lists(LINES, min_size=count, max_size=count))
    before = cues(*payloads)
    places = st.integers(0, count - 1)
    texts = data.draw(st.dictionaries(places, LINES, min_size=1, max_size=3))
    after = before.with_texts(texts)
    assert reread(read_words(before), after, list(texts))[0] == read_words(after)


SAYINGS = (
    *("so it was", "and so", "so it was.", "Ann: so it was", "Ann: we", "Bob: it was", "Bob:", ""),
    *("and so\nBob: it was", "so\n- it was", "<b>Cy</b>: so", "Cy&#58; so", "so\nCy:", "(Cy): we"),
    *("<v Ann>so", ">> Cy: so", "Cy: so\nAnn: it was", "at 9:30 so", "Cy**:** so", "1. Cy: so"),
)


@given(st.lists(st.sampled_from(SAYINGS), min_size=8, max_size=20), st.data())
def test_what_is_said_is_read_again_wherever_another_name_tells_who_speaks(
    texts: list[str], data: st.DataObject
) -> None:
    before = cues(*texts, *data.draw(st.sampled_from([(), ("Ann: so", "Bob: it was") * 10])))
    places, said = st.integers(0, len(texts) - 1), st.sampled_from(SAYINGS)
    changed = data.draw(st.dictionaries(places, said, min_size=1, max_size=3))
    after = before.with_texts(changed)
    known, whole = read_words(before), read_words(after)
    found, splice = reread(known, after, list(changed))
    assert found == whole
    assert len(known.words) - len(splice.old) == len(whole.words) - len(splice.new)


@given(st.lists(st.sampled_from(("so it was", "and so.", "Ann: we", "Al Ho: it was")), min_size=6))
def test_a_text_is_named_anew_as_it_is_read(said: list[str]) -> None:
    before = parse("\n\n".join(["Ann: so it was.", *said, "Bob: no."]).encode(), name="a.txt")
    for changed in range(len(before.cues)):
        after = before.with_texts({changed: "and so it was"})
        assert reread(read_words(before), after, [changed])[0] == read_words(after)


@pytest.mark.parametrize("said", ["Bob: and it was", "Cy: and it was", "and it was"])
def test_who_speaks_may_be_another_one_without_all_being_read_again(said: str) -> None:
    told = ["it was late", "we went home", "nobody knew", "and so we slept"]
    texts = ["Ann: so", *told, "Cy: yes", *told, "Bob: no", "so"]
    document = cues(*texts * 30)
    before, after = read_words(document), document.with_texts({len(texts) * 15: said})
    assert reread(before, after, [len(texts) * 15])[0] == read_words(after)
    reading = calls_in(lambda: reread(before, after, [len(texts) * 15]))
    assert reading < calls_in(lambda: read_words(after)) / 2


@pytest.mark.parametrize("told", ["", "CY: yes", "<v Cy>yes", ">\u200b> yes", "yes\n- no"])
def test_whoever_goes_on_for_long_is_another_one(
    told: str,
) -> None:
    said = ["and so it was late", "we went home"] * 300
    document = cues("Ann: so", "Ann: yes", "Ann: no", *said, told, "and so")
    before, after = read_words(document), document.with_texts({4: "BOB: and so it was"})
    found, _ = reread(before, after, [4])
    assert found == read_words(after)
    assert found.words[1000].speaker == "BOB"


@pytest.mark.parametrize(
    ("texts", "said"),
    [
        (["SO IT WAS"] * 4, "so it was so it was"),
        (["- so it was"] * 10 + ["it went on"], "so it was"),
    ],
    ids=["capitals", "dashes"],
)
def test_one_cue_may_change_what_the_first_ones_tell_of_all(texts: list[str], said: str) -> None:
    before = cues(*texts)
    after = before.with_texts({1: said})
    assert read_words(before).labels != read_words(after).labels
    assert reread(read_words(before), after, [1])[0] == read_words(after)


@pytest.mark.parametrize("place", [9, 1597])
def test_an_edit_takes_no_longer_in_a_longer_text(place: int) -> None:
    said = "ANN: we said: so", "and it was late", "so we went home", "Bob: we slept"
    calls = []
    for count in (400, 1600):
        before = read_words(cues(*said * count))
        after = before.document.with_texts({place: "and it was very late"})
        calls.append(calls_in(partial(reread, before, after, [place])))
    assert calls[1] < 1.5 * calls[0] < calls_in(lambda: read_words(after))
