import {
  Button,
  Divider,
  type MantineColorScheme,
  NativeSelect,
  NavLink,
  Text,
  useMantineColorScheme,
  VisuallyHidden,
} from '@mantine/core';
import { IconBell, IconCoins, IconKey, IconLogout, IconUserCircle, IconWebhook } from '@tabler/icons-react';
import { type ReactNode, useRef } from 'react';
import type { Session } from '../api/session.js';
import { MenuLink } from '../parts/link.js';
import { useSignOut } from '../parts/use-sign-out.js';
import classes from './shell.module.css';

const ID = 'user-menu';
const LINKS = [
  { label: 'Access tokens', tab: 'tokens', icon: IconKey },
  { label: 'Notices', tab: 'notices', icon: IconBell },
  { label: 'Webhooks', tab: 'webhooks', icon: IconWebhook },
  { label: 'Credits and limits', tab: 'credits', icon: IconCoins },
] as const;
const THEMES = [
  { value: 'auto', label: 'As the system' },
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
];

/** The person's own pages, the theme, and the way out: a popover of the browser, which Escape closes. */
export function UserMenu({ session }: { session: Session }): ReactNode {
  const popover = useRef<HTMLDivElement>(null);
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const signOut = useSignOut();
  const close = (): void => popover.current?.hidePopover();
  return (
    <>
      <Button
        size="xs"
        variant="default"
        maw={180}
        leftSection={<IconUserCircle size={18} aria-hidden />}
        popoverTarget={ID}
      >
        <VisuallyHidden>Account: </VisuallyHidden>
        {session.name}
      </Button>
      <div ref={popover} id={ID} popover="auto" className={classes.popover}>
        <Text fw={600} px="sm">
          {session.name}
        </Text>
        <Text size="sm" c="dimmed" px="sm" pb="xs">
          {session.email}
        </Text>
        <Divider mb={4} />
        {LINKS.map(({ label, tab, icon: Icon }) => (
          <MenuLink
            key={tab}
            to="/account"
            search={{ tab }}
            label={label}
            leftSection={<Icon size={18} stroke={1.7} aria-hidden />}
            className={classes.link}
            onClick={close}
          />
        ))}
        <Divider my={4} />
        <NativeSelect
          label="Theme"
          data={THEMES}
          value={colorScheme}
          onChange={({ currentTarget }) => setColorScheme(currentTarget.value as MantineColorScheme)}
          px="sm"
          py={4}
        />
        <Divider my={4} />
        <NavLink
          component="button"
          label="Sign out"
          leftSection={<IconLogout size={18} stroke={1.7} aria-hidden />}
          className={classes.link}
          disabled={signOut.isPending}
          onClick={() => signOut.mutate()}
        />
      </div>
    </>
  );
}
