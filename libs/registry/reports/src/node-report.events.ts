import type { NodeReport } from './node-report.entity.js';
import type { ReportSide } from './report-message.entity.js';

/** A name was claimed, or something was said about a report. In the transaction of it. */
export class ReportSaid {
  constructor(
    readonly report: NodeReport,
    /** The publisher that is reported, or that has the node. Its owners answer a claim of its own name, its members one of a node's name. */
    readonly publisherId: string,
    /** Who is not told. */
    readonly authorId: string,
    /** Absent for a new claim. */
    readonly message?: { readonly side: ReportSide; readonly text: string },
  ) {}
}

/** Reports of a node or a publisher were answered. In the transaction of the answer. */
export class NodeReportsClosed {
  constructor(readonly reports: readonly NodeReport[]) {}
}
