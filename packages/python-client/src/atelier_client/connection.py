"""The service at an address, as one caller: sends requests, and repeats those that failed for a reason that passes."""

from __future__ import annotations

import http.client
import json
import random
import socket
import ssl
import time
import uuid
from collections.abc import Callable, Iterable, Iterator, Mapping
from email.message import Message
from typing import Any, cast
from urllib import request as urls
from urllib.parse import quote, urlencode, urlsplit

from .errors import AtelierError, ConnectionFailed, retry_after_of

#: What a connection that breaks raises, a silent one included.
BROKEN = (OSError, http.client.HTTPException)
#: The bytes of a request, anew for each attempt.
Body = Callable[[], Iterable[bytes]]

PASSING_STATUSES = (429, 502, 503, 504, 507)
LONGEST_WAIT_SECONDS = 60
FIRST_PAUSE_SECONDS = 0.5
LONGEST_PAUSE_SECONDS = 8.0


class Reply:
    """A reply whose body has been read, or, if it is a success that is to be streamed, has not."""

    def __init__(self, response: http.client.HTTPResponse, is_stream: bool) -> None:
        self.status: int = response.status
        self.headers: Message = response.headers
        self.response = response
        self.is_ok = self.status < 300
        self.body = b"" if is_stream and self.is_ok else response.read()

    def content(self) -> Any:
        if not self.body:
            return None
        if "json" in self.headers.get("Content-Type", ""):
            return json.loads(self.body)
        return self.body.decode("utf-8", "replace")

    def error(self) -> AtelierError:
        try:
            body = json.loads(self.body)
        except ValueError:
            body = None
        return AtelierError.of(self.status, self.headers, body)


class Connection:
    def __init__(self, url: str, token: str | None, timeout: float, max_retries: int) -> None:
        #: Without a slash at its end.
        self.url = url
        self._token = token
        self._timeout = timeout
        self.max_retries = max_retries
        self._opener = _opener()

    def send(
        self,
        method: str,
        to: str,
        *,
        query: Mapping[str, Any] = {},
        headers: Mapping[str, Any] = {},
        body: Body | None = None,
        is_stream: bool = False,
        deadline: float | None = None,
    ) -> Reply:
        """Sends to a path of the API, as the caller, or to a link, without the token.

        What is not a GET gets an `Idempotency-Key`, so that a repetition does nothing twice. The reply may be an error.
        """
        known = {name: _text(value) for name, value in query.items() if value is not None}
        address = to + ("?" + urlencode(known, doseq=True) if known else "")
        is_path = to.startswith("/")
        if not is_path and urlsplit(to).scheme not in ("http", "https"):
            raise ValueError("A link must be an http or https address.")
        sent = {name: str(value) for name, value in headers.items() if value is not None}
        if is_path and method != "GET":
            sent.setdefault("Idempotency-Key", str(uuid.uuid4()))

        def attempt(timeout: float) -> Reply:
            request = urls.Request(self.url + address if is_path else address, method=method, headers=sent)
            request.data = cast(Any, body()) if body else None
            if is_path and self._token:
                # Does not follow a redirect.
                request.add_unredirected_header("Authorization", f"Bearer {self._token}")
            response = self._opener.open(request, timeout=timeout)
            try:
                reply = Reply(response, is_stream)
            except BaseException:
                response.close()
                raise
            if not (is_stream and reply.is_ok):
                response.close()
            return reply

        return self._repeat(attempt, deadline)

    def call(
        self,
        method: str,
        path: str,
        *,
        json: Mapping[str, Any] | None = None,
        data: bytes | None = None,
        content_type: str = "application/json",
        is_raw: bool = False,
        query: Mapping[str, Any] = {},
        headers: Mapping[str, Any] = {},
    ) -> Any:
        """The content of a reply.

        Raises AtelierError when the service refuses.
        """
        sent = data if json is None else json_bytes(json)
        more = {} if sent is None else {"Content-Type": content_type, "Content-Length": len(sent)}
        body = None if sent is None else lambda: [sent]
        reply = self.send(method, path, query=query, headers={**headers, **more}, body=body)
        if not reply.is_ok:
            raise reply.error()
        return reply.body if is_raw else reply.content()

    def pages(self, path: str, query: Mapping[str, Any] = {}) -> Iterator[Any]:
        """All entries of a list, page after page."""
        cursor: str | None = None
        while True:
            reply = self.send("GET", path, query={**query, "cursor": cursor})
            if not reply.is_ok:
                raise reply.error()
            page = reply.content()
            if isinstance(page, list):
                yield from page
            else:
                yield from next(value for value in page.values() if isinstance(value, list))
                cursor = page.get("next_cursor")
            cursor = reply.headers.get("X-Next-Cursor") if isinstance(page, list) else cursor
            if not cursor:
                return

    def _repeat(self, attempt: Callable[[float], Reply], deadline: float | None) -> Reply:
        """Tries until there is a reply that is worth giving to the caller."""
        retries = 0
        while True:
            reply: Reply | None = None
            seconds = within(self._timeout, deadline)
            try:
                reply = attempt(seconds)
            except BROKEN as error:
                within(0, deadline)
                if retries >= self.max_retries or _is_untrusted(error):
                    raise ConnectionFailed(f"No reply from {self.url}.") from error
            # The first request still runs, so this one waits for its reply, however long that takes.
            is_in_flight = reply is not None and reply.status == 409 and reply.error().code == "idempotency_in_flight"
            if reply and not is_in_flight and (retries >= self.max_retries or not _is_worth_repeating(reply)):
                return reply
            pause(pause_before(retries, reply), deadline)
            retries += 0 if is_in_flight else 1


def pause_before(retries: int, reply: Reply | None = None) -> float:
    """What the service asks for, or twice the time before, less up to a quarter so that callers do not come together."""
    asked = retry_after_of(reply.headers) if reply else None
    if asked is not None:
        return asked
    return float(min(FIRST_PAUSE_SECONDS * 2**retries, LONGEST_PAUSE_SECONDS) * (1 - random.random() / 4))


def pause(seconds: float, deadline: float | None) -> None:
    time.sleep(within(seconds, deadline))
    within(0, deadline)


def within(seconds: float, deadline: float | None) -> float:
    """That time, or what is left of it; raises TimeoutError when nothing is."""
    if deadline is None:
        return seconds
    left = deadline - time.monotonic()
    if left <= 0:
        raise TimeoutError("The time given for waiting is over; the task goes on.")
    return min(seconds, left)


def json_bytes(value: Mapping[str, Any]) -> bytes:
    known = {name: field for name, field in value.items() if field is not None}
    return json.dumps(known, ensure_ascii=False, allow_nan=False).encode()


def part(value: str) -> str:
    """One part of a path."""
    return quote(str(value), safe="")


def set_timeout(response: http.client.HTTPResponse, seconds: float) -> None:
    """How long the next read may take."""
    if isinstance(response, _Response):
        response.sock.settimeout(seconds)


def _text(value: Any) -> Any:
    return str(value).lower() if isinstance(value, bool) else value


def _is_untrusted(error: BaseException) -> bool:
    return isinstance(getattr(error, "reason", error), ssl.SSLCertVerificationError)


def _is_worth_repeating(reply: Reply) -> bool:
    return reply.status in PASSING_STATUSES and (retry_after_of(reply.headers) or 0) <= LONGEST_WAIT_SECONDS


class _Response(http.client.HTTPResponse):
    """A reply that knows its socket."""

    def __init__(self, sock: socket.socket, *args: Any, **more: Any) -> None:
        super().__init__(sock, *args, **more)
        self.sock = sock


class _Http(http.client.HTTPConnection):
    response_class = _Response

    def request(self, *args: Any, **more: Any) -> None:
        try:
            super().request(*args, **more)
        except (BrokenPipeError, ConnectionResetError):
            # A service that refuses a body closes the connection, and its reply says why.
            if not self.sock:
                raise


class _Https(_Http, http.client.HTTPSConnection):
    pass


class _HttpHandler(urls.HTTPHandler):
    def http_open(self, req: urls.Request) -> http.client.HTTPResponse:
        return self.do_open(_Http, req)


class _HttpsHandler(urls.HTTPSHandler):
    def __init__(self) -> None:
        self.tls = ssl.create_default_context()
        super().__init__(context=self.tls)

    def https_open(self, req: urls.Request) -> http.client.HTTPResponse:
        return self.do_open(cast(Any, _Https), req, context=self.tls)


class _Replies(urls.HTTPErrorProcessor):
    """Follows redirects of what is only read; every other reply is the caller's."""

    def http_response(self, request: urls.Request, response: Any) -> Any:
        is_followed = response.status in (301, 302, 303, 307, 308) and request.get_method() == "GET"
        return super().http_response(request, response) if is_followed else response

    https_response = http_response


def _opener() -> urls.OpenerDirector:
    """Without the handlers that open files, FTP and `data:`."""
    opener = urls.OpenerDirector()
    handlers = (urls.ProxyHandler, _HttpHandler, _HttpsHandler, urls.HTTPRedirectHandler, _Replies, urls.UnknownHandler)
    for handler in handlers:
        opener.add_handler(handler())
    opener.addheaders = [("User-Agent", "atelier-client")]
    return opener
