import { useLocalStorage } from '@mantine/hooks';
import { queryOptions, useQuery } from '@tanstack/react-query';
import type { TaskResponse } from '@atelier/client/api';
import { listTasksOptions } from '@atelier/client/react-query';
import { sessionOptions } from '../api/session.js';
import { isLive } from './task-statuses.js';

const SHOWN = 50;
const LIVE_LOOK_MS = 3_000;
const HIDDEN_LOOK_MS = 10_000;
const IDLE_LOOK_MS = 60_000;
/** A task may be seen to have ended a little later than one that ended after it. */
const LATE_MS = 60_000;
/** A visible tab that looked so recently will see what a hidden one sees. */
const OTHER_TAB_MS = 2 * HIDDEN_LOOK_MS;

/** The person's newest tasks, in one request for all that shows them: read often only while one of them runs. */
export function recentTasksOptions() {
  return queryOptions({
    ...listTasksOptions({ query: { limit: SHOWN } }),
    refetchInterval: ({ state: { data } }) => {
      const isHidden = document.visibilityState === 'hidden';
      if (data?.tasks.some(({ status }) => isLive(status))) return isHidden ? HIDDEN_LOOK_MS : LIVE_LOOK_MS;
      return isHidden ? false : IDLE_LOOK_MS;
    },
  });
}

/** What all tabs of this browser know of a person's tasks that have ended. */
export type Ends = {
  known: readonly string[];
  /** When the last one ended. */
  lastAt: number;
  unread: readonly string[];
  /** When a visible tab looked. */
  lookedAt: number;
};

/** How a person is told of tasks that have ended. */
export type Notify = { toast: boolean; bell: boolean; browser: boolean };

const TELLS_HERE: Notify = { toast: true, bell: true, browser: false };

export const endsKey = (userId: string): string => `atelier-ended-${userId}`;

export function useEnds(userId: string) {
  return useLocalStorage<Ends | undefined>({ key: endsKey(userId), getInitialValueInEffect: false });
}

export function useNotify(userId: string) {
  const key = `atelier-notify-${userId}`;
  return useLocalStorage({ key, defaultValue: TELLS_HERE, getInitialValueInEffect: false });
}

/** How many ended tasks the person has not looked at; 0 if they do not want to know. */
export function useUnread(): number {
  const { data: session } = useQuery(sessionOptions);
  const id = session?.id ?? '';
  const [ends] = useEnds(id);
  const [{ bell }] = useNotify(id);
  return bell ? (ends?.unread.length ?? 0) : 0;
}

/**
 * Which tasks have ended since any tab looked last: only one tab gets them. The first time all are known already.
 * @param isSeen Whether the person is looking at the task.
 */
export function look(
  before: Ends | undefined,
  tasks: readonly TaskResponse[],
  { isSeen, isHidden, now }: { isSeen: (id: string) => boolean; isHidden: boolean; now: number },
): { after: Ends; news: readonly TaskResponse[] } {
  const { known, lastAt, unread, lookedAt } = before ?? { known: [], lastAt: now, unread: [], lookedAt: 0 };
  if (before && isHidden && now - lookedAt < OTHER_TAB_MS) return { after: before, news: [] };
  const ended = tasks.filter(({ finished_at: at }) => at !== null);
  const endOf = ({ finished_at: at }: TaskResponse): number => Date.parse(at ?? '');
  const news = before
    ? ended.filter((task) => !known.includes(task.id) && endOf(task) > lastAt - LATE_MS)
    : [];
  const isUnread = ({ id }: TaskResponse): boolean =>
    !isSeen(id) && (unread.includes(id) || news.some((task) => task.id === id));
  return {
    after: {
      known: ended.map(({ id }) => id),
      lastAt: Math.max(0, ...ended.map(endOf)),
      unread: ended.filter(isUnread).map(({ id }) => id),
      lookedAt: isHidden ? lookedAt : now,
    },
    news: news.filter(({ id }) => !isSeen(id)),
  };
}
