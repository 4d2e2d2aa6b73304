import { Injectable } from '@nestjs/common';
import { propertiesOf, Repository, type StatementScope } from '#libs/platform/database';
import type { MemberWithUser, Publisher } from '#libs/registry/publishers';
import type { NodeVersion } from '#libs/registry/versions/store';
import type { Node } from './node.entity.js';

/** A node with everything that a reply shows beside it. */
export type NodeWithPublisher = {
  node: Node;
  publisher: Publisher;
  members: MemberWithUser[];
  latestVersion: NodeVersion | undefined;
};

/** The publisher and the version are rows as JSON, keyed by column name. */
type Row = Node & {
  publisher: Record<string, unknown>;
  latest: Record<string, unknown> | null;
  members: (MemberWithUser['member'] & Pick<NonNullable<MemberWithUser['user']>, 'name' | 'email'>)[];
};

/** One statement for every reply about nodes. It joins the tables of publishers, because asking module after module took four statements. */
const READ = `
  select node.*, to_jsonb(publisher) as publisher,
         array(select jsonb_build_object('id', member.id, 'publisherId', member.publisher_id,
                                         'userId', member.user_id, 'invitedEmail', member.invited_email,
                                         'role', member.role,
                                         'acceptedAt', member.accepted_at, 'createdAt', member.created_at,
                                         'name', person.name, 'email', person.email)
                 from publisher_members member
                 left join users person on person.id = member.user_id
                where member.publisher_id = node.publisher_id
                order by member.created_at, member.id) as members,
         to_jsonb(latest) as latest
    from nodes node
    left join node_versions latest on latest.id = node.latest_version_id
    join publishers publisher on publisher.id = node.publisher_id`;

/** A statement for one: PostgreSQL plans a list for its values each time, which takes longer than to read a row. */
const READ_ONE = `${READ} where node.id_key = $1`;
const READ_MANY = `${READ}
    join unnest($1::text[]) with ordinality as wanted (id, place) on wanted.id = node.id_key
   order by wanted.place`;

@Injectable()
export class NodeReaderRepository extends Repository {
  /** By id without regard to case, whatever its status. */
  async find(scope: StatementScope, id: string): Promise<NodeWithPublisher | undefined> {
    const row = await this.row<Row>(scope, READ_ONE, [id.toLowerCase()]);
    return row && fromRow(row);
  }

  /** In the order of the ids; absent ones are left out. */
  async findMany(scope: StatementScope, ids: readonly string[]): Promise<NodeWithPublisher[]> {
    const keys = ids.map((id) => id.toLowerCase());
    return (await this.rows<Row>(scope, READ_MANY, [keys])).map(fromRow);
  }
}

/** In JSON, times and bytes are texts. */
function fromRow({ publisher: row, members, latest, ...node }: Row): NodeWithPublisher {
  const publisher = propertiesOf<Publisher>(row);
  return {
    node,
    publisher: {
      ...publisher,
      createdAt: new Date(publisher.createdAt),
      updatedAt: new Date(publisher.updatedAt),
      bannedAt: publisher.bannedAt === null ? null : new Date(publisher.bannedAt),
    },
    members: members.map(({ name, email, ...member }) => ({
      member,
      user: member.userId === null ? undefined : { id: member.userId, name, email },
    })),
    latestVersion: latest === null ? undefined : versionFrom(latest),
  };
}

function versionFrom(row: Record<string, unknown>): NodeVersion {
  const version = propertiesOf<NodeVersion>(row);
  const sha256 = row.archive_sha256 as string | null;
  return {
    ...version,
    // PostgreSQL writes bytes as \x followed by hex.
    archiveSha256: sha256 === null ? null : Buffer.from(sha256.slice(2), 'hex'),
    uploadDeadline: new Date(version.uploadDeadline),
    createdAt: new Date(version.createdAt),
    updatedAt: new Date(version.updatedAt),
  };
}
