import { t } from '@lingui/core/macro';
import { capitalised } from '../../../parts/plain-words.js';

type Words = readonly [title: string, text: string];

/** What the jobs of each queue do, by the group in which it is shown. */
const QUEUES: readonly (readonly [group: string, queues: Readonly<Record<string, Words>>])[] = [
  [
    t`Tasks`,
    {
      'image-tasks.run': [t`Make pictures`, t`Runs image tasks of callers.`],
      'video-tasks.run': [t`Make videos`, t`Runs video tasks of callers.`],
      'video-tasks.follow': [
        t`Follow videos at vendors`,
        t`Asks vendors how far a video is, and fetches it.`,
      ],
      'video-tasks.stop': [t`Cancel at vendors`, t`Tells vendors to stop canceled tasks.`],
      'music-tasks.run': [t`Make music`, t`Runs music tasks of callers.`],
      'model-tasks.run': [t`Run models`, t`Runs tasks for models that callers name.`],
      'vendor-orders.follow': [t`Settle orders`, t`Finds out what became of orders whose answer was lost.`],
    },
  ],
  [
    t`Webhooks`,
    {
      'webhooks.deliver': [t`Send webhooks`, t`Tells receivers about changes of tasks.`],
      'webhooks.redeliver': [t`Send webhooks again`, t`Sends what a person asked to send again.`],
      'webhooks.recover': [t`Make up for missed webhooks`, t`Sends what an endpoint has missed.`],
    },
  ],
  [
    t`Registry`,
    {
      'node-versions.check': [t`Check archives`, t`Checks what was published before people can install it.`],
      'app-nodes.extract': [t`Read app nodes`, t`Finds the app nodes in an archive.`],
      'node-versions.rescan': [t`Scan again`, t`Checks published versions with the current rules.`],
      'nodes.bulk-act': [t`Act on many nodes`, t`Bans, quarantines or releases the nodes of a search.`],
      'notices.mail': [t`Send e-mail`, t`Tells publishers about decisions.`],
      'node-versions.read-pages': [t`Read READMEs`, t`Reads pages of versions that were published earlier.`],
      'registry.write-snapshot': [t`Write the snapshot`, t`Writes the registry into one file for mirrors.`],
      'nodes.refresh-search-ranks': [t`Rank nodes`, t`Orders nodes by downloads for the search.`],
      'nodes.refresh-shop-lists': [t`List rising nodes`, t`Finds what rises, and which nodes need others.`],
      'nodes.maintain-search': [t`Tidy the search`, t`Keeps the index of the search small and quick.`],
      'publishers.check-proofs': [
        t`Check proofs`,
        t`Looks whether publishers still control their domains and repositories.`,
      ],
      'node-versions.expire-uploads': [t`End uploads`, t`Gives up versions whose archive never arrived.`],
      'trusted-publishing.forget-exchanges': [
        t`Forget exchanged tokens`,
        t`Deletes records of tokens of CI jobs that have expired.`,
      ],
    },
  ],
  [
    t`Upkeep`,
    {
      'pictures.expire': [
        t`Delete kept pictures`,
        t`Deletes pictures of other servers that were kept long enough.`,
      ],
      'operations.sum-tasks': [t`Sum up tasks`, t`Counts tasks of each hour for the overview.`],
      'tasks.remove-results': [
        t`Remove old results`,
        t`Removes the results that an admin chose, to free the disk.`,
      ],
      'tasks.expire': [t`Delete old tasks`, t`Deletes tasks whose time is over.`],
      'tasks.sweep-holds': [t`Return held credits`, t`Frees credits held for tasks that have ended.`],
      'music-lines.clean': [t`Delete lines of music`, t`Deletes streamed music that is stored as a file.`],
      'assets.clean': [t`Delete old files`, t`Deletes files that no task needs any more.`],
      'storage.sweep-uploads': [t`Delete unfinished uploads`, t`Deletes parts of uploads that stopped.`],
      'idempotency-keys.clean': [t`Forget idempotency keys`, t`Deletes keys that have expired.`],
      'webhooks.sweep': [t`Tidy webhooks`, t`Finds deliveries that were left behind, and deletes old ones.`],
      'ledger.add-usage': [t`Sum up usage`, t`Adds costs of tasks to the usage of the day.`],
      'ledger.check': [t`Check the ledger`, t`Compares every balance with its entries.`],
      'ledger.expire-grants': [t`End grants`, t`Takes back what is left of expired grants.`],
      'operations.measure-storage': [t`Measure the storage`, t`Counts files, and measures the disk.`],
    },
  ],
];
const UPKEEP = t`Upkeep`;
const WORDS = new Map(QUEUES.flatMap(([, queues]) => Object.entries(queues)));

export const GROUPS = QUEUES.map(([group]) => group);

/** A queue of another version of the service is named by its name. */
export function queueTitle(name: string): string {
  return WORDS.get(name)?.[0] ?? capitalised(name.replace('.', ': ').replaceAll('-', ' '));
}

export function queueText(name: string): string {
  return WORDS.get(name)?.[1] ?? '';
}

export function groupOf(name: string): string {
  return QUEUES.find(([, queues]) => name in queues)?.[0] ?? UPKEEP;
}
