import { Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';

/** What the host application may do with an app node. */
export const APP_NODE_POLICIES = [
  'AppNodePolicyActive',
  'AppNodePolicyBanned',
  'AppNodePolicyLocalOnly',
] as const;
export type AppNodePolicy = (typeof APP_NODE_POLICIES)[number];

/** A building block that a version of a node brings to the host application. */
@Entity('app_nodes')
@Index('ix_app_nodes_name_node_version_id', ['name', 'nodeVersionId'])
export class AppNode {
  @PrimaryColumn('uuid')
  @ForeignKey('node_versions', { onDelete: 'CASCADE' })
  readonly nodeVersionId!: string;
  /** As the package registers it, blanks at its ends included. */
  @PrimaryColumn('text')
  readonly name!: string;
  @Column('text', { default: '' }) readonly displayName!: string;
  @Column('text', { default: '' }) readonly category!: string;
  @Column('text', { default: '' }) readonly description!: string;
  /** Documentation of its Python class; null where it has none, or was read before docstrings were stored. */
  @Column('text', { nullable: true }) readonly docstring!: string | null;
  /** Name of the Python function that runs it. */
  @Column('text', { default: '' }) readonly function!: string;
  /** JSON text, like the two below. */
  @Column('text', { default: '{}' }) readonly inputTypes!: string;
  @Column('text', { default: '[]' }) readonly returnTypes!: string;
  @Column('text', { default: '[]' }) readonly returnNames!: string;
  @Column('boolean', { array: true, default: () => `'{}'` }) readonly outputIsList!: boolean[];
  @Column('boolean', { default: false }) readonly deprecated!: boolean;
  @Column('boolean', { default: false }) readonly experimental!: boolean;
  @Column('text', { default: 'AppNodePolicyActive' }) policy!: AppNodePolicy;
}
