import { useNotifications } from '@mantine/notifications';
import { lazy, type ReactNode, Suspense } from 'react';

const Notifications = lazy(async () => ({ default: (await import('./notifications.js')).Notifications }));

/** Short notes at the edge of the window; what draws them is loaded for the first one. */
export function Notes(): ReactNode {
  const { notifications } = useNotifications();
  return (
    notifications.length > 0 && (
      <Suspense>
        <Notifications position="bottom-right" limit={4} />
      </Suspense>
    )
  );
}
