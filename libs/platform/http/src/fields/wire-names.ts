import { propertyName } from '#libs/platform/database';

/** The property that holds a field of the API: `nodeId` holds `node_id`. */
export type PropertyOf<Name> = Name extends `${infer First}_${infer Rest}`
  ? `${First}${Capitalize<PropertyOf<Rest>>}`
  : Name;

export type ByProperty<Request> = {
  [Name in keyof Request as PropertyOf<Name & string>]: Request[Name];
};

/** A request with properties in place of the names of the API; absent fields stay absent. */
export function byProperty<Request extends object>(request: Request): ByProperty<Request> {
  const given = Object.entries(request).filter(([, value]) => value !== undefined);
  return Object.fromEntries(given.map(([name, value]) => [propertyName(name), value])) as ByProperty<Request>;
}
