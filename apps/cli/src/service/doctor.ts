import { getStorage, listQueues, listVendors } from '@atelier/client/api';
import { Atelier, type QueueResponse, type StorageResponse, type VendorResponse } from '@atelier/client';
import { type Place, placeOf } from '../account/connection.js';
import { CommandError } from '../terminal/exit-codes.js';
import { describeFailure } from '../terminal/failures.js';
import { plain, type Shell } from '../terminal/shell.js';

type Check = { name: string; state: 'ok' | 'warn' | 'fail'; message: string };

const COLORS = { ok: 'green', warn: 'yellow', fail: 'red' } as const;
/** Standard Webhooks are refused when they are older than five minutes. */
const SKEW_LIMIT_MS = 5 * 60_000;
const SKEW_WARNING_MS = 30_000;
const TIMEOUT_MS = 15_000;

/**
 * Says what keeps the service from working.
 * @param local What the service here stands on, as checks in JSON; undefined when there is none here.
 */
export async function doctor(shell: Shell, local: Promise<string> | undefined): Promise<void> {
  const place = await placeOf(shell);
  const checks = [...(JSON.parse((await local) ?? '[]') as Check[]), ...(await checkService(place))];
  shell.result(checks, () =>
    checks.map(
      ({ name, state, message }) =>
        `${shell.color(COLORS[state], state.padEnd(4))}  ${name}: ${plain(message)}`,
    ),
  );
  const failed = checks.filter(({ state }) => state === 'fail').length;
  if (failed > 0) throw new CommandError(`${failed} of ${checks.length} checks failed.`, 1, 'checks_failed');
}

async function checkService(place: Place): Promise<Check[]> {
  const name = 'service';
  let response: Response;
  const sentAt = Date.now();
  try {
    response = await fetch(`${place.url}/health/ready`, { signal: AbortSignal.timeout(TIMEOUT_MS) });
  } catch (error) {
    const { message } = describeFailure(error);
    return [{ name, state: 'fail', message: `${place.url}: ${message} Is it running? atelier up starts it` }];
  }
  const { message = `status ${response.status}` } = (await response.json().catch(() => ({}))) as {
    message?: string;
  };
  const ready: Check = response.ok
    ? { name, state: 'ok', message: `${place.url} is ready` }
    : { name, state: 'fail', message: `${place.url} is not ready: ${message}` };
  const checks = [ready, ...checkTime(response, sentAt)];
  return response.ok ? [...checks, ...(await checkAsAdmin(place))] : checks;
}

function checkTime({ headers }: Response, sentAt: number): Check[] {
  const told = Date.parse(headers.get('date') ?? '');
  if (Number.isNaN(told)) return [];
  const skewMs = Math.abs(told - (sentAt + Date.now()) / 2);
  const seconds = Math.round(skewMs / 1000);
  const state = skewMs > SKEW_LIMIT_MS ? 'fail' : skewMs > SKEW_WARNING_MS ? 'warn' : 'ok';
  const message =
    state === 'ok'
      ? 'the clocks agree'
      : `the clocks differ by ${seconds} s: have NTP set both, else signatures are refused`;
  return [{ name: 'time', state, message }];
}

/** What only an admin sees; a note for others. */
async function checkAsAdmin(place: Place): Promise<Check[]> {
  if (place.token === undefined)
    return [
      {
        name: 'token',
        state: 'warn',
        message: 'there is none; with the token of an admin more is checked: atelier login',
      },
    ];
  try {
    const atelier = new Atelier(place);
    const [{ vendors }, { disk }, { queues }] = await Promise.all([
      atelier.call(listVendors, {}),
      atelier.call(getStorage, {}),
      atelier.call(listQueues, {}),
    ]);
    return [
      { name: 'token', state: 'ok', message: 'it is the one of an admin' },
      ...vendors.map(checkVendor),
      ...checkDisk(disk),
      ...queues.map(checkQueue).filter((one) => one !== undefined),
    ];
  } catch (error) {
    const { message, code } = describeFailure(error);
    if (code === 'forbidden')
      return [
        { name: 'token', state: 'ok', message: 'it is valid; with the one of an admin more is checked' },
      ];
    return [{ name: 'token', state: 'fail', message }];
  }
}

function checkVendor({ name, circuit, draining, kinds, last_error: error }: VendorResponse): Check {
  const vendor = `vendor ${name}`;
  const said = error ? `; its last error: ${error.code}${error.message ? `, ${error.message}` : ''}` : '';
  if (circuit === 'open' || circuit === 'half_open')
    return {
      name: vendor,
      state: 'fail',
      message: `calls pause after failures${said}. atelier admin test-vendor ${name}`,
    };
  if (draining) return { name: vendor, state: 'warn', message: 'it gets no new tasks, as an admin has said' };
  return {
    name: vendor,
    state: error ? 'warn' : 'ok',
    message: `it works on ${kinds.length} kinds of tasks${said}`,
  };
}

function checkDisk(disk: StorageResponse['disk']): Check[] {
  if (!disk) return [];
  const freeMb = Math.round(disk.free_bytes / 1024 ** 2);
  return disk.free_bytes < disk.reserve_bytes
    ? [
        {
          name: 'disk',
          state: 'fail',
          message: `${freeMb} MB are free, less than the reserve: uploads are refused. Make room`,
        },
      ]
    : [{ name: 'disk', state: 'ok', message: `${freeMb} MB are free` }];
}

/** Only queues with something to do about. */
function checkQueue({ name, paused, dead }: QueueResponse): Check | undefined {
  const queue = `queue ${name}`;
  if (paused)
    return { name: queue, state: 'warn', message: `it is paused. atelier admin resume-queue ${name}` };
  if (dead > 0)
    return {
      name: queue,
      state: 'warn',
      message: `${dead} jobs are dead. atelier admin list-jobs ${name} --state dead`,
    };
  return undefined;
}
