import { Injectable } from '@nestjs/common';
import type { Principal } from '#libs/platform/http';
import { PictureLinks } from '#libs/registry/pictures';
import {
  type ListedPublisherResponse,
  type MembershipResponse,
  PublisherResponse,
} from './dto/publisher.response.js';
import type { MemberWithUser } from './members.repository.js';
import { MembersService } from './members.service.js';
import type { Publisher } from './publisher.entity.js';
import { reachesInside } from './publisher-rights.js';
import { PublishersService } from './publishers.service.js';

/** Shows publishers to a reader: members and admins see e-mail addresses and open invitations, others do not. */
@Injectable()
export class PublisherViews {
  constructor(
    private readonly publishers: PublishersService,
    private readonly members: MembersService,
    private readonly pictures: PictureLinks,
  ) {}

  /** Publishers as the reader may see them, in the order given. */
  async show(reader: Principal | undefined, publishers: readonly Publisher[]): Promise<PublisherResponse[]> {
    const members = await this.members.listOfPublishers(
      publishers.map(({ id }) => id),
      true,
    );
    return publishers.map(
      (publisher) => this.present(reader, publisher, members.get(publisher.id) ?? []).response,
    );
  }

  /** As `show`; admins also see figures of each. */
  async list(
    reader: Principal | undefined,
    publishers: readonly Publisher[],
  ): Promise<ListedPublisherResponse[]> {
    const shown = await this.show(reader, publishers);
    if (!reader?.isAdmin) return shown;
    const figures = await this.publishers.figuresOf(shown.map(({ id }) => id));
    return shown.map((publisher) => {
      const { nodes = 0, downloads = 0 } = figures.get(publisher.id) ?? {};
      return { ...publisher, node_count: nodes, downloads };
    });
  }

  /**
   * A publisher whose members were read already, open invitations included.
   * @returns `isInside`: whether the reader is a member or an admin.
   */
  present(
    reader: Principal | undefined,
    publisher: Publisher,
    members: readonly MemberWithUser[],
  ): { response: PublisherResponse; isInside: boolean } {
    const isInside = reader !== undefined && isSeenFromInside(reader, publisher, members);
    const isAdmin = reader?.isAdmin === true;
    const shown = members.filter(({ member }) => isInside || member.acceptedAt !== null);
    const logoPath = this.pictures.ofUrl(publisher.logo);
    return { response: PublisherResponse.from(publisher, shown, { logoPath, isInside, isAdmin }), isInside };
  }

  async showOne(reader: Principal | undefined, publisher: Publisher): Promise<PublisherResponse> {
    const [shown] = await this.show(reader, [publisher]);
    if (!shown) throw new Error('There is no response for the publisher');
    return shown;
  }

  async memberships(reader: Principal): Promise<MembershipResponse[]> {
    const own = await this.members.listOfUser(reader);
    const publishers = await this.publishers.findMany(own.map(({ publisherId }) => publisherId));
    const shown = new Map(
      (await this.show(reader, publishers)).map((publisher) => [publisher.id, publisher]),
    );
    return own.flatMap((member) => {
      const publisher = shown.get(member.publisherId);
      if (!publisher) return [];
      return [{ publisher, member_id: member.id, role: member.role, invited: member.acceptedAt === null }];
    });
  }
}

function isSeenFromInside(reader: Principal, { id }: Publisher, members: readonly MemberWithUser[]): boolean {
  if (!reachesInside(reader, id)) return false;
  const isMember = members.some(
    ({ member }) => member.userId === reader.userId && member.acceptedAt !== null,
  );
  return isMember || reader.isAdmin;
}
