"""What goes wrong."""

from __future__ import annotations

import re
from email.message import Message
from email.utils import parsedate_to_datetime
from time import time
from typing import TYPE_CHECKING, Any, Literal, Union

from .generated.types import OperationErrorCode

if TYPE_CHECKING:
    from .types import TaskDetailsResponse

# The second part is of replies that belong to no operation of the API document. `unexpected_reply` is a reply that is
# none of the service, such as a proxy's.
ErrorCode = Union[
    OperationErrorCode,
    Literal[
        "conflict",
        "expectation_failed",
        "headers_too_large",
        "issuer_not_configured",
        "method_not_allowed",
        "not_found",
        "request_timeout",
        "route_not_found",
        "unexpected_reply",
    ],
]


class AtelierError(Exception):
    """A reply of the service that is not a success."""

    def __init__(self, status: int, code: ErrorCode, message: str, request_id: str | None, retry_after: float | None):
        super().__init__(message)
        self.status = status
        #: Stable; newer services may have more.
        self.code: ErrorCode = code
        self.message = message
        #: Names the request in the log of the service.
        self.request_id = request_id
        #: Seconds until it may be tried again.
        self.retry_after = retry_after

    @property
    def fields(self) -> list[str]:
        """Fields of the request that the message says something about."""
        return re.findall(r"(?:^|; )([\w.[\]-]+) must ", self.message) if self.code == "invalid_request" else []

    @classmethod
    def of(cls, status: int, headers: Message, body: Any) -> AtelierError:
        code, message = (body.get("error"), body.get("message")) if isinstance(body, dict) else (None, None)
        if not isinstance(code, str) or not isinstance(message, str):
            code, message = "unexpected_reply", f"The service answered {status}."
        known: Any = code
        return cls(status, known, message, headers.get("X-Request-Id"), retry_after_of(headers))


class TaskFailed(Exception):
    """A task that has failed or was canceled."""

    def __init__(self, task: TaskDetailsResponse) -> None:
        canceled = "The task was canceled." if task["status"] == "canceled" else "The task failed."
        self.task = task
        #: `canceled`, or why it failed.
        self.error_code: str = task["error_code"] or task["status"]
        self.error_message: str = task["error_message"] or canceled
        super().__init__(self.error_message)


class ConnectionFailed(Exception):
    """No reply arrived, however often it was tried; `__cause__` says why."""


class WebhookRefused(Exception):
    """Not from the service, changed on the way, or older than five minutes."""


def retry_after_of(headers: Message) -> float | None:
    """Seconds of `Retry-After`, in either of its forms."""
    text = headers.get("Retry-After", "")
    if re.fullmatch(r"\d{1,9}", text):
        return float(text)
    try:
        return max(0.0, parsedate_to_datetime(text).timestamp() - time())
    except (TypeError, ValueError):
        return None
