import { readdir, readFile } from 'node:fs/promises';

/** The processes of an engine, such as `video`, that one of `parents` has, which are process ids. */
export async function engineProcesses(
  program: string,
  parents: readonly number[] = [process.pid],
): Promise<number[]> {
  const children: number[] = [];
  for (const name of await readdir('/proc')) {
    if (!/^\d+$/.test(name)) continue;
    const [status, command] = await Promise.all([
      readFile(`/proc/${name}/status`, 'utf8').catch(() => ''),
      readFile(`/proc/${name}/cmdline`, 'utf8').catch(() => ''),
    ]);
    const parent = Number(/^PPid:\t(\d+)$/m.exec(status)?.[1]);
    if (parents.includes(parent) && command.includes(`${program}.child.js`)) children.push(Number(name));
  }
  return children;
}
