from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from subpunct_app.runtime.errors import FileError, SettingsError
from subpunct_app.training.data.corpus import Corpus, CorpusBuilder, Row
from subpunct_app.training.data.leaks import Leak, Leaked, Screening, find_leaks, screen
from subpunct_app.training.data.readers import part_of, read_corpus
from subpunct_app.training.plan import Texts

IWSLT = Path(__file__).parents[3].parent / "shared" / "data" / "iwslt"

numbers = st.lists(st.integers(0, 99), max_size=60)


def corpus_of(*documents: list[str]) -> Corpus:
    builder = CorpusBuilder()
    for document in documents:
        builder.add(Row(word, 0, 0) for word in document)
        builder.end_document()
    return builder.build()


def words(stem: str, count: int) -> list[str]:
    return [f"{stem}{number}" for number in range(count)]


@given(numbers, numbers, numbers, numbers)
def test_a_planted_run_of_ten_is_found_and_one_of_nine_is_not(
    a: list[int], b: list[int], c: list[int], d: list[int]
) -> None:
    before, after = [f"t{n}" for n in a], [f"t{n}" for n in b]
    train_around, test_around = (before, after), ([f"h{n}" for n in c], [f"h{n}" for n in d])
    for length, runs in ((9, 0), (10, 1), (12, 3)):
        planted = words("x", length)
        train = corpus_of(train_around[0] + planted + train_around[1])
        held = corpus_of(test_around[0] + planted + test_around[1])
        assert find_leaks(train, held).runs == runs


@given(
    st.lists(st.sampled_from("abc"), max_size=200), st.lists(st.sampled_from("abc"), max_size=80)
)
def test_every_shared_run_is_counted_once(train: list[str], held: list[str]) -> None:
    def runs(spoken: list[str]) -> set[tuple[str, ...]]:
        return {tuple(spoken[at : at + 4]) for at in range(len(spoken) - 3)}

    found = find_leaks(corpus_of(["z", *train]), corpus_of(held), run=4) if held else Leak()
    assert found.runs == len(runs(["z", *train]) & runs(held))


def test_the_first_shared_words_are_shown() -> None:
    train = corpus_of(words("a", 5) + words("x", 15) + words("y", 12))
    leak = find_leaks(train, corpus_of(words("x", 15), words("b", 20), words("y", 12)))
    assert leak.example == " ".join(words("x", 10))


def test_runs_are_counted_by_document_too() -> None:
    train = corpus_of(words("x", 10), words("y", 13), words("a", 30), words("z", 11))
    held = [*words("x", 10), "or", *words("y", 13), "or", *words("z", 11)]
    leak = find_leaks(train, corpus_of(held))
    assert leak.runs == 7
    assert leak.shares == {0: 1, 1: 4, 3: 2}


@pytest.mark.skipif(not IWSLT.is_dir(), reason="the IWSLT files are not here")
def test_the_two_versions_of_a_published_test_leak_into_each_other() -> None:
    reference, heard = (read_corpus([IWSLT / name]) for name in ("test2011", "test2011asr"))
    assert find_leaks(reference, heard).runs > 1000
    assert find_leaks(read_corpus([IWSLT / "dev2012"]), reference).runs < 10


FORMULA, TALK = (" ".join(f"{stem}{number}" for number in range(13)) for stem in "xy")


def write(folder: Path, name: str, *documents: str) -> Path:
    path = folder / name
    text = "\n\n".join(documents)
    path.write_text(text if "." in text else f"{text}.", encoding="utf-8")
    return path


def document_of(part: str, saying: str = "and so on") -> str:
    """Make a document that a division puts into a part."""
    texts = (f"Talk number{number}: {saying}." for number in range(10_000))
    return next(text for text in texts if part_of(text) == part)


def test_a_test_text_that_was_learned_is_refused_by_name(tmp_path: Path) -> None:
    train = write(tmp_path, "train.txt", "We begin. " + FORMULA)
    texts = Texts((train,), (), (write(tmp_path, "held.txt", FORMULA + " and so on"),))
    with pytest.raises(SettingsError, match=r"held\.txt.*x0 x1") as caught:
        screen(texts.read("train"), texts)
    assert "allow_leak=true" in caught.value.hint


def test_a_leak_that_is_allowed_is_told(tmp_path: Path) -> None:
    train = write(tmp_path, "train.txt", "We begin. " + FORMULA)
    dev, test = write(tmp_path, "dev.txt", TALK), write(tmp_path, "held.txt", FORMULA)
    texts = Texts((train,), (dev,), (test,))
    corpus, screening = screen(texts.read("train"), texts, allow_leak=True)
    assert screening == Screening(0, (Leaked("held.txt", "test", 4, "train"),))
    assert len(corpus) == 15


def test_a_dev_text_may_share_formulae_but_no_document(tmp_path: Path) -> None:
    formula = FORMULA.rpartition(" ")[0]
    dev = write(tmp_path, "dev.txt", f"so {formula} then {TALK}")
    harmless = Texts((write(tmp_path, "a.txt", *[f"{n} {formula}" for n in range(5)]),), (dev,))
    screen(harmless.read("train"), harmless)
    leaking = Texts((write(tmp_path, "b.txt", formula, TALK),), (dev,))
    with pytest.raises(SettingsError, match=r"dev\.txt"):
        screen(leaking.read("train"), leaking)


def test_copies_of_held_out_documents_are_left_out_of_a_divided_text(tmp_path: Path) -> None:
    unlike, copy = document_of("train"), document_of("train", f"again, {FORMULA}")
    near = document_of("train", f"once more, {TALK}")
    held = [document_of("test", FORMULA), document_of("dev", TALK)]
    path = write(tmp_path, "all.txt", copy, unlike, *held, near)
    texts = Texts((path,), (path,), (path,))
    corpus, screening = screen(texts.read("train"), texts)
    assert screening == Screening(left_out=2)
    assert " ".join(corpus.spoken()).endswith("and so on")
    assert corpus.documents.tolist() == [0, len(corpus)]
    ((_, tested),) = texts.each("test")
    assert not find_leaks(corpus, tested).runs


def test_a_text_of_nothing_but_copies_is_refused(tmp_path: Path) -> None:
    copy, held = document_of("train", FORMULA), document_of("test", FORMULA)
    path = write(tmp_path, "all.txt", copy, held)
    texts = Texts((path,), (), (path,))
    with pytest.raises(SettingsError, match="Every document"):
        screen(texts.read("train"), texts)


def test_a_text_is_not_tuned_on_and_tested_on(tmp_path: Path) -> None:
    train, held = write(tmp_path, "train.txt", FORMULA), write(tmp_path, "held.txt", f"{TALK}.")
    texts = Texts((train,), (held,), (held,))
    with pytest.raises(SettingsError, match=r"held\.txt.*tune on.*y0 y1"):
        screen(texts.read("train"), texts)
    _, screening = screen(texts.read("train"), texts, allow_leak=True)
    assert screening.leaks == (Leaked("held.txt", "test", 4, "dev"),)


def test_the_parts_of_a_divided_text_must_not_be_copies(tmp_path: Path) -> None:
    parts = [document_of(part, TALK) for part in ("train", "dev", "test")]
    path = write(tmp_path, "all.txt", "Something else.", *parts)
    texts = Texts((path,), (path,), (path,))
    with pytest.raises(SettingsError, match=r"all\.txt.*tune on"):
        screen(texts.read("train"), texts)


@pytest.mark.parametrize("part", ["train", "dev", "test"])
def test_a_text_without_marks_is_refused_by_name(tmp_path: Path, part: str) -> None:
    names = ("train", "dev", "test")
    files = {name: (write(tmp_path, f"{name}.txt", f"It is {name}."),) for name in names}
    files[part] = (tmp_path / "bare.txt",)
    files[part][0].write_text("nobody wrote a mark", encoding="utf-8")
    texts = Texts(**files)
    with pytest.raises(FileError, match=r"bare\.txt has no mark to"):
        screen(texts.read("train"), texts)
