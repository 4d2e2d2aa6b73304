import { findProgram } from './find-program.mjs';

/** The browser of the tests: `CHROMIUM`, or the first one in PATH. @returns {string | undefined} its path. */
export function findChromium() {
  return process.env.CHROMIUM || findProgram(['chromium', 'chromium-browser', 'google-chrome']);
}
