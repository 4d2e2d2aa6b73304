import { t } from '@lingui/core/macro';
import { Anchor, Text, Typography } from '@mantine/core';
import type { ReactNode } from 'react';
import Markdown, { type Components } from 'react-markdown';

const heading = ({ children }: { children?: ReactNode }): ReactNode => (
  <Text component="p" fw={650}>
    {children}
  </Text>
);

/** No headings, no external images, and links open in a new tab. */
const COMPONENTS: Components = {
  h1: heading,
  h2: heading,
  h3: heading,
  h4: heading,
  h5: heading,
  h6: heading,
  img: ({ alt, src }) => (
    <Anchor href={src} target="_blank" rel="noopener noreferrer nofollow" inherit td="underline">
      {alt || t`picture`}
    </Anchor>
  ),
  a: ({ href, children }) => (
    <Anchor href={href} target="_blank" rel="noopener noreferrer nofollow" inherit td="underline">
      {children}
    </Anchor>
  ),
  pre: ({ children }) => <pre tabIndex={0}>{children}</pre>,
};

/** Renders a publisher's Markdown safely. */
export function Changelog({ text }: { text: string }): ReactNode {
  return (
    <Typography fz="sm" style={{ overflowWrap: 'anywhere' }}>
      <Markdown components={COMPONENTS}>{text}</Markdown>
    </Typography>
  );
}
