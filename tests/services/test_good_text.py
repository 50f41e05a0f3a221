from __future__ import annotations

from pathlib import Path

import pytest

from subpunct_app.core.task import Task
from subpunct_app.punctuation.models import registry
from subpunct_app.punctuation.suggestions.options import Mode, Options
from subpunct_app.services.files import open_document
from subpunct_app.services.proposing.pipeline import accepted, propose
from subpunct_app.subtitles.writing.render import render

REAL = Path(__file__).parents[2].parent / "shared" / "subtitles" / "real"
ENGLISH = ("huggingface__course", "ableplayer", "videojs", "smagnacca", "_en.vtt", "en.srt")
# The modes for which a mark may stand rightly.
RIGHTLY = (Mode.RESTORE, Mode.FILL, Mode.REVIEW)
SAMPLES = Path(__file__).parents[2] / "resources" / "samples"


@pytest.mark.skipif(not REAL.is_dir(), reason="the collection of real files is not here")
def test_review_leaves_punctuated_files_of_others_alone() -> None:
    model = registry.load(device="cpu")
    gaps = changes = 0
    for path in sorted(REAL.iterdir()):
        if not any(name in path.name for name in ENGLISH):
            continue
        proposal = propose(open_document(path), model, Options(mode=Mode.REVIEW), Task())
        marked = sum(gap.current.ends_sentence for gap in proposal.transcript.gaps)
        if marked * 50 > len(proposal.transcript.words):
            gaps += len(proposal.transcript.gaps)
            changes += len(proposal.suggestions)
    assert gaps > 5000
    assert changes / gaps < 0.02


@pytest.mark.parametrize("name", ["lecture.srt", "lecture.vtt", "lecture.txt"])
@pytest.mark.parametrize(
    ("first", "second"), [(Mode.ANEW, Mode.ANEW), *((Mode.RESTORE, mode) for mode in RIGHTLY)]
)
def test_nothing_is_proposed_for_what_was_accepted(name: str, first: Mode, second: Mode) -> None:
    model = registry.load(device="cpu")
    restored = propose(open_document(SAMPLES / name), model, Options(first), Task())
    better = render(restored.transcript, accepted(restored.suggestions, 0.0))
    assert propose(better, model, Options(second), Task()).suggestions == ()
