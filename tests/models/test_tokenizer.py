from __future__ import annotations

from pathlib import Path

import pytest
from tokenizers import Tokenizer, models

from subpunct_app.models.tokenizer import Tokens, normalise
from subpunct_app.runtime.errors import ModelError
from tests.decoding.conftest import letter_tokenizer


@pytest.mark.parametrize(
    ("written", "read"),
    [
        ("Bridges", "bridges"),
        ("U.S.", "us"),
        ("Ph.D.", "phd"),
        ("Dr.", "dr"),
        ("don\u2019t", "don't"),
        ("3.14", "3.14"),
        ("3.", "3"),
        ("E\u0301cole", "\xe9cole"),
        ("...", "..."),
    ],
)
def test_models_read_plain_lower_case_words(written: str, read: str) -> None:
    assert normalise(written) == read


@pytest.mark.parametrize(
    ("capital", "small"),
    [("\u0130zmir", "izmir"), ("Irak", "\u0131rak"), ("ILICA", "\u0131l\u0131ca")],
)
def test_no_letter_of_turkish_tells_that_a_word_had_a_capital(capital: str, small: str) -> None:
    assert normalise(capital) == normalise(small)


def test_every_word_has_at_least_one_piece() -> None:
    tokens = Tokens(letter_tokenizer())
    assert [len(pieces) for pieces in tokens.of(["ab", "", "\u200b", "A"])] == [2, 1, 1, 1]


def test_words_may_hold_bytes_that_no_encoding_fits() -> None:
    tokens = Tokens(letter_tokenizer())
    stray = b"ab\xe9".decode("utf-8", "surrogateescape")
    assert [list(pieces) for pieces in tokens.of([stray, "\ud800"])] == [
        list(pieces) for pieces in tokens.of(["ab\ufffd", "\ufffd"])
    ]


def test_a_table_holds_the_pieces_of_its_words() -> None:
    tokens = Tokens(letter_tokenizer())
    flat, offsets = tokens.table(["ab", "c"])
    assert offsets.tolist() == [0, 2, 3]
    assert flat[:2].tolist() == tokens.of(["ab"])[0].tolist()


@pytest.mark.parametrize("content", [b"", b"null", b"[" * 100_000, b'{"model": "\xff"}'])
def test_a_damaged_tokenizer_is_told(tmp_path: Path, content: bytes) -> None:
    (tmp_path / "tokenizer.json").write_bytes(content)
    with pytest.raises(ModelError, match="cannot be read"):
        Tokens.load(tmp_path / "tokenizer.json")


@pytest.mark.parametrize(
    "model",
    [
        models.WordPiece({"[UNK]": 0, "a": 1}, unk_token="[NONE]"),
        models.BPE({"[UNK]": 0, "a": 1}, [], unk_token="[NONE]"),
        models.Unigram([("[UNK]", 0.0), ("a", -1.0)]),
    ],
    ids=lambda model: type(model).__name__,
)
def test_a_tokenizer_that_lacks_its_sign_for_unknown_letters_is_told(
    tmp_path: Path, model: models.Model
) -> None:
    tokenizer, path = Tokenizer(model), tmp_path / "tokenizer.json"
    tokenizer.add_special_tokens(["[PAD]", "[UNK]", "[CLS]", "[SEP]"])
    tokenizer.save(str(path))
    tokens = Tokens.load(path)
    assert tokens.of(["a"])
    with pytest.raises(ModelError, match=r"cannot divide .* Install the model again"):
        tokens.of(["\u2603"])
