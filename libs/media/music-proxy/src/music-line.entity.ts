import { Column, Entity, ForeignKey, PrimaryColumn } from 'typeorm';

/** One line of a music stream. Append-only. */
@Entity('music_lines')
export class MusicLine {
  @PrimaryColumn('uuid') @ForeignKey('tasks', { onDelete: 'CASCADE' }) readonly taskId!: string;
  /** From 0, without gaps; also inside the line. */
  @PrimaryColumn('int') readonly seq!: number;
  /** JSON without a line break. */
  @Column('text') readonly line!: string;
}
