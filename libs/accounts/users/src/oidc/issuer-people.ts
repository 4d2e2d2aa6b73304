import { Injectable, Logger } from '@nestjs/common';
import type { JWTPayload } from 'jose';
import { TransactionRunner } from '#libs/platform/database';
import { DomainEvents } from '#libs/platform/events';
import { AccessTokensService } from '../access-tokens.service.js';
import type { User } from '../user.entity.js';
import { LastAdmin } from '../users.errors.js';
import { AdminRoleFollowedIssuer } from '../users.events.js';
import { UsersService } from '../users.service.js';
import { UsersSettings } from '../users.settings.js';
import { claimsAdmin } from './admin-claim.js';
import { claimedPerson, claimedSubject } from './claimed-person.js';

@Injectable()
export class IssuerPeople {
  private readonly logger = new Logger(IssuerPeople.name);

  constructor(
    private readonly users: UsersService,
    private readonly tokens: AccessTokensService,
    private readonly transactions: TransactionRunner,
    private readonly events: DomainEvents,
    private readonly settings: UsersSettings,
  ) {}

  /**
   * The user of a JWT whose signature was checked; created on first use. Name, address and, if a claim is configured
   * for it, the admin role follow the issuer. Undefined when its subject is invalid.
   */
  async find(payload: JWTPayload): Promise<User | undefined> {
    const subject = claimedSubject(payload);
    if (subject === undefined) return undefined;
    const user = await this.users.signIn(`${payload.iss}|${subject}`, claimedPerson(payload));
    const rule = this.settings.oidcAdminClaim;
    if (rule === undefined || claimsAdmin(rule, payload) === user.isAdmin) return user;
    return this.follow(user, !user.isAdmin);
  }

  private async follow(user: User, isAdmin: boolean): Promise<User> {
    try {
      return await this.transactions.run(async (scope) => {
        const { before, after } = await this.users.change(scope, user.id, { isAdmin });
        if (before.isAdmin === isAdmin) return after;
        await this.events.publish(scope, new AdminRoleFollowedIssuer(user.id, isAdmin));
        await this.tokens.forgetPrincipals(scope);
        return after;
      });
    } catch (error) {
      if (!(error instanceof LastAdmin)) throw error;
      this.logger.warn({ userId: user.id }, 'The last admin keeps the role, although the issuer withdrew it');
      return user;
    }
  }
}
