import { plural, t } from '@lingui/core/macro';
import { Alert, Paper, Text } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { type LimitTrialResponse, tryLimit, type TryLimitRequest } from '@atelier/client/api';
import { tryLimitForm } from '../../../api/generated/bodies/tryLimit.js';
import { SchemaForm } from '../../../parts/form/schema-form.js';
import { count } from '../../../parts/numbers.js';

const LIMITS: Record<TryLimitRequest['limit'], string> = {
  waiting_tasks_per_user: t`Waiting tasks of a user (WAITING_TASKS_PER_USER)`,
  waiting_tasks_per_address: t`Waiting tasks of an address (WAITING_TASKS_PER_ADDRESS)`,
  credits_per_day: t`Credits of a user in a day`,
  stored_mb_per_user: t`Megabytes stored by a user (STORED_MB_PER_USER)`,
  stored_mb_per_address: t`Megabytes stored by an address (STORED_MB_PER_ADDRESS)`,
  requests_per_minute: t`Requests in a minute (RATE_LIMIT)`,
};

/** Tells what a limit would have refused before it is set. */
export function LimitTrial(): ReactNode {
  const [trial, setTrial] = useState<LimitTrialResponse>();
  return (
    <Paper>
      <SchemaForm<TryLimitRequest, LimitTrialResponse>
        schema={tryLimitForm}
        fields={[{ path: 'limit', choices: LIMITS }, 'value', { path: 'days', label: t`Days to look back` }]}
        columns={3}
        label={t`Show what it would refuse`}
        save={async (body) => (await tryLimit({ body, throwOnError: true })).data}
        onSaved={setTrial}
      >
        <Text>{t`See what a limit would have refused. Nothing is changed.`}</Text>
      </SchemaForm>
      {trial && (
        <Alert variant="light" role="status" mt="md">
          {wordsOf(trial)}
        </Alert>
      )}
    </Paper>
  );
}

function wordsOf({ known_from: from, ...figures }: LimitTrialResponse): string {
  const { requests, refused, callers, refused_callers: refusedCallers } = figures;
  switch (from) {
    case 'tasks':
      return t`At most ${count(refused ?? 0)} of ${plural(requests ?? 0, { one: '# request', other: '# requests' })} would have been refused, of ${count(refusedCallers ?? 0)} of ${plural(callers ?? 0, { one: '# caller', other: '# callers' })}.`;
    case 'files':
      return t`${count(refusedCallers ?? 0)} of ${plural(callers ?? 0, { one: '# caller', other: '# callers' })} have more stored now: their next files would be refused.`;
    case 'nothing':
      return t`The service does not record requests, so it cannot tell what this limit would refuse. Look at the metrics or the log of your proxy.`;
  }
}
