import { t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';
import { lazyRouteComponent } from '@tanstack/react-router';
import { type ReactNode, Suspense } from 'react';
import { sessionOptions } from '../../api/session.js';
import { Page } from '../../parts/page.js';
import { Waiting } from '../../parts/states.js';
import { Areas } from './areas.js';
import { NewestTasks } from './newest-tasks.js';
import { Readiness } from './readiness.js';
import { TryRelight } from './try-relight.js';

const VisitorStart = lazyRouteComponent(() => import('./visitor-start.js'), 'VisitorStart');

export function StartPage(): ReactNode {
  const { data: session = null } = useQuery(sessionOptions);
  if (!session)
    return (
      <Suspense fallback={<Waiting />}>
        <VisitorStart />
      </Suspense>
    );
  const mayMake = session.scopes.includes('media');
  return (
    <Page
      title={t`Hello, ${session.name}`}
      text={t`Make pictures, videos and music, and find, publish and moderate nodes.`}
    >
      {mayMake && <TryRelight />}
      {mayMake && <NewestTasks />}
      <Areas session={session} />
      {session.isAdmin && <Readiness />}
    </Page>
  );
}
