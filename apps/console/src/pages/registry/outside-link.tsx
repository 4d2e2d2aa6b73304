import { Anchor } from '@mantine/core';
import type { ReactNode } from 'react';

/** A link to elsewhere, where the address is one that a browser may open; else the text alone. */
export function OutsideLink({ url }: { url: string }): ReactNode {
  if (!/^https?:\/\//i.test(url)) return url;
  return (
    <Anchor href={url} target="_blank" rel="noopener noreferrer nofollow" inherit>
      {url.replace(/^https?:\/\/(?:www\.)?/i, '')}
    </Anchor>
  );
}
