import { defineErrors } from '#libs/platform/errors';

export const { SnapshotNotFound, SnapshotRangeNotSatisfiable } = defineErrors({
  /** The first one is written within minutes of the first start, unless `REGISTRY_SNAPSHOT` is false. */
  SnapshotNotFound: [404, 'There is no snapshot of the registry yet.'],
  SnapshotRangeNotSatisfiable: [416, 'The range lies outside of the snapshot.'],
});
