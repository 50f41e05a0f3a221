from __future__ import annotations

import ast
import tomllib
from pathlib import Path

import pytest

import subpunct_app
from subpunct_app.languages.abbreviations import keeps_dot
from subpunct_app.languages.language_data import (
    known_languages,
    language_data,
    language_name,
    listed_languages,
    normal_code,
)
from subpunct_app.subtitles.reading.passes import read_words
from subpunct_app.subtitles.writing.render import render
from subpunct_app.text.decisions import Edit
from subpunct_app.text.words import Case, Mark
from tests.subtitles.reading.spoken import cues

CODE = Path(subpunct_app.__file__).parent
DATA = CODE / "languages" / "data"
# Codes that are words, titles or units as well.
WORDS = frozenset(
    {"am", "as", "be", "da", "el", "es", "et", "fr", "he", "hi", "id", "is", "it", "la", "lt", "ml"}
    | {"mr", "ms", "my", "no", "or", "pa", "pt", "so", "sr", "to"}
)
# Modules that name languages all the same.
NAMING = {
    "decoding/inference/words_as_read.py",  # A library reads the numbers of just these.
    "speech/alignment/pronunciation.py",  # These are letters: th, qu.
    "speech/recognition/whisper.py",  # Whisper has codes of its own for some.
    "text/capitals.py",  # Unicode itself makes a difference between them.
}


def named_languages(module: Path) -> set[str]:
    constants = (node for node in ast.walk(ast.parse(module.read_text("utf-8"))))
    values = {node.value for node in constants if isinstance(node, ast.Constant)}
    return {value for value in values if value in known_languages() - WORDS}


@pytest.mark.parametrize("code", sorted(listed_languages()))
def test_each_file_tells_a_name_and_only_what_is_known(code: str) -> None:
    found = language_data(code)
    assert found.name == language_name(code) != code
    assert len(found.script) == 4
    assert normal_code(code) == code


@pytest.mark.parametrize("file", sorted(DATA.glob("*.toml")), ids=lambda file: file.stem)
def test_no_file_has_keys_that_nothing_reads(file: Path) -> None:
    known, found = (tomllib.loads(each.read_text("utf-8")) for each in (DATA / "und.toml", file))
    for key, value in found.items():
        assert key in known
        assert not isinstance(value, dict) or known[key].keys() >= value.keys()


def test_a_region_says_what_is_different_there() -> None:
    french, canadian = language_data("fr"), language_data("fr_ca")
    assert french.typography.spelled(Mark.QUESTION) == "\u202f?"
    assert canadian.typography.spelled(Mark.QUESTION) == "?"
    assert canadian.abbreviations == french.abbreviations


def test_an_unknown_language_is_written_as_its_script_is() -> None:
    assert language_data("xx-Arab").typography.spelled(Mark.QUESTION) == "؟"
    assert language_data("xx").typography == language_data("en").typography


def test_swedish_is_nothing_but_a_file() -> None:
    transcript = read_words(cues("han kallar det ”hemma” dvs. Umeå bl. a. kl. 9"), "sv")
    words = [word.text for word in transcript.words]
    assert words == ["han", "kallar", "det", "hemma", "dvs.", "Umeå", "bl.", "a.", "kl.", "9"]
    written = render(transcript, {4: Edit(Mark.COMMA, Case.KEEP), 10: Edit(Mark.PERIOD, Case.KEEP)})
    assert written.cue_text(0) == "han kallar det ”hemma”, dvs. Umeå bl. a. kl. 9."
    assert not keeps_dot("slut", "Det är slut. Vi går.", 12, "sv")
    assert keeps_dot("kl", "Det är kl. 9", 10, "sv")
    assert not keeps_dot("kl", "Det är kl. Vi går.", 10, "sv")


def test_no_module_outside_languages_names_languages() -> None:
    """Whatever differs by language belongs to a language's file."""
    own = CODE / "languages"
    modules = (module for module in CODE.rglob("*.py") if own not in module.parents)
    named = {module.relative_to(CODE).as_posix(): named_languages(module) for module in modules}
    many = {module for module, found in named.items() if len(found) > 1}
    assert many <= NAMING
