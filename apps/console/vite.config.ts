import { readFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { transformAsync } from '@babel/core';
import linguiMacro from '@lingui/babel-plugin-lingui-macro';
import { getConfig } from '@lingui/conf';
import { lingui } from '@lingui/vite-plugin';
import { defineConfig, type Plugin } from 'vite';

const root = import.meta.dirname;
/** What every page stands on. */
const BASE = [
  /\/(?:react|react-dom|scheduler)\//,
  /@tanstack\/(?!.*virtual)/,
  /@mantine\/core\/esm\/core\//,
  /src\/(?:language|parts\/(?:form\/field|link|numbers|page|states|status-badge|time))\.tsx?$/,
];
/** What the frame has beside what many pages share. */
const FRAME = [
  /src\/(?:shell(?!\/(?:palette|notifications))|pages\/(?:\w+\/)*routes|routes)[/.]/,
  /thumbnail|\/Image\/|IconVideo|\/Grid\//,
];
/** What forms and lists need, and the first page does not. */
const CONTROLS = [
  /floating-ui|react-number-format|react-remove-scroll|react-textarea|virtual/,
  /\/(?:components|styles)\/(?:Combobox(?!\/(?:ComboboxChevron|get-parsed))|MultiSelect|Select|TagsInput|Textarea)/,
  /\/(?:components|styles)\/(?:Checkbox|InlineInput|NumberInput|Pill|SegmentedControl|Slider|Switch)/,
  /\/(?:components|styles)\/(?:Modal|Popover|ScrollArea|Table)|utils\/Floating/,
  /src\/parts\/(?:act-button|columns|data-list|filters|form\/(?!field\.)|listing|reasoned|rows|search-field|use-news)/,
];
const isOf = (patterns: readonly RegExp[]) => (id: string) => patterns.some((pattern) => pattern.test(id));

const MANTINE_CLASSES = /\/@mantine\/core\/esm\/.*\/(\w+)\.module\.mjs$/;

/**
 * The styles of exactly those components of Mantine that are bundled: each module that names the classes of a component
 * imports their styles, so that none can be missing, and that of a lazy page loads with it.
 */
const stylesOfComponents: Plugin = {
  name: 'styles-of-components',
  transform: {
    filter: { id: MANTINE_CLASSES },
    handler: (code, id) => {
      const [, component] = MANTINE_CLASSES.exec(id) ?? [];
      return { code: `import '@mantine/core/styles/${component}.css';\n${code}`, map: null };
    },
  },
};
const CI_SCRIPT = path.resolve(root, '../../deploy/ci/publish.py');
const ciScript: Plugin = {
  name: 'ci-script',
  // CI workflows fetch it at /console/publish.py.
  generateBundle() {
    this.emitFile({ type: 'asset', fileName: 'publish.py', source: readFileSync(CI_SCRIPT) });
  },
};

const brotli = promisify(brotliCompress);
const zip = promisify(gzip);
const params = { [constants.BROTLI_PARAM_QUALITY]: 9 };
/** Compresses once what each visit would compress again. */
const compressed: Plugin = {
  name: 'compressed',
  generateBundle: {
    order: 'post',
    async handler(_, bundle) {
      const files = Object.values(bundle).filter(({ fileName }) => /\.(?:js|css)$/.test(fileName));
      await Promise.all(
        files.map(async (file) => {
          const bytes = Buffer.from(file.type === 'chunk' ? file.code : file.source);
          const copies = { br: brotli(bytes, { params }), gz: zip(bytes, { level: 9 }) };
          for (const [coding, copy] of Object.entries(copies))
            this.emitFile({ type: 'asset', fileName: `${file.fileName}.${coding}`, source: await copy });
        }),
      );
    },
  },
};

const languages = { cwd: root };
const macros: Plugin = {
  name: 'macros',
  enforce: 'pre',
  transform: {
    filter: { id: /\/src\/.*\.tsx?$/, code: /@lingui\/\w+\/macro/ },
    handler: (code, filename) =>
      transformAsync(code, {
        filename,
        configFile: false,
        babelrc: false,
        sourceMaps: true,
        parserOpts: { plugins: ['typescript', 'jsx'] },
        // The English stays in the code, so that only other languages load a catalogue.
        plugins: [[linguiMacro, { descriptorFields: 'message', linguiConfig: getConfig(languages) }]],
      }).then((done) => ({ code: done?.code ?? code, map: done?.map })),
  },
};
/** What pages need to have texts in several languages. */
export const texts: readonly Plugin[] = [macros, ...lingui(languages)];

/** Builds the console into dist/, from which the API serves it at /console. */
export default defineConfig({
  root,
  base: '/console/',
  // The API replaces this with a fresh nonce in each page.
  html: { cspNonce: 'NONCE_OF_THE_REPLY' },
  plugins: [...texts, stylesOfComponents, ciScript, compressed],
  build: {
    outDir: path.resolve(root, '../../dist/apps/console'),
    emptyOutDir: true,
    target: 'es2023',
    // Small files stay separate: the content security policy allows pictures of this server, not inlined ones.
    assetsInlineLimit: 0,
    reportCompressedSize: false,
    manifest: true,
    rolldownOptions: {
      // "use client" in libraries only matters with server-side rendering.
      onLog: (level, log, write) => log.code !== 'MODULE_LEVEL_DIRECTIVE' && write(level, log),
      output: {
        codeSplitting: {
          // Few files: what most pages share comes with the first one, controls with the first page that has some.
          groups: [
            { name: 'base', test: isOf(BASE), priority: 3 },
            { name: 'frame', test: isOf(FRAME), priority: 2 },
            {
              name: 'frame',
              test: (id) => !isOf(CONTROLS)(id),
              minShareCount: 8,
              priority: 2,
            },
            { name: 'controls', test: isOf(CONTROLS), minShareCount: 4 },
          ],
        },
      },
    },
  },
});
