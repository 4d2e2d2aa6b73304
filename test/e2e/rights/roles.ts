import type { Scope } from '#libs/platform/http';
import { AccessTokensService } from '#libs/accounts/users';
import { NO_TRANSACTION } from '#libs/platform/database';
import type { Caller, TestApp } from '../../support/test-app.js';

/** The callers, in the order of the table's columns. */
export const ROLES = [
  'anonymous',
  'stranger',
  'unapproved',
  /** Has an invitation to the publisher and has not accepted it. */
  'invited',
  'member',
  'owner',
  'admin',
  /** The owner with a token for media alone. */
  'media token',
  /** The owner with a token for the registry alone that is bound to another publisher. */
  'bound elsewhere',
  /** The owner of a banned publisher, who calls for what belongs to it. */
  'banned owner',
] as const;
export type Role = (typeof ROLES)[number];

/** The users of the roles, and the token of each role; the anonymous role has none. */
export type Cast = {
  owner: Caller;
  member: Caller;
  guest: Caller;
  stranger: Caller;
  admin: Caller;
  bannedOwner: Caller;
  tokens: Record<Role, string | undefined>;
};

/** Makes the users and tokens that play the roles. */
export async function makeCast(app: TestApp): Promise<Cast> {
  const [owner, member, guest, bannedOwner, stranger] = await Promise.all(
    ['owner', 'member', 'guest', 'outcast', 'stranger'].map((name) => app.caller({ name, isApproved: true })),
  );
  const unapproved = await app.caller({ name: 'unapproved', isApproved: false });
  const admin = await app.caller({ name: 'admin', isAdmin: true, isApproved: true });
  if (!owner || !member || !guest || !bannedOwner || !stranger)
    throw new Error('Five callers were asked for');
  const tokens = app.get(AccessTokensService);
  const issue = async (scopes: readonly Scope[], publisherId?: string) =>
    (
      await tokens.issue(NO_TRANSACTION, {
        userId: owner.user.id,
        name: 'role',
        scopes,
        ...(publisherId ? { publisherId } : {}),
      })
    ).text;
  return {
    owner,
    member,
    guest,
    stranger,
    admin,
    bannedOwner,
    tokens: {
      anonymous: undefined,
      stranger: stranger.token,
      unapproved: unapproved.token,
      invited: guest.token,
      member: member.token,
      owner: owner.token,
      admin: admin.token,
      'media token': await issue(['media']),
      'bound elsewhere': await issue(['registry:read', 'registry:write'], 'elsewhere'),
      'banned owner': bannedOwner.token,
    },
  };
}
