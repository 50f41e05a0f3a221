"""Watch and hear what the subtitles are about."""
