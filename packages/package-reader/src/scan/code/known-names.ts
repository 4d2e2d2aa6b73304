/** Built-in functions that are followed. */
export const BUILTIN_NAMES = new Set(
  (
    'exec eval compile open getattr setattr vars globals locals __import__ chr bytes bytearray str map filter list tuple set ' +
    'dict reversed print len iter next input int hex ord zip enumerate sorted repr format'
  ).split(' '),
);

const CANONICAL: readonly (readonly [RegExp, string])[] = [
  [/^(?:__builtin__|__builtins__)\b/, 'builtins'],
  [/^(?:io|_io|codecs|aiofiles|tokenize)\.open$/, 'builtins.open'],
  [/^(?:posix|nt)\./, 'os.'],
  [/^(?:posixpath|ntpath)\./, 'os.path.'],
  [/^importlib\.__import__$/, 'builtins.__import__'],
  [/^_winreg\b/, 'winreg'],
  [/^os\.sys\b/, 'sys'],
  [/\.__(?:call|func|wrapped)__$/, ''],
  [/^builtins\.__dict__$/, 'builtins'],
];

/** One spelling for each thing. */
export function canonical(path: string): string {
  for (const [pattern, name] of CANONICAL) if (pattern.test(path)) return path.replace(pattern, name);
  return path;
}

/** Runs text or bytes as code. */
export const RUNS_CODE =
  /^(?:builtins\.(?:exec|eval|compile)|marshal\.loads?|types\.(?:FunctionType|CodeType)|runpy\.run_(?:path|module)|code\.(?:InteractiveInterpreter|InteractiveConsole)\(\)\.(?:runcode|runsource|push)|(?:imp\.load_\w+)|_testcapi\.run_in_subinterp|(?:_x)?x?subinterpreters\.run_string|builtins\.\?)$/;

/** Starts another program. */
export const STARTS_PROGRAM =
  /^(?:os\.(?:system|popen|startfile|exec[lv]p?e?|spawn[lv]p?e?|posix_spawnp?)|subprocess\.(?:run|call|check_call|check_output|Popen|getoutput|getstatusoutput)|pty\.spawn|commands\.getoutput|asyncio\.create_subprocess_(?:exec|shell)|pexpect\.(?:spawn|run)|ctypes\.windll\.shell32\.ShellExecute\w*|win32api\.(?:WinExec|ShellExecute)|ctypes\.windll\.kernel32\.WinExec|ctypes\.(?:CDLL|WinDLL|PyDLL)|ctypes\.(?:cdll|windll)\.LoadLibrary|ctypes\.CDLL\(\)\.system|asyncio\.subprocess\.\w+)$/;

/** Reads its whole argument as a command line for a shell. */
export const RUNS_SHELL =
  /^(?:os\.(?:system|popen)|subprocess\.get\w*output|commands\.getoutput|asyncio\.create_subprocess_shell|ctypes\.CDLL\(\)\.system|pexpect\.\w+|ctypes\.windll\.kernel32\.WinExec|win32api\.WinExec)$/;

/** Sends a request, and gives what comes back. */
export const SENDS =
  /^(?:(?:requests|httpx|aiohttp|urllib3|curl_cffi|niquests|cloudscraper|tornado\.httpclient)\b.{0,60}\.(?:get|post|put|patch|delete|head|request|urlopen|send|stream|fetch|ws_connect|request_encode_body)|urllib2?(?:\.request)?\.(?:urlopen|Request|urlretrieve|URLopener\(\)\.\w+|build_opener\(\)\.open)|http\.client\.HTTPS?Connection\(\)\.(?:request|send|endheaders|putrequest)|socket\.(?:socket|create_connection)\(\)\.(?:send|sendall|sendto|sendfile)|ssl\.\w+\(\)\.?(?:wrap_socket\(\)\.)?(?:send|sendall)|smtplib\.\w+\(\)\.send\w*|ftplib\.FTP\w*\(\)\.stor\w+|websockets?\..{0,40}\.send\w*|paramiko\..{0,60}\.put|discord_webhook\.\w+|(?:telebot|telegram)\..{0,30}\.send\w*|discord\.\w+\.from_url\(\)\.send|dhooks\.\w+\(\)\.send|wget\.download|torch\.hub\.\w+_url\w*|webbrowser\.open\w*|paho\..{0,80}\.publish)$/;

/** Asks for the address of a host. */
export const LOOKS_UP =
  /^(?:socket\.(?:gethostbyname(?:_ex)?|getaddrinfo)|dns\.resolver\.(?:resolve|query|Resolver\(\)\.(?:resolve|query))|dns\.asyncresolver\.resolve|asyncio\.get_(?:event|running)_loop\(\)\.getaddrinfo)$/;

/** What a call gives is received from elsewhere. */
export const RECEIVES =
  /^(?:socket\.(?:socket|create_connection)\(\)(?:\.accept\(\))?\.(?:recv\w*|makefile)|imaplib\..{1,60}|dns\..{1,40}resolve\w*)$/;

export const DECODES: Record<string, import('./texts.js').Decoder> = {
  'base64.b64decode': 'base64',
  'base64.standard_b64decode': 'base64',
  'base64.urlsafe_b64decode': 'base64',
  'base64.decodebytes': 'base64',
  'base64.decodestring': 'base64',
  'binascii.a2b_base64': 'base64',
  'base64.b32decode': 'base32',
  'base64.b16decode': 'hex',
  'base64.b85decode': 'other',
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
  'brotli.decompress': 'other',
  'zstandard.decompress': 'other',
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
export const ENCODES =
  /^(?:base64\.(?:b32|b16|urlsafe_b64|b64|b85)encode|binascii\.(?:hexlify|b2a_hex)|.{0,80}\.hex|.{0,80}\.hexdigest)$/;

export const HOST_NAMES =
  /^(?:socket\.(?:gethostname|getfqdn)|platform\.(?:node|uname)|os\.uname|uuid\.getnode)$/;
export const USER_NAMES = /^(?:getpass\.getuser|os\.getlogin|pwd\.getpwuid|psutil\.users)$/;
export const WATCHES =
  /^(?:PIL\.ImageGrab\.grab\w*|ImageGrab\.grab|mss\.(?:mss|MSS)(?:\(\)\.(?:grab|shot))?|pyautogui\.screenshot|pyscreenshot\.grab|pyperclip\.paste|win32clipboard\.GetClipboardData|tkinter\.Tk\(\)\.clipboard_get|pynput\.keyboard\.Listener|keyboard\.(?:on_press|on_release|hook|record|start_recording|get_typed_strings)|browser_cookie3\.\w+|keyring\.get_\w+|win32crypt\.CryptUnprotectData|sounddevice\.rec)$/;
/** Modules that hidden imports are made for. */
export const TELLING_MODULE =
  /^(?:os|subprocess|socket|builtins|__builtin__|marshal|base64|codecs|zlib|lzma|ctypes|pty|requests|urllib(?:\.request)?|http\.client|winreg|importlib|shutil|pickle|types|platform|sys|binascii|asyncio|httpx)$/;
export const TELLING_NAME =
  /^(?:os\.(?:system|popen|startfile|exec\w+|spawn\w+|environ|remove|dup2)|subprocess\.\w+|builtins\.(?:exec|eval|compile|__import__|open)|socket\.\w+|marshal\.loads|base64\.\w+|(?:requests|httpx)\.\w+|urllib\..{1,40}|shutil\.rmtree|zlib\.decompress|ctypes\..{1,40})$/;
