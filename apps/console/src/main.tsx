// Those of components come with them: vite.config.ts.
import '@mantine/core/styles/baseline.css';
import '@mantine/core/styles/default-css-variables.css';
import '@mantine/core/styles/global.css';
import { I18nProvider } from '@lingui/react';
import { MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { setNonce } from 'get-nonce';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { pageNonce } from './parts/page-nonce.js';
import { queryClient } from './api/query-client.js';
import { sessionOptions } from './api/session.js';
import { i18n } from './language.js';
import { router } from './router.js';
import { quietTexts, theme } from './theme.js';

const PAGE_MS = 1_000;

// Dialogs add a style element that stops the page behind them from scrolling.
setNonce(pageNonce());

const root = document.getElementById('root');
if (!root) throw new Error('The page has no element #root.');
// Until the page is drawn, nothing else follows changes of the address.
router.subscribe(
  'onRendered',
  router.history.subscribe(() => void router.load()),
);
// One render shows the frame with its person and its page, unless that takes long.
const session = queryClient.query(sessionOptions).catch(() => null);
await Promise.race([
  Promise.all([session, router.load()]),
  new Promise((resolve) => setTimeout(resolve, PAGE_MS)),
]);
createRoot(root).render(
  <StrictMode>
    <MantineProvider
      theme={theme}
      defaultColorScheme="auto"
      cssVariablesResolver={quietTexts}
      getStyleNonce={pageNonce}
    >
      <I18nProvider i18n={i18n}>
        <QueryClientProvider client={queryClient}>
          <RouterProvider router={router} />
        </QueryClientProvider>
      </I18nProvider>
    </MantineProvider>
  </StrictMode>,
);
