"""From which side a text is read: by its first letter, or by most of its words."""

from __future__ import annotations

import pytest

from subpunct_app.subtitles.writing.direction import is_from_right, is_mostly_from_right


@pytest.mark.parametrize(
    ("text", "first", "most"),
    [
        ("", False, False),
        ("Hello", False, False),
        ("123 !", False, False),
        ("123 אנשים", True, True),
        ("<i>שלום</i> DNA", True, True),
        ("DNA הוא חומר", False, True),
        ("<i>NASA שלחה חללית</i>", False, True),
        ("שלום means peace", True, False),
        ("HTML שלום", False, False),
        ("שלום HTML", True, True),
        ("hôtel", False, False),
    ],
)
def test_the_first_letter_tells_or_most_words(text: str, first: bool, most: bool) -> None:
    assert is_from_right(text) is first
    assert is_mostly_from_right(text) is most
