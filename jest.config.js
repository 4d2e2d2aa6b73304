/** @type {import('jest').Config} */
const base = {
  testEnvironment: 'node',
  extensionsToTreatAsEsm: ['.ts'],
  transform: { '^.+\\.ts$': '@swc/jest' },
  moduleNameMapper: {
    '^#libs/(platform|engines)/([^/]+)$': '<rootDir>/libs/$1/$2/src/index.ts',
    '^#libs/([^/]+)$': '<rootDir>/libs/$1/src/index.ts',
  },
  resolver: '<rootDir>/jest.resolver.cjs',
  setupFiles: ['reflect-metadata'],
  modulePathIgnorePatterns: ['<rootDir>/dist/'],
};

export default {
  coverageProvider: 'v8',
  testTimeout: 180_000,
  projects: [
    { ...base, displayName: 'unit', roots: ['<rootDir>/apps', '<rootDir>/libs'], testRegex: '\\.spec\\.ts$' },
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
