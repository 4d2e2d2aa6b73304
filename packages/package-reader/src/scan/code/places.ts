import { WordFinder } from '../word-finder.js';
import { MARK } from './value.js';

/** Where people keep keys, passwords and money, as a path or a part of one. */
export const SECRET_PLACE =
  /\.ssh\b|\bid_(?:rsa|ed25519|ecdsa|dsa)\b|\.aws[\\/]+credentials|\.aws$|\.netrc\b|\.git-credentials\b|\.npmrc\b|\.pypirc\b|\.kube[\\/]+config|\.docker[\\/]+config\.json|\.config[\\/]+gcloud|application_default_credentials|\.gnupg\b|gh[\\/]+hosts\.yml|\.azure[\\/]+accessTokens|\bLogin Data\b|\blogins\.json\b|\bkey4\.db\b|\bcookies\.sqlite\b|\bwallet\.dat\b|\btdata\b|Local Storage[\\/]+leveldb|\bNetwork[\\/]+Cookies\b|\.bash_history|\.zsh_history|[\\/]etc[\\/]shadow|[\\/]proc[\\/](?:self|\d+|\0)[\\/]environ/i;
/** Tokens of a hub, which honest packages send it in a header. */
const HUB_TOKEN = /huggingface[\\/]+(?:token|stored_tokens)\b/i;
/** Files that are run at login or start-up. */
const LOGIN_PLACE =
  /(?:^|[\\/~\0])\.(?:bashrc|bash_profile|bash_login|profile|zshrc|zprofile|zshenv)$|config[\\/]+(?:autostart|systemd[\\/]+user)|Library[\\/]+Launch(?:Agents|Daemons)|Start Menu[\\/]+Programs[\\/]+Startup|[\\/]etc[\\/](?:cron|systemd|init\.d|rc\.local|profile)|[\\/]var[\\/]spool[\\/]cron|^\/python\/site-packages[\\/][^\\/]{1,60}\.pth$|(?:^|[\\/])python[\d.]{0,5}[\\/]site-packages[\\/][^\\/]{1,60}\.pth$|^\/python\/site-packages.{0,60}(?:site|user)customize\.py$|[\\/]authorized_keys$|config[\\/]+fish[\\/]+config\.fish|profile_default[\\/]+startup[\\/]|PowerShell[\\/]+(?:Microsoft\.PowerShell_)?profile\.ps1$/i;
/** Settings by which a manager, Git or an installer runs or fetches something. */
const TOOL_PLACE =
  /ComfyUI-Manager[\\/]+(?:config\.ini|channels\.list)$|(?:^|[\\/])__manager[\\/]+config\.ini$|^\/host\/config\.ini$|^\/host\/\.git[\\/]+(?:hooks[\\/]|config$)|(?:^|[\\/])\.git[\\/]+hooks[\\/]+(?:post-|pre-(?:auto-gc|receive|rebase)|\0)|[\\/\0](?:post-(?:merge|checkout|commit|rewrite|applypatch)|pre-(?:auto-gc|rebase))$|(?:^|[\\/])(?:\.gitconfig|pip\.conf|pip\.ini|\.condarc|uv\.toml)$|\.config[\\/]+git[\\/]+config$/i;
const HOME_PLACE =
  /^~[\\/]?(?:Documents|Desktop|Pictures|Downloads)?[\\/]?$|^\/(?:home|Users)?\/?$|^[A-Z\0]:[\\/]+(?:Users)?[\\/]*$|^[A-Z]:$/;
/** Hosts of models, of files and of research. */
const MODEL_HOST =
  /^(?:[\w-]+\.)*(?:huggingface\.co|hf\.co|hf-mirror\.com|github\.(?:com|io)|githubusercontent\.com|gitlab\.com|gitee\.com|bitbucket\.org|sourceforge\.net|civitai\.com|modelscope\.(?:cn|ai)|comfy\.org|openmmlab\.com|pytorch\.org|nvidia\.com|fbaipublicfiles\.com|azureedge\.net|windows\.net|googleapis\.com|google\.com|googleusercontent\.com|amazonaws\.com|cloudfront\.net|r2\.dev|backblazeb2\.com|digitaloceanspaces\.com|dropbox(?:usercontent)?\.com|box\.com|live\.com|sharepoint\.com|zenodo\.org|figshare\.com|kaggle\.com|aliyuncs\.com|myqcloud\.com|bcebos\.com|volces\.com|adrianbulat\.com|[\w-]+\.(?:edu|ac)(?:\.\w\w)?|mpg\.de|ethz\.ch|epfl\.ch|inria\.fr|localhost|(?:10|127|192\.168|172\.(?:1[6-9]|2\d|3[01]))(?:\.\d{1,3}){2,3})$/i;
const PLACE_CHARS_MAX = 400;
/** One of these is in every text that the first two patterns find. */
const finder = new WordFinder(
  (
    '.ssh,id_rsa,id_ed25519,id_ecdsa,id_dsa,.aws,.netrc,.git-cred,.npmrc,.pypirc,.kube,.docker,gcloud,application_default,.gnupg,huggingface,' +
    'hosts.yml,.azure,login data,logins.json,key4.db,cookies.sqlite,wallet.dat,tdata,local storage,network/cookies,network\\cookies,_history,shadow,environ,' +
    '.bash,.profile,.zsh,.zprofile,autostart,systemd,launchagents,launchdaemons,start menu,cron,init.d,rc.local,etc/profile,.pth,customize.py,authorized_keys,' +
    'config.fish,profile_default,profile.ps1,config.ini,channels.list,.git/,.git\\,.gitconfig,pip.conf,pip.ini,.condarc,uv.toml,git/config,git\\config,post-,pre-'
  ).split(','),
);

/** What the places that a text names mean for a value. */
export function placeMarks(text: string): number {
  if (text.length < 1 || text.length > PLACE_CHARS_MAX) return 0;
  if (!/[./\\ _~]|tdata/.test(text)) return 0;
  let marks = HOME_PLACE.test(text) ? MARK.home : 0;
  if (!finder.hasOne(text)) return marks;
  if (SECRET_PLACE.test(text)) marks |= MARK.secret;
  if (HUB_TOKEN.test(text)) marks |= MARK.credentials;
  if (TOOL_PLACE.test(text)) marks |= MARK.toolPlace;
  if (LOGIN_PLACE.test(text)) marks |= MARK.loginPlace;
  return marks;
}

/** Whether an address names a host that is none of those where models are kept. */
export function isElsewhere(address: string): boolean {
  const [, host] = /^https?:\/\/([\w.-]{1,200})(?:[/:]|$)/i.exec(address) ?? [];
  return host !== undefined && !MODEL_HOST.test(host);
}
