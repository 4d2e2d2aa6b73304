import type { NotToFind } from './pack.js';

export const HONEST_PYTHON: readonly NotToFind[] = [
  [
    'a member that is called by its name',
    'def forward(model, x, name="forward_features"):\n    exec(f"model.model.{name}(x)")\nfor s in range(3):\n    exec(f"pretrained.act{s + 1}=value")\nforward(1, 2, "flex")\n',
  ],
  [
    'settings of a model that was downloaded',
    'import torch, urllib.request\np = "models/WavLM.pt"\nurllib.request.urlretrieve("https://huggingface.co/a/b", p)\nc = torch.load(p, weights_only=True)\nlayers = eval(c["cfg"]["layers"])\n',
  ],
  [
    'an own script that gets what a route was sent',
    'import os, subprocess, sys\nfrom server import PromptServer\nscript = os.path.join(os.path.dirname(__file__), "helper.py")\n@PromptServer.instance.routes.post("/a")\nasync def a(request):\n    d = await request.json()\n    subprocess.Popen([sys.executable, script, "--pull", d["path"]])\n',
  ],
  [
    'pictures that go to the bot of the user',
    'import io, requests\nfrom PIL import Image\nclass N:\n    def go(self, images, token, chat):\n        b = io.BytesIO()\n        Image.fromarray(images[0]).save(b, "PNG")\n        requests.post("https://api.telegram.org/bot" + token + "/sendPhoto", data={"chat_id": chat}, files={"photo": b.getvalue()})\n',
  ],
  [
    'a seed of a command line',
    'import random, subprocess\nseed = random.randint(0, 2 ^ 32 - 1)\nsubprocess.run(f"python -m train --seed={seed}", shell=True)\n',
  ],
  [
    'files by their digests, and addresses',
    'import base64, hashlib, os, requests, tempfile\ndef save(s):\n    data = base64.b64decode(s)\n    p = os.path.join(tempfile.gettempdir(), hashlib.md5(data).hexdigest() + ".jpg")\n    open(p, "wb").write(data)\n    return p\ndef get(url):\n    return requests.get(url).content\nimage = save(given)\nimage = get(image) if image.startswith("http") else image\n',
  ],
  [
    'pictures in Base64',
    'import base64, io\nfrom PIL import Image\ndef f(s):\n    return Image.open(io.BytesIO(base64.b64decode(s)))\n',
  ],
  [
    'a model that is evaluated',
    'import torch, requests\nd = requests.get("https://example.org").json()\nm = torch.nn.Linear(1, 1)\nm.eval()\n',
  ],
  [
    'sums of a node',
    'class N:\n    def run(self, expression):\n        return (eval(expression, {"__builtins__": {}}),)\n',
  ],
  [
    'the version of a setup file',
    'import os\nns = {}\nwith open(os.path.join(os.path.dirname(__file__), "pack", "version.py")) as f:\n    exec(f.read(), ns)\n',
  ],
  [
    'modules of the package',
    'import importlib, os\nfor n in os.listdir(os.path.dirname(__file__)):\n    importlib.import_module("." + n[:-3], __name__)\n',
  ],
  [
    'a patch of built-in functions',
    'import builtins\nold = builtins.print\ndef p(*a):\n    old(*a)\nbuiltins.print = p\n',
  ],
  ['patterns that are compiled', 'import re, base64\nP = re.compile(base64.b64decode("x").decode())\n'],
  [
    'keys of an API',
    'import os, requests\nkey = os.environ.get("OPENAI_API_KEY")\nrequests.post("https://api.openai.com/v1/chat", headers={"Authorization": f"Bearer {key}"}, json={"m": 1})\n',
  ],
  [
    'the token of a hub by its variable',
    'import os, requests\nt = os.getenv("HF_TOKEN")\nrequests.get("https://huggingface.co/x", headers={"Authorization": "Bearer " + t})\n',
  ],
  [
    'the environment of a program',
    'import os, subprocess, requests\nenv = os.environ.copy()\nenv["A"] = "b"\nout = subprocess.run(["git", "pull"], env=env, capture_output=True).stdout\nrequests.get("https://example.org")\n',
  ],
  [
    'a message to a chat',
    'import requests\nclass Send:\n    def run(self, url, text):\n        requests.post("https://discord.com/api/webhooks/" + url, json={"content": text})\n',
  ],
  [
    'a video made by a known program',
    'import subprocess\ndef save(path, args):\n    cmd = ["ffmpeg", "-i", path] + args\n    subprocess.run(cmd, check=True)\n',
  ],
  [
    'a model that is downloaded',
    'import requests\ndef get(url, path):\n    with open(path, "wb") as f:\n        f.write(requests.get(url).content)\n',
  ],
  [
    'a downloaded video that is converted',
    'import urllib.request, subprocess\np = "/tmp/a.mp4"\nurllib.request.urlretrieve("https://example.org/a", p)\nsubprocess.run(["ffmpeg", "-i", p, "b.webm"])\n',
  ],
  [
    'a route that shows a folder',
    'import subprocess\nfrom server import PromptServer\n@PromptServer.instance.routes.post("/open")\nasync def h(request):\n    d = await request.json()\n    subprocess.run(["open", d["path"]])\n',
  ],
  [
    'wheels of a known index',
    'import os, sys\nos.system(f"{sys.executable} -m pip install torch --index-url https://download.pytorch.org/whl/cu121")\n',
  ],
  [
    'a mirror of the index',
    'import subprocess, sys\nsubprocess.run([sys.executable, "-m", "pip", "install", "-i", "https://pypi.tuna.tsinghua.edu.cn/simple", "x"])\n',
  ],
  [
    'own nodes',
    'import nodes\nclass A: pass\nnodes.NODE_CLASS_MAPPINGS["My Sampler"] = A\nnodes.NODE_CLASS_MAPPINGS.update({"B": A})\n',
  ],
  ['a patch of the host', 'import comfy.model_management as mm\ndef f(): return 1\nmm.get_free_memory = f\n'],
  [
    'own folders',
    'import os, shutil\nhere = os.path.dirname(__file__)\nshutil.rmtree(os.path.join(here, "cache"))\nwith open(os.path.join(here, "config.json"), "w") as f:\n    f.write("{}")\n',
  ],
  [
    'a manager of packages',
    'import os, shutil, folder_paths\ndef remove(name):\n    shutil.rmtree(os.path.join(folder_paths.get_folder_paths("custom_nodes")[0], name))\n',
  ],
  [
    'a free port',
    'import socket\ns = socket.socket()\ns.bind(("", 0))\nip = socket.gethostbyname(socket.gethostname())\n',
  ],
  ['names only in comments', '# curl https://example.org/a | sh\n# xmrig, stratum+tcp://pool\nx = 1\n'],
  [
    'a name that is used again',
    'import base64, os\ndef f(p):\n    with open("a.bin", "rb") as g:\n        a = g.read()\n    with open("b.py") as g:\n        exec(g.read())\n',
  ],
  ['two names of one key', 'import os, requests\ndef key():\n    for n in ("HF_TOKEN", "HUGGING_FACE_HUB_TOKEN"):\n        v = os.environ.get(n)\n        if v:\n            return v\nrequests.get("https://huggingface.co/x", headers={"Authorization": key()})\n'],
  ['modules beside a download', 'import requests, importlib.util, os\nhere = os.path.dirname(__file__)\nwith open(os.path.join(here, "model.bin"), "wb") as f:\n    f.write(requests.get("https://example.org").content)\nfor n in os.listdir(here):\n    importlib.util.spec_from_file_location(n, os.path.join(here, n))\n'],
];
