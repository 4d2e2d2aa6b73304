import { Injectable } from '@nestjs/common';
import { propertiesOf, Repository, type StatementScope } from '#libs/platform/database';
import type { MemberWithUser, Publisher } from '#libs/publishers';
import type { NodeVersion } from '#libs/version-store';
import type { Node } from './node.entity.js';

/** A node with all that a reply shows beside it. */
export type NodeWithPublisher = {
  node: Node;
  publisher: Publisher;
  members: MemberWithUser[];
  latestVersion: NodeVersion | undefined;
};

/** The publisher is a row as JSON, with columns for names. */
type Row = Node & {
  publisher: Record<string, unknown>;
  members: (MemberWithUser['member'] & Pick<NonNullable<MemberWithUser['user']>, 'name' | 'email'>)[];
};

/** Reads what every reply about nodes needs. It joins the tables of publishers: one module after the other cost four statements. */
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
                order by member.created_at, member.id) as members
    from nodes node
    join publishers publisher on publisher.id = node.publisher_id
    join unnest($1::text[]) with ordinality as wanted (id, place) on wanted.id = node.id_key
   order by wanted.place`;

const READ_LATEST = `
  select latest.* from nodes node join node_versions latest on latest.id = node.latest_version_id
   where node.id_key = any($1)`;

/** Reads nodes for replies. */
@Injectable()
export class NodeReaderRepository extends Repository {
  /** By id without regard to case, whatever its status. */
  async find(scope: StatementScope, id: string): Promise<NodeWithPublisher | undefined> {
    return (await this.findMany(scope, [id]))[0];
  }

  /** In the order of the ids; absent ones are left out. */
  async findMany(scope: StatementScope, ids: readonly string[]): Promise<NodeWithPublisher[]> {
    const keys = ids.map((id) => id.toLowerCase());
    const [rows, versions] = await Promise.all([
      this.rows<Row>(scope, READ, [keys]),
      this.rows<NodeVersion>(scope, READ_LATEST, [keys]),
    ]);
    const latest = new Map(versions.map((version) => [version.nodeId, version]));
    return rows.map((row) => ({ ...fromRow(row), latestVersion: latest.get(row.id) }));
  }
}

/** Times inside of JSON arrive as texts. */
function fromRow({ publisher: row, members, ...node }: Row): Omit<NodeWithPublisher, 'latestVersion'> {
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
  };
}
