import { join, type Value } from './python-file.js';
import { serviceOf } from './services.js';
import { MARK } from './value.js';

const DEPTH_MAX = 2;
const MEMBERS_MAX = 200;

/** As `join`, and tells when it is the one or the other of the names of keys of different services. */
export function either(before: Value | undefined, added: Value): Value {
  const after = join(before, added);
  if (before?.text === undefined || added.text === undefined || before.text === added.text) return after;
  if ((after.marks & MARK.keyName) !== 0) return after;
  const one = serviceOf(added.text);
  const isOther = one !== undefined && (serviceOf(before.text) ?? one) !== one;
  return isOther ? { ...after, marks: after.marks | MARK.keyName } : after;
}

/** What one of the members of a list may be, and what its members may be. */
export function oneOf(members: readonly Value[], depth = 0): Value {
  let value: Value = { marks: 0 };
  for (const member of members) value = either(value, member);
  if (members.length < 2 || members.length > MEMBERS_MAX || depth >= DEPTH_MAX) return value;
  const { items, names } = value;
  if (items)
    return {
      ...value,
      items: items.map((_, at) =>
        oneOf(
          members.flatMap((member) => member.items?.slice(at, at + 1) ?? []),
          depth + 1,
        ),
      ),
    };
  if (!names || value.methods) return value;
  return {
    ...value,
    names: new Map(
      [...names.keys()].map((name) => [
        name,
        oneOf(
          members.flatMap(({ names: held }) => held?.get(name) ?? []),
          depth + 1,
        ),
      ]),
    ),
  };
}
