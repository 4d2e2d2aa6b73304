"""Webhooks, signed as Standard Webhooks (https://www.standardwebhooks.com)."""

from __future__ import annotations

import base64
import binascii
import hmac
import json
import time
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from .connection import Connection
from .errors import WebhookRefused
from .generated.types import WebhookMessage

if TYPE_CHECKING:
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

TOLERANCE_SECONDS = 5 * 60
KEYS_KEPT_SECONDS = 10 * 60
#: A signature of an unknown key may ask for new keys this often.
KEYS_ASKED_SECONDS = 60


def verify_webhook(
    body: bytes | str, headers: Mapping[str, str], *, secret: str | None = None, jwks_url: str | None = None
) -> WebhookMessage:
    """The message of a webhook, if its signature is right: by your secret, or by the public keys of the service.

    `body` is as it was received: parsed and written again, it may differ. Public keys need `atelier-client[keys]`.
    Raises WebhookRefused when it is not.
    """
    if bool(secret) == bool(jwks_url):
        raise ValueError("Either secret or jwks_url must be given.")
    known = {name.lower(): value for name, value in headers.items()}
    timestamp = known.get("webhook-timestamp", "")
    if not timestamp.isascii() or not timestamp.isdigit() or abs(time.time() - int(timestamp)) > TOLERANCE_SECONDS:
        raise WebhookRefused("The timestamp is missing, or not of now.")
    received = body.encode() if isinstance(body, str) else body
    content = f"{known.get('webhook-id', '')}.{timestamp}.".encode() + received
    signatures = known.get("webhook-signature", "").split(" ")
    is_right = _is_of_secret(secret, content, signatures) if secret else _is_of_keys(jwks_url or "", content, signatures)
    if not is_right:
        raise WebhookRefused("No signature is right.")
    message: WebhookMessage = json.loads(received)
    return message


def _is_of_secret(secret: str, content: bytes, signatures: list[str]) -> bool:
    key = base64.b64decode(secret.removeprefix("whsec_"), validate=True)
    if not key:
        raise ValueError("secret must not be empty.")
    digest = hmac.digest(key, content, "sha256")
    expected = f"v1,{base64.b64encode(digest).decode()}".encode()
    return any(hmac.compare_digest(expected, one.encode()) for one in signatures)


def _is_of_keys(jwks_url: str, content: bytes, signatures: list[str]) -> bool:
    """The scheme `v1a`: Ed25519."""
    offered = [one.removeprefix("v1a,") for one in signatures if one.startswith("v1a,")]
    return bool(offered) and any(
        _is_of_key(key, one, content)
        for max_age in (KEYS_KEPT_SECONDS, KEYS_ASKED_SECONDS)
        for key in _keys_of(jwks_url, max_age)
        for one in offered
    )


def _is_of_key(key: Ed25519PublicKey, signature: str, content: bytes) -> bool:
    from cryptography.exceptions import InvalidSignature

    try:
        key.verify(base64.b64decode(signature, validate=True), content)
        return True
    except (InvalidSignature, binascii.Error):
        return False


_known_keys: dict[str, tuple[float, list[Ed25519PublicKey]]] = {}


def _keys_of(url: str, max_age: float) -> list[Ed25519PublicKey]:
    """The public keys at an address, read again when they are older than that."""
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

    read_at, keys = _known_keys.get(url, (0.0, []))
    if read_at and time.monotonic() - read_at < max_age:
        return keys
    reply = Connection("", None, timeout=15, max_retries=1).send("GET", url)
    if not reply.is_ok:
        raise reply.error()
    ours: list[Any] = [one for one in reply.content()["keys"] if one["kty"] == "OKP" and one.get("crv") == "Ed25519"]
    keys = [Ed25519PublicKey.from_public_bytes(base64.urlsafe_b64decode(one["x"] + "==")) for one in ours]
    _known_keys[url] = (time.monotonic(), keys)
    return keys
