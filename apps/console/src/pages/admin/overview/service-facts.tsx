import { plural, t } from '@lingui/core/macro';
import type { ReactNode } from 'react';
import type { OverviewResponse, RunningProcessesResponse } from '@atelier/client/api';
import { Facts } from '../../../parts/facts.js';
import { Section } from '../../../parts/section.js';
import { Time } from '../../../parts/time.js';

/** What runs, and when it was last saved and checked. */
export function ServiceFacts({
  overview: { processes, last_backup: backup, ledger_checked_at: checkedAt },
}: {
  overview: OverviewResponse;
}): ReactNode {
  return (
    <Section title={t`Service`}>
      <Facts
        facts={[
          [t`Running`, processes.map(runningText).join(', ')],
          [
            backup?.has_files === false ? t`Last backup, without files` : t`Last backup`,
            backup ? <Time key="backup" value={backup.ended_at} /> : t`No backup recorded`,
          ],
          [t`Ledger checked`, checkedAt ? <Time key="check" value={checkedAt} /> : t`Not yet`],
        ]}
      />
    </Section>
  );
}

function runningText({ role, version, count }: RunningProcessesResponse): string {
  switch (role) {
    case 'api':
      return plural(count, { one: `# API process (${version})`, other: `# API processes (${version})` });
    case 'worker':
      return plural(count, { one: `# worker (${version})`, other: `# workers (${version})` });
    case 'all':
      return plural(count, {
        one: `# process for API and jobs (${version})`,
        other: `# processes for API and jobs (${version})`,
      });
  }
}
