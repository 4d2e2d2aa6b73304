import { Column, Entity, ForeignKey, PrimaryColumn } from 'typeorm';
import type { ArchiveFile, ArchiveFinding } from '@atelier/package-reader/archive';
import type { PackageTraits } from '@atelier/package-reader/scan';

/** The findings of the check of an archive, limited in size. */
export type ArchiveReport = {
  /** The first files in the order of the archive. */
  files: readonly ArchiveFile[];
  filesTotal: number;
  /** Unpacked bytes of all files. */
  bytesTotal: number;
  /** Most serious first. */
  findings: readonly ArchiveFinding[];
  findingsTotal: number;
  /** What is compared with the next version; reports of before have none. */
  traits?: PackageTraits;
};

/** The report of the check that ended the wait of a version. Versions that were not checked have none. */
@Entity('version_reports')
export class VersionReport {
  @PrimaryColumn('uuid')
  @ForeignKey('node_versions', { onDelete: 'CASCADE' })
  readonly nodeVersionId!: string;
  @Column('jsonb') readonly report!: ArchiveReport;
  @Column('timestamptz', { default: () => 'now()' }) readonly checkedAt!: Date;
}
