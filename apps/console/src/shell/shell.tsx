import { t } from '@lingui/core/macro';
import { Anchor, AppShell, Burger, Button, Group } from '@mantine/core';
import { useDisclosure, useNetwork } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { Link, Outlet, useLocation, useRouter } from '@tanstack/react-router';
import { type ReactNode, useDeferredValue, useEffect, useRef } from 'react';
import { type Session, sessionOptions } from '../api/session.js';
import { Bell } from './bell.js';
import { Logo } from './logo.js';
import { Menu } from './menu.js';
import { Notes } from './notes.js';
import { SearchButton } from './search-button.js';
import classes from './shell.module.css';
import { UserMenu } from './user-menu.js';

/** The frame of every page: name, menu, search, what ended, user. */
export function Shell(): ReactNode {
  const [isOpen, { toggle, close }] = useDisclosure();
  const path = useLocation({ select: ({ pathname }) => pathname });
  const { data: session = null } = useQuery(sessionOptions);
  useEffect(close, [path, close]);
  // The menu is drawn after the page.
  const isDrawn = useDeferredValue(true, false);
  useGuardsAgain(session);
  return (
    <AppShell
      header={{ height: 56 }}
      navbar={{ width: 232, breakpoint: 'sm', collapsed: { mobile: !isOpen } }}
      padding="lg"
    >
      <a href="#page" className={classes.skip}>{t`Skip to the page`}</a>
      <AppShell.Header>
        <Group h="100%" px="md" justify="space-between" wrap="nowrap">
          <Group gap="sm" wrap="nowrap">
            <Burger
              opened={isOpen}
              onClick={toggle}
              hiddenFrom="sm"
              size="sm"
              aria-label={t`Menu`}
              aria-expanded={isOpen}
            />
            <Anchor
              component={Link}
              to={session?.isAdmin ? '/admin' : '/'}
              underline="never"
              className={classes.brand}
            >
              <Logo />
              {t`Atelier`}
            </Anchor>
          </Group>
          <Group gap="sm" wrap="nowrap">
            <SearchButton session={session} />
            <Anchor href="/guide/" size="sm" visibleFrom="xs">{t`Guide`}</Anchor>
            <Anchor href="/docs" size="sm" visibleFrom="xs">{t`API`}</Anchor>
            {session?.scopes.includes('media') && <Bell key={session.id} session={session} />}
            <UserMenu session={session} />
            {!session && path !== '/sign-in' && (
              <Button component={Link} to="/sign-in" size="xs">{t`Sign in`}</Button>
            )}
          </Group>
        </Group>
      </AppShell.Header>
      <AppShell.Navbar p="sm" aria-label={t`Areas`} className={classes.menu}>
        {isDrawn && <Menu session={session} />}
      </AppShell.Navbar>
      <AppShell.Main id="page" tabIndex={-1} className={classes.main}>
        <OfflineNote />
        <div className={classes.page}>
          <Outlet />
        </div>
      </AppShell.Main>
      <Notes />
    </AppShell>
  );
}

function OfflineNote(): ReactNode {
  const { online } = useNetwork();
  return (
    <div role="status" className={online ? undefined : classes.offline}>
      {!online && t`You are offline. The page may be out of date; what you enter is kept.`}
    </div>
  );
}

/** Re-evaluates access to the page when the session changes. */
function useGuardsAgain(session: Session | null): void {
  const router = useRouter();
  const id = session?.id;
  const last = useRef(id);
  useEffect(() => {
    if (last.current !== id) void router.invalidate();
    last.current = id;
  }, [id, router]);
}
