import fs from 'node:fs';
import path from 'node:path';

const SHOWN = 10;

/**
 * Says at the end how long the tests took, and which files took longest. The tests that failed are added to the file that
 * `FAILED_TESTS` names.
 */
export default class SlowestReporter {
  onRunComplete(_contexts, { startTime, testResults }) {
    noteFailed(testResults);
    const seconds = (milliseconds) => `${(milliseconds / 1_000).toFixed(1).padStart(7)} s`;
    const slowest = testResults
      .map(({ testFilePath, perfStats }) => ({
        file: path.relative('.', testFilePath),
        ms: perfStats.runtime,
      }))
      .sort((a, b) => b.ms - a.ms)
      .slice(0, SHOWN);
    const lines = slowest.map(({ file, ms }) => `${seconds(ms)}  ${file}`);
    process.stderr.write(
      [
        '',
        `The slowest of ${testResults.length} files:`,
        ...lines,
        `${seconds(Date.now() - startTime)}  in all`,
        '',
      ].join('\n'),
    );
  }
}

function noteFailed(testResults) {
  const { FAILED_TESTS: file } = process.env;
  if (!file) return;
  const failed = testResults.flatMap(({ testFilePath, testResults: tests, testExecError }) => {
    const place = path.relative('.', testFilePath);
    const names = tests.filter(({ status }) => status === 'failed').map(({ fullName }) => fullName);
    return [...names, ...(testExecError ? ['could not be run'] : [])].map((name) => `${place}: ${name}\n`);
  });
  fs.appendFileSync(file, failed.join(''));
}
