import { Injectable } from '@nestjs/common';
import { AdvisoryWarnings } from '#libs/registry/advisories';
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
    private readonly warnings: AdvisoryWarnings,
    private readonly users: UsersService,
    private readonly tokens: AccessTokensService,
  ) {}

  async showOne(version: NodeVersion, isInside: boolean): Promise<NodeVersionResponse> {
    const [shown] = await this.showWarned([version], isInside);
    if (!shown) throw new Error('A version is shown as nothing');
    return shown;
  }

  /** With the advisories that affect them, for those who are about to install them. */
  async showWarned(versions: readonly NodeVersion[], isInside: boolean): Promise<NodeVersionResponse[]> {
    const warnings = await this.warnings.listFor(versions);
    const shown = await this.show(versions, isInside);
    return shown.map((version) => ({ ...version, advisories: warnings.get(version.id) }));
  }

  async show(versions: readonly NodeVersion[], isInside: boolean): Promise<NodeVersionResponse[]> {
    const publishers = isInside ? await this.publishersOf(versions) : undefined;
    return versions.map((version) => {
      const response = this.views.show(version, isInside);
      return publishers ? { ...response, published_by: publishers.get(version.id) ?? null } : response;
    });
  }

  private async publishersOf(versions: readonly NodeVersion[]): Promise<Map<string, PublishedByResponse>> {
    const userNames = await this.users.namesOf(versions.map(({ publishedBy }) => publishedBy));
    const tokenNames = await this.tokens.namesOf(versions.map(({ publishedByToken }) => publishedByToken));
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
