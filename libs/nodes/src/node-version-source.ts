import { Injectable } from '@nestjs/common';

/** A row of `node_versions` as JSON: the entity's columns, times as ISO 8601 texts, bytes as `\x` and hex digits. */
export type StoredVersion = Readonly<Record<string, unknown>>;

/** Makes a version as a reply shows it. @param isInside Whether the reader is a member of the publisher or an admin. */
export type VersionPresenter = (version: StoredVersion, isInside: boolean) => object;

/**
 * How the module of the versions, which is above this one, takes part in replies about nodes: it registers itself at
 * start. Nodes read the row of their latest version with their own, so that a reply costs one statement.
 */
@Injectable()
export class NodeVersionSource {
  private presenter: VersionPresenter | undefined;

  register(presenter: VersionPresenter): void {
    this.presenter = presenter;
  }

  /** Undefined without a version, and as long as nobody has registered. */
  present(version: StoredVersion | null, isInside: boolean): object | undefined {
    return version === null ? undefined : this.presenter?.(version, isInside);
  }
}
