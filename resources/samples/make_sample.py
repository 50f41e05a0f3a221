"""Make lecture.srt, lecture.vtt and lecture.mp4 from lecture.txt; needs espeak-ng and ffmpeg."""

from __future__ import annotations

import re
import subprocess
import tempfile
import wave
from dataclasses import dataclass
from itertools import accumulate, pairwise
from pathlib import Path

FOLDER = Path(__file__).parent
LINE = 42
CUE = 68
VOICE = ["espeak-ng", "-v", "en-gb", "-s", "158", "-z"]
PAUSES = {".": 550, "?": 600, "!": 600, ":": 300, ",": 200}


@dataclass(frozen=True)
class Cue:
    """Two lines of the lecture as they are spoken, in milliseconds."""

    text: str
    start: int
    end: int


def main() -> None:
    """Write the three files beside the lecture."""
    words = (FOLDER / "lecture.txt").read_text(encoding="utf-8").split()
    with tempfile.TemporaryDirectory() as folder:
        sound = Path(folder) / "lecture.wav"
        cues = speak(cut(words), sound)
        film(sound, FOLDER / "lecture.mp4")
    srt = "\n".join(f"{n}\n{block(cue, ',')}" for n, cue in enumerate(cues, 1))
    vtt = "WEBVTT\n\n" + "\n".join(block(cue, ".") for cue in cues)
    (FOLDER / "lecture.srt").write_text(srt, encoding="utf-8", newline="\n")
    (FOLDER / "lecture.vtt").write_text(vtt, encoding="utf-8", newline="\n")


def cut(words: list[str]) -> list[str]:
    """Cut the lecture into cues, rather at marks than elsewhere, by the cheapest path."""
    best: list[tuple[float, int]] = [(0.0, 0)]
    for end in range(1, len(words) + 1):
        starts = range(max(0, end - 16), end)
        best.append(min((best[at][0] + cost(words[at:end]), at) for at in starts))
    bounds = [len(words)]
    while bounds[-1]:
        bounds.append(best[bounds[-1]][1])
    bounds.reverse()
    return [" ".join(words[a:b]) for a, b in pairwise(bounds)]


def cost(words: list[str]) -> float:
    """Return how bad a cue of these words would be."""
    if two_lines(bare(" ".join(words))) is None:
        return float("inf")
    length = len(" ".join(words))
    end = {".": 0.0, "?": 0.0, "!": 0.0, ":": 5.0, ",": 8.0}.get(words[-1][-1], 30.0)
    inner = sum(12.0 for word in words[:-1] if word[-1] in ".?!")
    return ((CUE - length) / 7) ** 2 + end + inner


def bare(text: str) -> str:
    """Return the text without marks and capitals."""
    return re.sub(r"[,.?!:;]", "", text).lower()


def two_lines(text: str) -> str | None:
    """Break the text into one or two lines that fit, as even as can be; None if it is too long."""
    if len(text) <= LINE:
        return text
    spaces = [at for at, letter in enumerate(text) if letter == " "]
    fitting = [at for at in spaces if at <= LINE and len(text) - at - 1 <= LINE]
    if not fitting:
        return None
    middle = min(fitting, key=lambda at: abs(len(text) - 2 * at))
    return f"{text[:middle]}\n{text[middle + 1 :]}"


def speak(texts: list[str], sound: Path) -> list[Cue]:
    """Speak the cues one by one into one file and return them with the times they took."""
    pieces = [spoken(text, sound.with_name("cue.wav")) for text in texts]
    rate = 22050
    pauses = [PAUSES.get(text[-1], 0) for text in texts]
    lengths = [len(piece) * 1000 // (2 * rate) for piece in pieces]
    starts = accumulate((a + b for a, b in zip(lengths, pauses, strict=True)), initial=500)
    with wave.open(str(sound), "wb") as out:
        out.setparams((1, 2, rate, 0, "NONE", "not compressed"))
        out.writeframes(bytes(rate))
        for piece, pause in zip(pieces, pauses, strict=True):
            out.writeframes(piece + bytes(rate * pause // 1000 * 2))
        out.writeframes(bytes(2 * rate))
    shown = [two_lines(bare(text)) or "" for text in texts]
    return [
        Cue(text, start, start + length)
        for text, start, length in zip(shown, starts, lengths, strict=False)
    ]


def spoken(text: str, scratch: Path) -> bytes:
    """Return the samples of one spoken cue without the silence around it."""
    subprocess.run([*VOICE, "-w", str(scratch), text], check=True)
    with wave.open(str(scratch), "rb") as stream:
        return stream.readframes(stream.getnframes())


def film(sound: Path, out: Path) -> None:
    """Put the sound under a calm picture: floating ice, and a dot that tells the time."""
    with wave.open(str(sound), "rb") as stream:
        seconds = stream.getnframes() / stream.getframerate()
    picture = (
        "color=c=0xdfeaf0:s=640x360:r=10[sky];color=c=0x3f7f9f:s=640x190:r=10[sea];"
        "color=c=0xf7fbfd:s=230x160:r=10[ice];color=c=0xd0562f:s=10x10:r=10[dot];"
        "[sky][ice]overlay=x=205:y='154+3*sin(t)'[a];"
        "[sea]format=rgba,colorchannelmixer=aa=0.8[water];[a][water]overlay=y=170[b];"
        f"[b][dot]overlay=x='630*t/{seconds:.3f}':y=350[picture]"
    )
    command = ["ffmpeg", "-v", "error", "-y", "-i", str(sound), "-filter_complex", picture]
    command += ["-map", "[picture]", "-map", "0:a", "-t", f"{seconds:.3f}", "-c:v", "libx264"]
    command += ["-preset", "slow", "-crf", "30", "-g", "20", "-pix_fmt", "yuv420p"]
    command += ["-c:a", "aac", "-b:a", "40k", "-fflags", "+bitexact", "-flags", "+bitexact"]
    subprocess.run([*command, "-movflags", "+faststart", str(out)], check=True)


def block(cue: Cue, comma: str) -> str:
    """Return the time line and the text of a cue."""
    return f"{clock(cue.start, comma)} --> {clock(cue.end, comma)}\n{cue.text}\n"


def clock(milliseconds: int, comma: str) -> str:
    """Return a time as subtitles write it."""
    seconds, rest = divmod(milliseconds, 1000)
    return f"{seconds // 3600:02}:{seconds // 60 % 60:02}:{seconds % 60:02}{comma}{rest:03}"


if __name__ == "__main__":
    main()
