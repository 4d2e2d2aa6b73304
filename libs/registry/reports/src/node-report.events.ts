import type { NodeReport } from './node-report.entity.js';

/** Reports of a node were answered. In the transaction of the answer. */
export class NodeReportsClosed {
  constructor(readonly reports: readonly NodeReport[]) {}
}
