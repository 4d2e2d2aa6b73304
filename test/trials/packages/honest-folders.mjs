import fs from 'node:fs';
import path from 'node:path';

/** Each folder below this one as a package, as its author would publish it. Files are read when they are asked for. */
export function honestPackages(root) {
  const folders = fs.readdirSync(root, { withFileTypes: true }).filter((entry) => entry.isDirectory());
  return folders.map(({ name }) => {
    const folder = path.join(root, name);
    const [, description = ''] = /^description *= *"(.*)"/m.exec(textOf(folder, 'pyproject.toml')) ?? [];
    const lines = textOf(folder, 'requirements.txt').split(/\r?\n/);
    const dependencies = lines
      .map((line) => line.replace(/(^|\s)#.*/, '').trim())
      .filter((line) => line !== '');
    return { name, description, dependencies, files: () => filesBelow(folder) };
  });
}

function filesBelow(folder) {
  const entries = fs
    .readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile());
  const paths = entries.map((entry) => path.join(entry.parentPath, entry.name));
  return Object.fromEntries(paths.map((file) => [path.relative(folder, file), fs.readFileSync(file)]));
}

function textOf(folder, name) {
  const file = path.join(folder, name);
  return fs.existsSync(file) ? fs.readFileSync(file, 'utf8') : '';
}
