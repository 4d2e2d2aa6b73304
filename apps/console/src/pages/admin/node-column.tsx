import { t } from '@lingui/core/macro';
import type { NodeResponse } from '@atelier/client/api';
import { PageLink } from '../../parts/link.js';
import type { Column } from '../../parts/rows.js';
import { TwoLines } from '../../parts/two-lines.js';

/** The name of a node, with its id below where they differ. */
export const NODE_COLUMN: Column<NodeResponse> = {
  title: t`Node`,
  text: ({ name }) => name,
  cell: ({ id, name }) => (
    <TwoLines below={name === id ? '' : id}>
      <PageLink inherit to="/admin/nodes/$nodeId" params={{ nodeId: id }}>
        {name}
      </PageLink>
    </TwoLines>
  ),
};
