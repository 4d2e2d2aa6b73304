import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { Repository } from '#libs/platform/database';
import type { MemberWithUser, Publisher } from '#libs/publishers';
import type { Node } from './node.entity.js';
import type { StoredVersion } from './node-version-source.js';

/** A node with all that a reply shows beside it. */
export type NodeWithPublisher = {
  node: Node;
  publisher: Publisher;
  members: MemberWithUser[];
  latestVersion: StoredVersion | null;
};

type Row = Node & {
  latestVersion: StoredVersion | null;
  publisher: Publisher;
  members: (MemberWithUser['member'] & Pick<NonNullable<MemberWithUser['user']>, 'name' | 'email'>)[];
};

/**
 * The one statement behind every reply about nodes. It reads the tables of publishers and versions too: fetched one
 * module after the other, a reply would cost five statements.
 */
const READ = `
  select node.*, to_jsonb(publisher) as "publisher", to_jsonb(latest) as "latestVersion",
         array(select jsonb_build_object('id', member."id", 'publisherId', member."publisherId",
                                         'userId', member."userId", 'invitedEmail', member."invitedEmail",
                                         'role', member."role",
                                         'acceptedAt', member."acceptedAt", 'createdAt', member."createdAt",
                                         'name', person."name", 'email', person."email")
                 from "publisher_members" member
                 left join "users" person on person."id" = member."userId"
                where member."publisherId" = node."publisherId"
                order by member."createdAt", member."id") as "members"
    from "nodes" node
    join "publishers" publisher on publisher."id" = node."publisherId"
    left join "node_versions" latest on latest."id" = node."latestVersionId"`;

/** Reads nodes for replies. */
@Injectable()
export class NodeReaderRepository extends Repository {
  constructor(dataSource: DataSource) {
    super(dataSource);
  }

  /** By id without regard to case, whatever its status. */
  async find(id: string): Promise<NodeWithPublisher | undefined> {
    const [row] = await this.rows<Row>(`${READ} where node."idKey" = $1`, [id.toLowerCase()]);
    return row && fromRow(row);
  }

  /** In the order of the ids; absent ones are left out. */
  async findMany(ids: readonly string[]): Promise<NodeWithPublisher[]> {
    const rows = await this.rows<Row>(
      `${READ} join unnest($1::text[]) with ordinality as wanted (id, place) on wanted.id = node."idKey"
       order by wanted.place`,
      [ids.map((id) => id.toLowerCase())],
    );
    return rows.map(fromRow);
  }
}

/** Times inside of JSON arrive as texts. */
function fromRow({ publisher, members, latestVersion, ...node }: Row): NodeWithPublisher {
  return {
    node,
    latestVersion,
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
