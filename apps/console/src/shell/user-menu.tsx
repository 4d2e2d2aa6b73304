import { t } from '@lingui/core/macro';
import { ActionIcon, Button, Divider, Text, UnstyledButton } from '@mantine/core';
import {
  IconBell,
  IconCoins,
  IconKey,
  IconLogout,
  IconPalette,
  IconSettings,
  IconUserCircle,
  IconWebhook,
} from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useRef } from 'react';
import type { Session } from '../api/session.js';
import { Appearance } from '../parts/appearance.js';
import { useSignOut } from '../parts/use-sign-out.js';
import classes from './shell.module.css';

const ID = 'user-menu';
const LINKS = [
  { label: t`Access tokens`, tab: 'tokens', icon: IconKey },
  { label: t`Notices`, tab: 'notices', icon: IconBell },
  { label: t`Webhooks`, tab: 'webhooks', icon: IconWebhook },
  { label: t`Credits and limits`, tab: 'credits', icon: IconCoins },
  { label: t`Settings`, tab: 'settings', icon: IconSettings },
] as const;

/** Theme and language, and a person's own pages and the way out: a popover of the browser, which Escape closes. */
export function UserMenu({ session }: { session: Session | null }): ReactNode {
  const popover = useRef<HTMLDivElement>(null);
  return (
    <>
      {session ? (
        <Button
          size="xs"
          variant="default"
          px="xs"
          maw={180}
          aria-label={t`Account: ${session.name}`}
          popoverTarget={ID}
        >
          <IconUserCircle size={18} aria-hidden />
          <Text span inherit truncate visibleFrom="sm" ml="xs">
            {session.name}
          </Text>
        </Button>
      ) : (
        <ActionIcon variant="default" size="lg" aria-label={t`Theme and language`} popoverTarget={ID}>
          <IconPalette size={18} aria-hidden />
        </ActionIcon>
      )}
      <div ref={popover} id={ID} popover="auto" className={classes.popover}>
        {session && <OwnPages session={session} close={() => popover.current?.hidePopover()} />}
        <Appearance px="sm" py={4} />
        {session && <SignOut />}
      </div>
    </>
  );
}

function OwnPages({ session, close }: { session: Session; close: () => void }): ReactNode {
  return (
    <>
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
    </>
  );
}

function SignOut(): ReactNode {
  const signOut = useSignOut();
  return (
    <>
      <Divider my={4} />
      <UnstyledButton className={classes.link} disabled={signOut.isPending} onClick={() => signOut.mutate()}>
        <IconLogout size={18} stroke={1.7} aria-hidden />
        {t`Sign out`}
      </UnstyledButton>
    </>
  );
}
