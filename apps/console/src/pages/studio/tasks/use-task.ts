import { useQuery, useQueryClient, type UseQueryResult } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { TaskDetailsResponse } from '@atelier/client';
import { getTaskOptions, getTaskQueryKey } from '@atelier/client/react-query';
import { isEnded } from './task-states.js';

const POLL_MS = 2_000;
/** Events tell of statuses and progress, not of the other steps. */
const STEPS_POLL_MS = 5_000;
/** Webhooks go out, and are tried again, when the task has long ended. */
const DELIVERIES_POLL_MS = 5_000;

/** A task and what happens to it: told by its events, and asked for now and then where these do not come. */
export function useTask(id: string): UseQueryResult<TaskDetailsResponse, unknown> {
  const options = getTaskOptions({ path: { id } });
  const [isFollowed, setFollowed] = useState(false);
  const task = useQuery({
    ...options,
    refetchInterval: ({ state: { data } }) => {
      if (!data) return false;
      if (!isEnded(data.status)) return isFollowed ? STEPS_POLL_MS : POLL_MS;
      return data.deliveries.some(({ status }) => status === 'pending') ? DELIVERIES_POLL_MS : false;
    },
  });
  useTaskEvents(id, task.data !== undefined && !isEnded(task.data.status), setFollowed);
  return task;
}

/**
 * Reads a task again whose file does not come: it may have expired since. Once, as links are new each time, and a file may be
 * there that the browser cannot play.
 */
export function useReread(id: string): () => void {
  const queries = useQueryClient();
  const isDone = useRef(false);
  return () => {
    if (isDone.current) return;
    isDone.current = true;
    void queries.invalidateQueries({ queryKey: getTaskQueryKey({ path: { id } }) });
  };
}

/** Keeps what is known of a task that goes on as its events say. The browser reconnects by itself; a refusal ends that. */
function useTaskEvents(id: string, isOn: boolean, setFollowed: (isFollowed: boolean) => void): void {
  const queries = useQueryClient();
  useEffect(() => {
    if (!isOn) return;
    const queryKey = getTaskQueryKey({ path: { id } });
    const events = new EventSource(`/tasks/${id}/events`);
    events.onopen = () => setFollowed(true);
    events.onerror = () => setFollowed(false);
    events.addEventListener('status', () => void queries.invalidateQueries({ queryKey }));
    events.addEventListener('progress', ({ data }: MessageEvent<string>) => {
      const { progress } = JSON.parse(data) as { progress: number };
      queries.setQueryData<TaskDetailsResponse>(queryKey, (task) => task && { ...task, progress });
    });
    return () => {
      events.close();
      setFollowed(false);
    };
  }, [id, isOn, queries, setFollowed]);
}
