/** @type {import('jest').Config} */
const base = {
  testEnvironment: '<rootDir>/test/runner/native-environment.mjs',
  testRunner: '<rootDir>/test/runner/native-runner.mjs',
  transform: { '^.+\\.ts$': '@swc/jest' },
  modulePathIgnorePatterns: ['<rootDir>/(packages/[^/]+/)?dist/'],
};

export default {
  coverageProvider: 'v8',
  testTimeout: 180_000,
  reporters: ['default', '<rootDir>/test/runner/slowest-reporter.mjs'],
  projects: [
    {
      ...base,
      displayName: 'unit',
      roots: ['<rootDir>/apps', '<rootDir>/libs', '<rootDir>/packages'],
      testRegex: '\\.spec\\.ts$',
    },
    {
      ...base,
      displayName: 'e2e',
      roots: ['<rootDir>/test'],
      testRegex: '\\.e2e-spec\\.ts$',
      globalSetup: '<rootDir>/test/support/global-setup.mjs',
      globalTeardown: '<rootDir>/test/support/global-teardown.mjs',
    },
  ],
};
