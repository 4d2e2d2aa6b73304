import { randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Repository, type StatementScope } from '#libs/platform/database';

const SECRET_BYTES = 32;

/** Generated secrets of the installation, the same for all its processes. */
@Injectable()
export class ServiceSecretRepository extends Repository {
  /** The secret with this name, generated on first use. */
  async findOrCreate(scope: StatementScope, name: string): Promise<Buffer> {
    await this.rows(
      scope,
      'insert into service_secrets (name, value) values ($1, $2) on conflict do nothing',
      [name, randomBytes(SECRET_BYTES)],
    );
    const row = await this.row<{ value: Buffer }>(
      scope,
      'select value from service_secrets where name = $1',
      [name],
    );
    if (!row) throw new Error(`The secret ${name} is neither stored nor storable`);
    return row.value;
  }
}
