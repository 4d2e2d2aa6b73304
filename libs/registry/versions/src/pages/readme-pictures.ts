import path from 'node:path';
import type { PictureLinks } from '#libs/registry/pictures';
import type { NodeVersion } from '#libs/registry/versions/store';
import { repositoryLinks } from './repository-links.js';
import type { VersionPage } from './version-page.entity.js';

const PICTURES_MAX = 100;
/** Bounded, so that no text takes long. */
const SOURCES = [
  /!\[[^\]]{0,300}\]\(\s{0,5}<?([^)\s>]{1,2000})/g,
  /<img\s[^>]{0,500}?src\s{0,5}=\s{0,5}["']?([^"'\s>]{1,2000})/gi,
  /^ {0,3}\[[^\]]{1,200}\]:\s{0,5}<?(\S{1,2000}\.(?:png|jpe?g|gif|webp|avif|svg)(?:\?\S{0,500})?)/gim,
];

/** The pictures of a README, each by its source as the text has it, with its path on this server. */
export function readmePictures(
  { nodeId, version }: NodeVersion,
  { readme, readmePath, files }: VersionPage,
  repository: string,
  links: PictureLinks,
): Record<string, string> {
  const sources = new Set(
    SOURCES.flatMap((kind) => [...readme.matchAll(kind)].map(([, source = '']) => source)),
  );
  const inArchive = new Set(files.map((file) => file.path));
  const pathOf = (source: string): string => {
    const address = source.replaceAll('&amp;', '&');
    if (/^[a-z][a-z0-9+.-]*:|^\/\//i.test(address)) return links.ofUrl(bytesOf(address));
    const file = fileOf(address, readmePath);
    if (file === undefined) return '';
    if (inArchive.has(file))
      return `/nodes/${encodeURIComponent(nodeId)}/versions/${encodeURIComponent(version)}/pictures/${encodeURIComponent(file)}`;
    const base = repositoryLinks(repository).files;
    return base === '' ? '' : links.ofUrl(base + file.split('/').map(encodeURIComponent).join('/'));
  };
  const found = [...sources].slice(0, PICTURES_MAX).map((source) => [source, pathOf(source)] as const);
  return Object.fromEntries(found.filter(([, at]) => at !== ''));
}

/** The path in the package that a relative link leads to; undefined for one that leads out of it. */
function fileOf(link: string, readmePath: string): string | undefined {
  const [bare = ''] = link.split(/[?#]/);
  const written = decoded(bare);
  const file = written.startsWith('/')
    ? path.posix.normalize(written.slice(1))
    : path.posix.join(path.posix.dirname(readmePath), written);
  return file === '.' || file === '..' || file.startsWith('../') || file.startsWith('/') ? undefined : file;
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** Where GitHub shows a page around a picture, the address of the picture itself. */
function bytesOf(address: string): string {
  const [, repository, rest] = /^https?:\/\/github\.com\/([^/]+\/[^/]+)\/blob\/([^?#]+)/i.exec(address) ?? [];
  return rest === undefined ? address : `https://github.com/${repository}/raw/${rest}`;
}
