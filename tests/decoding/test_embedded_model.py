"""What an editor may rely on, whatever the text looks like: the shipped models, as they ship."""

from __future__ import annotations

import os
import random
import re
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from subpunct_app.decoding.inference.prediction import decide
from subpunct_app.decoding.inference.windows import predict
from subpunct_app.decoding.proposing.pipeline import accepted, propose
from subpunct_app.decoding.suggestions.options import Options
from subpunct_app.models.model_registry import load, model_folders
from subpunct_app.models.punctuator import Punctuator
from subpunct_app.runtime.folders import shipped_folder
from subpunct_app.runtime.task import Task
from subpunct_app.subtitles.formats.parse import parse
from subpunct_app.subtitles.reading.passes import read_words
from subpunct_app.subtitles.writing.render import render

LECTURE = shipped_folder("resources") / "samples" / "lecture.srt"
SPOKEN = {
    "en": " ".join(word.text.lower() for word in read_words(parse(LECTURE.read_bytes())).words),
    "de": (
        "guten morgen zusammen bevor wir anfangen schaut bitte auf das glas vor euch darin liegt "
        "eis und das eis schwimmt das habt ihr schon tausendmal gesehen deshalb wundert sich "
        "niemand mehr darüber aber fragt euch einmal was wäre wenn es nicht so wäre die meisten "
        "stoffe werden schwerer wenn sie fest werden wasser tut das nicht wenn ein see im winter "
        "zufriert bleibt das eis oben und die fische darunter leben weiter ich zeige euch heute "
        "warum das so ist und was das mit uns zu tun hat wer von euch kann mir sagen wie kalt das "
        "wasser am grund eines sees ist"
    ),
}
WHOLE = {
    "en": (
        "last year we talked about {} for a long time and then we all went home",
        *("new york", "mr. smith", "dr. jones", "two thousand and twelve", "3.5 million"),
        *("10,000 people", "the u.s. government", "united states of america"),
        *("twenty five thousand people", "fifty nine dollars", "the thirty first of may"),
    ),
    "de": (
        "letztes jahr haben wir lange über {} gesprochen und dann sind wir alle gegangen",
        *("new york", "herrn müller", "zweitausend und zwölf", "3,5 millionen"),
        *("10.000 menschen", "die vereinigten staaten von amerika"),
    ),
}
SENTENCES = {
    "de": "Ich glaube, dass es heute regnet. Wir bleiben hier, weil das Wetter schlecht ist.",
    "en": "I did not know what to say. She looked at me and smiled.",
    "es": "No sé por qué se fue. Me dijo que todo estaba bien. ¿Dónde vives ahora?",
    "fr": "Je ne sais pas pourquoi il est parti. Il m'a dit que tout allait bien.",
    "it": "Non so perché è andato via. Mi ha detto che tutto andava bene.",
    "nl": "Ik geloof dat het vandaag regent. Wij blijven hier omdat het weer slecht is.",
    "pt": "Não sei por que ele foi embora. Ele me disse que estava tudo bem.",
}


@pytest.fixture(scope="module", params=[folder.name for folder in model_folders()])
def model(request: pytest.FixtureRequest) -> Punctuator:
    return load(request.param, device="cpu")


@pytest.fixture(scope="module")
def words(model: Punctuator) -> list[str]:
    return SPOKEN[language_of(model)].split()


def language_of(model: Punctuator) -> str:
    """Return the first language that a model knows."""
    return model.card.languages[0]


def punctuated(text: str, model: Punctuator, language: str = "") -> str:
    """Return a plain text with everything accepted that the model proposes."""
    spoken = language or language_of(model)
    proposal = propose(parse(text.encode()), model, Options(), Task(), language=spoken)
    return render(proposal.transcript, accepted(proposal.suggestions, 0.0)).text


@pytest.mark.parametrize("seed", range(3))
def test_where_lines_of_a_text_break_changes_no_mark(
    model: Punctuator, words: list[str], seed: int
) -> None:
    rng = random.Random(seed)
    broken = "".join(word + rng.choice(("\n", " ", " ", " ")) for word in words)
    whole = punctuated(" ".join(words), model)
    assert punctuated(broken, model).split() == whole.split()


def test_capitals_throughout_get_the_same_marks(model: Punctuator, words: list[str]) -> None:
    plain = punctuated(" ".join(words), model)
    shouted = punctuated(" ".join(words).upper(), model)
    assert shouted.lower().split() == plain.lower().split()
    assert sum(map(str.isupper, shouted)) < 0.1 * len(shouted)


def test_mixed_case_gets_the_same_marks(model: Punctuator, words: list[str]) -> None:
    rng = random.Random(1)
    mixed = " ".join(rng.choice((word, word.capitalize(), word.upper())) for word in words)
    plain = punctuated(" ".join(words), model)
    assert punctuated(mixed, model).lower().split() == plain.lower().split()


def test_words_without_their_apostrophe_get_the_same_marks() -> None:
    model = load("en-compact", device="cpu")
    text = "i'm sorry i didn't see you you're right aren't you where's it gone"
    plain = text.replace("'", "")
    written = punctuated(text, model).replace("'", "")
    assert punctuated(plain, model) == written
    assert punctuated(plain.upper(), model) == written


def test_plain_sentences_are_told_apart_in_every_language(model: Punctuator) -> None:
    for language in model.card.languages:
        sentences = SENTENCES[language]
        bare = "".join(sign for sign in sentences.lower() if sign not in ".,?¿")
        assert punctuated(bare, model, language) == sentences


def test_names_and_numbers_stay_whole(model: Punctuator) -> None:
    sentence, *names = WHOLE[language_of(model)]
    end = sentence.rsplit(maxsplit=1)[-1]
    for whole in names:
        result = punctuated(sentence.format(whole), model)
        assert whole in result.lower()
        assert result.endswith(f" {end}.")


def test_a_species_stays_small_behind_its_genus() -> None:
    text = (
        "Bacteria are everywhere. Most strains of E. coli are harmless. Some of them, however, make"
        " people ill. Then we looked at S. aureus, which is yellow. It lives on the skin. The worm"
        " C. elegans has few cells. We like T. rex, too."
    )
    assert punctuated(text, load("en-compact")) == text


def test_an_option_of_a_command_stays_small() -> None:
    model = load("en-compact")
    text = "we install it with npm install -g and then we run git commit -m and are done"
    assert {"install -g", "commit -m"} <= set(re.findall(r"\w+ -\w", punctuated(text, model)))


@pytest.mark.parametrize("text", ["", " \n ", "...", "♪"])
def test_nothing_said_is_nothing_proposed(model: Punctuator, text: str) -> None:
    assert propose(parse(text.encode()), model, Options(), Task()).suggestions == ()


def test_one_word_is_a_sentence(model: Punctuator) -> None:
    assert punctuated("yes", model) == "Yes."


def test_a_long_text_in_one_line_keeps_its_words(model: Punctuator, words: list[str]) -> None:
    text = " ".join(words * (4_000 // len(words)))
    result = punctuated(text, model)
    said = "".join(c for c in result.lower() if c.isalnum() or c == " ")
    assert said == "".join(c for c in text if c.isalnum() or c == " ")
    assert result.count(".") > 250


def test_the_small_integers_decide_as_the_full_network_does(
    model: Punctuator, words: list[str]
) -> None:
    from subpunct_app.models.card import read_card
    from subpunct_app.models.torch_runtime import TorchPunctuator

    folder = shipped_folder("models") / model.card.id
    full = TorchPunctuator(read_card(folder), folder, "cpu")
    small, large = (predict(each, words, Task()) for each in (model, full))
    same = decide(small.marks, small.bias) == decide(large.marks, large.bias)
    assert same.mean() > 0.98
    assert np.abs(small.marks - large.marks).mean() < 0.004


# What onnxruntime would send is kept in the home folder first, under an id of this machine.
def test_onnxruntime_keeps_and_sends_nothing(tmp_path: Path) -> None:
    home = dict.fromkeys(("HOME", "XDG_CACHE_HOME", "LOCALAPPDATA"), str(tmp_path))
    told = {name: value for name, value in os.environ.items() if not name.startswith("ORT_")}
    code = "from subpunct_app.models.model_registry import load; load('en-compact', device='cpu')"
    subprocess.run([sys.executable, "-c", code], env=told | home, check=True)
    assert list(tmp_path.rglob("*")) == []
