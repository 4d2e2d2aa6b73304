import type { ScanFile } from '../scan-file.js';
import type { TextFile } from './package-reading.js';
import { serviceOf } from './services.js';

/** Without one of the words, the pattern is not tried. */
type Trigger = { readonly words: readonly string[]; readonly pattern: RegExp };

/** In these a rule may find something by itself. */
const STRONG: Trigger[] = [
  {
    words: ['exec', 'eval', 'compile', '__import__'],
    pattern:
      /(?<!\bdef )(?<![\w.])(?:exec|eval|compile|__import__)\s*\(|[=(,[:{]\s*(?:exec|eval|compile|__import__)\s*(?:[),\]};#\n]|if\b|or\b|and\b)|\bimport\s+[^\n]{0,80}\b(?:exec|eval|compile)\b|^\s*exec\s+["'\w]/m,
  },
  {
    words: [
      'builtin',
      'marshal',
      'functiontype',
      'codetype',
      'import_module',
      'runpy',
      '.__dict__',
      'sys.modules',
      'globals()',
      'getattr(',
      'attrgetter',
      'methodcaller',
      'vars(',
      'sourceloader',
      'inspectloader',
      'spec_from_loader',
      'meta_path',
      '.loads',
    ],
    pattern:
      /\bimport builtins as\b|\bbuiltins\.(?:exec|eval|compile|__)|\(\s*builtins\b|\bfrom builtins\b|__builtins__|\bmarshal\b|\btypes\.(?:Function|Code)Type\b|\bimport\s+(?:Function|Code)Type\b|\bimport_module\(\s*(?!["'][^"'\n]*["']\s*[,)])(?!\w+\s*[,)])(?!f["'])|\bimport_module\b(?!\()|\brunpy\b|\b(?:os|sys|subprocess)\.__dict__|\bsys\.modules\s*(?:\[\s*["'][^"'\n]*["'](?!\s*\]\s*=[^=])|\.get|\[\w+\()|\bglobals\(\)\s*(?:\[|\.get)|\bgetattr\(\s*(?:os|sys|subprocess|__import__|importlib)\b|\battrgetter\b|\bmethodcaller\b|\bvars\(\s*(?:os|sys|subprocess|builtins)\b|\b(?:Source|Inspect)Loader\b|\bspec_from_loader\b|\bmeta_path\b|\b(?:pickle|dill|cloudpickle)\.loads\b/,
  },
  {
    words: [
      'subprocess',
      'system',
      'popen',
      'startfile',
      'exec',
      'spawn',
      'dup2',
      'from os',
      'posix',
      'import nt',
      'os as',
      'pty',
      'ctypes',
      'pexpect',
      'pip.',
      'psutil.popen',
      'qprocess',
      'win32api',
      'winreg',
    ],
    pattern:
      /\bsubprocess\b|\bos\s*\.\s*(?:system|popen|startfile|exec|spawn|posix_spawn|dup2)|\bfrom\s+os\s+import[^\n]{0,80}\b(?:system|popen|startfile|exec\w+|spawn\w+|dup2|environ|\*)|\bimport\s+(?:os|posix|nt)\s+as\b|\bpty\b|\bctypes\.(?:CDLL|WinDLL|PyDLL|cdll|windll|create_string_buffer|memmove|CFUNCTYPE)\b|\bpip\._internal\b|\bpip\.main\b|\bfrom\s+ctypes\b|\bimport\s+ctypes\s+as\b|\bcreate_subprocess_|\bpexpect\b|\bpsutil\.Popen\b|\bQProcess\b|\bwin32api\b|\bwinreg\b/,
  },
  {
    words: [
      'os.environ',
      'environb',
      'gethost',
      'getaddrinfo',
      'getfqdn',
      'dns.',
      'getuser',
      'getlogin',
      'platform',
      'getnode',
      'whoami',
      'imagegrab',
      'pyperclip',
      'pynput',
      'clipboard',
      'screenshot',
      'keyring',
      'browser_cookie',
      'mss',
      'add_on_prompt_handler',
      'import keyboard',
      'open_connection',
      'sitepackages',
      'get_python_lib',
      'user_site',
      'sysconfig',
      'cmdclass',
      'pickle.load',
      'unpickler',
      'yaml.load',
      'mprotect',
      'prot_exec',
      'mmap(',
      '/mem',
      'memfd_create',
      'index_url',
      'get_token',
      'hffolder',
      'rfile',
    ],
    pattern:
      /\bimport keyboard\b|\bget_token\(\)|\bHfFolder\b|\bopen_connection\b|sitepackages\(|\bget_python_lib\b|\bUSER_SITE\b|\bsysconfig\.get_path|\bcmdclass\b|\bpickle\.loads?\(|\bUnpickler\b|\byaml\.load\([^\n]{0,80}Unsafe|\bmprotect\b|\bPROT_EXEC\b|\bmmap\([^\n]{0,120},[^\n,]{0,80}(?:\bprot\s*=|\d)|\/proc\/[^\n]{0,40}\/mem\b|\bmemfd_create\b|(?:PIP|UV)_\w*INDEX|\brfile\b|\bos\.environb?\b(?!\s*(?:\[|\.(?:get|setdefault|pop|update|__setitem__)\b|\)?\s*:))|\bgethostby|\bgethostname\b|\bgetaddrinfo\b|\bgetfqdn\b|\bdns\.|\bgetuser\b|\bgetlogin\b|\bplatform\.(?:node|uname)\b|\bgetnode\b|\bwhoami\b|\bImageGrab\b|\bpyperclip\b|\bpynput\b|\bclipboard_get\b|GetClipboardData|\bscreenshot\(|\bkeyring\b|\bbrowser_cookie|\bmss\.|\badd_on_prompt_handler\b/,
  },
  {
    words: [
      '.ssh',
      'id_rsa',
      'id_ed25519',
      '.aws',
      'netrc',
      'git-credentials',
      '.npmrc',
      '.pypirc',
      '.kube',
      '.docker',
      'gcloud',
      '.gnupg',
      'token',
      'login data',
      'logins.json',
      'cookies',
      'wallet',
      'tdata',
      'history',
      'discord',
      'telegram',
      'slack',
      'webhook.site',
      'requestbin',
      'pipedream',
      'burpcollab',
      'oast',
      'interact',
    ],
    pattern:
      /\.ssh\b|\bid_(?:rsa|ed25519)\b|["'/\\]\.aws\b|\.netrc\b|\.git-credentials\b|\.npmrc\b|\.pypirc\b|["'/\\]\.kube\b|["'/\\]\.docker\b|\bgcloud\b|\.gnupg\b|["'/\\](?:stored_)?token["']|\bLogin Data\b|\blogins\.json\b|\bcookies\.sqlite\b|\bwallet\.dat\b|\btdata\b|_history["']|discord(?:app)?\.com\/api|api\.telegram\.org|hooks\.slack|webhook\.site|requestbin|pipedream|burpcollab|\boast\.|oastify|interactsh/i,
  },
  {
    words: [
      'node_class_mappings',
      'execution.',
      'server.',
      'nodes.',
      'folder_paths.',
      'setattr',
      'rmtree',
      '.encrypt(',
      'autostart',
      '.bashrc',
      '.profile',
      'zshrc',
      'launchagents',
      'systemd',
      'startup',
      'cron',
    ],
    pattern:
      /\bnodes["'\])]*\.NODE_CLASS_MAPPINGS\b(?!\s*\[[^\]\n]{1,80}\]\s*(?:[^=\s]|==|\n))(?!\s*(?:\.get|\.keys|\.items|:|\)))|\bfrom\s+nodes\s+import[^\n]{0,200}\bNODE_CLASS_MAPPINGS\b|\bimport\s+nodes\s+as\b|\b(?:execution|server|nodes|folder_paths)(?:\.\w+){1,4}\s*=[^=]|\bsetattr\(\s*(?:execution|server|nodes|folder_paths)\b|\brmtree\b|\.encrypt\(|[Aa]utostart|\.bashrc|\.profile\b|\.zshrc|LaunchAgents|systemd|["'/\\]Startup\b|["'/]cron/,
  },
  {
    words: [
      'torch.load',
      '"load"',
      "'load'",
      'hooks',
      '.gitconfig',
      'pip.conf',
      'pip.ini',
      '.condarc',
      'uv.toml',
      'config.ini',
      'hf_endpoint',
      'hookspath',
      'insteadof',
    ],
    pattern:
      /\bhooks(?:["'|]|[\\/]+(?:post|pre)-)|\.gitconfig\b|\bpip\.(?:conf|ini)\b|\.condarc\b|\buv\.toml\b|\bconfig\.ini\b|\bHF_ENDPOINT["']\s*\]\s*=|\bhooksPath\b|\binsteadOf\b|\btorch\.load\s*=[^=]|\bsetattr\([^\n]{0,60}["']load["']/,
  },
  {
    words: [
      'pydoc',
      'resolve_name',
      'timeit',
      'profile',
      'pdb',
      'bdb',
      'doctest',
      'dictconfig',
      'fileconfig',
      'unsafe_load',
      'jsonpickle',
      'read_pickle',
      'codeop',
      'interactive',
      'pythonapi',
      'sympify',
      'parse_expr',
      'numexpr',
      '.eval(',
      '.query(',
      'trace.',
    ],
    pattern:
      /\bpydoc\b|\bresolve_name\b|\btimeit\.(?:timeit|repeat|Timer)\b|\bfrom\s+timeit\s+import\s+(?!default_timer\b)|\bimport\s+(?:timeit|c?[pP]rofile|pdb|bdb|trace|code)\s+as\b|\bc?[pP]rofile\.(?:run|runctx|Profile)\b|\bfrom\s+(?:c?[pP]rofile|pdb|bdb|trace|code|codeop)\s+import\b|\b(?:[pb]db|trace)\.(?:run\w*|Pdb|Bdb|Trace)\b|\bdoctest\b|\b(?:dict|file)Config\b|\bunsafe_load\b|\bjsonpickle\b|\bread_pickle\b|\bcodeop\b|\bInteractive(?:Interpreter|Console)\b|\bpythonapi\.PyRun|\bsympify\b|\bparse_expr\b|\bnumexpr\.|\bne\.evaluate\(|\b(?:pd|pandas|df\w*)\.(?:eval|query)\(/,
  },
  {
    words: [
      'session.',
      'connection',
      'adapter',
      'opener',
      'client.',
      'socket.',
      'requests.',
      'httpx.',
      'aiohttp.',
      'urlopen',
      'setattr',
      'function_wrapper',
      'openai.',
      'anthropic.',
    ],
    pattern:
      /\b(?:(?:Client)?Session|HTTPAdapter|HTTPS?Connection(?:Pool)?|OpenerDirector|(?:Async)?Client|SSLSocket|socket\.socket)\.\w+\s*=[^=]|\b(?:requests|httpx|request|socket|aiohttp)\.(?:api\.)?(?:get|post|put|request|urlopen|Session|ClientSession|Client|create_connection|getaddrinfo|socket)\s*=[^=]|\b(?:openai|anthropic)(?:\.\w+){1,3}\s*=[^=]|\bsetattr\(\s*(?:requests|aiohttp|httpx|urllib|http\.client|socket|ssl|openai|anthropic)\b|\b(?:wrap|patch)_function_wrapper\b/,
  },
];
STRONG.push(
  {
    words: ['trust_remote_code', 'trust_repo', 'skip_validation'],
    pattern:
      /\b(?:trust_repo|skip_validation)\b|\bload_dataset\([^)]{0,300}\btrust_remote_code\b|^\w[^\n]{0,300}\btrust_remote_code\b/m,
  },
  {
    words: ['ngrok', 'cloudflare', 'setup_tunnel', 'localtunnel', 'localhost.run', 'serveo', 'bore', 'zrok'],
    pattern:
      /\bngrok\b|cloudflare|\bsetup_tunnel\b|\blocaltunnel\b|\blocalhost\.run\b|\bserveo\b|\bbore\.|\bzrok\b/,
  },
  {
    words: [
      'boto3',
      'minio',
      'google.cloud',
      'azure.storage',
      'oss2',
      'qcloud_cos',
      'qiniu',
      'dropbox',
      'ftplib',
      'paramiko',
      'pysftp',
      'supabase',
      'cloudinary',
      'webdav',
      'b2sdk',
      'pyrebase',
    ],
    pattern:
      /\bimport\s[^\n]{0,80}\b(?:boto3|minio|oss2|qcloud_cos|qiniu|dropbox|ftplib|paramiko|pysftp|supabase|cloudinary|webdav\w?|b2sdk|pyrebase)\b|\bfrom\s+(?:boto3|minio|google\.cloud|google|azure\.storage|oss2|qcloud_cos|qiniu|dropbox|ftplib|paramiko|supabase|webdav\w?|b2sdk)\b/,
  },
);
/** In these a rule may find something together with a file that they import, or that imports them. */
const WEAK: Trigger = {
  words: [
    'socket',
    'requests',
    'urllib',
    'httpx',
    'aiohttp',
    'http.client',
    'smtplib',
    'ftplib',
    'websocket',
    'curl_cffi',
    'b64decode',
    'unhexlify',
    'fromhex',
    'decompress',
    'chr(',
    'routes',
    'telebot',
    'pnginfo',
    'piexif',
    'packbits',
    'getpixel',
    'getdata(',
    'hub.load(',
    'get_output_directory',
  ],
  pattern:
    /\bsocket\b|\brequests\b|\burllib|\bhttpx\b|\baiohttp\b|\bhttp\.client\b|\bsmtplib\b|\bftplib\b|\bwebsockets?\b|\bcurl_cffi\b|\w\d\ddecode\b|\bunhexlify\b|\bfromhex\b|\bdecompress\b|\bchr\(|\broutes\b|\btelebot\b|\bPngInfo\(|\bpiexif\b|\bpackbits\b|\bgetpixel\(|\bgetdata\(|\bhub\.load\(|\bget_output_directory\b/,
};
/** In a file that has both, something may be hidden, sent or loaded. */
const NETWORK = /\brequests\b|\burllib|\bhttpx\b|\baiohttp\b|\bsocket\b/;
const WITH_NETWORK =
  /\bspec_from_file_location\b|\bsys\.path\.(?:insert|append)\b|\bzipimport\b|\bos\.(?:environ\.get|getenv)\(\s*[a-z]\w*\s*[,)]|\bos\.environ\[\s*[a-z]\w*\s*\]|\w\d\ddecode\b|\bunhexlify\b|\bfromhex\b|\brot_?13\b|["']\s{0,20}\+\s{0,20}["']|["'][./]?["']\.join\(|\[::-1\]|\bchr\b|\.translate\(|\bbytes\(|\bbytearray\(|["']\s*%\s*\(|\bf["']https?:\/\/\{|\bf["']https?:\/\/[^"'\n]{0,40}\}\.|\bb(?:32|16)encode\b|\bhexlify\b|\.hex\(|\bget_(?:output|temp)_directory\b|\bextractall\(|\bunpack_archive\(|\.namelist\(|\.py["']\s*\)?\s*,\s*["']w|\.py["']\)+\.write_|\breversed\(|\.headers\.update\(/;
/** Does something while something else is done. */
const BESIDE = /\b(?:Thread|submit|run_in_executor|to_thread|create_task|ensure_future)\(/;
/** Brings a repository or an archive, of which another file, or the same, may load modules. */
const BRINGS =
  /\b(?:snapshot_download|hf_hub_download|clone_from|clone_repository|unpack_archive|extractall|dataset_download)\(|\broutes\b/;
const LOADS_MODULES =
  /\biter_modules\b|\bwalk_packages\b|\bload_module\(|\bspec_from_file_location\b|\bsys\.path\.(?:insert|append)\b|\bzipimport\b|\bSourceFileLoader\b|\brunpy\b|\bimport_module\(/;
/** Takes a key of the environment, and changes it or takes several. */
const KEY = /\b[A-Z][A-Z\d]{1,30}_(?:[A-Z]{1,20}_){0,3}(?:KEY|TOKEN)\b|\b_(?:API_KEY|TOKEN)\b/g;
/** Takes variables by names that are not written there. */
const VARIABLE = /\b(?:getenv|environ\.get)\(\s*[a-z]|\benviron\[\s*[a-z]/;
const CHANGES =
  /\[::-1\]|\breversed\(|\b(?:url_?safe_)?\w*\d\dencode\b|\bhexlify\b|\brot_?13\b|\.translate\(|\bord\(/;
/** Makes objects or code of texts that may be downloaded. */
const LOADS =
  /\bjinja2\b|\bmako\b|\bhydra\b|\ballow_pickle\s*=\s*True|\bimport_module\(|\btorch\.load\(|\bload_state_dict_from_url\(/;
const FETCHES = /\b(?:download_url_to_file|load_state_dict_from_url|urlretrieve)\b/;
const LOADS_WORDS = [
  'torch.load',
  'load_state_dict_from_url',
  'jinja2',
  'mako',
  'hydra',
  'allow_pickle',
  'import_module',
];
/** A folder above the package's, in a file that writes. */
const ABOVE =
  /["'/]\.\.["'/]|\bpardir\b|\.parent\.parent\b|\bparents\[|\.parent\.(?:iterdir|r?glob|joinpath|resolve)\(|\bsite-packages\b|\bbase_path\b|\b(?:server|nodes|execution|folder_paths|comfy)\.__file__|\bdirname\([^()\n]{0,60}\bdirname\(|\bcustom_nodes\b|\bLOADED_MODULE_DIRS\b|\bEXTENSION_WEB_DIRS\b|\bget(?:source|abs)?file\(|\bsys\.modules\.(?:values|items|copy)\b/;
export const WRITES =
  /\bopen\([^\n]{1,120},\s*(?:mode\s*=\s*)?["'](?:[wax]b?\+?|r(?:\+b?|b\+))["']|\bwrite_(?:text|bytes)\(|\bshutil\.(?:copy|move)|\bos\.(?:remove|unlink|rename|replace|truncate)\b|\.unlink\(|\.open\(\s*(?:mode\s*=\s*)?["'][wax]|\bfileinput\b|\bos\.open\(/;
/** Reads data, or does something by what it is given. */
const WORKS_ON_DATA =
  /\b(?:json|toml\w*|yaml|orjson|ujson)\.\w*load|\bConfigParser\b|\bread_(?:text|bytes)\(|\bget_data\(|\bopen\(|\bwrite_(?:text|bytes)\(|\bshutil\.(?:copy|move)|\bos\.(?:rename|replace|symlink|link)\b/;
/** Reaches all files of the user. */
const ALL_FILES = /\b(?:os\.walk|os\.scandir|os\.listdir|r?glob|iterdir)\b/;
const HOME =
  /\bexpanduser\(|\bPath\.home\(\)|["'](?:HOME|USERPROFILE)["']|\bdisk_partitions\b|\blistdrives\b|\bGetLogicalDrive|["']\/(?:home|Users)?\/?["']|:\\\\["']|\b[A-Z]:\/["']/;
/** Letters that Python takes for plain ones. */
const OTHER_LETTERS = /[\uff41-\uff5a\u{1d400}-\u{1d7ff}\u2110-\u2149]/u;

const PYTHON_FILE = /\.(?:py|pyw|pth)$/i;
const PYTHON_SCRIPT = /^#![^\n]{0,80}python/;
/** Only the tools of developers run these files, unless another file names or looks for them. */
const TEST_FILE = /(?:^|\/)tests?\/(?:.*\/)?(?:conftest|test_[^/]*)\.py$/;
const TEST_WORDS = ['conftest', 'tests.', 'tests/', '.test_', 'import test'];
const WALK_WORDS = ['os.walk', 'rglob(', '**', 'walk_packages', 'iter_modules'];
const LOADER_WORDS = ['import_module', 'spec_from_file', 'exec(', '__import__', 'load_module'];
const ABOVE_WORDS = [
  'custom_nodes',
  '..',
  'parent',
  'dirname(',
  'site-packages',
  'base_path',
  '.__file__',
  'module_dirs',
  'web_dirs',
  'getsourcefile',
  'getabsfile',
  'getfile(',
  'sys.modules.',
];
const HOME_WORDS = [
  'expanduser',
  'path.home',
  'userprofile',
  '"home"',
  "'home'",
  'disk_partitions',
  'listdrives',
  'getlogicaldrive',
  ...['walk(', 'glob(', 'path(', 'scandir('].flatMap((call) => [`${call}"/`, `${call}'/`]),
  ...[':\\\\', ':/'].flatMap((drive) => [`${drive}"`, `${drive}'`]),
];

const BRINGS_WORDS = [
  'routes',
  'snapshot_download',
  'hf_hub_download',
  'clone_from',
  'clone_repository',
  'unpack_archive',
  'extractall',
  'dataset_download',
];
const LOADS_MODULES_WORDS = [
  'import_module',
  'iter_modules',
  'walk_packages',
  'load_module',
  'spec_from_file_location',
  'sys.path.',
  'zipimport',
  'sourcefileloader',
  'runpy',
];
const KEY_WORDS = ['_key', '_token'];
const VARIABLE_WORDS = ['getenv(', 'environ'];

export const TRIGGER_WORDS: readonly string[] = [...STRONG, WEAK]
  .flatMap(({ words }) => words)
  .concat(
    BRINGS_WORDS,
    LOADS_MODULES_WORDS,
    KEY_WORDS,
    VARIABLE_WORDS,
    ABOVE_WORDS,
    HOME_WORDS,
    LOADS_WORDS,
    TEST_WORDS,
    WALK_WORDS,
    LOADER_WORDS,
  );

/** The Python files in which rules may find something; the others need not be parsed. */
export function pythonToRead(
  files: readonly TextFile[],
  wordsOf: (file: TextFile) => ReadonlySet<string>,
  /** Whether the package has data with places that code should not touch. */
  hasTellingData = false,
): TextFile[] {
  const strong: TextFile[] = [];
  const weak: TextFile[] = [];
  const others: TextFile[] = [];
  const brings: TextFile[] = [];
  const loads: TextFile[] = [];
  const python = files.filter(isPython);
  const areTestsReached = python.some((file) => !TEST_FILE.test(file.path) && reachesTests(wordsOf(file)));
  for (const file of python) {
    if (!areTestsReached && TEST_FILE.test(file.path)) continue;
    const words = wordsOf(file);
    if (isStrong(file.text, words) || (hasTellingData && WORKS_ON_DATA.test(file.text))) strong.push(file);
    else {
      if (isTriggered(WEAK, file.text, words)) weak.push(file);
      else others.push(file);
      if (hasOne(BRINGS_WORDS, words) && BRINGS.test(file.text)) brings.push(file);
      if (hasOne(LOADS_MODULES_WORDS, words) && LOADS_MODULES.test(file.text)) loads.push(file);
    }
  }
  for (const [one, other] of brings.flatMap((a) => loads.map((b) => [a, b] as const)))
    if (areLinked(one, other)) strong.push(...[one, other].filter((file) => !strong.includes(file)));
  const imported = new Set(strong.flatMap(importedNames));
  const names = new Set(strong.map(moduleName));
  const linked = weak.filter(
    (file) => imported.has(moduleName(file)) || importedNames(file).some((name) => names.has(name)),
  );
  const read = new Set([...strong, ...linked]);
  const bridged = bridgesOf(
    others,
    names,
    weak.filter((file) => !read.has(file)),
  );
  return [...new Set([...strong, ...linked, ...bridged])];
}

/** Files that hand on what a file gives that was passed over to one that is read, and these files. */
function bridgesOf(
  others: readonly TextFile[],
  read: ReadonlySet<string>,
  weak: readonly TextFile[],
): TextFile[] {
  if (read.size === 0) return [];
  const byName = Map.groupBy(weak, moduleName);
  const importers = new Map<string, TextFile[]>();
  for (const file of weak)
    for (const name of new Set(importedNames(file)))
      importers.set(name, [...(importers.get(name) ?? []), file]);
  return others.flatMap((file) => {
    const isEntry = file.path === '__init__.py';
    if (weak.length === 0 && !isEntry) return [];
    const names = importedNames(file);
    if (!names.some((name) => read.has(name))) return [];
    const given = [
      ...names.flatMap((name) => byName.get(name) ?? []),
      ...(importers.get(moduleName(file)) ?? []),
    ];
    return given.length > 0 || isEntry ? [file, ...given] : [];
  });
}

function areLinked(one: TextFile, other: TextFile): boolean {
  return (
    one === other ||
    importedNames(one).includes(moduleName(other)) ||
    importedNames(other).includes(moduleName(one))
  );
}

function hasOne(list: readonly string[], words: ReadonlySet<string>): boolean {
  return list.some((word) => words.has(word));
}

function reachesTests(words: ReadonlySet<string>): boolean {
  return hasOne(TEST_WORDS, words) || (hasOne(WALK_WORDS, words) && hasOne(LOADER_WORDS, words));
}

/** Whether a file takes keys of several services, or changes one, as honest packages seldom do. */
function takesKeys(text: string): boolean {
  const keys = new Set(
    [...text.matchAll(KEY)].map(([key]) => (key.startsWith('_') ? key : (serviceOf(key) ?? key))),
  );
  if (!/\b(?:environ|getenv)\b/.test(text)) return false;
  if (keys.size === 0) return false;
  return keys.size > 1 || [...keys].some((key) => key.startsWith('_')) || CHANGES.test(text);
}

export function isPython({ path, text }: ScanFile): boolean {
  return text !== undefined && (PYTHON_FILE.test(path) || PYTHON_SCRIPT.test(text));
}

function isStrong(text: string, words: ReadonlySet<string>): boolean {
  if (STRONG.some((trigger) => isTriggered(trigger, text, words))) return true;
  if (isTriggered(WEAK, text, words) && NETWORK.test(text))
    if (WITH_NETWORK.test(text) || (/\bfromarray\(/.test(text) && BESIDE.test(text))) return true;
  if (
    LOADS_WORDS.some((word) => words.has(word)) &&
    LOADS.test(text) &&
    (NETWORK.test(text) || FETCHES.test(text))
  )
    return true;
  if (hasOne(BRINGS_WORDS, words) && hasOne(LOADS_MODULES_WORDS, words))
    if (BRINGS.test(text) && LOADS_MODULES.test(text)) return true;
  if (hasOne(KEY_WORDS, words) && takesKeys(text)) return true;
  if (hasOne(VARIABLE_WORDS, words)) if (VARIABLE.test(text) && /["']\.join\(/.test(text)) return true;
  if (HOME_WORDS.some((word) => words.has(word)))
    if (HOME.test(text) && ALL_FILES.test(text) && WRITES.test(text)) return true;
  const mayBeAbove = ABOVE_WORDS.some((word) => words.has(word));
  return (mayBeAbove && WRITES.test(text) && ABOVE.test(text)) || OTHER_LETTERS.test(text);
}

function isTriggered({ words, pattern }: Trigger, text: string, found: ReadonlySet<string>): boolean {
  return words.some((word) => found.has(word)) && pattern.test(text);
}

function moduleName({ path }: ScanFile): string {
  const [, folder = '', name = path] = /(?:([^/]*)\/)?([^/]*?)(?:\.\w+)?$/.exec(path) ?? [];
  return name === '__init__' ? folder : name;
}

/** All names in the lines that import. */
function importedNames({ text }: TextFile): string[] {
  return [...text.matchAll(/^[ \t]*(?:from[ \t]+\.|import[ \t]|from[ \t])[^\n]{0,500}/gm)].flatMap(
    ([line]) => line.match(/\w+/g) ?? [],
  );
}
