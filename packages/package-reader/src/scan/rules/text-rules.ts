import { SECRET_PLACE } from '../code/places.js';
import type { TextFile } from '../code/package-reading.js';
import type { Hit, Rule } from '../rule.js';
import type { ScanFile } from '../scan-file.js';
import { WordFinder } from '../word-finder.js';
import { rule } from './define-rule.js';
import { CHANGES_TOOLS } from './host-rules.js';
import * as patterns from './text-patterns.js';

/** A text that code does not have without harm or, for a note, that is good to know. */
type TextRule = {
  readonly rule: Rule;
  readonly pattern: RegExp;
  /** One of these is in every text that the pattern finds, in lower case: a cheap way to pass the others over. */
  readonly words: readonly string[];
  /** Found on the same line, it makes the finding void. */
  readonly unless?: RegExp;
};

const BROWSER = rule('reads_browser_store', 'Names the places where browsers keep passwords and cookies.');
const WALLET = rule('reads_wallets', 'Names the places where wallets keep their keys.');
const CHAT = rule('reads_chat_tokens', 'Looks for the tokens of chat programs.');
const MINER = rule('mines_coins', 'Names programs, pools or algorithms for mining coins.');
const LOADER = rule('runs_download', 'Has a command line that runs what it downloads.');
const SHELL = rule('shell_to_network', 'Connects a command line to another computer.');
const DECODER = rule('runs_encoded_command', 'Has a command line that runs encoded text.');
const BY_SHELL = rule(
  'sends_secrets_by_shell',
  'Has a command line that sends keys or the environment away.',
);
const LOGIN = rule('names_login_place', 'Names a place from which programs are started at login.');
const DELETES = rule('deletes_home', "Has a command line that deletes all of the user's files.");
const SANDBOX = rule('escapes_by_subclasses', 'Reaches hidden functions by the bases of a plain value.');
const MESSENGER = rule('names_messenger', 'Writes to a chat or bot by its address.', 'note');
const COLLECTOR = rule('names_collector', 'Names a service that collects requests.', 'warning');
const PASTE = rule('names_paste_host', 'Names a host of files and texts of strangers.', 'note');
const TUNNEL = rule('names_tunnel', 'Names a tunnel to an unknown computer.', 'note');
const SECRETS = rule('names_secrets', 'Names a place where people keep keys and passwords.', 'note');

const listOf = (words: string): string[] => words.split(',');

const TEXT_RULES: readonly TextRule[] = [
  {
    rule: BROWSER,
    pattern: patterns.BROWSER_STORE,
    words: listOf(
      'login data,logins.json,key4.,cookies.sqlite,user data,local state,cookies,cryptunprotectdata,os_crypt',
    ),
  },
  {
    rule: WALLET,
    pattern: patterns.WALLET_STORE,
    words: listOf(
      'nkbihfbeogaeaoehlefnkodbefgpgknn,ejbalbakoplchlghecdalmeeeajnimhm,bfnaelmomeimhlpmgjnjophhpkkoljpa,hnfanknocfeofbddgcijnmhnfnkdnaad,fhbohimaelbohpjbbldcngcnapndodjp,ibnejdfjmmkpcnlpebklmnkoeoihofec,egjidjbpglichdcondbcbdnbeeppgdph,wallet.dat,exodus,electrum,keystore,wallets,local storage,solana/id,solana\\id,local extension settings,bc1|,bc1)|,[13][a-',
    ),
  },
  { rule: CHAT, pattern: patterns.CHAT_TOKENS, words: listOf('dqw4w9wgxcq,]{2,local storage,tdata') },
  {
    rule: MINER,
    pattern: patterns.MINER,
    words: listOf(
      'stratum,xmrig,xmr-stak,supportxmr,minexmr,cryptonight,randomx,kawpow,autolykos,moneroocean,monerohash,hashvault,herominers,2miners,nanopool,f2pool,nicehash,unmineable,c3pool,ethermine,donate-level,nbminer,phoenixminer,lolminer,gminer,teamredminer,cpuminer,minerd,ethminer,t-rex.exe,coinhive,mining.s,mining.a,algo,"coin",wallet',
    ),
  },
  {
    rule: LOADER,
    pattern: patterns.DOWNLOAD_TO_SHELL,
    words: ['curl', 'wget'],
    unless: patterns.KNOWN_INSTALLER,
  },
  {
    rule: LOADER,
    pattern: patterns.WINDOWS_LOADER,
    words: listOf(
      'powershell,iwr,irm,invoke-,downloadstring,certutil,mshta,start-bitstransfer,downloadfile,bitsadmin,regsvr32,rundll32',
    ),
    unless: patterns.KNOWN_INSTALLER,
  },
  {
    rule: SHELL,
    pattern: patterns.SHELL_TO_NETWORK,
    words: [
      '/dev/tcp',
      '/dev/udp',
      'mkfifo',
      'socat',
      ...['-e', '-c'].flatMap((option) => ['/bin', 'sh', 'bash', '"', "'"].map((end) => `${option} ${end}`)),
    ],
  },
  { rule: DECODER, pattern: patterns.ENCODED_TO_SHELL, words: listOf('base64 -,xxd') },
  { rule: BY_SHELL, pattern: patterns.SECRETS_BY_SHELL, words: ['curl', 'wget', ' nc ', '\nnc ', '|nc '] },
  {
    rule: LOGIN,
    pattern: patterns.LOGIN_START,
    unless: patterns.KNOWN_START,
    words: listOf(
      '.bashrc,.profile,.zshrc,.bash_profile,.zshenv,crontab,/cron,schtasks,currentversion,launchagents,launchdaemons,systemctl,start menu,autostart',
    ),
  },
  {
    rule: DELETES,
    pattern: patterns.DELETES_HOME,
    words: listOf('rm -,rd /s,dir /s,/s /q,userprofile,format c,mkfs'),
  },
  {
    rule: CHANGES_TOOLS,
    pattern:
      /^\s{0,20}security_level\s{0,9}=\s{0,9}(?:weak|normal-)\s{0,9}$|["']security_level["']\s{0,9}(?:\]\s{0,9}=(?!=)|:|,)\s{0,9}["'](?:weak|normal-)["']|["']security_level\s{0,9}=\s{0,9}(?:weak|normal-)\s{0,9}["'\\]|\bgit\s{1,9}config\s{1,9}--(?:global|system)\s{1,9}core\.hooksPath\b/m,
    words: ['security_level', 'hookspath'],
  },
  {
    rule: SANDBOX,
    pattern: /\.__(?:base|bases|mro|class)__[^\n]{0,12}\.__subclasses__\s*\(/,
    words: ['__subclasses__'],
  },
  {
    rule: MESSENGER,
    pattern: patterns.MESSENGER_HOST,
    words: ['discord', 'telegram', 'slack', 'office.com'],
  },
  {
    rule: COLLECTOR,
    pattern: patterns.COLLECTOR_HOST,
    words: listOf(
      'webhook.site,requestbin,pipedream,burpcollab,oastify,oast.fun,oast.me,oast.live,oast.site,oast.online,oast.pro,oast.today,interactsh,interact.sh,beeceptor,canarytokens,requestcatcher,dnslog,ceye.io,hookb.in,ptsv,hookdeck,postb.in',
    ),
  },
  {
    rule: PASTE,
    pattern: patterns.PASTE_HOST,
    words: listOf(
      'pastebin,rentry.,hastebin,paste.ee,dpaste,transfer.sh,file.io,anonfile,0x0.st,catbox,discordapp,ghostbin,termbin,ix.io,bashupload,temp.sh,oshi.at,pixeldrain',
    ),
  },
  {
    rule: TUNNEL,
    pattern: patterns.TUNNEL_HOST,
    words: listOf('ngrok,trycloudflare,serveo,tunnel,loca.lt,localhost.run,lhr.life,bore.pub,.onion'),
  },
  {
    rule: SECRETS,
    pattern: SECRET_PLACE,
    words: listOf(
      '.ssh,id_rsa,id_ed25519,id_ecdsa,.aws,.netrc,.git-credentials,.npmrc,.pypirc,.kube,.docker,gcloud,application_default,.gnupg,hosts.yml,accesstokens,login data,logins.json,key4.db,cookies.sqlite,wallet.dat,tdata,leveldb,network/cookies,bash_history,zsh_history,etc/shadow',
    ),
  },
];

export const TEXT_WORDS: readonly string[] = TEXT_RULES.flatMap(({ words }) => words);

export const TEXT_RULE_LIST: readonly Rule[] = [...new Set(TEXT_RULES.map(({ rule: each }) => each))];

const CODE_FILE =
  /\.(?:py|pyw|pyi|pth|js|mjs|cjs|ts|sh|bash|zsh|command|bat|cmd|ps1|psm1|vbs|hta|toml|cfg|ini|json|ya?ml|plist|service|desktop|reg)$/i;
/** Tells the tools of developers what to do, and nobody who installs the package. */
const DEVELOPERS_FILE = /^\.(?:github|gitlab|circleci|devcontainer|vscode)\//;
const PYTHON_FILE = /\.(?:py|pyw|pyi|pth)$/i;
const HITS_MAX = 20;

/** What people read, though a build may read it too. */
const READ_BY_PEOPLE =
  /(?:^|\/)(?:readme|changelog|changes|contributing|licen[cs]e|copying|notice|security|history|authors)[^/]*$|\.(?:html?|svg|css|ipynb|csv|lock|po)$/i;
const COMMANDS: readonly Rule[] = [LOADER, SHELL, DECODER, BY_SHELL, DELETES, CHANGES_TOOLS];

/** Settings of tools in whatever grammar the reader of a package has, and where they are. */
const SETS_TOOL =
  /\bsecurity_level\b["'\s:=,>|-]{1,12}(?:["']?(?:value|to|set|new)["']?["'\s:=,>-]{1,9})?(?:weak\b|normal-)|\bcore[.\s]hooksPath\b["'\s:=,>|-]{1,12}\S/i;
const TOOL_AT =
  /(?:^|[\s"'=:,>])(?:[~*./\\]|[\w./\\-]{0,80}custom_nodes)[^\s"']{0,200}(?:ComfyUI-Manager[\\/]+(?:config\.ini|channels\.list)|__manager[\\/]+config\.ini|\.git[\\/]+hooks[\\/]+post-\w{3,12}|[\\/]pip\.(?:conf|ini)|[\\/]\.(?:condarc|gitconfig))(?:$|["'\s,;])/im;
const PROGRAM_TEXT = /\.(?:py|pyw|pyi|js|mjs|cjs|ts|tsx|jsx|vue|sh|bash|bat|cmd|ps1|md|markdown|rst)$/i;

/** Finds settings of tools in data, under any name, of a package of which the code writes. */
export function toolHits(
  file: TextFile,
  words: ReadonlySet<string>,
  isNamed: (file: TextFile) => boolean,
  writes: boolean,
): Hit[] {
  const { path, text } = file;
  if (PROGRAM_TEXT.test(path) || !TOOL_WORDS.some((word) => words.has(word))) return [];
  const found = SETS_TOOL.exec(text) ?? (writes ? TOOL_AT.exec(text) : undefined);
  return found && isNamed(file) ? [{ rule: CHANGES_TOOLS, file, index: found.index }] : [];
}

/** Whether a file may be a part of what the package does, and is neither code nor for people. */
export function mayBeAsset(file: TextFile): boolean {
  const { path } = file;
  return (
    !READ_BY_PEOPLE.test(path) && !DEVELOPERS_FILE.test(path) && !(PROGRAM_TEXT.test(path) && isCode(file))
  );
}

export const TOOL_WORDS = [
  'security_level',
  'hookspath',
  'config.ini',
  'channels.list',
  'hooks/',
  'hooks\\',
  'pip.',
  '.condarc',
  '.gitconfig',
];

export const COMMAND_WORDS: readonly string[] = TEXT_RULES.filter((each) =>
  COMMANDS.includes(each.rule),
).flatMap(({ words }) => words);

/** Finds command lines in texts under any name that code or data of the package names. */
export function assetHits(
  file: TextFile,
  words: ReadonlySet<string>,
  isNamed: (file: TextFile) => boolean,
): Hit[] {
  const hits = textHits(file, words).filter(({ rule: each }) => COMMANDS.includes(each));
  return hits.length > 0 && isNamed(file) ? hits : [];
}

export function isCode({ path, text }: ScanFile): boolean {
  return text !== undefined && !DEVELOPERS_FILE.test(path) && (CODE_FILE.test(path) || text.startsWith('#!'));
}

/** Finds texts in a file of code, outside of comments that fill a line. */
export function textHits(file: TextFile, words: ReadonlySet<string>): Hit[] {
  const { text } = file;
  return TEXT_RULES.flatMap((each) => {
    if (!each.words.some((word) => words.has(word))) return [];
    const pattern = new RegExp(each.pattern.source, `${each.pattern.flags}g`);
    const hits: Hit[] = [];
    let count = 0;
    for (const { index } of text.matchAll(pattern)) {
      if (++count > HITS_MAX) break;
      const line = lineAround(text, index);
      if (isComment(file.path, line) || each.unless?.test(line)) continue;
      hits.push({ rule: each.rule, file, index });
    }
    return hits;
  });
}

const finder = new WordFinder(TEXT_WORDS);

const known = new Map<string, Rule[]>();
const KNOWN_MAX = 10_000;

/** The rules that a text breaks which code puts together or decodes. */
export function rulesOfHiddenText(text: string): Rule[] {
  if (!finder.hasOne(text)) return [];
  const before = known.get(text);
  if (before) return before;
  const words = finder.find(text);
  const rules = TEXT_RULES.filter(
    ({ pattern, unless, rule: each, words: needed }) =>
      each.severity === 'held' &&
      needed.some((word) => words.has(word)) &&
      pattern.test(text) &&
      !unless?.test(text),
  ).map(({ rule: each }) => each);
  if (known.size < KNOWN_MAX) known.set(text, rules);
  return rules;
}

function lineAround(text: string, index: number): string {
  const start = Math.max(text.lastIndexOf('\n', index) + 1, index - 500);
  const end = text.indexOf('\n', index);
  return text.slice(start, Math.min(end === -1 ? text.length : end, index + 500));
}

function isComment(path: string, line: string): boolean {
  return PYTHON_FILE.test(path) || /\.(?:sh|toml|ya?ml|cfg|ini|ps1)$/.test(path)
    ? /^\s*#/.test(line)
    : /^\s*(?:\/\/|::|rem\s)/i.test(line);
}
