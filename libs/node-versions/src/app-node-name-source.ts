import { Injectable } from '@nestjs/common';
import type { TransactionScope } from '#libs/platform/database';

type Source = (scope: TransactionScope, versionId: string) => Promise<string[]>;

/** Where the names of a version's app nodes come from; the module above that keeps them registers itself. */
@Injectable()
export class AppNodeNameSource {
  private source: Source = async () => [];

  register(source: Source): void {
    this.source = source;
  }

  /** Names of the app nodes in a version. */
  async namesOf(scope: TransactionScope, versionId: string): Promise<string[]> {
    return this.source(scope, versionId);
  }
}
