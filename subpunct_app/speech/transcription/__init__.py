"""From a video or sound file to subtitles."""
