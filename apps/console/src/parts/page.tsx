import { t } from '@lingui/core/macro';
import { Anchor, Breadcrumbs, Group, Stack, Text, Title } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useEffect, useRef } from 'react';
import { useUnread } from './ended-tasks.js';

type Crumb = { title: string; to: string };

/** A page: its title in the window and as its only h1, which gets the focus when the page opens, and its actions. */
export function Page({
  title,
  text,
  crumbs = [],
  icon,
  facts,
  actions,
  children,
}: {
  title: string;
  /** One sentence on what the page is for. */
  text?: ReactNode;
  /** The pages above this one. */
  crumbs?: readonly Crumb[];
  /** Beside the title. */
  icon?: ReactNode;
  /** A line or two below the title. */
  facts?: ReactNode;
  actions?: ReactNode;
  children: ReactNode;
}): ReactNode {
  const heading = useRef<HTMLHeadingElement>(null);
  const unread = useUnread();
  useEffect(() => {
    document.title = `${unread > 0 ? `(${unread}) ` : ''}${title} – Atelier`;
  }, [title, unread]);
  useEffect(() => heading.current?.focus({ preventScroll: true }), []);
  return (
    <Stack gap="lg">
      <Stack gap={icon ? 'sm' : 4}>
        {crumbs.length > 0 && (
          <Breadcrumbs aria-label={t`Pages above`}>
            {crumbs.map((crumb) => (
              <Anchor key={crumb.to} size="sm" component={Link} to={crumb.to}>
                {crumb.title}
              </Anchor>
            ))}
          </Breadcrumbs>
        )}
        <Group justify="space-between" align="flex-start">
          <Group gap="md" wrap="nowrap" align="flex-start" flex="1 1 20rem" miw={0}>
            {icon}
            <Stack gap={6} miw={0}>
              <Title
                order={1}
                size="h2"
                ref={heading}
                tabIndex={-1}
                style={{ outline: 'none', overflowWrap: 'anywhere' }}
              >
                {title}
              </Title>
              {facts}
              {text && (
                <Text c="dimmed" maw="70ch">
                  {text}
                </Text>
              )}
            </Stack>
          </Group>
          {actions && <Group gap="xs">{actions}</Group>}
        </Group>
      </Stack>
      {children}
    </Stack>
  );
}
