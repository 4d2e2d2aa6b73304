import jsxA11y from 'eslint-plugin-jsx-a11y-x';
import reactHooks from 'eslint-plugin-react-hooks';
import tseslint from 'typescript-eslint';

const settingsOnly = {
  selector: "MemberExpression[object.name='process'][property.name='env']",
  message: 'Read settings through a Settings class (libs/platform/config).',
};
const clockOnly = [
  "CallExpression[callee.object.name='Date'][callee.property.name='now']",
  "NewExpression[callee.name='Date'][arguments.length=0]",
].map((selector) => ({ selector, message: 'Take the time from the Clock (libs/platform/clock).' }));
const scopePassed = [
  {
    selector: ":function:has(> Identifier.params[name='scope']) Identifier[name='NO_TRANSACTION']",
    message: 'Pass the scope of the transaction on.',
  },
  {
    selector: "ClassDeclaration[superClass.name='Repository'] Identifier[name='NO_TRANSACTION']",
    message: 'The caller of a repository says in which scope its statements run.',
  },
];
const outboundOnly = 'Every outgoing HTTP call goes through libs/platform/outbound.';
const httpClients = ['request', 'get', 'default'];

export default tseslint.config(
  {
    ignores: [
      '**/dist/**',
      'node_modules/**',
      'coverage/**',
      'test-results/**',
      'data/**',
      '**/__fixtures__/**',
      '**/node_modules/**',
      '**/generated/**',
    ],
  },
  {
    files: [
      'apps/**/*.{ts,tsx}',
      'libs/**/*.ts',
      'packages/**/*.ts',
      'test/**/*.ts',
      'bench/**/*.ts',
      'ormconfig.ts',
    ],
    extends: [tseslint.configs.base],
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
    rules: {
      '@typescript-eslint/no-floating-promises': 'error',
      '@typescript-eslint/no-misused-promises': ['error', { checksVoidReturn: false }],
      '@typescript-eslint/no-explicit-any': 'error',
      '@typescript-eslint/await-thenable': 'error',
      '@typescript-eslint/switch-exhaustiveness-check': [
        'error',
        { considerDefaultExhaustiveForUnions: true },
      ],
      '@typescript-eslint/consistent-type-imports': ['error', { fixStyle: 'inline-type-imports' }],
      '@typescript-eslint/no-import-type-side-effects': 'error',
      '@typescript-eslint/consistent-type-definitions': ['error', 'type'],
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', ignoreRestSiblings: true }],
      '@typescript-eslint/only-throw-error': 'error',
      'no-console': 'error',
      eqeqeq: ['error', 'always'],
      'no-restricted-exports': ['error', { restrictDefaultExports: { direct: true } }],
      'no-restricted-syntax': ['error', settingsOnly],
    },
  },
  {
    files: ['apps/console/**/*.{ts,tsx}'],
    extends: [reactHooks.configs.flat.recommended, jsxA11y.configs.recommended],
    rules: {
      // Code of a changelog scrolls, with the keys as well.
      'jsx-a11y-x/no-noninteractive-tabindex': ['error', { tags: ['pre'], roles: ['tabpanel'] }],
      // Music is made without captions, here and by vendors.
      'jsx-a11y-x/media-has-caption': 'off',
    },
  },
  {
    files: ['apps/**/*.ts', 'libs/**/*.ts'],
    ignores: ['libs/platform/database/src/*.ts'],
    rules: { 'no-restricted-syntax': ['error', settingsOnly, ...scopePassed] },
  },
  {
    // The terminal of a person, who has other settings than the service.
    files: ['apps/cli/**/*.ts'],
    rules: { 'no-restricted-syntax': 'off' },
  },
  {
    files: ['libs/platform/database/src/*.ts'],
    rules: { 'no-restricted-syntax': ['error', settingsOnly, ...clockOnly] },
  },
  {
    files: ['libs/**/*.ts'],
    ignores: [
      'libs/platform/database/src/*.ts',
      'libs/platform/clock/src/**',
      // Durations: pauses, time-outs, how long something is remembered.
      'libs/media/music-proxy/src/music-lines.ts',
      'libs/platform/database/src/embedded/**',
      'libs/platform/monitoring/src/service-metrics.ts',
      'libs/platform/storage/src/{disk-room,scratch-folders,scratch-sweep}.ts',
      'packages/package-reader/src/python/**',
      'libs/media/work/src/tasks/{task-metrics,task-runner}.ts',
      // The queue goes by the time of the database, and rate limits by the seconds of the day.
      'libs/platform/queue/src/**',
      'libs/platform/http/src/rate-limit/**',
      // Told to others as the time that it is: when a backup was made, and when a webhook was signed.
      'libs/platform/backup/src/**',
      'libs/media/webhooks/src/webhook-sender.ts',
      // How old a vendor's work is.
      'libs/media/providers/src/**',
    ],
    rules: { 'no-restricted-syntax': ['error', settingsOnly, ...scopePassed, ...clockOnly] },
  },
  {
    files: ['apps/**/*.ts', 'libs/**/*.ts'],
    ignores: ['libs/platform/outbound/src/**', '**/*.spec.ts', 'apps/{cli,console}/**'],
    rules: {
      'no-restricted-globals': [
        'error',
        ...['fetch', 'WebSocket', 'EventSource', 'XMLHttpRequest'].map((name) => ({
          name,
          message: outboundOnly,
        })),
      ],
      'no-restricted-properties': [
        'error',
        ...['globalThis', 'global'].map((object) => ({ object, property: 'fetch', message: outboundOnly })),
      ],
      'no-restricted-imports': [
        'error',
        {
          paths: [
            { name: 'undici', message: outboundOnly },
            ...['node:http', 'http', 'node:https', 'https'].map((name) => ({
              name,
              importNames: httpClients,
              message: outboundOnly,
            })),
            ...['node:http2', 'http2'].map((name) => ({
              name,
              importNames: ['connect', 'default'],
              message: outboundOnly,
            })),
          ],
        },
      ],
    },
  },
  {
    files: [
      'apps/**/{main,run,vite.config,vitest.config,lingui.config}.ts',
      // A program of the terminal.
      'apps/vendors/**',
      'ormconfig.ts',
      'bench/**',
      'test/**',
      '**/*.spec.{ts,tsx}',
      '**/*.child.ts',
      'libs/platform/config/src/**',
    ],
    rules: { 'no-console': 'off', 'no-restricted-syntax': 'off', 'no-restricted-exports': 'off' },
  },
  {
    // A test asserts the shape of the replies it gets; typing them beforehand would only repeat the assertion.
    files: ['test/**', '**/*.spec.{ts,tsx}'],
    rules: { '@typescript-eslint/no-explicit-any': 'off' },
  },
);
