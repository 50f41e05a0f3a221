"""Train one vocabulary of word pieces for all languages of a corpus.

After Li and Lin, "A 43 language multilingual punctuation prediction neural network model" (2020),
section 2.1: byte pair encoding over all languages at once, pieces without a tag for the word
boundary, digits read as 0. The paper takes pieces trained on Wikipedia, which also break scripts
without spaces into words. Here they come from the corpus itself, in which each character of
Chinese and Japanese is a word of its own, so that no piece of these is longer.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

import numpy as np
from numpy.typing import NDArray
from tokenizers import Regex, Tokenizer, models, normalizers, pre_tokenizers, trainers

START = "\u2581"
SPECIAL = ("[PAD]", "[UNK]", "[CLS]", "[SEP]")
_RUNNING_WORDS = 4_000_000
_ALPHABET_SHARE = 0.5


def train_bpe(vocabulary: Sequence[str], counts: NDArray[np.integer], size: int) -> Tokenizer:
    """Return a tokenizer of at most `size` pieces for words that occur `counts` times.

    At most half of the pieces are single characters, the commonest; the others are unknown. The
    result depends on nothing but the arguments.
    """
    return _trained(vocabulary, counts, size, pre_tokenizers.WhitespaceSplit(), SPECIAL)


def train_marked_bpe(
    vocabulary: Sequence[str], counts: NDArray[np.integer], size: int, special: Sequence[str]
) -> Tokenizer:
    """Return the like of `train_bpe` whose pieces tell by START that a word begins with them.

    `special` are its first pieces, which are in no word.
    """
    starting = pre_tokenizers.Metaspace(START, prepend_scheme="always")
    return _trained(vocabulary, counts, size, starting, special, [START])


def _trained(
    vocabulary: Sequence[str],
    counts: NDArray[np.integer],
    size: int,
    words_of: pre_tokenizers.PreTokenizer,
    special: Sequence[str],
    signs: Sequence[str] = (),
) -> Tokenizer:
    tokenizer = Tokenizer(models.BPE(unk_token="[UNK]", fuse_unk=True))
    tokenizer.normalizer = normalizers.Sequence(
        [normalizers.Lowercase(), normalizers.Replace(Regex(r"\d"), "0")]
    )
    tokenizer.pre_tokenizer = words_of
    words = [tokenizer.normalizer.normalize_str(word) for word in vocabulary]
    letters = _alphabet(words, counts, int(_ALPHABET_SHARE * (size - len(special))))
    alphabet = [*signs, *letters]
    trainer = trainers.BpeTrainer(
        vocab_size=size,
        special_tokens=list(special),
        # Left to itself the trainer breaks ties between rare characters at random.
        initial_alphabet=alphabet,
        limit_alphabet=len(alphabet),
        show_progress=False,
    )
    tokenizer.train_from_iterator(_repeated(words, sample(counts, _RUNNING_WORDS)), trainer)
    return tokenizer


def sample(counts: NDArray[np.integer], total: int) -> NDArray[np.int64]:
    """Return counts that add up to `total` at most, each off its share by less than one.

    A systematic sample in the order of the vocabulary: what a seeded draw from the running text
    would give, without its chance.
    """
    sums = np.cumsum(counts, dtype=np.int64)
    if not len(sums) or sums[-1] <= total:
        return np.asarray(counts, dtype=np.int64)
    return np.asarray(np.diff(sums * total // sums[-1], prepend=0), dtype=np.int64)


def _alphabet(words: Sequence[str], counts: NDArray[np.integer], limit: int) -> list[str]:
    """Return the commonest characters, by code point where they are equally common."""
    found: Counter[str] = Counter()
    for word, count in zip(words, counts.tolist(), strict=True):
        for character in word:
            found[character] += count
    return sorted(found, key=lambda character: (-found[character], character))[:limit]


def _repeated(words: Sequence[str], counts: NDArray[np.int64]) -> Iterator[str]:
    """Yield lines of running text in which each word stands as often as it counts."""
    for word, count in zip(words, counts.tolist(), strict=True):
        if count:
            yield f"{word} " * count
