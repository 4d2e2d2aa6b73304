// Runs a program in place of this one: same terminal, signals passed on, same exit status.
import { spawn } from 'node:child_process';
import os from 'node:os';

const PASSED_ON = ['SIGINT', 'SIGTERM', 'SIGHUP'];

/**
 * Runs a Node script to its end and ends this process the same way.
 * @param {string} node
 * @param {string[]} parameters
 * @param {import('node:child_process').StdioOptions} stdio
 */
export function runInForeground(node, parameters, stdio) {
  const child = spawn(node, parameters, { stdio });
  for (const signal of PASSED_ON) process.on(signal, () => child.kill(signal));
  child.on('error', (error) => {
    console.error(error.message);
    process.exit(1);
  });
  child.on('exit', (code, signal) => process.exit(code ?? 128 + os.constants.signals[signal]));
}
