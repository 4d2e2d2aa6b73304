import type { ScanFile } from '../scan-file.js';

const PYTHON_FILE = /\.(?:py|pyw|pth)$/i;
const PYTHON_SCRIPT = /^#![^\n]{0,80}python/;
/** In files without these nothing is found, so they are not parsed. */
const TRIGGERS = [
  // Code made of text.
  /(?<![\w.])(?:exec|eval|compile|__import__)\b|\bbuiltins\b|__builtins__|\bmarshal\b|\b(?:Function|Code)Type\b|\bimport_module\b|\brunpy\b|__dict__|\bsys\.modules\b|\bglobals\(\)|\bgetattr\(\s*(?:os|sys|subprocess|__import__|importlib)\b|\battrgetter\b|\b(?:pickle|dill|cloudpickle)\.loads\b/,
  // Programs.
  /\bsubprocess\b|\bos\s*\.\s*(?:system|popen|startfile|exec|spawn|posix_spawn|dup2)|\bfrom\s+os\s+import\b|\bimport\s+(?:os|posix|nt)\s+as\b|\bpty\b|\bctypes\b|\bcreate_subprocess_|\bpexpect\b|\bwin32api\b|\bwinreg\b/,
  // What is sent.
  /\bsocket\b|\brequests\b|\burllib|\bhttpx\b|\baiohttp\b|\bhttp\.client\b|\bsmtplib\b|\bftplib\b|\bwebsockets?\b|\bdns\.|\bcurl_cffi\b|\bdiscord\w*\b|\btelebot\b|\bos\.environ\b(?!\s*(?:\[|\.(?:get|setdefault|pop|update)\b))|\bImageGrab\b|\bpyperclip\b|\bpynput\b|\bgetpass\b/,
  // The host and other packages.
  /\.NODE_CLASS_MAPPINGS\b|\bfrom\s+nodes\s+import\b|\bcustom_nodes\b|\brmtree\b|\bimport\s+(?:execution|server)\b|\badd_on_prompt_handler\b|\broutes\b|\.encrypt\(|[Aa]utostart|\.bashrc|\.profile|\.zshrc|LaunchAgents|systemd|Startup/,
];
/** A folder above the package's, in a file that writes. */
const ABOVE = /["'/]\.\.["'/]|\bpardir\b|\.parent\.parent\b|\bparents\[|\bdirname\([^()\n]{0,60}\bdirname\(/;
const WRITES =
  /\bopen\(|\bwrite_(?:text|bytes)\(|\bshutil\b|\bos\.(?:remove|unlink|rename|replace)\b|\bunlink\(/;
/** Letters that Python takes for plain ones. */
const OTHER_LETTERS = /[\uff41-\uff5a\u{1d400}-\u{1d7ff}\u2110-\u2149]/u;

/** Whether a file is Python in which a rule may find something. */
export function isPythonToRead({ path, text }: ScanFile): boolean {
  if (text === undefined || !(PYTHON_FILE.test(path) || PYTHON_SCRIPT.test(text))) return false;
  return (
    TRIGGERS.some((trigger) => trigger.test(text)) ||
    (ABOVE.test(text) && WRITES.test(text)) ||
    OTHER_LETTERS.test(text)
  );
}
