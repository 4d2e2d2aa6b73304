import { defineConfig } from '@lingui/conf';
import { formatter } from '@lingui/format-po';

/** Texts are English in the source, and in other languages in src/languages. */
export default defineConfig({
  rootDir: import.meta.dirname,
  sourceLocale: 'en',
  locales: ['de'],
  catalogs: [{ path: '<rootDir>/src/languages/{locale}', include: ['<rootDir>/src'] }],
  // Modules wait for the language, so that their constants can have texts too.
  runtimeConfigModule: { i18n: ['#language', 'i18n'] },
  orderBy: 'message',
  format: formatter({ origins: false, printPlaceholdersInComments: false }),
});
