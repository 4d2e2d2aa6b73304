import { t } from '@lingui/core/macro';
import { capitalised } from '../../../parts/plain-words.js';

const TASKS = t`Tasks`;
const WEBHOOKS = t`Webhooks`;
const REGISTRY = t`Registry`;
const UPKEEP = t`Upkeep`;

export const GROUPS = [TASKS, WEBHOOKS, REGISTRY, UPKEEP];

/** What the jobs of each queue do. */
const QUEUES: Readonly<Record<string, { group: string; title: string; text: string }>> = {
  'image-tasks.run': { group: TASKS, title: t`Make pictures`, text: t`Runs image tasks of callers.` },
  'video-tasks.run': { group: TASKS, title: t`Make videos`, text: t`Runs video tasks of callers.` },
  'video-tasks.follow': {
    group: TASKS,
    title: t`Follow videos at vendors`,
    text: t`Asks vendors how far a video is, and fetches it.`,
  },
  'video-tasks.stop': {
    group: TASKS,
    title: t`Cancel at vendors`,
    text: t`Tells vendors to stop canceled tasks.`,
  },
  'music-tasks.run': { group: TASKS, title: t`Make music`, text: t`Runs music tasks of callers.` },
  'model-tasks.run': {
    group: TASKS,
    title: t`Run models`,
    text: t`Runs tasks for models that callers name.`,
  },
  'vendor-orders.follow': {
    group: TASKS,
    title: t`Settle orders`,
    text: t`Finds out what became of orders whose answer was lost.`,
  },
  'webhooks.deliver': {
    group: WEBHOOKS,
    title: t`Send webhooks`,
    text: t`Tells receivers about changes of tasks.`,
  },
  'webhooks.redeliver': {
    group: WEBHOOKS,
    title: t`Send webhooks again`,
    text: t`Sends what a person asked to send again.`,
  },
  'webhooks.recover': {
    group: WEBHOOKS,
    title: t`Make up for missed webhooks`,
    text: t`Sends what an endpoint has missed.`,
  },
  'node-versions.check': {
    group: REGISTRY,
    title: t`Check archives`,
    text: t`Checks what was published before people can install it.`,
  },
  'app-nodes.extract': {
    group: REGISTRY,
    title: t`Read app nodes`,
    text: t`Finds the app nodes in an archive.`,
  },
  'node-versions.rescan': {
    group: REGISTRY,
    title: t`Scan again`,
    text: t`Checks published versions with the current rules.`,
  },
  'nodes.bulk-act': {
    group: REGISTRY,
    title: t`Act on many nodes`,
    text: t`Bans, quarantines or releases the nodes of a search.`,
  },
  'notices.mail': { group: REGISTRY, title: t`Send e-mail`, text: t`Tells publishers about decisions.` },
  'node-versions.read-pages': {
    group: REGISTRY,
    title: t`Read READMEs`,
    text: t`Reads pages of versions that were published earlier.`,
  },
  'registry.write-snapshot': {
    group: REGISTRY,
    title: t`Write the snapshot`,
    text: t`Writes the registry into one file for mirrors.`,
  },
  'nodes.refresh-search-ranks': {
    group: REGISTRY,
    title: t`Rank nodes`,
    text: t`Orders nodes by downloads for the search.`,
  },
  'nodes.refresh-shop-lists': {
    group: REGISTRY,
    title: t`List rising nodes`,
    text: t`Finds what rises, and which nodes need others.`,
  },
  'pictures.expire': {
    group: UPKEEP,
    title: t`Delete kept pictures`,
    text: t`Deletes pictures of other servers that were kept long enough.`,
  },
  'operations.sum-tasks': {
    group: UPKEEP,
    title: t`Sum up tasks`,
    text: t`Counts tasks of each hour for the overview.`,
  },
  'nodes.maintain-search': {
    group: REGISTRY,
    title: t`Tidy the search`,
    text: t`Keeps the index of the search small and quick.`,
  },
  'publishers.check-proofs': {
    group: REGISTRY,
    title: t`Check proofs`,
    text: t`Looks whether publishers still control their domains and repositories.`,
  },
  'node-versions.expire-uploads': {
    group: REGISTRY,
    title: t`End uploads`,
    text: t`Gives up versions whose archive never arrived.`,
  },
  'trusted-publishing.forget-exchanges': {
    group: REGISTRY,
    title: t`Forget exchanged tokens`,
    text: t`Deletes records of tokens of CI jobs that have expired.`,
  },
  'tasks.remove-results': {
    group: UPKEEP,
    title: t`Remove old results`,
    text: t`Removes the results that an admin chose, to free the disk.`,
  },
  'tasks.expire': {
    group: UPKEEP,
    title: t`Delete old tasks`,
    text: t`Deletes tasks whose time is over.`,
  },
  'tasks.sweep-holds': {
    group: UPKEEP,
    title: t`Return held credits`,
    text: t`Frees credits held for tasks that have ended.`,
  },
  'music-lines.clean': {
    group: UPKEEP,
    title: t`Delete lines of music`,
    text: t`Deletes streamed music that is stored as a file.`,
  },
  'assets.clean': {
    group: UPKEEP,
    title: t`Delete old files`,
    text: t`Deletes files that no task needs any more.`,
  },
  'storage.sweep-uploads': {
    group: UPKEEP,
    title: t`Delete unfinished uploads`,
    text: t`Deletes parts of uploads that stopped.`,
  },
  'idempotency-keys.clean': {
    group: UPKEEP,
    title: t`Forget idempotency keys`,
    text: t`Deletes keys that have expired.`,
  },
  'webhooks.sweep': {
    group: UPKEEP,
    title: t`Tidy webhooks`,
    text: t`Finds deliveries that were left behind, and deletes old ones.`,
  },
  'ledger.add-usage': {
    group: UPKEEP,
    title: t`Sum up usage`,
    text: t`Adds costs of tasks to the usage of the day.`,
  },
  'ledger.check': {
    group: UPKEEP,
    title: t`Check the ledger`,
    text: t`Compares every balance with its entries.`,
  },
  'ledger.expire-grants': {
    group: UPKEEP,
    title: t`End grants`,
    text: t`Takes back what is left of expired grants.`,
  },
  'operations.measure-storage': {
    group: UPKEEP,
    title: t`Measure the storage`,
    text: t`Counts files, and measures the disk.`,
  },
};

/** A queue of another version of the service is named by its name. */
export function queueTitle(name: string): string {
  return QUEUES[name]?.title ?? capitalised(name.replace('.', ': ').replaceAll('-', ' '));
}

export function queueText(name: string): string {
  return QUEUES[name]?.text ?? '';
}

export function groupOf(name: string): string {
  return QUEUES[name]?.group ?? UPKEEP;
}
