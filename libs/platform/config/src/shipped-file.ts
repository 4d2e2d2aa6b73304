import { existsSync } from 'node:fs';
import path from 'node:path';

/** The path of a file of `config/` that comes with the service, found from this file, whether compiled or not. */
export function shippedFile(name: string): string {
  const place = path.join('config', name);
  let folder = import.meta.dirname;
  while (!existsSync(path.join(folder, place)) && folder !== path.dirname(folder))
    folder = path.dirname(folder);
  return path.join(folder, place);
}
