import { t } from '@lingui/core/macro';
import {
  Button,
  Divider,
  type MantineColorScheme,
  NativeSelect,
  Text,
  UnstyledButton,
  useMantineColorScheme,
  VisuallyHidden,
} from '@mantine/core';
import { IconBell, IconCoins, IconKey, IconLogout, IconUserCircle, IconWebhook } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useRef } from 'react';
import type { Session } from '../api/session.js';
import { useSignOut } from '../parts/use-sign-out.js';
import classes from './shell.module.css';

const ID = 'user-menu';
const LINKS = [
  { label: t`Access tokens`, tab: 'tokens', icon: IconKey },
  { label: t`Notices`, tab: 'notices', icon: IconBell },
  { label: t`Webhooks`, tab: 'webhooks', icon: IconWebhook },
  { label: t`Credits and limits`, tab: 'credits', icon: IconCoins },
] as const;
const THEMES = [
  { value: 'auto', label: t`As the system` },
  { value: 'light', label: t`Light` },
  { value: 'dark', label: t`Dark` },
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
        <VisuallyHidden>{t`Account: `}</VisuallyHidden>
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
          <Link key={tab} to="/account" search={{ tab }} className={classes.link} onClick={close}>
            <Icon size={18} stroke={1.7} aria-hidden />
            {label}
          </Link>
        ))}
        <Divider my={4} />
        <NativeSelect
          label={t`Theme`}
          data={THEMES}
          value={colorScheme}
          onChange={({ currentTarget }) => setColorScheme(currentTarget.value as MantineColorScheme)}
          px="sm"
          py={4}
        />
        <Divider my={4} />
        <UnstyledButton
          className={classes.link}
          disabled={signOut.isPending}
          onClick={() => signOut.mutate()}
        >
          <IconLogout size={18} stroke={1.7} aria-hidden />
          {t`Sign out`}
        </UnstyledButton>
      </div>
    </>
  );
}
