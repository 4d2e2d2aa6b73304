import { Injectable } from '@nestjs/common';
import { v7 as uuidv7 } from 'uuid';
import { Clock } from '#libs/platform/clock';
import { NO_TRANSACTION, TransactionRunner, type TransactionScope } from '#libs/platform/database';
import { DomainEvents } from '#libs/platform/events';
import type { AccessToken } from './access-token.entity.js';
import { AccessTokensService } from './access-tokens.service.js';
import { scopesOf } from './token-grant.js';
import { newSecretText, tokenDigest } from './token-text.js';
import type { User } from './user.entity.js';
import { UserInvitationsRepository } from './user-invitations.repository.js';
import { InvitationExpired, InvitationNotFound, InvitationUsed, UserSuspended } from './users.errors.js';
import { TokenMade } from './users.events.js';
import { UsersService } from './users.service.js';

const INVITATION_MS = 7 * 24 * 60 * 60 * 1_000;
const CODE_PREFIX = 'inv_';

/** A code to give to a person; it cannot be read later. */
export type NewInvitation = { code: string; expiresAt: Date };

/**
 * The console's page that signs in with this code. Browsers do not send what follows the #, so no log on the way
 * contains the code.
 */
export function signInLink(baseUrl: string, code: string): string {
  return `${baseUrl}/console/sign-in#code=${code}`;
}

/** How a person for whom an admin created a user gets a first token. */
@Injectable()
export class UserInvitations {
  constructor(
    private readonly invitations: UserInvitationsRepository,
    private readonly users: UsersService,
    private readonly tokens: AccessTokensService,
    private readonly transactions: TransactionRunner,
    private readonly clock: Clock,
    private readonly events: DomainEvents,
  ) {}

  /** Creates an invitation for the user, valid for `ms`, and ends earlier ones. @throws UserNotFound, UserSuspended. */
  async invite(scope: TransactionScope, userId: string, ms = INVITATION_MS): Promise<NewInvitation> {
    // The lock makes concurrent invitations sequential, so that one code is left.
    refuseSuspended(await this.users.requireLocked(scope, userId));
    await this.invitations.endOpen(scope, userId);
    const code = newSecretText(CODE_PREFIX);
    const expiresAt = this.clock.in(ms);
    await this.invitations.insert(scope, {
      id: uuidv7(),
      userId,
      digest: tokenDigest(code),
      expiresAt,
      acceptedAt: null,
      createdAt: this.clock.now(),
    });
    return { code, expiresAt };
  }

  /**
   * Exchanges a code for a token, once.
   * @throws InvitationNotFound, InvitationUsed, InvitationExpired, UserSuspended; the last leaves the code usable.
   */
  async accept(code: string): Promise<{ user: User; token: AccessToken; text: string }> {
    return this.transactions.run(async (scope) => {
      const user = await this.take(scope, code);
      const wanted = { userId: user.id, name: 'first token', scopes: scopesOf(user) };
      const issued = await this.tokens.issue(scope, wanted);
      await this.events.publish(scope, new TokenMade({ userId: user.id }, issued.token));
      return { user, ...issued };
    });
  }

  /** Uses up a code. @returns Its user, locked. @throws As `accept`. */
  async take(scope: TransactionScope, code: string): Promise<User> {
    const digest = tokenDigest(code);
    const known = await this.invitations.findByDigest(scope, digest);
    if (!known) throw new InvitationNotFound();
    // Lock the user before the invitation, in the same order as a new invitation and a deletion.
    const user = await this.users.requireLocked(scope, known.userId);
    if (!(await this.invitations.take(scope, digest))) throw await this.reasonAgainst(scope, digest);
    refuseSuspended(user);
    return user;
  }

  async openOf(userIds: readonly string[]): Promise<Map<string, Date>> {
    const open = userIds.length === 0 ? [] : await this.invitations.listOpen(NO_TRANSACTION, userIds);
    return new Map(open.map(({ userId, expiresAt }) => [userId, expiresAt]));
  }

  private async reasonAgainst(scope: TransactionScope, digest: Buffer): Promise<Error> {
    const known = await this.invitations.findByDigest(scope, digest);
    if (!known) return new InvitationNotFound();
    return known.acceptedAt === null ? new InvitationExpired() : new InvitationUsed();
  }
}

function refuseSuspended({ suspendedAt }: User): void {
  if (suspendedAt !== null) throw new UserSuspended();
}
