import { useQuery, useQueryClient, type UseQueryResult } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { TaskDetailsResponse } from '@atelier/client/api';
import { getTaskOptions, getTaskQueryKey } from '@atelier/client/react-query';
import { isEnded } from '../../../parts/task-statuses.js';

const POLL_MS = 2_000;
/** Events report statuses and progress, but no other steps. */
const STEPS_POLL_MS = 5_000;
/** Webhooks are sent, and retried, long after the task has ended. */
const DELIVERIES_POLL_MS = 5_000;

/** A task and its changes: from its events, and by polling if these do not arrive. */
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
 * Reloads a task whose file does not load: it may have expired. Only once, as links are new each time, and the
 * browser may just be unable to play the file.
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

/** Updates a running task from its events. The browser reconnects by itself; a refusal ends that. */
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
