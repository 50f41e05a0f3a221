from __future__ import annotations

from subpunct_app.subtitles.writing.text_diff import compare


def test_words_of_a_huge_cue_are_compared_in_no_time() -> None:
    blocks = compare("we saw " * 3000, "we met " * 3000)
    assert [block.same for block in blocks] == [True, False] * 3000 + [True]
    assert blocks[1] == (3, 6, 3, 6, False)
