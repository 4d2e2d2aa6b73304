import { Injectable } from '@nestjs/common';
import { AccessTokensService, UsersService } from '#libs/accounts/users';
import {
  type NodeVersion,
  type NodeVersionResponse,
  NodeVersionViews,
  type PublishedByResponse,
} from '#libs/registry/versions/store';

/** Builds replies about versions. Members and admins also see who published them. */
@Injectable()
export class VersionViews {
  constructor(
    private readonly views: NodeVersionViews,
    private readonly users: UsersService,
    private readonly tokens: AccessTokensService,
  ) {}

  showPublic(version: NodeVersion): NodeVersionResponse {
    return this.views.show(version, false);
  }

  async showOne(version: NodeVersion, isInside: boolean): Promise<NodeVersionResponse> {
    const publishers = isInside ? await this.publishersOf([version]) : undefined;
    return this.shown(version, publishers);
  }

  async show(versions: readonly NodeVersion[], isInside: boolean): Promise<NodeVersionResponse[]> {
    const publishers = isInside ? await this.publishersOf(versions) : undefined;
    return versions.map((version) => this.shown(version, publishers));
  }

  private shown(
    version: NodeVersion,
    publishers: ReadonlyMap<string, PublishedByResponse> | undefined,
  ): NodeVersionResponse {
    const response = this.views.show(version, publishers !== undefined);
    return publishers ? { ...response, published_by: publishers.get(version.id) ?? null } : response;
  }

  private async publishersOf(versions: readonly NodeVersion[]): Promise<Map<string, PublishedByResponse>> {
    const users = await this.users.findMany(known(versions.map(({ publishedBy }) => publishedBy)));
    const tokens = await this.tokens.findMany(
      known(versions.map(({ publishedByToken }) => publishedByToken)),
    );
    const userNames = new Map(users.map(({ id, name }) => [id, name]));
    const tokenNames = new Map(tokens.map(({ id, name }) => [id, name]));
    return new Map(
      versions
        .filter(({ publishedBy, publishedByToken }) => publishedBy !== null || publishedByToken !== null)
        .map(({ id, publishedBy, publishedByToken }) => [
          id,
          {
            user_id: publishedBy,
            user_name: userNames.get(publishedBy ?? '') ?? null,
            token_id: publishedByToken,
            token_name: tokenNames.get(publishedByToken ?? '') ?? null,
          },
        ]),
    );
  }
}

function known(ids: readonly (string | null)[]): string[] {
  return [...new Set(ids)].filter((id) => id !== null);
}
