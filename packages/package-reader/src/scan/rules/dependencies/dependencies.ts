import type { Hit } from '../../rule.js';
import type { ScanContext, ScanFile } from '../../scan-file.js';
import { rule } from '../define-rule.js';
import { KNOWN_NAMES, POPULAR_NAMES } from './known-names.js';
import { isOneEdit, normalName, normalVersion } from './one-edit.js';
import { type Requirement, requirementsOf } from './requirements.js';

const FOREIGN_ADDRESS = rule(
  'foreign_requirement',
  'Requires a package from an address outside the known hosts of Python packages.',
);
const DIRECT_ADDRESS = rule(
  'direct_requirement',
  'Requires a package from an address and not from the index.',
  'note',
);
const FOREIGN_INDEX = rule(
  'foreign_index',
  'Takes required packages from an index outside the known ones, which can replace any of them.',
);
const LOOK_ALIKE = rule('look_alike_requirement', 'Requires a package whose name imitates a popular one.');
const MALICIOUS = rule(
  'malicious_requirement',
  'Requires a package that is known to be malicious.',
  'refused',
);

export const DEPENDENCY_RULES = [FOREIGN_ADDRESS, DIRECT_ADDRESS, FOREIGN_INDEX, LOOK_ALIKE, MALICIOUS];

/** Hosts from which packages of nodes take others, and all hosts below them. */
const PACKAGE_HOSTS =
  `github.com githubusercontent.com github.io gitlab.com huggingface.co hf.co pytorch.org pypi.org pythonhosted.org pypi.python.org
  nvidia.com nvidia.cn python.org modelscope.cn aliyun.com tsinghua.edu.cn ustc.edu.cn cloud.tencent.com huaweicloud.com
  gitee.com jihulab.com codeberg.org bitbucket.org openmmlab.com intel.com amd.com radeon.com gradio.app graphcore.ai data.pyg.org
  aiinfra.pkgs.visualstudio.com nvidia-kaolin.s3.us-east-2.amazonaws.com`.split(/\s+/);
const INDEX_HOSTS = PACKAGE_HOSTS.filter((host) => !/^(?:git|jihu|hugg|hf|code|bitb)/.test(host)).concat(
  'nvidia.github.io',
);
const INDEX_OPTION =
  /(?:^|\s)(?:-i|-f|--index-url|--extra-index-url|--find-links|--trusted-host)[ =]?\s*["']?([^\s"']+)/g;
const ADDRESS = /\b(?:(?:git|hg|svn|bzr)\+)?(?:https?|ssh|git|ftp|file):\/\/[^\s;#"']+/i;
const NAME = /^([a-z0-9](?:[a-z0-9._-]{0,98}[a-z0-9])?)\s*(?:\[[^\]]{0,200}\])?\s*(?:[<>=!~;@,(]|\s|$)/i;
const PINNED = /={2,3}\s*([\w.!+-]+)/;
/** What is edited, and lists of requirements, may be at an address too. */
const TAKES_ADDRESS = /^(?:-[erc]|--editable|--requirement|--constraint)/;
/** Shorter names are near each other by chance. */
const NAME_CHARS_MIN = 5;

/** Judges what pip is told to install: declared beside the archive, and in its files. */
export function dependencyHits(
  files: readonly ScanFile[],
  { dependencies = [], knownMalicious }: ScanContext,
): Hit[] {
  const requirements = [...dependencies.map((text) => ({ text: text.trim() })), ...requirementsOf(files)];
  return requirements.flatMap((requirement) => hitsOf(requirement, knownMalicious ?? new Set()));
}

function hitsOf(requirement: Requirement, knownMalicious: ReadonlySet<string>): Hit[] {
  const { text } = requirement;
  const hit = (rule: Hit['rule']): Hit => ({ rule, ...requirement, excerpt: text });
  const options = [...text.matchAll(INDEX_OPTION)].map(([, place = '']) => place).filter(isForeignIndex);
  if (options.length > 0) return [hit(options.every(isPackageHost) ? DIRECT_ADDRESS : FOREIGN_INDEX)];
  const isOption = text.startsWith('-');
  if (isOption && !TAKES_ADDRESS.test(text)) return [];
  const hits: Hit[] = [];
  const address = ADDRESS.exec(text)?.[0];
  if (address !== undefined)
    hits.push(hit(isAmong(address, PACKAGE_HOSTS) ? DIRECT_ADDRESS : FOREIGN_ADDRESS));
  const name = OF_CONDA.test(text) ? undefined : NAME.exec(text)?.[1];
  if (isOption || name === undefined || name === 'git' || /^https?$/i.test(name)) return hits;
  const normal = normalName(name);
  const version = PINNED.exec(text)?.[1];
  const pinned = version === undefined ? normal : `${normal}==${normalVersion(version)}`;
  if (knownMalicious.has(normal) || knownMalicious.has(pinned)) return [hit(MALICIOUS), ...hits];
  return isLookAlike(normal) ? [...hits, hit(LOOK_ALIKE)] : hits;
}

/** A line of `conda list --export`, which pip does not read. */
const OF_CONDA = /^[\w.-]+=[^=\s]+(?:=\w+)?$/;

function isLookAlike(name: string): boolean {
  if (name.length < NAME_CHARS_MIN || KNOWN_NAMES.has(name)) return false;
  const popular = [...POPULAR_NAMES].find((other) => isOneEdit(name, other));
  // A digit more or less is another version: `sam2`, `cupy-cuda12x`.
  return popular !== undefined && popular.replace(/\d/g, '') !== name.replace(/\d/g, '');
}

function isForeignIndex(place: string): boolean {
  const isPath = !place.includes('://') && /^[./~]|^[\w-]+$/.test(place);
  return !isPath && !isAmong(place.includes('://') ? place : `https://${place}`, INDEX_HOSTS);
}

function isPackageHost(place: string): boolean {
  return isAmong(place.includes('://') ? place : `https://${place}`, PACKAGE_HOSTS);
}

function isAmong(address: string, hosts: readonly string[]): boolean {
  // pip and browsers do not agree on what a backslash is.
  if (address.includes('\\')) return false;
  const url = URL.parse(address.replace(/^(?:git|hg|svn|bzr)\+/i, ''));
  if (!url || url.protocol === 'file:') return false;
  const host = url.hostname.toLowerCase();
  return hosts.some((known) => host === known || host.endsWith(`.${known}`));
}
