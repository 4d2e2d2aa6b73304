import { t } from '@lingui/core/macro';
import type { ReactNode } from 'react';
import { ShownOnce } from '../../../parts/shown-once.js';

export function EndpointSecret({ secret }: { secret: string }): ReactNode {
  return (
    <ShownOnce
      label={t`signing secret`}
      text={secret}
    >{t`Your receiver uses it to check that calls come from here, as described by Standard Webhooks.`}</ShownOnce>
  );
}
