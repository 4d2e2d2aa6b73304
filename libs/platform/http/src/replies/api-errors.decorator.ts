import type { DomainErrorClass, ErrorDefinition } from '#libs/platform/errors';

const ERRORS = 'atelier:errors';

/** States the errors that a route, or every route of a controller, can answer with beside those that any route can; may be used twice. */
export function ApiErrors(...errors: readonly DomainErrorClass[]): MethodDecorator & ClassDecorator {
  return (owner: object, _?: string | symbol, descriptor?: { value?: unknown }) => {
    const target = (descriptor?.value as object | undefined) ?? owner;
    Reflect.defineMetadata(ERRORS, [...errorsOf(target), ...errors], target);
  };
}

/** What `ApiErrors` says of a handler and of its controller. */
export function errorsOfRoute(...targets: readonly object[]): ErrorDefinition[] {
  return [...new Set(targets.flatMap(errorsOf).map(({ definition }) => definition))];
}

function errorsOf(target: object): readonly DomainErrorClass[] {
  return (Reflect.getMetadata(ERRORS, target) ?? []) as readonly DomainErrorClass[];
}
