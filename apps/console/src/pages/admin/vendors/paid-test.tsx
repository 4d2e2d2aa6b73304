import { t } from '@lingui/core/macro';
import { Text } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { type PaidTestResponse, testVendor } from '@atelier/client/api';
import { ActButton } from '../../../parts/act-button.js';
import { titleOfKind } from '../../../parts/media-kinds.js';
import { count } from '../../../parts/numbers.js';

/** Orders a small task from a vendor, and opens its page, which says what came of it. */
export function PaidTest({ name, test }: { name: string; test: PaidTestResponse }): ReactNode {
  const navigate = useNavigate();
  return (
    <ActButton
      label={test.cost === null ? t`Order a real one` : t`Order a real one (costs ${count(test.cost)})`}
      title={t`Order a real task from ${name}?`}
      confirm={t`Order`}
      act={async () => {
        const body = { paid: true, kind: test.kind };
        const { data } = await testVendor({ path: { vendor: name }, body, throwOnError: true });
        if (data.task_id !== null) await navigate({ to: '/studio/tasks/$id', params: { id: data.task_id } });
      }}
      done={t`A small task is ordered.`}
    >
      <Text size="sm">{t`It makes one small task “${titleOfKind(test.kind)}” of a sample, at this vendor only. The task is yours and costs credits. If the vendor refuses it, the page of the task says so in the vendor’s words.`}</Text>
      <Text size="sm">
        {test.cost === null
          ? t`What the vendor charges is not stated.`
          : t`The vendor charges ${count(test.cost)}.`}
      </Text>
    </ActButton>
  );
}
