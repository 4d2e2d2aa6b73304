import { useQuery } from '@tanstack/react-query';
import { lazyRouteComponent } from '@tanstack/react-router';
import { type ReactNode, Suspense } from 'react';
import { sessionOptions } from '../../api/session.js';
import { Waiting } from '../../parts/states.js';
import { Home } from './home.js';

export const VisitorStart = lazyRouteComponent(() => import('./visitor-start.js'), 'VisitorStart');

export function StartPage(): ReactNode {
  const { data: session } = useQuery(sessionOptions);
  if (session) return <Home session={session} />;
  return (
    <Suspense fallback={<Waiting />}>
      <VisitorStart />
    </Suspense>
  );
}
