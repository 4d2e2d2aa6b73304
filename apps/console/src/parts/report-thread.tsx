import { t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { addReportMessage } from '@atelier/client/api';
import { listReportMessagesOptions } from '@atelier/client/react-query';
import { Thread } from './thread.js';
import { inWords } from './words.js';

/** What was said about a report. */
export function ReportThread({ reportId, isOpen = true }: { reportId: string; isOpen?: boolean }): ReactNode {
  const path = { reportId };
  const query = useQuery(listReportMessagesOptions({ path }));
  const send = (text: string) => addReportMessage({ path, body: { text }, throwOnError: true });
  return (
    <Thread
      query={query}
      authorOf={({ side }) => inWords(side)}
      description={t`The reporter and admins can read it. If a name is claimed, so can the publisher of the node, or the owners of the publisher.`}
      {...(isOpen ? { send } : {})}
    />
  );
}
