"""Restore punctuation and case in subtitles without moving a cue or changing a word."""

import os

__version__ = "0.1.0"

# onnxruntime, whichever library takes it in, would tell its makers what runs on which machine.
os.environ["ORT_DISABLE_TELEMETRY"] = "1"
# huggingface_hub would ask its makers which programs call it, and tell them which one did.
os.environ["HF_HUB_DISABLE_TELEMETRY"] = "1"
