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
export async function runInForeground(node, parameters, stdio) {
  process.exit(await runToEnd(node, parameters, stdio));
}

/**
 * Runs a Node script to its end, connected to the terminal.
 * @param {string} node
 * @param {string[]} parameters
 * @param {import('node:child_process').StdioOptions} stdio
 * @returns {Promise<number>} its exit status.
 */
export async function runToEnd(node, parameters, stdio) {
  const child = spawn(node, parameters, { stdio });
  const passOn = (signal) => child.kill(signal);
  for (const signal of PASSED_ON) process.on(signal, passOn);
  try {
    return await new Promise((resolve, reject) => {
      child.on('error', reject);
      child.on('exit', (code, signal) => resolve(code ?? 128 + os.constants.signals[signal]));
    });
  } catch (error) {
    console.error(error.message);
    return 1;
  } finally {
    for (const signal of PASSED_ON) process.off(signal, passOn);
  }
}
