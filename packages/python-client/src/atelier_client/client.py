"""The service, as one caller."""

from __future__ import annotations

import os
import re
import shutil
import uuid
from http.client import IncompleteRead
from pathlib import Path
from typing import Any, BinaryIO, Union
from urllib.parse import urlencode, urlsplit

from .connection import BROKEN, Connection, json_bytes, pause, pause_before
from .errors import ConnectionFailed
from .generated.operations import Operations, Pages, Starts
from .generated.types import TaskDetailsResponse, TaskOutputResponse, UploadResponse
from .media import INLINE_BYTES, Media, Progress, upload, with_texts
from .music import started_task_id
from .tasks import MusicTaskHandle, TaskHandle
from .waiting import OnProgress

#: Something that `download` finds: of a task, its first output; or the link of an output.
Downloadable = Union[TaskDetailsResponse, TaskOutputResponse, str]


class Atelier(Starts):
    """The service at `url`, by default at `ATELIER_URL`, with `token`, by default `ATELIER_TOKEN`.

    `timeout` is how many seconds the service may be silent, `max_retries` how often a request is tried again.
    """

    def __init__(
        self, url: str | None = None, token: str | None = None, *, timeout: float = 60.0, max_retries: int = 4
    ) -> None:
        address: str = url or os.environ.get("ATELIER_URL") or ""
        parts = urlsplit(address)
        if parts.scheme not in ("http", "https") or not parts.hostname or parts.query or parts.fragment:
            raise ValueError("url must be the http or https address of the service.")
        secret: str = (token or os.environ.get("ATELIER_TOKEN") or "").strip()
        if secret and not re.fullmatch(r"[!-~]+", secret):
            raise ValueError("token must be visible ASCII characters.")
        self._connection = Connection(address.rstrip("/"), secret or None, timeout, max_retries)
        super().__init__(self._start)
        #: A method for each operation of the API document.
        self.api = Operations(self._connection.call)
        #: The same for lists: all entries, page after page.
        self.pages = Pages(self._connection.pages)

    def make_music_from_text(
        self,
        *,
        prompt: str,
        duration: int | None = None,
        idempotency_key: str | None = None,
        quote_id: str | None = None,
        output_retention_hours: int | None = None,
    ) -> MusicTaskHandle:
        """Starts music from a prompt; `duration` is in seconds."""
        options = _options(idempotency_key, quote_id, output_retention_hours)
        return self._start_music("t2m", {"prompt": prompt, "duration": duration}, options)

    def make_music_from_video(
        self,
        *,
        video: Media,
        prompt: str | None = None,
        idempotency_key: str | None = None,
        quote_id: str | None = None,
        output_retention_hours: int | None = None,
        on_upload_progress: Progress | None = None,
    ) -> MusicTaskHandle:
        """Starts music for a video: its bytes, a file or its URL."""
        options = _options(idempotency_key, quote_id, output_retention_hours)
        fields = self._with_links({"video": video, "prompt": prompt}, options, 0, on_upload_progress)
        return self._start_music("v2m", fields, options)

    def task(self, task_id: str) -> TaskHandle:
        """A task that was started before."""
        return TaskHandle(self._connection, task_id)

    def music_task(self, task_id: str) -> MusicTaskHandle:
        """A music task that was started before."""
        return MusicTaskHandle(self._connection, task_id)

    def wait(
        self, task_id: str, timeout: float | None = None, on_progress: OnProgress | None = None
    ) -> TaskDetailsResponse:
        """The same as `wait` of its handle."""
        return self.task(task_id).wait(timeout, on_progress)

    def download(self, source: Downloadable) -> bytes:
        """The bytes of a result."""
        reply = self._connection.send("GET", _link_of(source))
        if not reply.is_ok:
            raise reply.error()
        return reply.body

    def save(self, source: Downloadable, path: str | os.PathLike[str]) -> Path:
        """Writes a result to a file, which is there only when it is complete."""
        target = Path(path)
        beside = target.with_name(f".{target.name}.{uuid.uuid4().hex}")
        try:
            self._fetch(_link_of(source), beside)
            os.replace(beside, target)
        finally:
            beside.unlink(missing_ok=True)
        return target

    def upload(
        self,
        data: bytes | os.PathLike[str] | BinaryIO,
        *,
        file_name: str | None = None,
        content_type: str | None = None,
        on_progress: Progress | None = None,
    ) -> UploadResponse:
        """Uploads a file, to use its `download_url` in any number of requests."""
        return upload(
            self._connection, data, file_name=file_name, content_type=content_type, on_progress=on_progress
        )

    def _fetch(self, link: str, path: Path) -> None:
        for retries in range(self._connection.max_retries + 1):
            reply = self._connection.send("GET", link, is_stream=True)
            if not reply.is_ok:
                raise reply.error()
            try:
                with reply.response as response, path.open("wb") as file:
                    shutil.copyfileobj(response, file)
                if response.length:
                    raise IncompleteRead(b"", response.length)
                return
            except BROKEN as error:
                broken = error
            pause(pause_before(retries), None)
        raise ConnectionFailed("The download breaks off again and again.") from broken

    def _start(self, path: str, fields: dict[str, Any], on_upload_progress: Progress | None, **given: Any) -> TaskHandle:
        options = _options(**given)
        inline = 0 if path.endswith("/extend") else INLINE_BYTES
        body = json_bytes(self._with_links(fields, options, inline, on_upload_progress))
        reply = self._connection.send("POST", path, headers=_sent(options, "application/json", body), body=lambda: [body])
        if not reply.is_ok:
            raise reply.error()
        # Style transfer, videos and models have no envelope.
        content = reply.content()
        task = content.get("data", content)
        return self.task(task.get("task_id") or task["id"])

    def _start_music(self, area: str, fields: dict[str, Any], options: dict[str, Any]) -> MusicTaskHandle:
        body = urlencode({name: value for name, value in fields.items() if value is not None}).encode()
        headers = _sent(options, "application/x-www-form-urlencoded", body)
        path = f"/proxy/musprov/{area}/generate"
        reply = self._connection.send("POST", path, headers=headers, body=lambda: [body], is_stream=True)
        if not reply.is_ok:
            raise reply.error()
        return self.music_task(started_task_id(reply))

    def _with_links(
        self, fields: dict[str, Any], options: dict[str, Any], inline_bytes: int, on_progress: Progress | None
    ) -> dict[str, Any]:
        uploads = 0

        def store(data: Any) -> str:
            nonlocal uploads
            uploads += 1
            # Repeated under the same key, the request has the same links.
            key = f"{options['Idempotency-Key']}-{uploads}"
            return upload(self._connection, data, on_progress=on_progress, key=key)["download_url"]

        with_links: dict[str, Any] = with_texts(fields, inline_bytes, store)
        return with_links


def _options(
    idempotency_key: str | None, quote_id: str | None, output_retention_hours: int | None
) -> dict[str, Any]:
    return {
        "Idempotency-Key": idempotency_key or str(uuid.uuid4()),
        "Quote-Id": quote_id,
        "Output-Retention-Hours": output_retention_hours,
    }


def _sent(options: dict[str, Any], content_type: str, body: bytes) -> dict[str, Any]:
    return {**options, "Content-Type": content_type, "Content-Length": len(body)}


def _link_of(source: Downloadable) -> str:
    if isinstance(source, str):
        return source
    found: Any = source
    if "url" in found:
        return str(found["url"])
    if not found["outputs"]:
        raise ValueError("The task has no outputs.")
    return str(found["outputs"][0]["url"])
