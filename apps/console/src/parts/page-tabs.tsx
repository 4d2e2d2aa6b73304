import { Tabs } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './page-tabs.module.css';

export type PageTab<Name extends string> = {
  name: Name;
  title: ReactNode;
  content: ReactNode;
};

/** The parts of a page, one at a time. The page keeps in its address which one is open. */
export function PageTabs<Name extends string>({
  tabs,
  open,
  onOpen,
  label,
}: {
  /** `false` in place of a part that this user does not see. */
  tabs: readonly (PageTab<Name> | false)[];
  open: Name;
  onOpen: (name: Name) => void;
  label?: string;
}): ReactNode {
  const shown = tabs.filter((tab) => tab !== false);
  return (
    <Tabs value={open} onChange={(value) => onOpen(value as Name)} keepMounted={false}>
      <Tabs.List className={classes.tabs} aria-label={label} mb="md">
        {shown.map(({ name, title }) => (
          <Tabs.Tab key={name} value={name}>
            {title}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      {shown.map(({ name, content }) => (
        <Tabs.Panel key={name} value={name}>
          {content}
        </Tabs.Panel>
      ))}
    </Tabs>
  );
}
