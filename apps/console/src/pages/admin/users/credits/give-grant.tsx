import { NumberInput, Select, SimpleGrid, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import type { ReactNode } from 'react';
import { giveGrant, type GrantRequest } from '@atelier/client/api';
import { counted } from '../../../../parts/numbers.js';
import { ReasonedAct } from '../../../../parts/reasoned-act.js';
import { CATEGORIES } from './grant-categories.js';
import { useCreditsReread } from './use-credits-reread.js';

const PRIORITY = 100;
const EMPTY = {
  amount: '' as number | string,
  category: 'other',
  note: '',
  priority: PRIORITY as number | string,
  begins: '',
  ends: '',
};

export function GiveGrant({ userId, name }: { userId: string; name: string }): ReactNode {
  const form = useForm({ initialValues: EMPTY });
  const reread = useCreditsReread(userId);
  const amount = Number(form.values.amount);
  return (
    <ReasonedAct
      label="Give a grant"
      variant="filled"
      title={`Give credits to ${name}`}
      confirm="Give the grant"
      canAct={amount > 0}
      act={(reason) =>
        giveGrant({ path: { userId }, body: { ...requestOf(form.values), reason }, throwOnError: true })
      }
      done={`${name} has got ${counted(amount, 'credit')}.`}
      onDone={async () => {
        form.reset();
        await reread();
      }}
    >
      <Stack>
        <Text size="sm">
          From the first grant on, tasks of {name} are paid from grants only, unless an admin decided
          otherwise.
        </Text>
        <NumberInput
          label="Credits"
          data-autofocus
          required
          min={1}
          max={2_000_000_000}
          allowDecimal={false}
          allowNegative={false}
          thousandSeparator=","
          {...form.getInputProps('amount')}
        />
        <Select label="For" data={CATEGORIES} allowDeselect={false} {...form.getInputProps('category')} />
        <TextInput
          label="Note"
          description="A note for the user."
          maxLength={500}
          {...form.getInputProps('note')}
        />
        <NumberInput
          label="Priority"
          description="Grants with a lower number are used first; among equals, the one that ends first."
          required
          min={0}
          max={1_000}
          allowDecimal={false}
          {...form.getInputProps('priority')}
        />
        <SimpleGrid cols={{ base: 1, xs: 2 }}>
          <TextInput
            label="Begins"
            description="Empty: at once."
            type="datetime-local"
            {...form.getInputProps('begins')}
          />
          <TextInput
            label="Ends"
            description="Empty: never."
            type="datetime-local"
            {...form.getInputProps('ends')}
          />
        </SimpleGrid>
      </Stack>
    </ReasonedAct>
  );
}

function requestOf({ amount, category, note, priority, begins, ends }: typeof EMPTY): GrantRequest {
  return {
    amount: Number(amount),
    category: category as NonNullable<GrantRequest['category']>,
    note,
    priority: Number(priority),
    ...(begins === '' ? {} : { effective_at: new Date(begins).toISOString() }),
    ...(ends === '' ? {} : { expires_at: new Date(ends).toISOString() }),
  };
}
