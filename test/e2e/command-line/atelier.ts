import { spawn, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { until } from '../../support/until.js';

const ROOT = path.join(import.meta.dirname, '../../..');
/** The oldest Node that the command runs on, where this machine has it. */
const OLD_NODE = ['/usr/bin/node', '/usr/local/bin/node'].find(
  (node) =>
    existsSync(node) && spawnSync(node, ['--version'], { encoding: 'utf8' }).stdout.startsWith('v20.'),
);
if (!OLD_NODE)
  console.warn('The command line was tried on the Node of the service only: there is no Node 20.');

export type Ran = { status: number | null; stdout: string; stderr: string; json: any };
type Given = {
  input?: string;
  env?: Record<string, string>;
  interruptWhen?: RegExp;
  interruptAfter?: () => Promise<boolean>;
};

/** The command of the packed service, unpacked into an empty folder without any of the packages it is installed with. */
export class AtelierCommand {
  private constructor(
    private readonly home: string,
    private readonly script: string,
    readonly folder: string,
    readonly url: string,
  ) {}

  static async unpackedFor(url: string): Promise<AtelierCommand> {
    const home = await mkdtemp(path.join(os.tmpdir(), 'atelier-command-'));
    const pack = spawnSync(process.execPath, ['scripts/pack.mjs', home, '--built'], {
      cwd: ROOT,
      encoding: 'utf8',
    });
    const name = pack.stdout.trim().split('\n').at(-1) ?? '';
    expect(spawnSync('tar', ['-xzf', path.join(home, name), '-C', home])).toMatchObject({ status: 0 });
    const folder = path.join(home, 'work');
    await mkdir(folder);
    return new AtelierCommand(home, path.join(home, 'package/scripts/atelier.mjs'), folder, url);
  }

  get signIns(): string {
    return path.join(this.home, 'config/atelier/sign-ins.json');
  }

  /** Runs one command line, in the folder. `json` is what it prints with `--json`. */
  async run(
    line: string | readonly string[],
    { input, env, interruptWhen, interruptAfter }: Given = {},
  ): Promise<Ran> {
    const words = typeof line === 'string' ? line.split(' ') : line;
    const child = spawn(OLD_NODE ?? process.execPath, [this.script, ...words], {
      cwd: this.folder,
      env: {
        PATH: process.env.PATH,
        HOME: this.home,
        XDG_CONFIG_HOME: path.join(this.home, 'config'),
        ATELIER_URL: this.url,
        ...env,
      },
    });
    child.stdin.end(input);
    if (interruptAfter) void until(interruptAfter).then(() => child.kill('SIGINT'));
    let said = '';
    child.stdout.on('data', (bytes) => {
      said += String(bytes);
      if (interruptWhen?.test(said)) child.kill('SIGINT');
    });
    const [stdout, stderr, status] = await Promise.all([
      text(child.stdout),
      text(child.stderr),
      new Promise<number | null>((resolve) => child.once('close', resolve)),
    ]);
    const json = words.includes('--json') && stdout !== '' ? JSON.parse(stdout) : undefined;
    return { status, stdout, stderr, json };
  }

  remove(): Promise<void> {
    return rm(this.home, { recursive: true, force: true });
  }
}
