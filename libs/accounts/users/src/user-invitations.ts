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

/** A code to be handed to a person; it cannot be read again. */
export type NewInvitation = { code: string; expiresAt: Date };

/**
 * The page of the console that signs in by this code. Browsers send nothing of what comes after the #, so that no log on
 * the way keeps the code.
 */
export function signInLink(baseUrl: string, code: string): string {
  return `${baseUrl}/console/sign-in#code=${code}`;
}

/** How a person whom an admin made comes to a first token. */
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

  /** Makes an invitation for the user, good for so long, and ends those before it. @throws UserNotFound, UserSuspended. */
  async invite(scope: TransactionScope, userId: string, ms = INVITATION_MS): Promise<NewInvitation> {
    // The lock lets two admins invite one after the other, so that one code is left.
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
   * Turns a code into a token, once.
   * @throws InvitationNotFound, InvitationUsed, InvitationExpired, UserSuspended; the last keeps the code as it is.
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

  /** Uses a code up. @returns Whom it lets in, locked. @throws As `accept`. */
  async take(scope: TransactionScope, code: string): Promise<User> {
    const digest = tokenDigest(code);
    const known = await this.invitations.findByDigest(scope, digest);
    if (!known) throw new InvitationNotFound();
    // The user before the invitation, as an admin's new invitation and a deletion lock them.
    const user = await this.users.requireLocked(scope, known.userId);
    if (!(await this.invitations.take(scope, digest))) throw await this.reasonAgainst(scope, digest);
    refuseSuspended(user);
    return user;
  }

  /** When the open invitations of these users end, by user id. */
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
