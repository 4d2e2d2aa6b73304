import fs from 'node:fs';
import path from 'node:path';
import pg from 'pg';

/** How long pools and health take to notice that the database is back. */
const RECOVERY_MS = 15_000;
const START_MS = 5_000;
const FIRST_BYTES = { '.jpg': 'ffd8ff', '.png': '89504e47', '.mp3': '', '.mp4': '' };

export async function rowsOf(url, sql) {
  const client = new pg.Client({ connectionString: url });
  // The database may be killed meanwhile: the query fails then, and the trial goes on.
  client.on('error', () => undefined);
  await client.connect();
  try {
    return (await client.query(sql)).rows;
  } finally {
    await client.end();
  }
}

/** What is still to be done: tasks that have not ended, deliveries that wait. */
export async function openWork(url) {
  const [row] = await rowsOf(
    url,
    `select (select count(*)::int from tasks where status not in ('succeeded', 'failed', 'canceled')) as tasks,
       (select count(*)::int from webhook_deliveries where status = 'pending') as deliveries`,
  );
  return row;
}

/** Each order has its one task, and each task has ended well, once. */
export async function checkTasks(url, orders) {
  const tasks = await rowsOf(
    url,
    `select id, kind, status, error_code as "errorCode", error_message as "errorMessage" from tasks`,
  );
  const problems = [];
  const named = new Map();
  for (const [key, { task, kind }] of orders) {
    if (named.has(task)) problems.push(`two orders, ${key} and ${named.get(task)}, name the task ${task}`);
    named.set(task, key);
    if (!tasks.some(({ id }) => id === task)) problems.push(`lost: the ${kind} ${task} of ${key}`);
  }
  for (const { id, kind } of tasks)
    if (!named.has(id)) problems.push(`doubled: nobody ordered the ${kind} ${id}`);
  for (const { id, kind, status, errorCode, errorMessage } of tasks)
    if (status !== 'succeeded') problems.push(`the ${kind} ${id} is ${status}: ${errorCode} ${errorMessage}`);
  const ends = await rowsOf(
    url,
    `select task_id as "taskId" from task_events where status in ('succeeded', 'failed', 'canceled') group by 1 having count(*) > 1`,
  );
  for (const { taskId } of ends) problems.push(`the task ${taskId} has ended twice`);
  return { count: tasks.length, problems };
}

/** Each visible change was delivered, in order, and every pending delivery has a job. */
export async function checkDeliveries(url, receiver) {
  const problems = [...receiver.problems];
  const deliveries = await rowsOf(
    url,
    `select d.id, d.task_id as "taskId", d.seq, d.status, (
       select count(*)::int from jobs j
       where j.name = 'webhooks.deliver' and j.key = d.task_id::text and j.dead_at is null
     ) as jobs from webhook_deliveries d order by d.task_id, d.seq`,
  );
  for (const { id, taskId, seq, status, jobs } of deliveries) {
    if (status === 'pending')
      problems.push(`delivery ${id} (change ${seq} of ${taskId}) waits with ${jobs} jobs`);
    if (status === 'failed') problems.push(`delivery ${id} (change ${seq} of ${taskId}) was given up`);
  }
  const untold = await rowsOf(
    url,
    `select e.task_id as "taskId", e.seq from task_events e join tasks t on t.id = e.task_id
     where t.callback_url is not null and e.seq > 0 and e.status <> 'uncertain' and not exists (
         select from task_events u where u.task_id = e.task_id and u.seq = e.seq - 1 and u.status = 'uncertain'
           and e.status = 'processing')
       and not exists (select from webhook_deliveries d where d.task_id = e.task_id and d.seq = e.seq)`,
  );
  for (const { taskId, seq } of untold) problems.push(`change ${seq} of ${taskId} has no delivery`);
  for (const [taskId, planned] of Map.groupBy(deliveries, (delivery) => delivery.taskId)) {
    const told = (receiver.received.get(taskId) ?? []).map(({ id }) => id).join(' ');
    if (told !== planned.map(({ id }) => id).join(' '))
      problems.push(`the changes of ${taskId} came as ${told}`);
  }
  return { count: deliveries.length, problems };
}

/** Each file has its row, and each row its file; nothing else is left. */
export async function checkFiles(url, dataDir) {
  const problems = [];
  const assets = await rowsOf(
    url,
    `select id, extension, bytes::int, expires_at is null as "isKept" from assets`,
  );
  const files = path.join(dataDir, 'files');
  const expected = new Map(
    assets.map(({ id, extension, bytes, isKept }) => [
      `assets/${id.slice(-2)}/${id}${extension}`,
      { bytes, extension, isKept },
    ]),
  );
  for (const [name, { bytes, extension, isKept }] of expected) {
    const file = path.join(files, name);
    if (bytes === null) continue;
    if (!fs.existsSync(file)) {
      // The row comes first: that of a process killed before the file came goes when it expires.
      if (isKept) problems.push(`the file ${name} is missing`);
    } else if (fs.statSync(file).size !== bytes) problems.push(`the file ${name} is not of ${bytes} bytes`);
    else if (
      !fs
        .readFileSync(file)
        .subarray(0, 8)
        .toString('hex')
        .startsWith(FIRST_BYTES[extension] ?? '')
    )
      problems.push(`the file ${name} is not what its name says`);
  }
  for (const name of filesBelow(dataDir, ['files', 'scratch'])) {
    const key = path.relative('files', name);
    if (!expected.has(key) && key !== 'storage-id') problems.push(`left over: ${name}`);
  }
  return { count: expected.size, problems };
}

/** Names of files, from `root` on. What is removed meanwhile is left out. */
export function filesBelow(root, folders) {
  return folders.flatMap((folder) => {
    try {
      const entries = fs.readdirSync(path.join(root, folder), { withFileTypes: true });
      const files = entries.filter((entry) => entry.isFile()).map(({ name }) => path.join(folder, name));
      const below = entries.filter((entry) => entry.isDirectory()).map(({ name }) => path.join(folder, name));
      return [...files, ...filesBelow(root, below)];
    } catch (error) {
      if (error.code === 'ENOENT') return [];
      throw error;
    }
  });
}

/** No process ends on its own, unless it could not start because the database was away: its supervisor tries again. */
export function checkDeaths(members, { outages }) {
  const isAway = (at) =>
    outages.some(({ from, until }) => at >= from && at <= (until ?? Infinity) + START_MS);
  const deaths = members.flatMap((member) => member.deaths);
  return {
    problems: deaths.filter((death) => !isStart(death, isAway)).map(({ words }) => words),
  };
}

/** Only a start may fail for want of the database. The framework says nothing then when its log is silent. */
function isStart({ at, words }, isAway) {
  return /: The (connection to the )?database /.test(words) || (isAway(at) && /: *$/.test(words.trim()));
}

/** No 5xx but 503 with Retry-After, and that only while the database was away. */
export function checkReplies({ failures }, { outages }) {
  const problems = [];
  const isAway = (at) =>
    outages.some(({ from, until }) => at >= from && at <= (until ?? Infinity) + RECOVERY_MS);
  for (const { status, at, hasRetryAfter, target } of failures) {
    if (status !== 503) problems.push(`${target} answered ${status}`);
    else if (!hasRetryAfter) problems.push(`${target} answered 503 without Retry-After`);
  }
  const early = failures.filter(({ at }) => !isAway(at)).length;
  return { count: failures.length, early, problems };
}
