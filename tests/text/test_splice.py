"""What was put together from stretches reads as if it had been copied."""

from __future__ import annotations

from collections.abc import Sequence
from weakref import WeakSet

from hypothesis import given
from hypothesis import strategies as st

from subpunct_app.text.splice import Splice, Spliced, spliced
from subpunct_app.text.words import Word

WORDS = st.lists(st.integers(0, 50).map(lambda at: Word("a", 0, at, at + 1)), max_size=6).map(tuple)


@st.composite
def edits(draw: st.DrawFn) -> tuple[list[Word], Sequence[Word]]:
    """Splice several times, and do the same with a list."""
    plain = list(draw(WORDS))
    items: Sequence[Word] = tuple(plain)
    for _ in range(draw(st.integers(1, 4))):
        start, stop = sorted(draw(st.tuples(*[st.integers(0, len(plain))] * 2)))
        new, by = draw(WORDS), draw(st.integers(-3, 3))
        items = spliced(items, range(start, stop), new, by)
        plain[start:] = [*new, *(word.moved(by) for word in plain[stop:])]
    return plain, items


@given(edits())
def test_items_are_those_of_a_list(made: tuple[list[Word], Sequence[Word]]) -> None:
    plain, items = made
    assert len(items) == len(plain)
    assert list(items) == plain
    assert [items[at] for at in range(len(plain))] == plain
    assert [items[at] for at in range(-len(plain), 0)] == plain
    assert items == tuple(plain)
    assert items != (*plain, Word("b", 0, 0, 1))


@given(edits(), st.slices(8))
def test_slices_are_those_of_a_list(made: tuple[list[Word], Sequence[Word]], within: slice) -> None:
    plain, items = made
    assert items[within] == tuple(plain[within])


def test_nothing_is_moved_before_it_is_looked_at() -> None:
    words = tuple(Word(str(at), 0, at, at + 1) for at in range(1000))
    items = spliced(words, range(10, 11), (), 5)
    assert isinstance(items, Spliced)
    assert items[0] is words[0]
    assert items[10] == words[11].moved(5)
    assert items[10] is items[10]


def test_who_looks_at_all_leaves_few_in_memory() -> None:
    class Item:
        def moved(self, by: int) -> Item:
            made.add(item := Item())
            return item

    made = WeakSet[Item]()
    items = spliced([Item()] * 2000, range(1), (), 5)
    for at in range(1999):
        assert items[at] in made
    assert len(made) < 1000


def test_gaps_of_a_splice_are_those_at_its_words() -> None:
    gaps = Splice(range(2, 4), range(2, 7)).gaps
    assert (gaps.old, gaps.new, gaps.by) == (range(2, 5), range(2, 8), 3)
