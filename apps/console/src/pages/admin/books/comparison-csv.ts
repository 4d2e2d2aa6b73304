import type { ReconciliationResponse } from '@atelier/client/api';

const WAYS = ['differing', 'missing_here', 'missing_there'] as const;
const NAMES = 'difference,reference,vendor_id,task_id,state,ours,theirs';

/** Saves the orders that a comparison lists as a file. */
export function saveAsCsv(result: ReconciliationResponse): void {
  const { vendor, from, to } = result;
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([csvOf(result)], { type: 'text/csv' }));
  link.download = `reconciliation-${vendor}-${from}-${to}.csv`;
  link.click();
  URL.revokeObjectURL(link.href);
}

function csvOf(result: ReconciliationResponse): string {
  const lines = WAYS.flatMap((way) =>
    result[way].orders.map(({ reference, vendor_id: id, task_id: task, state, ours, theirs }) =>
      [way, reference, id, task, state, ours, theirs].map(cell).join(','),
    ),
  );
  return [NAMES, ...lines, ''].join('\r\n');
}

function cell(value: string | number | null | undefined): string {
  const text = String(value ?? '');
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
