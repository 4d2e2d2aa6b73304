import { plural, t } from '@lingui/core/macro';
import { Alert, Button, Group, Paper, Stack, Text } from '@mantine/core';
import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { ApiError } from '../../../api/api-error.js';
import type { QuoteResponse } from '@atelier/client/api';
import { duration } from '../../../parts/numbers.js';
import { Failure } from '../../../parts/states.js';
import type { Job } from './jobs.js';
import classes from './send-panel.module.css';
import { UnseenPrice } from './send-quoted.js';

/** The price and the button, in view however long the form is. */
export function SendPanel({
  job,
  missing,
  quote,
  isSending,
  failure,
}: {
  job: Job;
  missing: readonly string[];
  quote: UseQueryResult<QuoteResponse>;
  isSending: boolean;
  /** Why it did not start, unless a field shows it. */
  failure: unknown;
}): ReactNode {
  return (
    <Paper className={classes.panel} p="sm" withBorder shadow="sm">
      <Stack gap="sm">
        {failure instanceof UnseenPrice ? (
          <Unseen price={failure} act={job.act} />
        ) : (
          failure !== null && <Failure error={failure} />
        )}
        <Group justify="space-between" wrap="nowrap">
          <div role="status">
            <Price missing={missing} quote={quote} />
          </div>
          <Button type="submit" size="md" loading={isSending} flex="0 0 auto">
            {job.act}
          </Button>
        </Group>
      </Stack>
    </Paper>
  );
}

/** Nothing was started: the person first sees the changed price. */
function Unseen({ price: { message, isQuoted }, act }: { price: UnseenPrice; act: string }): ReactNode {
  return (
    <Alert
      color="yellow"
      variant="light"
      role="alert"
      title={isQuoted ? t`The price has changed` : t`The price may be different`}
    >
      <Text size="sm">{t`${message} Nothing was made yet. “${act}” makes it ${isQuoted ? t`at the new price` : t`without knowing the price`}.`}</Text>
    </Alert>
  );
}

function Price({
  missing,
  quote,
}: {
  missing: readonly string[];
  quote: UseQueryResult<QuoteResponse>;
}): ReactNode {
  if (missing.length > 0) return <Text size="sm">{t`Still needed: ${missing.join(', ')}.`}</Text>;
  if (quote.isError)
    return quote.error instanceof ApiError && quote.error.status === 400 ? (
      <Text size="sm">{t`This cannot be made: ${quote.error.message}`}</Text>
    ) : (
      <Text size="sm">{t`The price is currently unknown. ${quote.error.message}`}</Text>
    );
  if (!quote.data)
    return (
      <Text size="sm">
        {quote.isFetching ? t`Getting the price …` : t`The price depends on the length of the video.`}
      </Text>
    );
  const { credits, estimated_duration_seconds: seconds } = quote.data;
  return (
    <>
      <Text fw={600} size="lg">
        {plural(credits, { one: '# credit', other: '# credits' })}
      </Text>
      <Text
        size="sm"
        c="dimmed"
      >{t`About ${duration(Math.max(seconds, 1) * 1000).replace('.0', '')}. Free if it fails.`}</Text>
    </>
  );
}
