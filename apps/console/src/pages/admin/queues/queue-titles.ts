import { capitalised } from '../../../parts/words.js';

type Group = 'Tasks' | 'Webhooks' | 'Registry' | 'Upkeep';

/** What the jobs of each queue do. */
const QUEUES: Readonly<Record<string, { group: Group; title: string; text: string }>> = {
  'image-tasks.run': { group: 'Tasks', title: 'Make pictures', text: 'Runs image tasks of callers.' },
  'video-tasks.run': { group: 'Tasks', title: 'Make videos', text: 'Runs video tasks of callers.' },
  'video-tasks.follow': {
    group: 'Tasks',
    title: 'Follow videos at vendors',
    text: 'Asks vendors how far a video is, and fetches it.',
  },
  'video-tasks.stop': {
    group: 'Tasks',
    title: 'Cancel at vendors',
    text: 'Tells vendors to stop canceled tasks.',
  },
  'music-tasks.run': { group: 'Tasks', title: 'Make music', text: 'Runs music tasks of callers.' },
  'model-tasks.run': {
    group: 'Tasks',
    title: 'Run models',
    text: 'Runs tasks for models that callers name.',
  },
  'vendor-orders.follow': {
    group: 'Tasks',
    title: 'Settle orders',
    text: 'Learns the outcome of orders whose answer was lost.',
  },
  'webhooks.deliver': {
    group: 'Webhooks',
    title: 'Send webhooks',
    text: 'Tells receivers about changes of tasks.',
  },
  'webhooks.redeliver': {
    group: 'Webhooks',
    title: 'Send webhooks again',
    text: 'Sends what a person asked to send again.',
  },
  'webhooks.recover': {
    group: 'Webhooks',
    title: 'Make up for missed webhooks',
    text: 'Sends what an endpoint has missed.',
  },
  'node-versions.check': {
    group: 'Registry',
    title: 'Check archives',
    text: 'Checks what was published before people can install it.',
  },
  'app-nodes.extract': {
    group: 'Registry',
    title: 'Read app nodes',
    text: 'Finds the app nodes in an archive.',
  },
  'node-versions.rescan': {
    group: 'Registry',
    title: 'Scan again',
    text: 'Checks published versions by the rules of today.',
  },
  'nodes.bulk-act': {
    group: 'Registry',
    title: 'Act on many nodes',
    text: 'Bans, quarantines or releases the nodes of a search.',
  },
  'notices.mail': { group: 'Registry', title: 'Send e-mail', text: 'Tells publishers about decisions.' },
  'node-versions.read-pages': {
    group: 'Registry',
    title: 'Read READMEs',
    text: 'Reads pages of versions that were published earlier.',
  },
  'registry.write-snapshot': {
    group: 'Registry',
    title: 'Write the snapshot',
    text: 'Writes the registry into one file for mirrors.',
  },
  'nodes.refresh-search-ranks': {
    group: 'Registry',
    title: 'Rank nodes',
    text: 'Orders nodes by downloads for the search.',
  },
  'nodes.refresh-shop-lists': {
    group: 'Registry',
    title: 'List rising nodes',
    text: 'Finds what rises, and which nodes need others.',
  },
  'pictures.expire': {
    group: 'Upkeep',
    title: 'Delete kept pictures',
    text: 'Deletes pictures of other servers that were kept long enough.',
  },
  'operations.sum-tasks': {
    group: 'Upkeep',
    title: 'Sum up tasks',
    text: 'Counts tasks of each hour for the overview.',
  },
  'nodes.maintain-search': {
    group: 'Registry',
    title: 'Tidy the search',
    text: 'Keeps the index of the search small and quick.',
  },
  'publishers.check-proofs': {
    group: 'Registry',
    title: 'Check proofs',
    text: 'Looks whether publishers still control their domains and repositories.',
  },
  'node-versions.expire-uploads': {
    group: 'Registry',
    title: 'End uploads',
    text: 'Gives up versions whose archive never arrived.',
  },
  'trusted-publishing.forget-exchanges': {
    group: 'Registry',
    title: 'Forget exchanged tokens',
    text: 'Deletes records of tokens of CI jobs that have expired.',
  },
  'tasks.expire': { group: 'Upkeep', title: 'Delete old tasks', text: 'Deletes tasks whose time is over.' },
  'tasks.sweep-holds': {
    group: 'Upkeep',
    title: 'Return held credits',
    text: 'Frees credits held for tasks that have ended.',
  },
  'music-lines.clean': {
    group: 'Upkeep',
    title: 'Delete lines of music',
    text: 'Deletes streamed music that is stored as a file.',
  },
  'assets.clean': {
    group: 'Upkeep',
    title: 'Delete old files',
    text: 'Deletes files that no task needs any more.',
  },
  'storage.sweep-uploads': {
    group: 'Upkeep',
    title: 'Delete unfinished uploads',
    text: 'Deletes parts of uploads that stopped.',
  },
  'idempotency-keys.clean': {
    group: 'Upkeep',
    title: 'Forget idempotency keys',
    text: 'Deletes keys that have expired.',
  },
  'webhooks.sweep': {
    group: 'Upkeep',
    title: 'Tidy webhooks',
    text: 'Finds deliveries that were left behind, and deletes old ones.',
  },
  'ledger.add-usage': {
    group: 'Upkeep',
    title: 'Sum up usage',
    text: 'Adds costs of tasks to the usage of the day.',
  },
  'ledger.check': {
    group: 'Upkeep',
    title: 'Check the ledger',
    text: 'Compares every balance with its entries.',
  },
  'ledger.expire-grants': {
    group: 'Upkeep',
    title: 'End grants',
    text: 'Takes back what is left of expired grants.',
  },
  'operations.measure-storage': {
    group: 'Upkeep',
    title: 'Measure the storage',
    text: 'Counts files, and measures the disk.',
  },
};

export const GROUPS: readonly Group[] = ['Tasks', 'Webhooks', 'Registry', 'Upkeep'];

/** A queue of another version of the service is named by its name. */
export function queueTitle(name: string): string {
  return QUEUES[name]?.title ?? capitalised(name.replace('.', ': ').replaceAll('-', ' '));
}

export function queueText(name: string): string {
  return QUEUES[name]?.text ?? '';
}

export function groupOf(name: string): Group {
  return QUEUES[name]?.group ?? 'Upkeep';
}
