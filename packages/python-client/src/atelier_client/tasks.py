"""Tasks that were started."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from .connection import Connection, part
from .music import MusicLine, music_bytes, music_lines
from .waiting import OnProgress, wait_for

if TYPE_CHECKING:
    from .types import TaskDetailsResponse


class TaskHandle:
    """A task that was started."""

    def __init__(self, connection: Connection, task_id: str) -> None:
        self._connection = connection
        self.id = task_id

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self.id!r})"

    def wait(self, timeout: float | None = None, on_progress: OnProgress | None = None) -> TaskDetailsResponse:
        """The task, once it has succeeded.

        Raises TaskFailed when it has failed or was canceled, TimeoutError after that many seconds; the task goes on then.
        """
        return wait_for(self._connection, self.id, timeout, on_progress)

    def get(self) -> TaskDetailsResponse:
        task: TaskDetailsResponse = self._connection.call("GET", f"/tasks/{part(self.id)}")
        return task

    def cancel(self) -> None:
        self._connection.call("POST", f"/tasks/{part(self.id)}/cancel")


class MusicTaskHandle(TaskHandle):
    """A music task that was started."""

    def stream(self) -> Iterator[bytes]:
        """The MP3 while it is made; continues by itself after a broken connection."""
        return music_bytes(self.lines())

    def lines(self) -> Iterator[MusicLine]:
        """What its stream says, each line once: titles, cost, peaks."""
        return music_lines(self._connection, self.id)
