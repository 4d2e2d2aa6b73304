import { t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { sessionOptions } from '../../api/session.js';
import { ButtonLink } from '../../parts/link.js';
import { Page } from '../../parts/page.js';
import { Areas } from './areas.js';
import { NewestTasks } from './newest-tasks.js';
import { Readiness } from './readiness.js';
import { TryRelight } from './try-relight.js';

export function StartPage(): ReactNode {
  const { data: session = null } = useQuery(sessionOptions);
  const mayMake = session?.scopes.includes('media') === true;
  return (
    <Page
      title={session ? t`Hello, ${session.name}` : t`Atelier`}
      text={t`Make pictures, videos and music, and find, publish and moderate nodes.`}
      actions={!session && <ButtonLink to="/sign-in">{t`Sign in`}</ButtonLink>}
    >
      {mayMake && <TryRelight />}
      {mayMake && <NewestTasks />}
      <Areas session={session} />
      {session?.isAdmin && <Readiness />}
    </Page>
  );
}
