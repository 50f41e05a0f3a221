"""The part of the Hugging Face Hub that fetching a model asks for, on this machine."""

from __future__ import annotations

import hashlib
import json
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

_COMMIT = "1" * 40


class Hub(ThreadingHTTPServer):
    """Answer for the models in a folder, each in `owner/name`.

    Of large files only `breaks_after` bytes are sent, and with `lies` other ones than announced;
    with `stalls` the connection stays open then until the server ends.
    """

    def __init__(self, models: Path) -> None:
        super().__init__(("127.0.0.1", 0), _Answer)
        self.models = models
        self.breaks_after: int | None = None
        self.lies = False
        self.stalls = False
        self.ends = threading.Event()
        self.asked: list[str] = []

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.server_port}"


@contextmanager
def serving(models: Path) -> Iterator[Hub]:
    hub = Hub(models)
    thread = threading.Thread(target=hub.serve_forever)
    thread.start()
    try:
        yield hub
    finally:
        hub.ends.set()
        hub.shutdown()
        thread.join()
        hub.server_close()


class _Answer(BaseHTTPRequestHandler):
    server: Hub

    def do_HEAD(self) -> None:
        self.do_GET()

    def do_GET(self) -> None:
        path = self.path.partition("?")[0].strip("/")
        self.server.asked.append(f"{path} {self.headers.get('Range', '')}".strip())
        parts = path.split("/")
        if parts[:2] == ["api", "models"]:
            self._tell(self.server.models.joinpath(*parts[2:4]))
        else:
            self._send(self.server.models.joinpath(*parts[:2], parts[-1]))

    def _tell(self, folder: Path) -> None:
        if not folder.is_dir():
            self.send_response(404)
            self.send_header("X-Error-Code", "RepoNotFound")
            self.send_header("Content-Length", "0")
            self.end_headers()
            return
        files = [_description(file) for file in sorted(folder.iterdir())]
        if "/tree/" in self.path:
            listed = [
                {"type": "file", "path": file["rfilename"], "size": file["size"], "oid": "0" * 40}
                for file in files
            ]
            self._answer(json.dumps(listed).encode(), 200)
            return
        self._answer(json.dumps({"id": "x", "sha": _COMMIT, "siblings": files}).encode(), 200)

    def _send(self, file: Path) -> None:
        content = file.read_bytes()
        if self.server.lies:
            content = content[::-1]
        asked = self.headers.get("Range")
        start = int(asked.removeprefix("bytes=").rstrip("-")) if asked else 0
        etag = hashlib.sha256(content).hexdigest()
        self._answer(content[start:], 206 if asked else 200, etag)

    def _answer(self, content: bytes, status: int, etag: str = "") -> None:
        self.send_response(status)
        self.send_header("Content-Length", str(len(content)))
        self.send_header("ETag", f'"{etag}"')
        self.send_header("X-Repo-Commit", _COMMIT)
        self.end_headers()
        if self.command == "HEAD":
            return
        sent = content[: self.server.breaks_after]
        self.wfile.write(sent)
        if self.server.stalls and len(sent) < len(content):
            self.server.ends.wait()

    def log_message(self, *arguments: object) -> None:
        """Say nothing."""


def _description(file: Path) -> dict[str, object]:
    content = file.read_bytes()
    told: dict[str, object] = {"rfilename": file.name, "size": len(content)}
    if file.suffix == ".bin":
        checksum = hashlib.sha256(content).hexdigest()
        return told | {"lfs": {"sha256": checksum, "size": len(content), "pointerSize": 1}}
    return told | {"blobId": hashlib.sha1(b"blob %d\0" % len(content) + content).hexdigest()}
