/** Names in the menu of pages whose title says less. */
export const LABELS = { 'libs/media/providers/src/adapters/comfyui/README.md': 'My own GPU, with ComfyUI' };

/** The pages of the site, in the order of its menu: documents of the repository, by their path. The first is the start page. */
export const SECTIONS = {
  'Start here': ['docs/guides/quick-start.md'],
  Tutorials: [
    'docs/guides/picture.md',
    'docs/guides/video.md',
    'docs/guides/music.md',
    'docs/guides/publishing.md',
    'docs/guides/production.md',
    'libs/media/providers/src/adapters/comfyui/README.md',
  ],
  'How to': [
    'docs/guides/waiting.md',
    'docs/guides/webhooks.md',
    'docs/guides/webhook-languages.md',
    'docs/guides/uploads.md',
    'docs/guides/repeating.md',
    'docs/guides/clients.md',
    'docs/guides/python.md',
    'docs/guides/command-line.md',
    'docs/guides/console.md',
    'docs/guides/mirroring.md',
  ],
  Reference: [
    'docs/api.md',
    'docs/errors.md',
    'docs/limits.md',
    'docs/compatibility.md',
    'docs/wire-changes.md',
    'docs/configuration.md',
  ],
  Operating: ['docs/operating.md', 'docs/costs.md', 'docs/performance.md', 'docs/LOGGING.md', 'SECURITY.md'],
  Vendors: ['docs/vendors.md', 'libs/media/providers/src/adapters/*/README.md'],
  'How it is built': ['docs/ARCHITECTURE.md', 'docs/API-DESIGN.md', 'CHANGELOG.md'],
};
