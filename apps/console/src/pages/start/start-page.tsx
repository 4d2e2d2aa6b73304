import { t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { sessionOptions } from '../../api/session.js';
import { ButtonLink } from '../../parts/link.js';
import { Page } from '../../parts/page.js';
import { Areas } from './areas.js';
import { Home } from './home.js';

export function StartPage(): ReactNode {
  const { data: session = null } = useQuery(sessionOptions);
  if (session) return <Home session={session} />;
  return (
    <Page
      title={t`Atelier`}
      text={t`Make pictures, videos and music, and find, publish and moderate nodes.`}
      actions={<ButtonLink to="/sign-in">{t`Sign in`}</ButtonLink>}
    >
      <Areas />
    </Page>
  );
}
