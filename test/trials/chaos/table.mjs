import { uncertainBy } from './checks.mjs';

/** What came of the trial, a line each, and every problem. */
export function printTable(of) {
  const { callers, harm, first, tasks, orders, results, ledger, refusals, deliveries, files, problems } = of;
  const list = (counts) =>
    Object.entries(counts)
      .map(([name, count]) => `${count} ${name}`)
      .join(', ');
  const rows = [
    ['seed', of.seed],
    ['time', `${Math.round(of.seconds)} s of harm, drained in ${Math.round(of.drainedMs / 1000)} s`],
    ['harm', `${list(harm.counts)} (${harm.kills} kills)`],
    ['slowest end of a process', `${(harm.slowestEndMs / 1000).toFixed(1)} s`],
    ['starts', of.members.map(({ name, starts }) => `${name} ${starts}`).join(', ')],
    ['vendors', of.vendors.map(({ name, member }) => `${name} ${member.starts}`).join(', ')],
    ['replies', list(Object.fromEntries([...callers.statuses].sort()))],
    ['tasks accepted', callers.accepted],
    ['tasks ended', list(tasks.counts)],
    ['uncertain before the admin', shares(uncertainBy(first, of.vendors))],
    [
      'vendor orders',
      `${orders.orders} in the books, ${orders.open} more asked for; ordered twice ${orders.twice}`,
    ],
    ['lost with their streams', orders.lostStreams],
    ['results held against the book', results.count],
    ['ledger', `${ledger.holds} holds, ${ledger.spent} credits spent`],
    ['vendor cost', `${orders.booked} booked, ${orders.billed} billed: difference ${orders.difference}`],
    ['booked by the vendors’ books', `${of.booked} of them`],
    ['refusals (402)', `${refusals.count}; balances looked at ${of.money.looks} times`],
    ['the ledger of itself', JSON.stringify(of.own)],
    ['webhooks', `${deliveries.count} deliveries in ${of.receiver.calls} calls`],
    ['files', files.count],
  ];
  const width = Math.max(...rows.map(([name]) => name.length));
  for (const [name, value] of rows) console.log(`  ${name.padEnd(width)}  ${value}`);
  for (const problem of problems) console.log('  PROBLEM  ', problem);
  console.log(problems.length === 0 ? '  passed' : `  FAILED: ${problems.length} problems`);
}

function shares({ told, untold }) {
  const share = ({ uncertain, all }) =>
    `${uncertain} of ${all} (${((100 * uncertain) / Math.max(1, all)).toFixed(1)} %)`;
  return `${share(told)} where the vendor can tell, ${share(untold)} where it cannot`;
}
