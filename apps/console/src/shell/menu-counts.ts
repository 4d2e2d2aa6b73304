import { useQuery } from '@tanstack/react-query';
import { overviewOptions } from '../api/overview.js';
import type { Session } from '../api/session.js';

/** How many things wait on a page of the menu, by its path. */
export type MenuCounts = Readonly<Record<string, number>>;

export function useMenuCounts(session: Session | null): MenuCounts {
  const { data } = useQuery({ ...overviewOptions, enabled: session?.isAdmin === true });
  if (!data || !session?.isAdmin) return {};
  const { problems, reviews, reports, uncertain_tasks: uncertain, dead_jobs: dead } = data.waiting;
  return {
    '/admin': problems,
    '/admin/reviews': reviews,
    '/admin/reports': reports,
    '/admin/tasks': uncertain,
    '/admin/queues': dead,
  };
}
