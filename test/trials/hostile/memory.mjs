import fs from 'node:fs';

const PAGE_KILOBYTES = 4;

/** Resident megabytes of a process, and of the largest and of all engine children below it; not of its database. */
export function memoryOf(pid) {
  const own = residentMegabytes(pid);
  const children = childrenOf(pid)
    .filter((child) => !commandOf(child).includes('postgres'))
    .map(withDescendants);
  return {
    service: own,
    children: children.reduce((sum, one) => sum + one, 0),
    largest: Math.max(0, ...children),
  };
}

export function bytesBelow(folder) {
  let bytes = 0;
  for (const entry of fs.readdirSync(folder, { recursive: true, withFileTypes: true })) {
    try {
      if (entry.isFile()) bytes += fs.statSync(`${entry.parentPath}/${entry.name}`).size;
    } catch {
      // It has just gone.
    }
  }
  return bytes;
}

function withDescendants(pid) {
  return childrenOf(pid).reduce((sum, child) => sum + withDescendants(child), residentMegabytes(pid));
}

function childrenOf(pid) {
  const found = [];
  for (const entry of fs.readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
    const parent = read(`/proc/${entry}/stat`).split(') ').at(-1)?.split(' ')[1];
    if (Number(parent) === pid) found.push(Number(entry));
  }
  return found;
}

function commandOf(pid) {
  return read(`/proc/${pid}/cmdline`);
}

function residentMegabytes(pid) {
  const pages = Number(read(`/proc/${pid}/statm`).split(' ')[1] ?? 0);
  return Math.round((pages * PAGE_KILOBYTES) / 1024);
}

function read(file) {
  try {
    return fs.readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}
