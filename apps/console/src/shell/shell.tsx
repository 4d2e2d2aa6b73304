import {
  ActionIcon,
  Anchor,
  AppShell,
  Burger,
  Button,
  Group,
  NavLink,
  Stack,
  Text,
  useComputedColorScheme,
  useMantineColorScheme,
  VisuallyHidden,
} from '@mantine/core';
import { useDisclosure, useNetwork } from '@mantine/hooks';
import { IconMoon, IconSun } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link, Outlet, useLocation, useRouter } from '@tanstack/react-router';
import { type ReactNode, useEffect, useRef } from 'react';
import { type Session, sessionOptions } from '../api/session.js';
import { type Audience, NAVIGATION } from './navigation.js';
import classes from './shell.module.css';

/** The frame of every page: name, menu, user, light or dark mode. */
export function Shell(): ReactNode {
  const [isOpen, { toggle, close }] = useDisclosure();
  const path = useLocation({ select: ({ pathname }) => pathname });
  const { data: session = null } = useQuery(sessionOptions);
  useEffect(close, [path, close]);
  useGuardsAgain(session);
  return (
    <AppShell
      header={{ height: 56 }}
      navbar={{ width: 220, breakpoint: 'sm', collapsed: { mobile: !isOpen } }}
      padding="lg"
    >
      <a href="#page" className={classes.skip}>
        Skip to the page
      </a>
      <AppShell.Header>
        <Group h="100%" px="md" justify="space-between" wrap="nowrap">
          <Group gap="sm" wrap="nowrap">
            <Burger
              opened={isOpen}
              onClick={toggle}
              hiddenFrom="sm"
              size="sm"
              aria-label="Menu"
              aria-expanded={isOpen}
            />
            <Anchor component={Link} to="/" underline="never" c="inherit" fw={700} fz="lg">
              Atelier
            </Anchor>
          </Group>
          <Group gap="xs" wrap="nowrap">
            <Anchor href="/guide/" size="sm" visibleFrom="xs">
              Guide
            </Anchor>
            <Anchor href="/docs" size="sm" visibleFrom="xs">
              API
            </Anchor>
            <SchemeButton />
            <Who session={session} />
          </Group>
        </Group>
      </AppShell.Header>
      <AppShell.Navbar p="sm" aria-label="Areas" className={classes.menu}>
        <Menu session={session} path={path} />
      </AppShell.Navbar>
      <AppShell.Main id="page" tabIndex={-1} className={classes.main}>
        <OfflineNote />
        <div className={classes.page}>
          <Outlet />
        </div>
      </AppShell.Main>
    </AppShell>
  );
}

function Menu({ session, path }: { session: Session | null; path: string }): ReactNode {
  const { routesByPath } = useRouter();
  const sees = {
    all: true,
    'signed-in': session !== null,
    admin: session?.isAdmin === true,
  } satisfies Record<Audience, boolean>;
  return (
    <Stack gap="md">
      {NAVIGATION.filter((area) => sees[area.for]).map(({ title, links }) => (
        <div key={title} role="group" aria-label={title}>
          <Text size="xs" c="dimmed" fw={600} px="sm" pb={4}>
            {title}
          </Text>
          {links
            .filter(({ to }) => to in routesByPath)
            .map(({ title, to }) => {
              const isHere = path === to || (to !== '/' && path.startsWith(`${to}/`));
              return (
                <NavLink
                  key={to}
                  component={Link}
                  to={to}
                  label={title}
                  active={isHere}
                  {...(isHere ? { 'aria-current': 'page' as const } : {})}
                />
              );
            })}
        </div>
      ))}
    </Stack>
  );
}

function Who({ session }: { session: Session | null }): ReactNode {
  if (!session)
    return (
      <Button component={Link} to="/sign-in" size="xs">
        Sign in
      </Button>
    );
  return (
    <Button component={Link} to="/account" size="xs" variant="default" maw={160}>
      <VisuallyHidden>Account: </VisuallyHidden>
      {session.name}
    </Button>
  );
}

function SchemeButton(): ReactNode {
  const { setColorScheme } = useMantineColorScheme();
  const scheme = useComputedColorScheme('light', { getInitialValueInEffect: false });
  const other = scheme === 'dark' ? 'light' : 'dark';
  return (
    <ActionIcon
      variant="default"
      size="lg"
      aria-label={`Show ${other} colours`}
      onClick={() => setColorScheme(other)}
    >
      {scheme === 'dark' ? <IconSun size={18} /> : <IconMoon size={18} />}
    </ActionIcon>
  );
}

function OfflineNote(): ReactNode {
  const { online } = useNetwork();
  return (
    <div role="status" className={online ? undefined : classes.offline}>
      {!online && 'You are offline. The page may be out of date; what you enter is kept.'}
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
