from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest

from subpunct_app.decoding.proposing.pipeline import accepted, propose
from subpunct_app.decoding.suggestions.options import Mode, Options
from subpunct_app.runtime.task import Task
from subpunct_app.subtitles.files import open_document
from subpunct_app.subtitles.formats.document import Document
from subpunct_app.subtitles.writing.render import render
from tests.decoding.texts import load, proposed

REAL = Path(__file__).parents[2].parent / "shared" / "subtitles" / "real"
ENGLISH = ("huggingface__course", "ableplayer", "videojs", "smagnacca", "_en.vtt", "en.srt")
# The modes for which a mark may stand rightly.
RIGHTLY = (Mode.RESTORE, Mode.FILL, Mode.REVIEW)
# Before and after what is to stay as it is.
BEFORE = (
    "When I was a child, my father took me to the river every Sunday. Sarah asked me why. Because "
    "the water was cold, we never swam. Instead, we sat on the stones and talked. My father told "
    "me about his work, his parents, and the old town. Do you know what he liked best? He liked "
    "the silence. In winter, when the ice was thick, we walked across the river. My mother was "
    "afraid, but she never said so. Years later, I went back to the same place. The stones were "
    "still there, and the trees had grown. However, the old house was gone. Who had lived there "
    "after us? Nobody could tell me. I asked Mr. Brown, who owned the shop, and he shook his head. "
    "That evening, Sarah and I drove home. "
)
AFTER = " We went home late. The river was cold and clear."
SAMPLES = Path(__file__).parents[2] / "resources" / "samples"


@pytest.mark.skipif(not REAL.is_dir(), reason="the collection of real files is not here")
def test_review_leaves_punctuated_files_of_others_alone() -> None:
    model = load("en-compact", device="cpu")
    gaps = changes = 0
    for path in sorted(REAL.iterdir()):
        if not any(name in path.name for name in ENGLISH):
            continue
        proposal = propose(open_document(path), model, Options(mode=Mode.REVIEW), Task())
        marked = sum(gap.current.ends_sentence for gap in proposal.transcript.gaps)
        if marked * 50 > len(proposal.transcript.words):
            gaps += len(proposal.transcript.gaps)
            changes += len(proposal.suggestions)
    assert gaps > 5000
    assert changes / gaps < 0.02


@pytest.mark.parametrize("name", ["lecture.srt", "lecture.vtt", "lecture.txt"])
@pytest.mark.parametrize(
    ("first", "second"), [(Mode.ANEW, Mode.ANEW), *((Mode.RESTORE, mode) for mode in RIGHTLY)]
)
def test_nothing_is_proposed_for_what_was_accepted(name: str, first: Mode, second: Mode) -> None:
    model = load("en-compact", device="cpu")
    assert propose(restored(name, first), model, Options(second), Task()).suggestions == ()


@cache
def restored(name: str, mode: Mode) -> Document:
    """Return a sample with everything accepted that is proposed for it."""
    model = load("en-compact", device="cpu")
    proposal = propose(open_document(SAMPLES / name), model, Options(mode), Task())
    return render(proposal.transcript, accepted(proposal.suggestions, 0.0))


@pytest.mark.parametrize("mode", RIGHTLY)
@pytest.mark.parametrize(
    "sentence",
    [
        "Did you see “Who's Afraid of Virginia Woolf?” on Broadway?",
        '"What\'s Going On?" was a hit.',
        'She heard every "Why?" and every "How?" that day.',
        'She asked, "Are you coming?" and left.',
        '"The point", Charlotte said, "is that nobody came."',
        "And then... well, you know. If only we could... start again.",
        "He is 5 ft. 4 in. tall. Add 8 oz. of milk and 2 lbs. of flour.",
        "He is 6 ft. Tom is small.",
        "The shop is on Oak St. near Fifth Ave. and on Elm St.\nbetween two banks.",
        "The Parker Co. versus Ohio was one. I met Gov. and Mrs. Hill.",
        "The shop is open from Mon. to Thurs. in May.",
        "We moved to Washington, D.C., in May. At 10 a.m., we left.",
        "Nuts, i.e., almonds, are good. Smith et al., in 2010, wrote pens, etc., in Ohio.",
        "I like the show. SAT scores are up. We formed FAIR in Boston.",
        "He lives in the north-eastern part. The pom-poms are red.",
        'The town hall, the jury said, "is lacking in clerks." It said, "is weak."',
    ],
)
def test_what_is_written_rightly_stays_as_it_is(sentence: str, mode: Mode) -> None:
    assert proposed(f"{BEFORE}{sentence}{AFTER}", mode=mode) == f"{BEFORE}{sentence}{AFTER}"


@pytest.mark.parametrize("mode", RIGHTLY)
def test_a_title_keeps_its_dot_where_the_next_cue_begins_with_its_name(mode: Mode) -> None:
    cues = (
        "Well, we went to St.\nLouis for the final in May.",
        "It was in the bank of St.",
        "Louis, and I am not sure why the bank",
        "needed it. The mayor met Gov.",
        "Brown there, who lives near St.",
        "John's College and its old church.",
    )
    spoken = (
        f"{at}\n00:00:{at:02},000 --> 00:00:{at:02},950\n{cue}\n" for at, cue in enumerate(cues, 1)
    )
    text = "\n".join(spoken)
    assert proposed(text, mode=mode) == text


def test_a_review_takes_no_small_word_for_a_title_that_lacks_its_capital() -> None:
    text = f"{BEFORE}He spoke to the gov. Mary left.{AFTER}"
    assert proposed(text, mode=Mode.REVIEW) == text


def test_acronyms_become_large_where_names_are() -> None:
    text = f"{BEFORE * 2}The cia and the nsa were there. He has hiv."
    result = proposed(text, mode=Mode.RESTORE)
    assert result.endswith("The CIA and the NSA were there. He has HIV.")


def test_a_sentence_behind_a_question_begins_large() -> None:
    text = f"{BEFORE}Who is it? nobody knows. Tom left. Stop! we have to go."
    for mode in RIGHTLY:
        assert proposed(text, mode=mode).endswith("? Nobody knows. Tom left. Stop! We have to go.")


@pytest.mark.parametrize(
    ("bare", "rightly"),
    [
        ("he has two oh my god i forgot", "He has two. Oh my God. I forgot."),
        ("they have five three of them are girls", "They have five. Three of them are girls."),
        ("it took a few ms. to load it", "It took a few ms. to load it."),
        ("this is king george vi", "This is King George VI."),
        ("i met sgt. pepper and sen. brown", "I met Sgt. Pepper and Sen. Brown."),
        ("the test took 20 ms. of our time", "The test took 20 ms. of our time."),
        (
            "add 8 oz. of milk and 2 lbs. of flour and bake it for 20 min. at 350 degrees",
            "Add 8 oz. of milk and 2 lbs. of flour and bake it for 20 min. at 350 degrees.",
        ),
        ("i never said...\n...that i would go", "I never said...\n...that I would go."),
    ],
)
@pytest.mark.parametrize("mode", [Mode.RESTORE, Mode.FILL])
def test_small_and_large_letters_become_the_same(bare: str, rightly: str, mode: Mode) -> None:
    assert proposed(bare, mode=mode) == rightly
    assert proposed(bare.upper(), mode=mode) == rightly


@pytest.mark.parametrize(
    ("small", "rightly"),
    [
        ('he said, "go away." i said, "never."', 'He said, "Go away." I said, "Never."'),
        ('"we stay," he said, "but not for long."', '"We stay," he said, "but not for long."'),
    ],
)
def test_a_quote_begins_large_but_where_one_goes_on(small: str, rightly: str) -> None:
    assert proposed(small, mode=Mode.FILL) == rightly


@pytest.mark.parametrize("mode", RIGHTLY)
@pytest.mark.parametrize(
    ("language", "text"),
    [
        (
            "es",
            "La reina de Dinamarca visitó la ronda final en París. Amorebieta tiene un colegio "
            "nuevo, y la alcaldesa Begoña lo abrió ayer. El medio ambiente de Vizcaya mejora.",
        ),
        (
            "pt",
            "O foyer do teatro abriu ontem em Lisboa. Graça Dias falou da vida moderna, e João "
            "Macedo do surf em Peniche. A comissão mista do Congresso vai a Brasília.",
        ),
    ],
)
def test_a_short_text_keeps_its_small_letters(language: str, text: str, mode: Mode) -> None:
    assert proposed(text, language, mode) == text


def test_what_lost_its_marks_gets_its_capitals_beside_what_has_them() -> None:
    kept = "Der Vater war krank. Die Mutter blieb bei ihm. Am Abend kam der Arzt.\n"
    lost = (
        "die us-truppen haben das land im sommer verlassen\n"
        "die tsunami-warnung kam für die meisten menschen zu spät\n"
        "die stadt lag am fluss und viele leute arbeiteten im hafen\n"
        "am morgen gingen die kinder in die schule\n"
        "nach dem krieg wurde das haus neu gebaut\n"
    )
    result = proposed(kept + lost, "de")
    assert result.startswith(kept)
    assert "Die US-Truppen haben" in result
    assert "Die Tsunami-Warnung kam" in result
