import { t } from '@lingui/core/macro';
import { Alert, Button, List, Stack, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { testVendor, type VendorKeyTestResponse, type VendorTestResponse } from '@atelier/client/api';
import { Failure } from '../../../parts/states.js';

/** Tries the keys of a vendor by a call that costs nothing, and says in words what is wrong. */
export function VendorTest({ name }: { name: string }): ReactNode {
  const test = useMutation({
    mutationFn: async () => (await testVendor({ path: { vendor: name }, throwOnError: true })).data,
  });
  return (
    <Stack gap="xs" align="flex-start">
      <Button
        variant="default"
        loading={test.isPending}
        onClick={() => test.mutate()}
      >{t`Test for free`}</Button>
      {test.isError && <Failure error={test.error} />}
      {test.data && <Result result={test.data} />}
    </Stack>
  );
}

function Result({ result: { message, keys } }: { result: VendorTestResponse }): ReactNode {
  const isWell = keys.every(({ state }) => state === 'accepted');
  return (
    <Alert
      color={keys.length === 0 ? 'gray' : isWell ? 'green' : 'red'}
      variant="light"
      title={message}
      role="status"
    >
      {keys.length > 0 && (
        <List size="sm" type="ordered">
          {keys.map((key, index) => (
            <List.Item key={index}>
              <Key result={key} />
            </List.Item>
          ))}
        </List>
      )}
    </Alert>
  );
}

function Key({ result: { message, balance, models } }: { result: VendorKeyTestResponse }): ReactNode {
  return (
    <>
      {message}
      {balance !== null && <Text size="sm">{t`Left: ${balance}`}</Text>}
      {models !== null && <Text size="sm">{t`Models: ${models.join(', ')}`}</Text>}
    </>
  );
}
