import { domainToASCII } from 'node:url';
import { isFQDN } from 'class-validator';
import type { ChallengeMethod } from './publisher-proof.entity.js';

/** The file of a repository that holds the challenge. */
export const PROOF_FILE = '.well-known/atelier-publisher.txt';

/** So that the name of the record fits into the 253 characters of a name. */
const DOMAIN_MAX_CHARS = 230;

const WANTED: Record<ChallengeMethod, string> = {
  dns: `must be a domain name of at most ${DOMAIN_MAX_CHARS} characters, such as example.com`,
  repository:
    'must be the https address of a repository on github.com, gitlab.com or codeberg.org, such as https://github.com/owner/repository',
};

type Host = {
  /** Most parts of a path: groups may hold groups. */
  partsMax: number;
  /** Where the host serves a file of the default branch. */
  fileUrl: (path: string) => string;
};

const HOSTS: Readonly<Record<string, Host>> = {
  'github.com': {
    partsMax: 2,
    fileUrl: (path) => `https://raw.githubusercontent.com/${path}/HEAD/${PROOF_FILE}`,
  },
  'gitlab.com': {
    partsMax: 20,
    fileUrl: (path) => `https://gitlab.com/${path}/-/raw/HEAD/${PROOF_FILE}`,
  },
  'codeberg.org': {
    partsMax: 2,
    fileUrl: (path) => `https://codeberg.org/api/v1/repos/${path}/raw/${PROOF_FILE}`,
  },
};

/** The subject in its one spelling. Without one, `problem` completes "subject …". */
export function readSubject(
  method: ChallengeMethod,
  text: string,
): { subject: string } | { subject?: undefined; problem: string } {
  const subject = method === 'dns' ? domainOf(text) : repositoryOf(text);
  return subject === undefined ? { problem: WANTED[method] } : { subject };
}

/** Where to read the file of a repository, given as `readSubject` spells it. */
export function proofFileUrl(subject: string): string {
  const { hostname, pathname } = new URL(subject);
  const host = HOSTS[hostname];
  if (!host) throw new Error('The host of a stored repository is not known');
  return host.fileUrl(pathname.slice(1));
}

/** In ASCII, where letters of other scripts that look alike differ. */
function domainOf(text: string): string | undefined {
  const domain = domainToASCII(text.trim().replace(/\.$/, ''));
  return domain.length <= DOMAIN_MAX_CHARS && isFQDN(domain) ? domain : undefined;
}

function repositoryOf(text: string): string | undefined {
  if (!URL.canParse(text)) return undefined;
  const { protocol, host: written, username, password, pathname, search, hash } = new URL(text);
  const host = HOSTS[written];
  if (protocol !== 'https:' || !host || username + password + search + hash !== '') return undefined;
  const path = pathname
    .slice(1)
    .replace(/\/$/, '')
    .replace(/\.git$/i, '');
  const parts = path.split('/');
  const areGood = parts.every((part) => /^[\w.-]{1,100}$/.test(part));
  if (!areGood || parts.length < 2 || parts.length > host.partsMax) return undefined;
  return `https://${written}/${path}`;
}
