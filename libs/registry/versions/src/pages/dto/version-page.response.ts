import { ApiProperty } from '@nestjs/swagger';
import { responseOf } from '#libs/platform/http';
import type { NodeVersion } from '#libs/registry/versions/store';
import { repositoryLinks } from '../repository-links.js';
import type { VersionPage } from '../version-page.entity.js';

const PAGE_STATUSES = ['read', 'absent', 'pending', 'no_archive'] as const;
type PageStatus = (typeof PAGE_STATUSES)[number];

/** The licence of a version. */
export class VersionLicenceResponse {
  /** SPDX name or expression; '' when it is not known. */
  @ApiProperty({ example: 'MIT' }) name!: string;

  /** Path of its text in the archive; '' without one. */
  @ApiProperty({ example: 'LICENSE' }) path!: string;

  /** Its text, at most 64,000 characters. */
  @ApiProperty() text!: string;
}

/** The README of a version, and its licence. */
export class VersionPageResponse {
  /** Id of the node. */
  @ApiProperty({ example: 'my-node' }) node_id!: string;

  /** The version. */
  @ApiProperty({ example: '1.2.0' }) version!: string;

  /**
   * `read`: it has a README. `absent`: its archive has none. `pending`: the archive is not read yet. `no_archive`: there is none
   * here; see its repository.
   */
  @ApiProperty({ enum: PAGE_STATUSES }) status!: PageStatus;

  /** Path of the README in the archive. */
  @ApiProperty({ example: 'README.md' }) path!: string;

  /** How it is written; '' without a README. */
  @ApiProperty({ enum: ['markdown', 'rst', 'text', ''] }) format!: string;

  /** The README as its author wrote it: untrusted. At most 262,144 characters. */
  @ApiProperty() text!: string;

  /** Whether its end is left out. */
  @ApiProperty() is_cut!: boolean;

  /** URL of the repository. */
  @ApiProperty() repository!: string;

  /** What relative links begin with; '' when it is not known. */
  @ApiProperty({ example: 'https://github.com/octo-org/octo-repo/blob/HEAD/' }) links_base!: string;

  /** The licence; null when there is no text or name of one. */
  @ApiProperty({ type: VersionLicenceResponse, nullable: true }) licence!: VersionLicenceResponse | null;

  /** Python versions that it needs, as in `pyproject.toml`; '' when it does not say. */
  @ApiProperty({ example: '>=3.10' }) requires_python!: string;

  static from(version: NodeVersion, page: VersionPage | undefined, repository: string): VersionPageResponse {
    const { licenceName: name = '', licencePath: path = '', licenceText: text = '' } = page ?? {};
    return responseOf(VersionPageResponse, version, {
      status: statusOf(version, page),
      path: page?.readmePath ?? '',
      format: page?.readmeFormat ?? '',
      text: page?.readme ?? '',
      is_cut: page?.readmeIsCut ?? false,
      repository,
      links_base: repositoryLinks(repository).pages,
      licence: name === '' && path === '' ? null : { name, path, text },
      requires_python: page?.requiresPython ?? '',
    });
  }
}

function statusOf({ archiveKey }: NodeVersion, page: VersionPage | undefined): PageStatus {
  if (archiveKey === null) return 'no_archive';
  if (!page) return 'pending';
  return page.readmePath === '' ? 'absent' : 'read';
}
