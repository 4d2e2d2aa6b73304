"""Stands in for the package of this name where it is not installed: the check of the Standard Webhooks specification."""
import base64, hashlib, hmac, json, time


class WebhookVerificationError(Exception):
    pass


class Webhook:
    def __init__(self, secret):
        self._key = base64.b64decode(secret.removeprefix("whsec_"))

    def verify(self, data, headers):
        identifier, sent_at = headers["webhook-id"], headers["webhook-timestamp"]
        if abs(time.time() - int(sent_at)) > 300:
            raise WebhookVerificationError("too old")
        text = data.decode() if isinstance(data, bytes) else data
        mac = hmac.new(self._key, f"{identifier}.{sent_at}.{text}".encode(), hashlib.sha256).digest()
        wanted = "v1," + base64.b64encode(mac).decode()
        if not any(hmac.compare_digest(wanted, given) for given in headers["webhook-signature"].split(" ")):
            raise WebhookVerificationError("wrong signature")
        return json.loads(text)
