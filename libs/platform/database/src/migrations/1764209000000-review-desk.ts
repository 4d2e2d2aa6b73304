import type { QueryRunner } from 'typeorm';
import type { Migration } from '../schema/migration.js';

/** Who reviews what, what reviewers note, and how long versions were held. */
export class ReviewDesk1764209000000 implements Migration {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table review_assignments (
        kind text not null,
        subject_id text not null,
        assignee_id uuid not null,
        since timestamptz not null default now(),
        constraint pk_review_assignments primary key (kind, subject_id),
        constraint fk_review_assignments_assignee_id foreign key (assignee_id) references users (id) on delete cascade
      );
      create index ix_review_assignments_assignee_id on review_assignments (assignee_id);
      create table review_notes (
        id uuid not null,
        kind text not null,
        subject_id text not null,
        author_id uuid,
        text text not null,
        created_at timestamptz not null default now(),
        constraint pk_review_notes primary key (id),
        constraint fk_review_notes_author_id foreign key (author_id) references users (id) on delete set null
      );
      create index ix_review_notes_subject_id on review_notes (kind, subject_id, id);
      create index ix_review_notes_author_id on review_notes (author_id);
      create table version_holds (
        id uuid not null,
        node_version_id uuid not null,
        held_at timestamptz not null default now(),
        decided_at timestamptz,
        was_right boolean,
        constraint pk_version_holds primary key (id),
        constraint fk_version_holds_node_version_id foreign key (node_version_id) references node_versions (id) on delete cascade
      );
      create index ix_version_holds_held_at on version_holds (held_at);
      create unique index uq_version_holds_open on version_holds (node_version_id) where decided_at is null;
      create index ix_version_holds_node_version_id on version_holds (node_version_id);`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table version_holds; drop table review_notes; drop table review_assignments');
  }
}
