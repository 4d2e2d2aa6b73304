import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { Repository } from '#libs/platform/database';
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

type Row = Node & {
  publisher: Publisher;
  members: (MemberWithUser['member'] & Pick<NonNullable<MemberWithUser['user']>, 'name' | 'email'>)[];
};

/** Behind every reply about nodes. It joins the tables of publishers: one module after the other cost four statements. */
const READ = `
  select node.*, to_jsonb(publisher) as "publisher",
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
    join unnest($1::text[]) with ordinality as wanted (id, place) on wanted.id = node."idKey"
   order by wanted.place`;

const READ_LATEST = `
  select latest.* from "nodes" node join "node_versions" latest on latest."id" = node."latestVersionId"
   where node."idKey" = any($1)`;

/** Reads nodes for replies. */
@Injectable()
export class NodeReaderRepository extends Repository {
  constructor(dataSource: DataSource) {
    super(dataSource);
  }

  /** By id without regard to case, whatever its status. */
  async find(id: string): Promise<NodeWithPublisher | undefined> {
    return (await this.findMany([id]))[0];
  }

  /** In the order of the ids; absent ones are left out. */
  async findMany(ids: readonly string[]): Promise<NodeWithPublisher[]> {
    const keys = ids.map((id) => id.toLowerCase());
    const [rows, versions] = await Promise.all([
      this.rows<Row>(READ, [keys]),
      this.rows<NodeVersion>(READ_LATEST, [keys]),
    ]);
    const latest = new Map(versions.map((version) => [version.nodeId, version]));
    return rows.map((row) => ({ ...fromRow(row), latestVersion: latest.get(row.id) }));
  }
}

/** Times inside of JSON arrive as texts. */
function fromRow({ publisher, members, ...node }: Row): Omit<NodeWithPublisher, 'latestVersion'> {
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
