import { Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';

/** A node with more downloads than before. A job replaces all rows. */
@Entity('rising_nodes')
export class RisingNode {
  /** From 1, the one that rises most first. */
  @PrimaryColumn('int') readonly place!: number;
  @Index('ix_rising_nodes_node_id')
  @Column('text')
  @ForeignKey('nodes', { onDelete: 'CASCADE' })
  readonly nodeId!: string;
  @Column('int') readonly downloadsWeek!: number;
  @Column('int') readonly downloadsWeekBefore!: number;
}

/** A Python package that the latest version of a node needs. */
@Entity('node_dependencies')
export class NodeDependency {
  /** Name as PyPI normalises it (PEP 503). */
  @PrimaryColumn('text') readonly package!: string;
  @Index('ix_node_dependencies_node_id')
  @PrimaryColumn('text')
  @ForeignKey('nodes', { onDelete: 'CASCADE' })
  readonly nodeId!: string;
  /** As the version declares it. */
  @Column('text') readonly requirement!: string;
}
