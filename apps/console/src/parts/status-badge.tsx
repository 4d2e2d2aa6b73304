import { Badge } from '@mantine/core';
import type { ReactNode } from 'react';
import { plainStatus } from './plain-words.js';
import { inWords } from './words.js';

const COLORS: Record<string, string> = {
  active: 'green',
  succeeded: 'green',
  completed: 'green',
  success: 'green',
  delivered: 'green',
  approved: 'green',
  closed: 'green',
  failed: 'red',
  banned: 'red',
  deleted: 'gray',
  canceled: 'gray',
  suspended: 'red',
  open: 'red',
  quarantined: 'orange',
  flagged: 'orange',
  upheld: 'green',
  dismissed: 'gray',
  uncertain: 'orange',
  pending: 'blue',
  running: 'blue',
  waiting: 'blue',
  processing: 'blue',
};

/** A status as a word with a colour: `NodeVersionStatusActive` reads `active`. */
export function StatusBadge({ status }: { status: string }): ReactNode {
  const word = plainStatus(status).toLowerCase();
  return <Badge color={COLORS[word] ?? 'gray'}>{inWords(word).toLowerCase()}</Badge>;
}
