import { Injectable } from '@nestjs/common';
import { AdvisoryWarnings } from '#libs/registry/advisories';
import { AccessTokensService, UsersService } from '#libs/accounts/users';
import {
  type NodeVersion,
  type NodeVersionResponse,
  NodeVersionViews,
  type PublishedByResponse,
} from '#libs/registry/versions/store';

/** Builds replies about versions. They carry warnings of advisories; members and admins also see who published them. */
@Injectable()
export class VersionViews {
  constructor(
    private readonly views: NodeVersionViews,
    private readonly warnings: AdvisoryWarnings,
    private readonly users: UsersService,
    private readonly tokens: AccessTokensService,
  ) {}

  async showOne(version: NodeVersion, isInside: boolean): Promise<NodeVersionResponse> {
    const [shown] = await this.show([version], isInside);
    if (!shown) throw new Error('A version is shown as nothing');
    return shown;
  }

  async show(versions: readonly NodeVersion[], isInside: boolean): Promise<NodeVersionResponse[]> {
    const publishers = isInside ? await this.publishersOf(versions) : undefined;
    const warnings = await this.warnings.listFor(versions);
    return versions.map((version) => {
      const response = this.views.show(version, isInside);
      const advisories = warnings.get(version.id);
      if (publishers) response.published_by = publishers.get(version.id) ?? null;
      if (advisories) response.advisories = advisories;
      return response;
    });
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
