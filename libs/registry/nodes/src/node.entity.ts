import { Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import type { NodeTranslations } from './node-translations.js';

/** The node statuses of service.md. */
export const NODE_STATUSES = ['NodeStatusActive', 'NodeStatusDeleted', 'NodeStatusBanned'] as const;
export type NodeStatus = (typeof NODE_STATUSES)[number];

/** A package for the host application. */
@Entity('nodes')
@Index('ix_nodes_review_age', { synchronize: false })
@Index('ix_nodes_name_author', { synchronize: false })
@Index('ix_nodes_description', { synchronize: false })
@Index('ix_nodes_repository', { synchronize: false })
@Index('ix_nodes_publisher_id_id_key', ['publisherId', 'idKey'])
@Index('ix_nodes_status', ['status', 'idKey'])
export class Node {
  /** As its publisher wrote it; looked up through `idKey`. */
  @PrimaryColumn('text') readonly id!: string;
  /** The id in lower case: ids that differ only in letter case are the same. */
  @Index('uq_nodes_id_key', { unique: true })
  @Column('text')
  readonly idKey!: string;
  /** `idKey` without `-`, `_` and `.`; two nodes that share it look alike. */
  @Index('ix_nodes_look_alike_key')
  @Column('text')
  readonly lookAlikeKey!: string;
  @Column('text')
  @ForeignKey('publishers', { onDelete: 'RESTRICT' })
  publisherId!: string;
  @Column('text') name!: string;
  @Column('text', { default: '' }) author!: string;
  @Column('text', { default: '' }) description!: string;
  @Column('text', { default: '' }) bannerUrl!: string;
  @Column('text', { default: '' }) icon!: string;
  @Column('text', { default: '' }) category!: string;
  /** Path to the licence file in the repository. */
  @Column('text', { default: '' }) license!: string;
  @Column('text', { default: '' }) repository!: string;
  @Index('ix_nodes_tags', { synchronize: false })
  @Column('text', { array: true, default: () => `'{}'` })
  tags!: string[];
  @Column('text', { array: true, default: () => `'{}'` }) tagsAdmin!: string[];
  @Column('text', { array: true, default: () => `'{}'` }) supportedOs!: string[];
  @Column('text', { array: true, default: () => `'{}'` }) supportedAccelerators!: string[];
  @Column('text', { default: '' }) supportedAppVersion!: string;
  @Column('text', { default: '' }) supportedAppFrontendVersion!: string;
  @Column('text', { array: true, default: () => `'{}'` }) preemptedAppNodeNames!: string[];
  @Column('jsonb', { default: () => `'{}'` }) translations!: NodeTranslations;
  @Column('int', { default: 0 }) githubStars!: number;
  @Column('int', { default: 0 }) searchRanking!: number;
  /** Written in batches by the counter job. */
  @Column('int', { default: 0 }) downloads!: number;
  @Column('int', { default: 0 }) ratingSum!: number;
  @Column('int', { default: 0 }) ratingCount!: number;
  @Column('text', { default: 'NodeStatusActive' }) status!: NodeStatus;
  @Column('text', { default: '' }) statusDetail!: string;
  /**
   * Why the node is banned, or was when it was deleted; '' for any other node. While the node is banned, it is shown in place
   * of `statusDetail`.
   */
  @Column('text', { default: '' }) banReason!: string;
  /** Since when the node is hidden until an admin has checked it. It counts only while the node is banned. */
  @Column('timestamptz', { nullable: true }) quarantinedAt!: Date | null;
  /** Why an admin should review the node, which is out of search and lists meanwhile; null when there is no reason. */
  @Index('ix_nodes_review', { synchronize: false })
  @Column('text', { nullable: true })
  reviewReason!: string | null;
  /** The highest version that is active and not deprecated; kept by the node-versions module through `NodesService`. */
  @Column('uuid', { nullable: true })
  @ForeignKey('node_versions', { onDelete: 'SET NULL' })
  latestVersionId!: string | null;
  /** Whether versions may come from trusted publishers only. */
  @Column('boolean', { default: false }) requiresTrustedPublishing!: boolean;
  /** Storage keys of the pictures that its publisher sent. */
  @Column('text', { nullable: true }) iconFile!: string | null;
  @Column('text', { nullable: true }) bannerFile!: string | null;
  @Column('timestamptz', { default: () => 'now()' }) readonly createdAt!: Date;
  @Column('timestamptz', { default: () => 'now()' }) updatedAt!: Date;
}

/** A reason for review that holds while versions are held and none is active. */
export const ALL_VERSIONS_HELD = 'Its versions are held.';

/** Whether the ban of the node is provisional: an admin is to confirm or lift it. */
export function isQuarantined({ status, quarantinedAt }: Pick<Node, 'status' | 'quarantinedAt'>): boolean {
  return status === 'NodeStatusBanned' && quarantinedAt !== null;
}

/** One user's rating of a node, 1 to 5. */
@Entity('node_reviews')
export class NodeReview {
  @PrimaryColumn('text') @ForeignKey('nodes', { onDelete: 'CASCADE' }) readonly nodeId!: string;
  @PrimaryColumn('uuid') @ForeignKey('users', { onDelete: 'CASCADE' }) readonly userId!: string;
  @Column('smallint') star!: number;
  @Column('timestamptz', { default: () => 'now()' }) updatedAt!: Date;
}
