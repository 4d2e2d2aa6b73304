"""Pictures, videos and sounds: as texts within a request, and as uploads."""

from __future__ import annotations

import base64
import mimetypes
import os
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, BinaryIO, Union

from .connection import Connection
from .generated.types import UploadResponse

#: A picture, video or sound: its bytes, a file, or as the API takes it: a URL, or Base64 (bare or as a `data:` URI).
Media = Union[bytes, os.PathLike[str], BinaryIO, str]
#: Is called with the bytes sent and the bytes in total.
Progress = Callable[[int, int], None]

#: What is smaller is sent within the request.
INLINE_BYTES = 256 * 1024
STEP = 64 * 1024


def upload(
    connection: Connection,
    data: bytes | os.PathLike[str] | BinaryIO,
    *,
    file_name: str | None = None,
    content_type: str | None = None,
    on_progress: Progress | None = None,
    key: str | None = None,
) -> UploadResponse:
    """Sends bytes to the storage; its `download_url` is then accepted as an input."""
    name = file_name or (Path(data).name if isinstance(data, os.PathLike) else "file")
    kind = content_type or mimetypes.guess_type(name)[0] or "application/octet-stream"
    source = data if isinstance(data, (bytes, os.PathLike)) else data.read()
    size = os.stat(source).st_size if isinstance(source, os.PathLike) else len(source)

    def parts() -> Iterator[bytes]:
        sent = 0
        for piece in _pieces(source):
            if on_progress:
                on_progress(sent, size)
            yield piece
            sent += len(piece)

    fields = {"file_name": name, "content_type": kind}
    links: UploadResponse = connection.call("POST", "/uploads", json=fields, headers={"Idempotency-Key": key})
    headers = {"Content-Type": kind, "Content-Length": size}
    reply = connection.send("PUT", links["upload_url"], headers=headers, body=parts)
    if not reply.is_ok:
        raise reply.error()
    if on_progress:
        on_progress(size, size)
    return links


def with_texts(value: Any, inline_bytes: int, store: Callable[[Any], str]) -> Any:
    """A request with texts in place of bytes and files: small ones as Base64, others as what `store` makes of them."""
    if isinstance(value, dict):
        return {name: with_texts(field, inline_bytes, store) for name, field in value.items()}
    if isinstance(value, (list, tuple)):
        return [with_texts(one, inline_bytes, store) for one in value]
    if hasattr(value, "read"):
        value = value.read()
    if isinstance(value, os.PathLike):
        return store(value) if os.stat(value).st_size > inline_bytes else _base64(Path(value).read_bytes())
    if isinstance(value, (bytes, bytearray)):
        return store(bytes(value)) if len(value) > inline_bytes else _base64(value)
    return value


def _pieces(source: bytes | os.PathLike[str]) -> Iterator[bytes]:
    if isinstance(source, bytes):
        for at in range(0, len(source), STEP):
            yield source[at : at + STEP]
        return
    with open(source, "rb") as file:
        while piece := file.read(STEP):
            yield piece


def _base64(data: bytes | bytearray) -> str:
    return base64.b64encode(data).decode()
