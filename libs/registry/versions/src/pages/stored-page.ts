import type { PackagePage } from '@atelier/package-reader/archive';
import { storableText } from '#libs/platform/database';
import type { VersionPage } from './version-page.entity.js';

const FILES_KEPT = 5_000;
/** Most characters of all paths of a page. */
const PATH_CHARS_KEPT = 400_000;

/** A page as it is stored, limited in size; of an archive that cannot be read, an empty one. */
export function storedPage(
  versionId: string,
  page: PackagePage = { files: [] },
): Omit<VersionPage, 'readAt'> {
  const { readme, licence, licenceName = '', requiresPython = '', files } = page;
  let room = PATH_CHARS_KEPT;
  return {
    nodeVersionId: versionId,
    readmePath: storableText(readme?.path ?? ''),
    readmeFormat: readme?.format ?? '',
    readme: storableText(readme?.text ?? ''),
    readmeIsCut: readme?.isCut ?? false,
    licencePath: storableText(licence?.path ?? ''),
    licenceText: storableText(licence?.text ?? ''),
    licenceName: storableText(licenceName),
    requiresPython: storableText(requiresPython),
    files: files.slice(0, FILES_KEPT).filter(({ path }) => (room -= path.length) >= 0),
    filesTotal: files.length,
  };
}
