"""Client of the Atelier API."""

from .client import Atelier
from .errors import AtelierError, ConnectionFailed, ErrorCode, TaskFailed, WebhookRefused
from .tasks import MusicTaskHandle, TaskHandle
from .webhooks import verify_webhook

__all__ = [
    "Atelier",
    "AtelierError",
    "ConnectionFailed",
    "ErrorCode",
    "MusicTaskHandle",
    "TaskFailed",
    "TaskHandle",
    "WebhookRefused",
    "verify_webhook",
]
