import { t } from '@lingui/core/macro';
import { ActionIcon, Button, Kbd } from '@mantine/core';
import { useDisclosure, useHotkeys } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { lazy, type ReactNode, Suspense } from 'react';
import type { Session } from '../api/session.js';

const Palette = lazy(async () => ({ default: (await import('./palette.js')).Palette }));

/** Opens the search over everything, as Ctrl K does; it is loaded when it is first opened. */
export function SearchButton({ session }: { session: Session | null }): ReactNode {
  const [isOpen, { open, close }] = useDisclosure();
  useHotkeys([['mod+K', open]], []);
  return (
    <>
      <Button
        visibleFrom="sm"
        size="xs"
        variant="default"
        leftSection={<IconSearch size={16} aria-hidden />}
        rightSection={<Kbd aria-hidden>Ctrl K</Kbd>}
        aria-keyshortcuts="Control+K Meta+K"
        onClick={open}
      >{t`Search`}</Button>
      <ActionIcon hiddenFrom="sm" variant="default" size="lg" aria-label={t`Search`} onClick={open}>
        <IconSearch size={18} aria-hidden />
      </ActionIcon>
      {isOpen && (
        <Suspense>
          <Palette session={session} close={close} />
        </Suspense>
      )}
    </>
  );
}
