"""A text that is rehearsed, and the same without its marks and capitals."""

from __future__ import annotations

SRT = b"""1
00:00:00,500 --> 00:00:05,219
Good morning, everyone! This is NASA
and <i>my iPhone</i> is on.

2
00:00:05,769 --> 00:00:08,926
Why not?
"""
BARE = b"""1
00:00:00,500 --> 00:00:05,219
good morning everyone this is nasa
and <i>my iphone</i> is on

2
00:00:05,769 --> 00:00:08,926
why not
"""
