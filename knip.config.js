/** What nothing uses goes: files, exports, packages. Each exception says what uses it. */
export default {
  workspaces: {
    '.': {
      entry: [
        // Run by path: scripts of package.json start them, and main.ts imports run.ts once Node is known to be new enough.
        'apps/!(cli|console)/src/{main,run}.ts',
        'apps/api/src/document/{export-document,generated-docs}.ts',
        // Threads and processes.
        'libs/**/*.worker.ts',
        'test/e2e/queue/worker-process.mjs',
        'test/trials/*/{run,attackers}.mjs',
        // Found by pattern, or run by hand.
        '{apps,libs}/**/*.spec.ts',
        'test/**/*.e2e-spec.ts',
        'test/console/{*.spec.ts,playwright.config.mjs}',
        'test/console/support/end-with-parent.mjs',
        'ormconfig.ts',
        'libs/**/*.entity.ts',
        'libs/platform/database/src/migrations/*.ts',
        'test/support/global-*.mjs',
        'test/runner/*.mjs',
        // The common suite of adapters loads each fake by its name.
        'test/vendors/*.mjs',
      ],
      // bench/ is a package that is installed by itself; its measurements are run by path.
      project: ['{apps,libs,test}/**/*.{ts,tsx,mjs}', '*.{ts,js,cjs}'],
      ignoreDependencies: [
        // The grammar of PromQL, which the test of alert rules parses with, asks for it.
        '@lezer/common',
        // Programs that scripts and tests start by their path.
        '@redocly/cli',
        '@stoplight/spectral-cli',
      ],
      // Builds the Python client.
      ignoreBinaries: ['python3'],
    },
    scripts: {
      entry: ['*.{mjs,mts}'],
      // The compiler is started by its path, and reads the types for all code of the service.
      ignoreDependencies: ['@ai-sdk/provider', '@nestjs/cli', '@types/.+'],
    },
    'apps/cli': {
      entry: ['src/main.ts'],
      project: ['src/**/*.ts'],
    },
    'apps/console': {
      entry: ['generate-forms.mjs', 'lingui.config.ts'],
      project: ['**/*.{ts,tsx,mjs}', '!src/api/generated/**'],
    },
    'apps/guide': {
      entry: ['src/content.config.mjs'],
    },
    'packages/client': {
      entry: ['src/{index,api,webhooks,ai-sdk}.ts', 'src/generated/**'],
      project: ['src/**/*.ts'],
      // Types for those who have it; here the build installs it.
      ignoreDependencies: ['@ai-sdk/provider', '@tanstack/react-query'],
    },
    'packages/engines': {
      entry: [
        'src/*/index.ts',
        'src/**/*.{worker,child}.ts',
        'src/**/__fixtures__/*.mjs',
        'src/**/*.spec.ts',
        'contact-sheet/main.mjs',
        'samples/render.mjs',
      ],
      project: ['**/*.{ts,mjs}', '!dist/**'],
      // The weights of their networks are read as files.
      ignoreDependencies: ['@mediapipe/selfie_segmentation', '@vladmandic/face-api'],
    },
    'packages/package-reader': {
      entry: ['src/*/index.ts', 'src/**/*.worker.ts', 'src/**/*.spec.ts'],
      project: ['src/**/*.ts'],
      // The grammar is loaded as a file.
      ignoreDependencies: ['@vscode/tree-sitter-wasm'],
    },
  },
  // The API document names the classes of a request or reply by their export.
  ignoreExportsUsedInFile: { class: true },
  // A door also names the types that its functions take and give.
  exclude: ['types'],
};
