import { Anchor, List } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { sessionOptions } from '../../api/session.js';
import { Page } from '../../parts/page.js';

/** What one can do here. */
export function StartPage(): ReactNode {
  const { data: session } = useQuery(sessionOptions);
  return (
    <Page
      title={session ? `Hello, ${session.name}` : 'Atelier'}
      text="Make pictures, videos and music, and find, publish and moderate nodes."
    >
      <List>
        <List.Item>
          <Anchor href="/docs">API documentation</Anchor>
        </List.Item>
      </List>
    </Page>
  );
}
