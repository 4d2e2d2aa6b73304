import { UuidField } from '#libs/platform/http';

/** Path of a delivery. */
export class DeliveryPath {
  /** Id of the delivery. */
  @UuidField()
  id!: string;
}
