import { MARK } from './value.js';

/** Where people keep keys, passwords and money, as a path or a part of one. */
export const SECRET_PLACE =
  /\.ssh\b|\bid_(?:rsa|ed25519|ecdsa|dsa)\b|\.aws[\\/]+credentials|\.aws$|\.netrc\b|\.git-credentials\b|\.npmrc\b|\.pypirc\b|\.kube[\\/]+config|\.docker[\\/]+config\.json|\.config[\\/]+gcloud|application_default_credentials|\.gnupg\b|huggingface[\\/]+(?:token|stored_tokens)\b|\.huggingface[\\/]+token|gh[\\/]+hosts\.yml|\.azure[\\/]+accessTokens|\bLogin Data\b|\blogins\.json\b|\bkey4\.db\b|\bcookies\.sqlite\b|\bwallet\.dat\b|\btdata\b|Local Storage[\\/]+leveldb|\bNetwork[\\/]+Cookies\b|\.bash_history|\.zsh_history|[\\/]etc[\\/]shadow/i;
/** Files that are run at login or start-up. */
export const LOGIN_PLACE =
  /(?:^|[\\/~\0])\.(?:bashrc|bash_profile|bash_login|profile|zshrc|zprofile|zshenv)$|config[\\/]+(?:autostart|systemd[\\/]+user)|Library[\\/]+Launch(?:Agents|Daemons)|Start Menu[\\/]+Programs[\\/]+Startup|[\\/]etc[\\/](?:cron|systemd|init\.d|rc\.local|profile)|[\\/]var[\\/]spool[\\/]cron|\bsite-packages[\\/][^\\/]{1,60}\.pth$|[\\/](?:site|user)customize\.py$/i;
const HOME_PLACE =
  /^~[\\/]?(?:Documents|Desktop|Pictures|Downloads)?[\\/]?$|^\/(?:home|Users)?\/?$|^[A-Z]:[\\/]*(?:Users)?[\\/]*$/;
const PLACE_CHARS_MAX = 2_000;

/** What the places that a text names mean for a value. */
export function placeMarks(text: string): number {
  if (text.length < 1 || text.length > PLACE_CHARS_MAX) return 0;
  let marks = 0;
  if (SECRET_PLACE.test(text)) marks |= MARK.secret;
  if (LOGIN_PLACE.test(text)) marks |= MARK.loginPlace;
  if (HOME_PLACE.test(text)) marks |= MARK.home;
  return marks;
}
