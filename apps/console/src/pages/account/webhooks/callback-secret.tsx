import { t } from '@lingui/core/macro';
import { Button, Group, Stack } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { getWebhookSecretOptions, getWebhookSecretQueryKey } from '@atelier/client/react-query';
import { rotateWebhookSecret } from '@atelier/client/api';
import { ActButton } from '../../../parts/act-button.js';
import { CopiedText } from '../../../parts/copied-text.js';
import { Failure, Waiting } from '../../../parts/states.js';

export function CallbackSecret(): ReactNode {
  const [isShown, setShown] = useState(false);
  const queries = useQueryClient();
  return (
    <Stack>
      {isShown ? <Secret /> : null}
      <Group>
        {!isShown && <Button onClick={() => setShown(true)}>{t`Show the secret`}</Button>}
        <ActButton
          label={t`Rotate the secret`}
          title={t`Rotate the webhook secret?`}
          act={() => rotateWebhookSecret({ throwOnError: true })}
          done={t`There is a new secret.`}
          onDone={() => {
            setShown(true);
            return queries.invalidateQueries({ queryKey: getWebhookSecretQueryKey() });
          }}
        >{t`For 24 hours calls are also signed with the old secret. Give your receivers the new one before they are over.`}</ActButton>
      </Group>
    </Stack>
  );
}

function Secret(): ReactNode {
  const secret = useQuery({ ...getWebhookSecretOptions(), gcTime: 0 });
  if (secret.isPending) return <Waiting />;
  if (secret.isError) return <Failure error={secret.error} retry={() => void secret.refetch()} />;
  return <CopiedText label={t`webhook secret`} text={secret.data.secret} />;
}
