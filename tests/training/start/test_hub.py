from __future__ import annotations

import hashlib
import json
import os
import subprocess
import sys
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest

from subpunct_app.training.start.encoders import load_encoder
from tests.training.tiny_encoders import save_tiny

pytestmark = pytest.mark.slow

_COMMIT = "1" * 40
# The address of the Hub is read when its library is imported, so each test has its own process.
_DOWNLOAD = """
import sys
from subpunct_app.runtime.errors import ModelError
from subpunct_app.training.start.hub import download
for name in sys.argv[1:]:
    try:
        print(download(name))
    except ModelError as error:
        print(error.message)
"""


class Hub(ThreadingHTTPServer):
    """The part of the Hugging Face Hub that a download asks for, on this machine."""

    def __init__(self, models: Path) -> None:
        super().__init__(("127.0.0.1", 0), _Answer)
        self.models = models

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.server_port}"


class _Answer(BaseHTTPRequestHandler):
    server: Hub

    def do_HEAD(self) -> None:
        self.do_GET()

    def do_GET(self) -> None:
        parts = self.path.partition("?")[0].strip("/").split("/")
        content = self._api(parts[2:]) if parts[:2] == ["api", "models"] else self._file(parts)
        self.send_response(404 if content is None else 200)
        if content is None:
            self.send_header("X-Error-Code", "RepoNotFound")
        content = content or b""
        self.send_header("Content-Length", str(len(content)))
        self.send_header("ETag", f'"{hashlib.sha256(content).hexdigest()}"')
        self.send_header("X-Repo-Commit", _COMMIT)
        self.end_headers()
        if self.command == "GET":
            self.wfile.write(content)

    def _api(self, parts: list[str]) -> bytes | None:
        folder = self.server.models.joinpath(*parts[:2])
        if not folder.is_dir():
            return None
        if "tree" not in parts:
            return json.dumps({"id": "/".join(parts[:2]), "sha": _COMMIT}).encode()
        return json.dumps(
            [
                {"type": "file", "path": f.name, "size": f.stat().st_size, "oid": "0" * 40}
                for f in sorted(folder.iterdir())
            ]
        ).encode()

    def _file(self, parts: list[str]) -> bytes | None:
        path = self.server.models.joinpath(*parts[:2], parts[-1])
        return path.read_bytes() if path.is_file() else None

    def log_message(self, *arguments: object) -> None:
        """Say nothing."""


@pytest.fixture
def hub(tmp_path: Path) -> Iterator[Hub]:
    save_tiny("bert", tmp_path / "models" / "someone" / "tiny-bert")
    (tmp_path / "models" / "someone" / "tiny-bert" / "pytorch_model.bin").write_bytes(b"a pickle")
    server = Hub(tmp_path / "models")
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    yield server
    server.shutdown()
    thread.join()
    server.server_close()


def download(address: str, folder: Path, *names: str) -> list[str]:
    """Download from a Hub at an address into a cache in a folder; return what is told."""
    environment = os.environ | {"HF_ENDPOINT": address, "HF_HOME": str(folder / "cache")}
    done = subprocess.run(
        [sys.executable, "-c", _DOWNLOAD, *names],
        env=environment,
        capture_output=True,
        text=True,
        check=True,
    )
    return done.stdout.splitlines()


def test_an_encoder_comes_from_the_hub_and_stays(hub: Hub, tmp_path: Path) -> None:
    fetched, refused = download(hub.address, tmp_path, "someone/tiny-bert", "someone/unknown")
    assert refused.startswith("The Hugging Face Hub has no encoder someone/unknown")
    names = {path.name for path in Path(fetched).iterdir()}
    assert names == {"config.json", "model.safetensors", "tokenizer.json"}
    assert load_encoder(fetched)[1].token_to_id("bridge") is not None

    nowhere = "http://127.0.0.1:9"
    cached, missing = download(nowhere, tmp_path, "someone/tiny-bert", "someone/other")
    assert cached == fetched
    assert missing == "The encoder someone/other cannot be downloaded."
