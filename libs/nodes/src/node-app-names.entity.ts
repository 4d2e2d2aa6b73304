import { Column, Entity, ForeignKey, PrimaryColumn } from 'typeorm';

/** The names of the app nodes in a node's latest version: the search finds the node by them. */
@Entity('node_app_names')
export class NodeAppNames {
  @PrimaryColumn('text') @ForeignKey('nodes', { onDelete: 'CASCADE' }) readonly nodeId!: string;
  @Column('text', { array: true }) names!: string[];
}
