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

/** The areas of the console; each can be folded, and stays so in this browser. */
export function Menu({ session }: { session: Session | null }): ReactNode {
  const path = useLocation({ select: ({ pathname }) => pathname });
  const counts = useMenuCounts(session);
  const [folded, setFolded] = useLocalStorage<readonly string[]>({ key: 'folded-areas', defaultValue: [] });
  const areas = areasFor(session);
  const here = linkOf(areas, path);
  return (
    <Stack gap="sm">
      {areas.map((area) => {
        const isFolded = folded.includes(area.title);
        const others = folded.filter((title) => title !== area.title);
        return (
          <Area
            key={area.title}
            area={area}
            here={here}
            counts={counts}
            isFolded={isFolded}
            toggle={() => setFolded(isFolded ? others : [...others, area.title])}
          />
        );
      })}
    </Stack>
  );
}

function Area({
  area: { title, links },
  here,
  counts,
  isFolded,
  toggle,
}: {
  area: NavigationArea;
  here: NavigationLink | undefined;
  counts: MenuCounts;
  isFolded: boolean;
  toggle: () => void;
}): ReactNode {
  const id = useId();
  const Arrow = isFolded ? IconChevronRight : IconChevronDown;
  return (
    <div role="group" aria-label={title}>
      <UnstyledButton className={classes.area} onClick={toggle} aria-expanded={!isFolded} aria-controls={id}>
        {title}
        <Arrow size={14} aria-hidden />
      </UnstyledButton>
      <div id={id} hidden={isFolded}>
        {links.map((link) => (
          // Not the component of the library: twenty of them are half the time of drawing the first page.
          <Link
            key={link.to}
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
