import { t } from '@lingui/core/macro';
import { ActionIcon, Badge } from '@mantine/core';
import { readLocalStorageValue, useDocumentVisibility } from '@mantine/hooks';
import { IconBell } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useLocation, useRouter } from '@tanstack/react-router';
import { lazy, type ReactNode, Suspense, useEffect, useRef, useState } from 'react';
import type { Session } from '../api/session.js';
import {
  type Ends,
  endsKey,
  look,
  recentTasksOptions,
  useEnds,
  useNotify,
  useUnread,
} from '../parts/ended-tasks.js';
import classes from './shell.module.css';
import { tell } from './tell.js';

const EndedTasks = lazy(async () => ({ default: (await import('./bell-list.js')).EndedTasks }));
const ID = 'ended-tasks';

/** Tells of the person's tasks that end while they are elsewhere, counts them, and lists those that ended lately. */
export function Bell({ session: { id } }: { session: Session }): ReactNode {
  const popover = useRef<HTMLDivElement>(null);
  const [isOpen, setOpen] = useState(false);
  const [ends, setEnds] = useEnds(id);
  const unread = useUnread();
  useTelling(id, setEnds);
  return (
    <>
      <ActionIcon
        variant="default"
        size="lg"
        popoverTarget={ID}
        aria-label={unread > 0 ? t`Ended tasks, ${unread} new` : t`Ended tasks`}
        className={classes.bell}
      >
        <IconBell size={18} aria-hidden />
        {unread > 0 && (
          <Badge size="sm" circle={unread < 10} variant="filled" className={classes.unread}>
            {unread}
          </Badge>
        )}
      </ActionIcon>
      <div
        ref={popover}
        id={ID}
        popover="auto"
        className={classes.popover}
        style={{ width: 300 }}
        onToggle={({ newState }) => {
          setOpen(newState === 'open');
          if (newState === 'closed') setEnds((now) => now && { ...now, unread: [] });
        }}
      >
        {isOpen && (
          <Suspense>
            <EndedTasks unread={ends?.unread ?? []} close={() => popover.current?.hidePopover()} />
          </Suspense>
        )}
      </div>
    </>
  );
}

function useTelling(id: string, setEnds: (ends: Ends) => void): void {
  const [notify] = useNotify(id);
  const router = useRouter();
  const path = useLocation({ select: ({ href }) => href });
  const isHidden = useDocumentVisibility() === 'hidden';
  const { data } = useQuery({ ...recentTasksOptions(), refetchIntervalInBackground: notify.browser });
  const isFirst = useRef(true);
  const wasHidden = useRef(isHidden);
  useEffect(() => {
    if (!data || (isHidden && !notify.browser)) return;
    const isSeen = (task: string): boolean =>
      !isHidden && (path.includes(task) || path.split('?')[0] === '/studio/tasks');
    // What is kept, and not the state of this tab: another one may just have told of them.
    const kept = readLocalStorageValue<Ends | undefined>({ key: endsKey(id) });
    // Until a moment ago the visible tab may have been this one.
    const before = isHidden && !wasHidden.current && kept ? { ...kept, lookedAt: 0 } : kept;
    wasHidden.current = isHidden;
    const { after, news } = look(before, data.tasks, { isSeen, isHidden, now: Date.now() });
    setEnds(after);
    if (!isFirst.current) tell(news, { notify, isHidden, router });
    isFirst.current = false;
  }, [data, id, isHidden, notify, path, router, setEnds]);
}
