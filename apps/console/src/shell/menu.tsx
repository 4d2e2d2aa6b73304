import { Badge, Stack, UnstyledButton } from '@mantine/core';
import { useLocalStorage } from '@mantine/hooks';
import { IconChevronDown, IconChevronRight } from '@tabler/icons-react';
import { Link, useLocation } from '@tanstack/react-router';
import { type ReactNode, useId } from 'react';
import type { Session } from '../api/session.js';
import { count } from '../parts/numbers.js';
import { type MenuCounts, useMenuCounts } from './menu-counts.js';
import { areasFor, type NavigationArea, type NavigationLink } from './navigation.js';
import classes from './shell.module.css';

/** Pages with links of their own below them. */
const INDEXES: ReadonlySet<string> = new Set(['/', '/admin']);

/** Brings the link of the open page into view. */
const show = (link: HTMLAnchorElement | null): void => link?.scrollIntoView({ block: 'nearest' });

/** The areas of the console; each can be folded, and stays so in this browser. Long ones of admins start folded. */
export function Menu({ session }: { session: Session | null }): ReactNode {
  const path = useLocation({ select: ({ pathname }) => pathname });
  const counts = useMenuCounts(session);
  const [chosen, setChosen] = useLocalStorage<Record<string, boolean>>({
    key: 'open-areas',
    defaultValue: {},
  });
  const areas = areasFor(session);
  const here = linkOf(areas, path);
  return (
    <Stack gap="sm">
      {areas.map(({ title, links, ...area }) => {
        const isOpen =
          chosen[title] ??
          (area.for !== 'admin' || links.length === 1 || links.some((link) => link === here));
        return (
          <Area
            key={title}
            {...{ title, links, here, counts, isOpen }}
            toggle={() => setChosen({ ...chosen, [title]: !isOpen })}
          />
        );
      })}
    </Stack>
  );
}

function Area({
  title,
  links,
  here,
  counts,
  isOpen,
  toggle,
}: Omit<NavigationArea, 'for'> & {
  here: NavigationLink | undefined;
  counts: MenuCounts;
  isOpen: boolean;
  toggle: () => void;
}): ReactNode {
  const id = useId();
  const Arrow = isOpen ? IconChevronDown : IconChevronRight;
  return (
    <div role="group" aria-label={title}>
      <UnstyledButton className={classes.area} onClick={toggle} aria-expanded={isOpen} aria-controls={id}>
        <span>{title}</span>
        {!isOpen && <Count value={links.reduce((sum, { to }) => sum + (counts[to] ?? 0), 0)} />}
        <Arrow size={14} aria-hidden />
      </UnstyledButton>
      <div id={id} hidden={!isOpen}>
        {links.map((link) => (
          // Not the component of the library: twenty of them are half the time of drawing the first page.
          <Link
            key={link.to}
            ref={link === here ? show : undefined}
            to={link.to}
            activeOptions={{ exact: true }}
            className={classes.link}
            aria-current={link === here ? 'page' : undefined}
          >
            <link.icon size={18} stroke={1.7} aria-hidden />
            <span>{link.title}</span>
            <Count value={counts[link.to]} />
          </Link>
        ))}
      </div>
    </div>
  );
}

function Count({ value = 0 }: { value: number | undefined }): ReactNode {
  return (
    value > 0 && (
      <Badge size="sm" circle={value < 10}>
        {count(value)}
      </Badge>
    )
  );
}

/** The link whose page, or a page below it, is open. */
function linkOf(areas: readonly NavigationArea[], path: string): NavigationLink | undefined {
  return areas
    .flatMap(({ links }) => links)
    .filter(({ to }) => path === to || (!INDEXES.has(to) && path.startsWith(`${to}/`)))
    .toSorted((one, other) => other.to.length - one.to.length)[0];
}
