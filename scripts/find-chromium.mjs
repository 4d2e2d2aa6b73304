import { findProgram } from './find-program.mjs';

/**
 * The browser of the tests: `CHROMIUM`, or the first one in PATH. The shell, without windows, takes an eighth less CPU.
 * @returns {string | undefined} its path.
 */
export function findChromium() {
  return (
    process.env.CHROMIUM ||
    findProgram(['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome'])
  );
}
