"""Follows a task by its events; where they do not arrive, asks for it."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterator
from http.client import HTTPResponse
from typing import Any

from .connection import BROKEN, Connection, part, pause, set_timeout, within
from .errors import TaskFailed
from .generated.types import TaskDetailsResponse

#: Is called with the status and the progress (0 to 100) after each change.
OnProgress = Callable[[str, int], None]

ENDS = ("succeeded", "failed", "canceled")
POLL_SECONDS = 1.0
SLOWEST_POLL_SECONDS = 10.0
#: After so many streams without an event, a proxy keeps them back, and only polling is left.
DEAF_STREAMS = 3
#: The service sends a comment every 15 seconds.
STALLED_SECONDS = 60.0


def wait_for(
    connection: Connection, task_id: str, timeout: float | None, on_progress: OnProgress | None
) -> TaskDetailsResponse:
    deadline = None if timeout is None else time.monotonic() + timeout
    task = _Waiter(connection, task_id, deadline, on_progress).until_ended()
    if task["status"] != "succeeded":
        raise TaskFailed(task)
    return task


class _Waiter:
    def __init__(
        self, connection: Connection, task_id: str, deadline: float | None, on_progress: OnProgress | None
    ) -> None:
        self.connection = connection
        self.path = f"/tasks/{part(task_id)}"
        self.deadline = deadline
        self.on_progress = on_progress
        self.last_event_id: str | None = None
        self.etag: str | None = None
        self.task: TaskDetailsResponse | None = None
        self.told = ("created", 0)

    def until_ended(self) -> TaskDetailsResponse:
        deaf, seconds = 0, POLL_SECONDS
        while True:
            if deaf < DEAF_STREAMS:
                has_heard = self.listen()
                deaf = 0 if has_heard else deaf + 1
                seconds = POLL_SECONDS if has_heard else seconds
            task = self.read()
            self.tell(task["status"], task["progress"])
            if task["status"] in ENDS:
                return task
            pause(seconds, self.deadline)
            seconds = min(seconds * 1.5, SLOWEST_POLL_SECONDS)

    def listen(self) -> bool:
        """Reads events until the stream ends, breaks or stalls; says whether there was anything."""
        reply = self.connection.send(
            "GET",
            f"{self.path}/events",
            headers={"Accept": "text/event-stream", "Last-Event-ID": self.last_event_id},
            is_stream=True,
            deadline=self.deadline,
        )
        has_heard = False
        if not reply.is_ok:
            return has_heard
        with reply.response as response:
            for line in self.lines_of(response):
                # Comments, which the service sends while nothing changes, count too.
                has_heard = True
                self.hear(line)
        return has_heard

    def lines_of(self, response: HTTPResponse) -> Iterator[str]:
        while True:
            seconds = within(STALLED_SECONDS, self.deadline)
            try:
                set_timeout(response, seconds)
                line = response.readline()
            except BROKEN:
                return
            if not line.endswith(b"\n"):
                return
            yield line.decode().rstrip("\r\n")

    def hear(self, line: str) -> None:
        """Each event of the service has its id first, and its data in one line."""
        name, _, value = line.partition(": ")
        if name == "id":
            self.last_event_id = value
        if name == "data":
            event: dict[str, Any] = json.loads(value)
            self.tell(event.get("status", self.told[0]), event.get("progress", self.told[1]))

    def read(self) -> TaskDetailsResponse:
        headers = {"If-None-Match": self.etag}
        reply = self.connection.send("GET", self.path, headers=headers, deadline=self.deadline)
        if reply.status == 304 and self.task:
            return self.task
        if not reply.is_ok:
            raise reply.error()
        self.etag = reply.headers.get("ETag")
        task: TaskDetailsResponse = reply.content()
        self.task = task
        return task

    def tell(self, status: str, progress: int) -> None:
        if (status, progress) == self.told:
            return
        self.told = (status, progress)
        if self.on_progress:
            self.on_progress(status, progress)
