import { Alert, NumberInput, Radio, Stack, Text, Textarea, TextInput } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { type AdminTaskResponse, resolveTask, type ResolveTaskRequest } from '@atelier/client/api';
import { ActButton } from '../../../parts/act-button.js';
import { titleOfKind } from '../../../parts/media-kinds.js';
import { count, counted } from '../../../parts/numbers.js';

const FINDINGS = {
  found: { label: 'It ran, and the vendor has its result', done: 'The result is being fetched.' },
  lost: { label: 'It ran, and its result is lost', done: 'The task has failed, and costs its user nothing.' },
  not_run: { label: 'It did not run', done: 'The task has failed, and costs its user nothing.' },
} as const;
type Finding = keyof typeof FINDINGS;

/** The most that a vendor may bill for one order, and its decimals. */
const COST_MAX = 1_000_000_000;
const COST_DECIMALS = 6;

/** Asks for the outcome of an uncertain task's order, and states the effect on credits. */
export function ResolveTask({ task, onDone }: { task: AdminTaskResponse; onDone: () => unknown }): ReactNode {
  const { id, kind, credits, orders } = task;
  const vendor = orders.at(-1)?.vendor ?? 'the vendor';
  const [finding, setFinding] = useState<Finding>();
  const [vendorId, setVendorId] = useState('');
  const [cost, setCost] = useState<number | string>('');
  const [reason, setReason] = useState('');
  const isFilled =
    reason.trim() !== '' &&
    { found: vendorId.trim() !== '', lost: typeof cost === 'number', not_run: true, none: false }[
      finding ?? 'none'
    ];
  return (
    <ActButton
      size="xs"
      label="Resolve"
      title={`What was the outcome of “${titleOfKind(kind)}”?`}
      canAct={isFilled}
      act={() =>
        resolveTask({
          path: { id },
          body: { ...bodyOf(finding, vendorId.trim(), Number(cost)), reason: reason.trim() },
          throwOnError: true,
        })
      }
      done={finding ? FINDINGS[finding].done : ''}
      onDone={onDone}
    >
      <Stack gap="sm">
        <Radio.Group
          label={`According to the records of ${vendor}`}
          required
          value={finding ?? ''}
          onChange={(value) => setFinding(value as Finding)}
        >
          <Stack gap="xs" mt={6}>
            {Object.entries(FINDINGS).map(([value, { label }]) => (
              <Radio key={value} value={value} label={label} />
            ))}
          </Stack>
        </Radio.Group>
        {finding === 'found' && (
          <TextInput
            label="The vendor’s id for the work"
            description="Not for music: a stream cannot be fetched afterwards."
            required
            maxLength={200}
            value={vendorId}
            onChange={({ currentTarget }) => setVendorId(currentTarget.value)}
          />
        )}
        {finding === 'lost' && (
          <NumberInput
            label="What the vendor charges, in its credits or its currency"
            required
            min={0}
            max={COST_MAX}
            decimalScale={COST_DECIMALS}
            allowNegative={false}
            value={cost}
            onChange={setCost}
          />
        )}
        <Textarea
          label="Reason"
          description="How you found out. Kept in the audit log."
          required
          autosize
          minRows={2}
          maxLength={2_000}
          value={reason}
          onChange={({ currentTarget }) => setReason(currentTarget.value)}
        />
        {finding && (
          <Alert variant="light" role="status" title="What happens then">
            <Text size="sm">{consequence(finding, credits, vendor, cost)}</Text>
          </Alert>
        )}
      </Stack>
    </ActButton>
  );
}

function bodyOf(
  finding: Finding | undefined,
  vendorId: string,
  cost: number,
): Omit<ResolveTaskRequest, 'reason'> {
  if (finding === 'found') return { outcome: 'ran', vendor_id: vendorId };
  return finding === 'lost' ? { outcome: 'ran', cost } : { outcome: 'did_not_run' };
}

/** The effect of a finding on credits. */
function consequence(finding: Finding, credits: number, vendor: string, cost: number | string): string {
  const held = counted(credits, 'held credit');
  switch (finding) {
    case 'found':
      return `The task resumes: its result is fetched from ${vendor}. The user then pays what the work cost, at most the ${held}, and the rest is released.`;
    case 'lost': {
      const booked = typeof cost === 'number' ? count(cost) : 'the cost';
      return `The task fails. The ${held} are released, and the user pays nothing. We owe ${vendor} ${booked}: that is booked as cost.`;
    }
    case 'not_run':
      return `The task fails. The ${held} are released, the user pays nothing, and nothing is booked for ${vendor}.`;
  }
}
