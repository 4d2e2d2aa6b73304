import { Anchor } from '@mantine/core';
import type { ReactNode } from 'react';

/** An external link if a browser may open its address; else the text alone. */
export function SiteLink({ url, text }: { url: string; text?: ReactNode }): ReactNode {
  if (!/^https?:\/\//i.test(url)) return text ?? url;
  return (
    <Anchor href={url} target="_blank" rel="noopener noreferrer nofollow" inherit>
      {text ?? url.replace(/^https?:\/\/(?:www\.)?/i, '')}
    </Anchor>
  );
}
