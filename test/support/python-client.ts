import { spawn, spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';

const ROOT = path.join(import.meta.dirname, '../..');
const SCRIPT_TIMEOUT_MS = 90_000;
const PRELUDE = `
import json, os, time
from pathlib import Path
from atelier_client import *

def tell(value):
    print(json.dumps(value))

def error_of(call):
    try:
        call()
    except Exception as error:
        return {"type": type(error).__name__, **{name: value for name, value in vars(error).items()}, "text": str(error)}

atelier = Atelier()
`;

/** The Python client, installed from its sources as a user does it, without a registry of packages. */
export class PythonClient {
  private readonly folder = mkdtempSync(path.join(os.tmpdir(), 'python-client-'));

  /** The first Python with these modules. */
  static pythonWith(...modules: string[]): string | undefined {
    const imports = modules.map((name) => `import ${name}`).join('\n');
    return ['python3', '/usr/bin/python3'].find((python) => spawnSync(python, ['-c', imports]).status === 0);
  }

  static install(): PythonClient {
    const client = new PythonClient();
    client.build();
    return client;
  }

  /** Runs lines of Python in an empty folder, and gives what they told. */
  async run<T>(
    lines: string,
    env: { ATELIER_URL: string; ATELIER_TOKEN?: string } & Record<string, string>,
    python = 'python3',
  ): Promise<T> {
    const cwd = mkdtempSync(path.join(this.folder, 'run-'));
    const child = spawn(python, ['-c', PRELUDE + lines], {
      cwd,
      env: { PATH: process.env.PATH, HOME: cwd, PYTHONPATH: this.installed, ...env },
      timeout: SCRIPT_TIMEOUT_MS,
    });
    let said = '';
    let complained = '';
    child.stdout.on('data', (bytes) => (said += String(bytes)));
    child.stderr.on('data', (bytes) => (complained += String(bytes)));
    const status = await new Promise((resolve) => child.on('close', resolve));
    if (status !== 0) throw new Error(`Python ended with ${String(status)}:\n${said}${complained}`);
    return JSON.parse(said.trim().split('\n').at(-1) ?? '') as T;
  }

  remove(): void {
    rmSync(this.folder, { recursive: true, force: true });
  }

  get installed(): string {
    return path.join(this.folder, 'installed');
  }

  /** From a copy, as other files may do the same now. */
  private build(): void {
    const sources = path.join(this.folder, 'checkout/packages/python-client');
    cpSync(path.join(ROOT, 'packages/python-client'), sources, {
      recursive: true,
      filter: (name) => !/\/(?:generated|dist|__pycache__)$/.test(name),
    });
    cpSync(path.join(ROOT, 'openapi.json'), path.join(this.folder, 'checkout/openapi.json'));
    if (PythonClient.pythonWith('pip') === 'python3') {
      this.python('-m', 'pip', '-q', 'install', '--no-index', '--target', this.installed, sources);
      return;
    }
    mkdirSync(this.installed);
    this.python(path.join(sources, 'build_backend.py'));
    const wheel = path.join(sources, 'dist/atelier_client-0.1.0-py3-none-any.whl');
    this.python('-m', 'zipfile', '-e', wheel, this.installed);
  }

  private python(...args: string[]): void {
    const { status, stderr } = spawnSync('python3', args, { encoding: 'utf8', cwd: this.folder });
    if (status !== 0) throw new Error(`python3 ${args.join(' ')} ended with ${status}:\n${stderr}`);
  }
}
