import { UuidField } from '#libs/platform/http';

export class DeliveryPath {
  /** Id of the delivery, as `GET /tasks/{id}/deliveries` lists it. */
  @UuidField()
  id!: string;
}
