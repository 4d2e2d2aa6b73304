import path from 'node:path';
import { Injectable } from '@nestjs/common';
import type { Request } from 'express';
import { v7 as uuidv7 } from 'uuid';
import { type KnownMalicious, normalName, readOsv, UnreadableOsv } from '@atelier/package-reader/scan';
import { AuditLog } from '#libs/accounts/audit';
import { NO_TRANSACTION, TransactionRunner } from '#libs/platform/database';
import { type Principal, saveBody } from '#libs/platform/http';
import { DiskRoom, ObjectStorage } from '#libs/platform/storage';
import { KnownMaliciousResponse } from './dto/known-malicious.response.js';
import type { MaliciousList } from './judging.entity.js';
import { MaliciousListInvalid } from './judging.errors.js';
import { MaliciousPackagesRepository } from './malicious-packages.repository.js';

const FILE_MAX_BYTES = 100 * 1024 * 1024;

/** The Python packages that are known to be malicious. */
@Injectable()
export class MaliciousPackages {
  /** The names of the list that was last asked for. */
  private known: { listId: string; names: Promise<ReadonlySet<string>> } | undefined;

  constructor(
    private readonly repository: MaliciousPackagesRepository,
    private readonly storage: ObjectStorage,
    private readonly room: DiskRoom,
    private readonly transactions: TransactionRunner,
    private readonly audit: AuditLog,
  ) {}

  /** As `ScanContext.knownMalicious`; undefined without a list. */
  async names(): Promise<ReadonlySet<string> | undefined> {
    const list = await this.repository.findList(NO_TRANSACTION);
    if (!list) return undefined;
    if (this.known?.listId !== list.id) {
      const names = this.repository.listAll(NO_TRANSACTION).then((all) => new Set(all));
      const known = { listId: list.id, names };
      this.known = known;
      names.catch(() => {
        if (this.known === known) this.known = undefined;
      });
    }
    return this.known.names;
  }

  /** What is loaded, and what is known of a package. */
  async describe(name: string | undefined): Promise<KnownMaliciousResponse> {
    const list = await this.repository.findList(NO_TRANSACTION);
    const matches =
      name === undefined ? [] : await this.repository.listVersions(NO_TRANSACTION, normalName(name));
    return KnownMaliciousResponse.from(list, matches);
  }

  /**
   * Puts the packages of a file of OSV advisories in place of those before.
   * @throws MaliciousListInvalid, and what `saveBody` throws; then those before stay.
   */
  async load(principal: Principal, request: Request): Promise<KnownMaliciousResponse> {
    const announced = Number(request.headers['content-length'] ?? 0);
    return this.room.during(Math.min(announced, FILE_MAX_BYTES), () =>
      this.storage.inScratchFolder(async (folder) => {
        const file = path.join(folder, 'advisories');
        const { sha256 } = await saveBody(request, file, FILE_MAX_BYTES, { isHashed: true });
        if (!sha256) throw new Error('A list is always hashed');
        await this.replace(principal, sha256, await read(file));
        return this.describe(undefined);
      }),
    );
  }

  private async replace(
    principal: Principal,
    sha256: Buffer,
    { names, records }: KnownMalicious,
  ): Promise<void> {
    const packages = [...names].map((text) => {
      const [name = '', version = ''] = text.split('==');
      return { name, version };
    });
    const { userId: loadedBy } = principal;
    const list = { id: uuidv7(), sha256, records, packages: packages.length, loadedBy };
    await this.transactions.run(async (scope) => {
      const before = await this.repository.findList(scope);
      await this.repository.replace(scope, list, packages);
      await this.audit.record(scope, principal, 'scan_rule.load_known_malicious', 'malicious_requirement', {
        ...(before ? { before: described(before) } : {}),
        after: described(list),
      });
    });
  }
}

function described({ sha256, packages }: Pick<MaliciousList, 'sha256' | 'packages'>) {
  return { packages, sha256: sha256.toString('hex') };
}

async function read(file: string): Promise<KnownMalicious> {
  try {
    const known = await readOsv(file);
    // An empty list is meant; a file of other advisories is a mistake.
    if (known.records === 0 || known.names.size > 0) return known;
  } catch (error) {
    if (!(error instanceof UnreadableOsv)) throw error;
    throw new MaliciousListInvalid(`The file was not loaded. ${error.message}.`, { cause: error });
  }
  throw new MaliciousListInvalid(
    'The file was not loaded. None of its advisories is of a malicious package of PyPI.',
  );
}
