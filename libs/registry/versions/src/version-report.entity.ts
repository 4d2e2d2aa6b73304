import { Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
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

/** Whether a report has a warning that counts and is not approved: the condition of an index. */
export const REPORT_WARNS = `jsonb_path_exists(report,
  '$.findings[*] ? (@.severity == "warning" && !(@.isShadow == true) && !(@.isApproved == true))')`;

/** The report of the check that ended the wait of a version. Versions that were not checked have none. */
@Entity('version_reports')
@Index('ix_version_reports_warned', ['nodeVersionId'], { where: REPORT_WARNS })
export class VersionReport {
  @PrimaryColumn('uuid')
  @ForeignKey('node_versions', { onDelete: 'CASCADE' })
  readonly nodeVersionId!: string;
  @Column('jsonb') readonly report!: ArchiveReport;
  @Column('timestamptz', { default: () => 'now()' }) readonly checkedAt!: Date;
}
