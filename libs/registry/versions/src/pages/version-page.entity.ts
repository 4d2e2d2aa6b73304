import { Column, Entity, ForeignKey, PrimaryColumn } from 'typeorm';
import type { ReadmeFormat } from '@atelier/package-reader/archive';

export type PageFile = { readonly path: string; readonly bytes: number; readonly hash: string };

/** What the page of a version shows of its archive; texts are '' where the archive has none. */
@Entity('version_pages')
export class VersionPage {
  @PrimaryColumn('uuid')
  @ForeignKey('node_versions', { onDelete: 'CASCADE' })
  readonly nodeVersionId!: string;
  /** Path in the package. */
  @Column('text', { default: '' }) readonly readmePath!: string;
  @Column('text', { default: '' }) readonly readmeFormat!: ReadmeFormat | '';
  @Column('text', { default: '' }) readonly readme!: string;
  @Column('boolean', { default: false }) readonly readmeIsCut!: boolean;
  @Column('text', { default: '' }) readonly licencePath!: string;
  @Column('text', { default: '' }) readonly licenceText!: string;
  /** SPDX name. */
  @Column('text', { default: '' }) readonly licenceName!: string;
  @Column('text', { default: '' }) readonly requiresPython!: string;
  /** The first files in the order of the archive, and how many there are in all. */
  @Column('jsonb', { default: () => `'[]'` }) readonly files!: readonly PageFile[];
  @Column('int', { default: 0 }) readonly filesTotal!: number;
  @Column('timestamptz', { default: () => 'now()' }) readonly readAt!: Date;
}
