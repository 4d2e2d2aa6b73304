import type { DomainErrorClass, ErrorDefinition } from '#libs/platform/errors';

const ERRORS = 'atelier:errors';

/** States the errors that a route, or every route of a controller, can answer with beside those that any route can. */
export function ApiErrors(...errors: readonly DomainErrorClass[]): MethodDecorator & ClassDecorator {
  return (target: object, _?: string | symbol, descriptor?: { value?: unknown }) =>
    Reflect.defineMetadata(ERRORS, errors, (descriptor?.value as object | undefined) ?? target);
}

/** What `ApiErrors` says of a handler and of its controller. */
export function errorsOfRoute(...targets: readonly object[]): ErrorDefinition[] {
  const errors = targets.flatMap(
    (target) => (Reflect.getMetadata(ERRORS, target) ?? []) as readonly DomainErrorClass[],
  );
  return [...new Set(errors.map(({ definition }) => definition))];
}
