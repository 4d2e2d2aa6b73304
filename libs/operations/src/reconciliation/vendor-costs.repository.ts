import { Injectable } from '@nestjs/common';
import { Repository, type StatementScope } from '#libs/platform/database';

export type BookedOrder = {
  reference: string;
  vendorId: string | null;
  taskId: string;
  state: string;
  outcome: string | null;
  credits: number;
  /** Whether its cost may be booked from the vendor's book: the vendor did not say, and it has failed, or it or its task has ended. */
  isUnknown: boolean;
};

const COLUMNS = `o.reference::text as reference, o.vendor_id, o.task_id, o.state, o.outcome,
  coalesce(t.billed, t.amount, 0)::float8 as credits,
  (o.outcome = 'unknown' or (t.id is null and (o.outcome = 'failed' or (o.outcome = 'succeeded' and coalesce(o.billed, o.credits) is null))) or (o.state <> 'ended' and coalesce(k.status, 'deleted') in ('deleted', 'succeeded', 'failed', 'canceled'))) is true as is_unknown`;

/** Tasks of orders may have been deleted. */
const TASKS = 'left join tasks k on k.id = o.task_id';

/** What is booked for orders, from the ledger and the orders themselves. */
@Injectable()
export class VendorCostsRepository extends Repository {
  async listNamed(
    scope: StatementScope,
    vendor: string,
    names: { references: readonly string[]; vendorIds: readonly string[] },
  ): Promise<BookedOrder[]> {
    return this.rows<BookedOrder>(
      scope,
      `select ${COLUMNS} from vendor_orders o left join credit_transfers t on t.order_key = o.reference::text
         ${TASKS}
        where o.vendor = $1 and (o.reference = any($2::uuid[]) or o.vendor_id = any($3::text[]))`,
      [vendor, names.references, names.vendorIds],
    );
  }

  /**
   * The orders of a vendor whose cost was booked in the period.
   * @param from A transfer id at the start of the period, as ids are ordered by time; `until` is its end.
   */
  async listBooked(
    scope: StatementScope,
    vendor: string,
    from: string,
    until: string,
  ): Promise<BookedOrder[]> {
    return this.rows<BookedOrder>(
      scope,
      `select ${COLUMNS} from credit_transfers t join vendor_orders o on o.reference::text = t.order_key
         ${TASKS}
        where t.type = 'cost' and t.provider = $1 and t.id >= $2 and t.id < $3`,
      [vendor, from, until],
    );
  }
}
