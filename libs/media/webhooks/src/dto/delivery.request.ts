import { UuidField } from '#libs/platform/http';

export class DeliveryPath {
  /** Id of the delivery, as `GET /tasks/{id}/deliveries` lists it. */
  @UuidField()
  id!: string;
}

export class KeyOwnerPath {
  /** Id of the endpoint, as `GET /webhooks/endpoints` lists it, or your own as `GET /users` shows it, for callback addresses. */
  @UuidField()
  owner_id!: string;
}
