import { LOOKS_UP, SENDS } from '../code/known-names.js';
import type { Call } from '../code/observation.js';
import { has, HOLE, isWhole, MACHINE, MARK, marksOf, PRIVATE, type Value } from '../code/value.js';
import { rule } from './python-rule.js';
import { COLLECTOR_HOST, MESSENGER_HOST } from './text-patterns.js';

export const SENDS_ENVIRONMENT = rule(
  'sends_environment',
  'Sends the environment, in which keys are, to another computer.',
);
export const SENDS_SECRETS = rule(
  'sends_secrets',
  'Reads keys, passwords or wallets and sends them to another computer.',
);
export const SENDS_WHAT_IT_WATCHES = rule(
  'sends_what_it_watches',
  'Sends the screen, the clipboard, keys pressed or stored passwords.',
);
export const SENDS_MACHINE = rule(
  'sends_machine',
  'Sends the names of the machine and its user to another computer.',
);
export const SENDS_KEYS_AWAY = rule(
  'sends_keys_away',
  'Sends a key of the environment to a chat or a collector of requests.',
);
export const SENDS_PROMPTS = rule('sends_prompts', 'Sends the prompts of others to another computer.');
export const LOOKS_UP_COMPUTED_HOST = rule(
  'looks_up_computed_host',
  'Looks up the name of a host made of data, which carries data out.',
);
export const HIDES_ADDRESS = rule('hides_address', 'Sends requests to an address that is encoded.');

export const SENDING_RULES = [
  SENDS_ENVIRONMENT,
  SENDS_SECRETS,
  SENDS_WHAT_IT_WATCHES,
  SENDS_MACHINE,
  SENDS_KEYS_AWAY,
  SENDS_PROMPTS,
  LOOKS_UP_COMPUTED_HOST,
  HIDES_ADDRESS,
];

const HOST_OF_DATA = /\0[^\0]{0,80}\.[a-z0-9-]{1,60}\.?[a-z]{2,20}\.?$/i;

/** The rule on sending that a call breaks. */
export function sendingRuleOf(call: Call) {
  const { path = '', given, named, everything, receiver } = call;
  const marks = marksOf(everything);
  const all = { marks: marks | ((receiver?.marks ?? 0) & (PRIVATE | MACHINE)) };
  if (LOOKS_UP.test(path)) return hostRuleOf(given[0], all);
  if (!SENDS.test(path)) return undefined;
  const [address] = given;
  if (has(all, MARK.environment)) return SENDS_ENVIRONMENT;
  if (has(all, MARK.secret)) return SENDS_SECRETS;
  if (has(all, MARK.watched)) return SENDS_WHAT_IT_WATCHES;
  const texts = [...everything, ...(receiver ? [receiver] : [])].map(({ text = '' }) => text);
  const isCollector = texts.some((text) => COLLECTOR_HOST.test(text) || MESSENGER_HOST.test(text));
  if ((all.marks & MACHINE) === MACHINE || (isCollector && has(all, MACHINE))) return SENDS_MACHINE;
  if (isCollector && has(bodyOf(named, given), MARK.credential)) return SENDS_KEYS_AWAY;
  if (isCollector && has(all, MARK.prompt)) return SENDS_PROMPTS;
  if (isWhole(address) && has(address, MARK.decoded) && /^https?:\/\//.test(address.text))
    return HIDES_ADDRESS;
  return undefined;
}

/** What is sent, without the headers by which a caller proves who it is. */
function bodyOf(named: ReadonlyMap<string, Value>, given: readonly Value[]): Value {
  const body = [...named].filter(([name]) => name !== 'headers' && name !== 'auth').map(([, value]) => value);
  return { marks: marksOf([...body, ...given.slice(1)]) };
}

function hostRuleOf(host: Value | undefined, all: Value) {
  if (has(all, PRIVATE | MARK.credential)) return LOOKS_UP_COMPUTED_HOST;
  const isMade = host?.text !== undefined && host.text.includes(HOLE) && HOST_OF_DATA.test(host.text);
  return isMade && has(all, MACHINE | MARK.encoded | MARK.fileBytes | MARK.dataFile)
    ? LOOKS_UP_COMPUTED_HOST
    : undefined;
}
