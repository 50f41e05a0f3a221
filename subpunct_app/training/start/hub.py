"""Fetch an encoder from the Hugging Face Hub when the user names one."""

from __future__ import annotations

from pathlib import Path

import httpx2
from huggingface_hub import snapshot_download
from huggingface_hub.errors import HFValidationError, RepositoryNotFoundError

from subpunct_app.runtime.errors import ModelError

_FILES = (
    "config.json",
    "model*.safetensors",
    "model.safetensors.index.json",
    "tokenizer*",
    "special_tokens_map.json",
    "vocab*",
    "merges.txt",
    "*.model",
)


def download(name: str) -> Path:
    """Return the folder in the cache with the encoder `owner/name`, brought up to date.

    Without a connection an earlier copy will do. Raise ModelError where there is none.
    """
    try:
        # One at a time: its workers share a client that the first lost connection closes.
        return Path(snapshot_download(name, allow_patterns=list(_FILES), max_workers=1))
    except (RepositoryNotFoundError, HFValidationError) as error:
        raise ModelError(
            f"The Hugging Face Hub has no encoder {name}, or keeps it for those who log in.",
            "Look the name up at huggingface.co.",
        ) from error
    except (OSError, httpx2.HTTPError) as error:
        raise ModelError(
            f"The encoder {name} cannot be downloaded.",
            "Check the connection, or give a folder that holds its files.",
        ) from error
