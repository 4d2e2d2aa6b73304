import { Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { SiteLink } from './site-link.js';

/** `[text](https://…)`; catalogues write `[a/text](https://…)`, too. */
const LINK = /\[(?:\w\/)?([^[\]]+)\]\((https?:\/\/[^\s()]+)\)/g;
/** `[w/NOTE: …]`, a warning of catalogues. */
const REMARK = /\[\w\/([^[\]]+)\]/g;

/** A description in full, whose links of Markdown are links. */
export function Description({ text }: { text: string }): ReactNode {
  const parts = text.split(LINK);
  return (
    <Text maw="80ch" style={{ whiteSpace: 'pre-line', overflowWrap: 'anywhere' }}>
      {parts.map((part, at) => {
        if (at % 3 === 0) return part.replaceAll(REMARK, ' $1');
        return at % 3 === 1 && <SiteLink key={at} url={parts[at + 1] ?? ''} text={part} />;
      })}
    </Text>
  );
}

/** A description as words alone, for a card. */
export function plainDescription(text: string): string {
  return text.replaceAll(LINK, '$1').replaceAll(REMARK, ' $1');
}
