from __future__ import annotations

from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st

from subpunct_app.batch.executor import Item, parcels

sizes = st.lists(st.integers(0, 200_000), max_size=300)


def items(wanted: list[int]) -> list[Item]:
    return [Item(f"{at}.srt", Path(f"{at}.srt"), size) for at, size in enumerate(wanted)]


@given(sizes, st.integers(1, 9))
def test_every_file_is_in_one_parcel_and_large_ones_are_alone(
    wanted: list[int], workers: int
) -> None:
    given_out = items(wanted)
    found = list(parcels(given_out, workers))
    assert [item for parcel in found for item in parcel.items] == given_out
    for parcel in found:
        assert len(parcel.items) == 1 or sum(item.size for item in parcel.items) <= 1 << 16


def test_small_files_go_together_but_every_worker_has_turns() -> None:
    assert len(list(parcels(items([1000] * 640), 2))) == 10
    assert len(list(parcels(items([1000] * 16), 2))) == 8
