import { UuidField } from '#libs/platform/http';

/** Path of a delivery. */
export class DeliveryPath {
  @UuidField({ description: 'Id of the delivery.' })
  id!: string;
}
