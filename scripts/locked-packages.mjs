// Which packages of package-lock.json the service runs on.

/** The folders of what the package in a folder needs when it runs, and of what that needs in turn. */
export function foldersBelow(packages, folder = '', found = new Set()) {
  if (found.has(folder)) return found;
  found.add(folder);
  const { link, resolved, dependencies, optionalDependencies, peerDependencies, peerDependenciesMeta } =
    packages[folder];
  if (link) return foldersBelow(packages, resolved, found);
  const peers = Object.keys(peerDependencies ?? {}).filter((name) => !peerDependenciesMeta?.[name]?.optional);
  for (const name of Object.keys({ ...dependencies, ...optionalDependencies }).concat(peers)) {
    const needed = folderOf(packages, folder, name);
    if (needed !== undefined) foldersBelow(packages, needed, found);
  }
  return found;
}

/** As Node looks for a package: beside the one that needs it, then in each folder above. */
function folderOf(packages, from, name) {
  const place = `${from && `${from}/`}node_modules/${name}`;
  if (place in packages) return place;
  return from === ''
    ? undefined
    : folderOf(packages, from.slice(0, Math.max(0, from.lastIndexOf('/'))), name);
}
