import type { ArchiveFinding } from '../archive/index.js';
import { findingsOf, type Rule } from './rule.js';
import type { ScanFile } from './scan-file.js';

/** What a patch release rarely adds. */
export type PackageTraits = {
  /** Hosts that the code names, sorted. */
  readonly hosts: readonly string[];
  /** Paths of files that are programs or machine code, sorted. */
  readonly binaries: readonly string[];
  /** Paths of files that installers run, sorted. */
  readonly hooks: readonly string[];
};

const HOSTS_MAX = 500;
const PATHS_MAX = 200;
const CODE_FILE = /\.(?:py|pyw|pth|js|mjs|cjs|sh|bat|cmd|ps1)$/i;
const HOOK_FILE = /(?:^|\/)(?:setup|install|prestartup_script|sitecustomize|usercustomize)\.py$|\.pth$/i;
const URL_HOST = /\b(?:https?|wss?|ftp):\/\/(?:[^\s/@"'`<>]{1,100}@)?([a-z0-9][a-z0-9.-]{0,250}[a-z0-9])/gi;
/** ELF, MZ, and Mach-O in both byte orders and sizes. */
const PROGRAM_HEADS = ['7f454c46', '4d5a', 'feedface', 'feedfacf', 'cefaedfe', 'cffaedfe', 'cafebabe'];

export function traitsOf(files: readonly ScanFile[]): PackageTraits {
  const code = files.filter(({ path }) => CODE_FILE.test(path));
  const hosts = code.flatMap(({ text = '' }) =>
    [...text.matchAll(URL_HOST)].map(([, host = '']) => host.toLowerCase()),
  );
  return {
    hosts: sorted(hosts).slice(0, HOSTS_MAX),
    binaries: sorted(files.filter(isProgram).map(({ path }) => path)).slice(0, PATHS_MAX),
    hooks: sorted(files.filter(({ path }) => HOOK_FILE.test(path)).map(({ path }) => path)).slice(
      0,
      PATHS_MAX,
    ),
  };
}

/** Whether a file begins as a program or as machine code does, whatever its name. */
export function isProgram({ content }: ScanFile): boolean {
  if (!content || content.length < 4) return false;
  const head = Buffer.from(content.subarray(0, 4)).toString('hex');
  return PROGRAM_HEADS.some((start) => head.startsWith(start));
}

const NEW_IN_PATCH = {
  hosts: rule('new_host', 'Names a host that the version before did not name.', 'note'),
  binaries: rule('new_program', 'Brings a program that the version before did not have.', 'warning'),
  hooks: rule(
    'new_install_hook',
    'Runs code at installation that the version before did not run.',
    'warning',
  ),
} as const;

const NEW_PUBLISHER = rule(
  'new_publisher',
  'Is a patch release by someone who has published no version of this node before.',
  'warning',
);

export const CHANGE_RULES: readonly Rule[] = [...Object.values(NEW_IN_PATCH), NEW_PUBLISHER];

/** What a patch release adds to the traits of the version before, and to those who publish the node. */
export function changesBetween(
  before: PackageTraits,
  after: PackageTraits,
  { isNewPublisher = false }: { readonly isNewPublisher?: boolean } = {},
): ArchiveFinding[] {
  const added = (['hosts', 'binaries', 'hooks'] as const).flatMap((kind) => {
    const fresh = after[kind].filter((trait) => !before[kind].includes(trait));
    return fresh.length === 0
      ? []
      : findingsOf([{ rule: NEW_IN_PATCH[kind], excerpt: fresh.slice(0, 10).join(', ') }]);
  });
  return isNewPublisher ? [...added, ...findingsOf([{ rule: NEW_PUBLISHER }])] : added;
}

function rule(id: string, message: string, severity: Rule['severity']): Rule {
  return { id, version: 1, severity, message };
}

function sorted(texts: readonly string[]): string[] {
  return [...new Set(texts)].sort();
}
