"""Music while it is made."""

from __future__ import annotations

import json
from base64 import b64decode
from collections.abc import Iterator
from typing import Any, Union

from .connection import BROKEN, Connection, Reply, part, pause, pause_before
from .errors import ConnectionFailed
from .generated.types import (
    MusicAudioLine,
    MusicCompleteLine,
    MusicCostLine,
    MusicDurationLine,
    MusicErrorLine,
    MusicTaskLine,
    MusicTitleLine,
    MusicTitlesLine,
)
from .waiting import wait_for

#: A line of a music stream, as `GET /tasks/{task_id}/stream` has them.
MusicLine = Union[
    MusicTaskLine,
    MusicDurationLine,
    MusicTitlesLine,
    MusicTitleLine,
    MusicAudioLine,
    MusicCostLine,
    MusicCompleteLine,
    MusicErrorLine,
]

#: Broken connections in a row, without a line between them.
MAX_BREAKS = 5


def music_lines(connection: Connection, task_id: str) -> Iterator[MusicLine]:
    """The lines of a music task while it is made, each once; a broken connection is opened again after the last line.

    Raises TaskFailed when the music could not be made.
    """
    after, breaks = -1, 0
    while True:
        path = f"/tasks/{part(task_id)}/stream"
        reply = connection.send("GET", path, query={"after": after}, is_stream=True)
        if not reply.is_ok:
            raise reply.error()
        end: BaseException | None = None
        with reply.response:
            lines = _lines_of(reply)
            while end is None:
                try:
                    line = next(lines)
                except (*BROKEN, StopIteration) as error:
                    end = error
                    continue
                if line["seq"] <= after:
                    continue
                after, breaks = line["seq"], 0
                if line["type"] == "error":
                    # Raises TaskFailed.
                    wait_for(connection, task_id, None, None)
                yield line
                if line["type"] == "complete":
                    return
        # Silence is no break: the music may have to wait for its turn.
        if not isinstance(end, TimeoutError):
            if breaks >= MAX_BREAKS:
                raise ConnectionFailed(f"The stream of {connection.url} breaks again and again.") from end
            pause(pause_before(breaks), None)
            breaks += 1


def music_bytes(lines: Iterator[MusicLine]) -> Iterator[bytes]:
    """The MP3 of a music task while it is made."""
    for line in lines:
        if line["type"] == "audio_chunk":
            yield b64decode(line["data"])


def started_task_id(reply: Reply) -> str:
    """The id that a new stream begins with. The stream is left: it can be read by the id as often as wanted."""
    with reply.response:
        known: str | None = reply.headers.get("X-Task-Id")
        return known or next(line["task_id"] for line in _lines_of(reply) if line["type"] == "task")


def _lines_of(reply: Reply) -> Iterator[MusicLine]:
    """Whole lines only: what is left at the end of a broken connection is sent again."""
    while (line := reply.response.readline()).endswith(b"\n"):
        if line.strip():
            read: Any = json.loads(line)
            yield read
