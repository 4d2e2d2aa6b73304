import { Injectable, Logger } from '@nestjs/common';
import { Clock } from '#libs/platform/clock';
import { TransactionRunner, type TransactionScope } from '#libs/platform/database';
import { SCOPES } from '#libs/platform/http';
import { AccessTokensRepository } from './access-tokens.repository.js';
import { AccessTokensService } from './access-tokens.service.js';
import { tokenDigest } from './token-text.js';
import type { User } from './user.entity.js';
import { UserInvitations } from './user-invitations.js';
import { UsersRepository } from './users.repository.js';
import { newUser } from './users.service.js';
import { UsersSettings } from './users.settings.js';

/** Name of the token from the setting; a new value of the setting revokes the old one. */
const CHOSEN_NAME = 'ADMIN_TOKEN';
/** Name of the token generated and printed when the setting is empty; a value of the setting revokes it. */
const FIRST_NAME = 'first admin';
/** Name of the tokens made by the command; they are listed with the others. */
const COMMAND_NAME = 'npm run token';

/** How long the link printed at the first start works. */
const FIRST_INVITATION_MS = 24 * 60 * 60 * 1_000;

/** Known only at the first start, to be printed once. */
export type FirstStart = {
  /** The generated token, unless the setting gives one. */
  token?: string;
  /** Signs the new admin in at the console, once. */
  code?: string;
};

/** Makes sure that a new installation has an admin. */
@Injectable()
export class FirstAdmin {
  private readonly logger = new Logger(FirstAdmin.name);

  constructor(
    private readonly users: UsersRepository,
    private readonly tokens: AccessTokensService,
    private readonly tokenRows: AccessTokensRepository,
    private readonly invitations: UserInvitations,
    private readonly transactions: TransactionRunner,
    private readonly settings: UsersSettings,
    private readonly clock: Clock,
  ) {}

  /** Whether the token comes from `ADMIN_TOKEN`. */
  get isChosen(): boolean {
    return this.settings.adminToken !== undefined;
  }

  /**
   * Creates the admin at the first start. A new `ADMIN_TOKEN` becomes the token of the oldest admin and revokes the
   * previous or generated one; a revoked value stays revoked.
   * @returns What to print at the first start.
   */
  async ensure(): Promise<FirstStart> {
    const chosen = this.settings.adminToken?.reveal();
    return this.transactions.run(async (scope) => {
      await this.users.lockAdmins(scope);
      const admin = await this.users.findOldestAdmin(scope);
      if (chosen !== undefined) return this.take(scope, chosen, admin);
      if (admin) return {};
      const userId = await this.createAdmin(scope);
      const { text } = await this.tokens.issue(scope, { userId, name: FIRST_NAME, scopes: SCOPES });
      return { token: text, ...(await this.invite(scope, userId)) };
    });
  }

  /** Makes another token for the oldest admin, or for a first one, if tokens were lost. */
  async issueAnother(): Promise<string> {
    return this.transactions.run(async (scope) => {
      await this.users.lockAdmins(scope);
      const admin = await this.users.findOldestAdmin(scope);
      const userId = admin?.id ?? (await this.createAdmin(scope));
      const { text } = await this.tokens.issue(scope, { userId, name: COMMAND_NAME, scopes: SCOPES });
      return text;
    });
  }

  private async take(scope: TransactionScope, chosen: string, admin: User | undefined): Promise<FirstStart> {
    const known = await this.tokenRows.findByDigest(scope, tokenDigest(chosen));
    if (known) {
      if (known.revokedAt) this.logger.warn('ADMIN_TOKEN was revoked and stays revoked; choose another one');
      return {};
    }
    const userId = admin?.id ?? (await this.createAdmin(scope));
    for (const name of [CHOSEN_NAME, FIRST_NAME]) await this.tokenRows.revokeNamed(scope, userId, name);
    await this.tokens.issue(scope, { userId, name: CHOSEN_NAME, scopes: SCOPES, text: chosen });
    await this.tokens.forgetPrincipals(scope);
    return admin ? {} : this.invite(scope, userId);
  }

  private async invite(scope: TransactionScope, userId: string): Promise<FirstStart> {
    const { code } = await this.invitations.invite(scope, userId, FIRST_INVITATION_MS);
    return { code };
  }

  private async createAdmin(scope: TransactionScope): Promise<string> {
    const plain = newUser({ name: 'Admin', email: 'admin@localhost' }, true, this.clock.now());
    const admin = { ...plain, isAdmin: true };
    await this.users.insert(scope, admin);
    return admin.id;
  }
}
