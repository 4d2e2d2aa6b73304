const { modules, platform, rooms } = require('./module-graph.cjs');

/** Doors, and what is started by path (workers, children) or found by pattern (entities, migrations). */
const startingPoints = [
  '/src/main\\.tsx?$',
  '/src/index\\.ts$',
  '^packages/client/src/(api|webhooks|ai-sdk)\\.ts$',
  '\\.(worker|child|entity)\\.ts$',
  '^ormconfig\\.ts$',
  '/migrations/',
  // Run by scripts/openapi.mjs and scripts/generate-docs.mjs.
  '^apps/api/src/document/(export-document|generated-docs)\\.ts$',
].join('|');
const feature = '^libs/(?!platform/)';
const within = (names) => names.map((name) => `^libs/${name}/`);
/** The folder of a module is what comes before `src`. */
const doorOnly = '^libs/.+?/src/(?!index\\.ts$)';
const forbid = (name, from, to) => ({ name, severity: 'error', from, to });

module.exports = {
  options: {
    tsConfig: { fileName: 'tsconfig.json' },
    tsPreCompilationDeps: true,
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '(^|/)(dist|generated)/|^apps/console/public/|^apps/guide/' },
    enhancedResolveOptions: {
      conditionNames: ['import', 'node', 'default'],
      extensions: ['.ts', '.tsx', '.js', '.mjs', '.cjs', '.json'],
    },
  },
  forbidden: [
    // A page that is loaded lazily may name what its routes keep.
    forbid('no-cycles', {}, { circular: true, viaOnly: { dependencyTypesNot: ['dynamic-import'] } }),
    forbid('libs-know-no-app', { path: '^libs/' }, { path: '^apps/' }),
    forbid('platform-knows-no-feature', { path: '^libs/platform/' }, { path: feature }),
    forbid(
      'front-door-only',
      { path: '^(?:apps|libs)/(.+?)/src/' },
      { path: doorOnly, pathNot: '^libs/$1/src/' },
    ),
    // A package offers one door for each of its rooms.
    forbid(
      'doors-of-packages',
      { path: '^(apps|libs)/' },
      { path: '^packages/[^/]+/src/.', pathNot: '^packages/[^/]+/src/[^/]+/index\\.ts$' },
    ),
    forbid(
      'doors-of-rooms',
      // What only a thread loads is not in a door, which the service loads too.
      { path: '^packages/([^/]+)/src/([^/]+)/', pathNot: '\\.(spec|worker)\\.ts$' },
      { path: '^packages/$1/src/[^/]+/(?!index\\.ts$)', pathNot: '^packages/$1/src/$2/' },
    ),
    forbid(
      'orm-in-persistence-only',
      { path: '^(apps|libs)/', pathNot: '\\.(entity|repository)\\.ts$|^libs/platform/database/' },
      { path: 'node_modules/typeorm/' },
    ),
    forbid(
      'one-http-client',
      { path: '^(apps|libs)/', pathNot: '^libs/platform/outbound/' },
      { path: 'node_modules/(undici|axios|got|node-fetch|ky|needle|superagent)/' },
    ),
    forbid('engines-serve-media', { path: '^libs/(?!media/)' }, { path: '^packages/engines/' }),
    forbid(
      'readers-serve-the-registry',
      { path: '^libs/(?!registry/)' },
      { path: '^packages/package-reader/' },
    ),
    forbid(
      'packages-know-no-service',
      { path: '^packages/', pathNot: '\\.spec\\.ts$|/__fixtures__/' },
      { path: '^(apps|test|libs)/|node_modules/(@nestjs|express|typeorm|pg)/' },
    ),
    forbid(
      'console-knows-the-api-only',
      { path: '^apps/console/' },
      { path: '^(libs|apps/(?!console/)|packages/(?!client/))' },
    ),
    forbid(
      'commands-know-the-api-only',
      { path: '^apps/cli/' },
      { path: '^(libs|apps/(?!cli/)|packages/(?!client/))' },
    ),
    forbid(
      'pages-know-no-other-area',
      { path: '^apps/console/src/pages/([^/]+)/' },
      { path: '^apps/console/src/pages/', pathNot: '^apps/console/src/pages/$1/' },
    ),
    // Dead: reached by tests only, or by nothing.
    {
      name: 'unused-module',
      severity: 'error',
      from: { path: startingPoints },
      to: {
        path: '^((apps|libs)/[^/]+|packages/[^/]+/src)/',
        // What the console does not use, knip finds.
        pathNot: [startingPoints, '\\.spec\\.ts$', '/__fixtures__/', '^apps/console/'],
        reachable: false,
      },
    },
    forbid('not-in-graph', { path: feature, pathNot: within(Object.keys(modules)) }, { path: '^libs/' }),
    ...Object.entries(modules).map(([lib, { imports = [] }]) =>
      forbid(
        `graph:${lib}`,
        { path: `^libs/${lib}/src/` },
        { path: feature, pathNot: within([lib, ...imports]) },
      ),
    ),
    ...Object.entries(rooms).flatMap(([module, order]) =>
      order.map((room, at) =>
        forbid(
          `rooms:${module}/${room}`,
          { path: `^libs/${module}/src/${room}/`, pathNot: '\\.spec\\.ts$' },
          {
            path: `^libs/${module}/src/`,
            pathNot: `^libs/${module}/src/(${order.slice(0, at + 1).join('|')})/`,
          },
        ),
      ),
    ),
    ...Object.entries(platform).map(([part, { imports = [] }]) =>
      forbid(
        `graph:${part}`,
        { path: `^libs/${part}/src/`, pathNot: '\\.spec\\.ts$' },
        { path: '^libs/platform/', pathNot: within([part, ...imports]) },
      ),
    ),
  ],
};
